"""Codes and doses: secret, and one a thing, so that the new one takes the place of the old."""

from __future__ import annotations

import pytest

from tandem_edge.memory.room import MemoryRoom
from tandem_shared.memory import Sensitivity
from tests.edge.memory.lifecycle.telling import believed, past, say


@pytest.mark.parametrize(
    ("first", "second", "before", "now"),
    [
        ("门禁密码是4827", "门禁密码改成9031了", "code.door: 4827", "code.door: 9031"),
        ("小区门禁密码是4827#", "小区门禁密码换成9031#了", "code.door: 4827#", "code.door: 9031#"),
        ("保险箱密码是 334455", "保险箱密码改成 998877", "code.safe: 334455", "code.safe: 998877"),
        ("wifi密码是sunflower7", "无线密码是moonrise8", "code.wifi: sunflower7",
         "code.wifi: moonrise8"),
        ("车库密码 5512", "车库密码9912", "code.garage: 5512", "code.garage: 9912"),
        ("The gate code is 4471", "The gate code is now 9902", "code.gate: 4471",
         "code.gate: 9902"),
        ("Gate code: 4471", "gate code 9902", "code.gate: 4471", "code.gate: 9902"),
        ("My alarm code is 7788", "4432 is the alarm code", "code.alarm: 7788",
         "code.alarm: 4432"),
        ("The safe combination is 12-34-56", "the combination of the safe is 9-8-7",
         "code.safe: 12-34-56", "code.safe: 9-8-7"),
        ("My locker combo is 12-8-33", "locker combo is 1-2-3", "code.locker: 12-8-33",
         "code.locker: 1-2-3"),
        ("The code for the garage is 5512", "my garage code is 9912", "code.garage: 5512",
         "code.garage: 9912"),
        ("家里的wifi密码是abc12345", "wifi password is moonrise8", "code.wifi: abc12345",
         "code.wifi: moonrise8"),
    ],
)  # fmt: skip
def test_a_new_code_takes_the_place_of_the_old_one_of_the_same_thing(
    room: MemoryRoom, first: str, second: str, before: str, now: str
) -> None:
    say(room, first, second)
    assert believed(room) == {now} and past(room) == {before}
    assert {unit.sensitivity for unit in room.book.units()} == {Sensitivity.SECRET}


def test_codes_of_other_things_and_of_other_people_stay(room: MemoryRoom) -> None:
    say(room, "The gate code is 4471", "我妈的门禁密码是2219", "My mum's alarm code is 9911")
    say(room, "My alarm code is 7788", "门禁密码是4827")
    assert believed(room) == {
        "code.gate: 4471",
        "code.door: 2219",
        "code.alarm: 9911",
        "code.alarm: 7788",
        "code.door: 4827",
    }


@pytest.mark.parametrize(
    "said", ["The dress code is black tie", "The error code is 404", "My bank PIN is 4471"]
)
def test_what_opens_nothing_or_a_bank_gives_no_code(room: MemoryRoom, said: str) -> None:
    say(room, said)
    assert not [unit for unit in room.book.units() if unit.attribute]


@pytest.mark.parametrize(
    "said",
    [
        "I take 50 mg sertraline",
        "I take two 500 mg metformin tablets a day",
        "I'm on 20mg of lisinopril",
        "I have high blood pressure and take ramipril",
        "My asthma is bad in spring",
        "我吃的药是氨氯地平",
        "我在吃优甲乐",
        "我每天吃两片二甲双胍",
        "我有一型糖尿病",
        "我最怕吃的药是阿莫西林",
    ],
)
def test_medicines_doses_and_illnesses_are_secret(room: MemoryRoom, said: str) -> None:
    say(room, said)
    assert {unit.sensitivity for unit in room.book.units()} == {Sensitivity.SECRET}


@pytest.mark.parametrize(
    ("first", "second", "now"),
    [
        ("I take 50 mg sertraline", "I take 100 mg sertraline now", "dose.sertraline: 100 mg"),
        ("我每天吃两片二甲双胍", "我现在每天吃三片二甲双胍", "dose.二甲双胍: 三片"),
    ],
)
def test_a_new_dose_takes_the_place_of_the_old_one(
    room: MemoryRoom, first: str, second: str, now: str
) -> None:
    say(room, first, second)
    assert {each for each in believed(room) if each.startswith("dose")} == {now}


def test_a_medicine_that_is_not_taken_any_more_has_no_dose(room: MemoryRoom) -> None:
    say(room, "I take 50 mg sertraline", "I stopped taking sertraline")
    assert believed(room) == set()


@pytest.mark.parametrize(
    "said", ["I take two sugars in my coffee", "我每天吃两片面包", "我在吃苹果", "I'm on holiday"]
)
def test_food_and_the_rest_are_no_medicine(room: MemoryRoom, said: str) -> None:
    say(room, said)
    assert {unit.sensitivity for unit in room.book.units()} == {Sensitivity.PERSONAL}
