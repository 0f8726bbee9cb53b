"""What is said to have changed: the one thing of its topic gets its new value."""

from __future__ import annotations

from datetime import timedelta
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.extraction.changing import change_in, said_again
from tandem_edge.memory.room import MemoryRoom
from tandem_shared.memory import Origin, Status
from tests.edge.memory.desks import START
from tests.edge.memory.lifecycle.telling import believed, past, say

TWO_WEEKS = timedelta(days=14)


@pytest.mark.parametrize(
    ("told", "change", "before", "now"),
    [
        (
            "My phone number is 555 010 1234",
            "I changed my number, it's 555 010 9999",
            "phone_number: 555 010 1234",
            "phone_number: 555 010 9999",
        ),
        (
            "我的手机号是13812345678",
            "手机号换成13987654321了",
            "phone_number: 13812345678",
            "phone_number: 13987654321",
        ),
        (
            "My membership number is A10023",
            "my membership number is now B20045",
            "number.membership: A10023",
            "number.membership: B20045",
        ),
        (
            "我的会员号是A10023",
            "会员号换成B20045了",
            "number.membership: A10023",
            "number.membership: B20045",
        ),
        ("The locker code is 4471", "They changed the locker code to 9902", "4471", "9902"),
        ("储物柜密码是4471", "他们把储物柜密码改成9902了", "4471", "9902"),
        (
            "My choir practice is on Wednesday",
            "Choir practice got pushed to Thursday",
            "My choir practice is on Wednesday",
            "My choir practice is on Thursday",
        ),
        ("我周三上瑜伽课", "瑜伽课改到周四了", "我周三上瑜伽课", "我周四上瑜伽课"),
        ("My rent is 950", "The rent went up to 980", "My rent is 950", "My rent is 980"),
        ("我的房租是950", "房租现在是980了", "我的房租是950", "我的房租是980"),
        ("My rent is 950", "My rent is 980", "My rent is 950", "My rent is 980"),
        (
            "The bakery opens at 7 am",
            "The bakery opens at 8 am now",
            "The bakery opens at 7 am",
            "The bakery opens at 8 am",
        ),
        ("面包店七点开门", "面包店现在八点才开门", "面包店七点开门", "面包店八点开门"),
        (
            "My landlord is Mr. Green",
            "Our landlord is now Ms. Brown",
            "landlord: Mr. Green",
            "landlord: Ms. Brown",
        ),
        ("我们房东是张先生", "房东换成陈女士了", "landlord: 张先生", "landlord: 陈女士"),
        (
            "My passport number is X1234567",
            "I renewed my passport, the new number is Y7654321",
            "number.passport: X1234567",
            "number.passport: Y7654321",
        ),
        (
            "我的护照号是E12345678",
            "护照换了，新号码是E87654321",
            "number.passport: E12345678",
            "number.passport: E87654321",
        ),
    ],
)
def test_a_change_takes_the_place_of_what_was_told_of_its_topic_however_long_ago(
    room: MemoryRoom, told: str, change: str, before: str, now: str
) -> None:
    say(room, "I like tea", told, "我喜欢爵士乐", change, every=TWO_WEEKS)
    likes = {"likes: tea", "likes: 爵士乐"}
    assert [each.endswith(now) for each in believed(room) - likes] == [True]
    assert [each.endswith(before) for each in past(room)] == [True]
    assert likes <= believed(room) and room.book.failures() == []


@pytest.mark.parametrize(
    ("told", "change"),
    [
        ("My Pilates starts at 8:30", "It starts at 8:45 now"),
        ("我的普拉提八点半开始", "现在八点四十五开始"),
        ("My train leaves at 7:12", "It leaves at 7:25 from Monday"),
        ("我的火车7:12发车", "下周起7:25发车"),
        ("My rent is 950", "It's 980 now"),
        ("我的房租是950", "现在是980了"),
        ("Tennis costs 12 euros an hour", "It costs 14 euros now"),
        ("My rent is 950", "They raised it to 980"),
    ],
)
def test_what_is_only_called_it_is_what_was_said_last(
    room: MemoryRoom, told: str, change: str
) -> None:
    say(room, told, change)
    (old,) = past(room)
    (new,) = believed(room)
    assert old.endswith(told) and new != told


@pytest.mark.parametrize(
    ("told", "change", "month"),
    [
        ("I live in Oslo", "I moved to Bergen last month", 2),
        ("我住在广州", "上个月搬到深圳了", 2),
        ("I live in Leeds", "We relocated to Bristol in January", 1),
        ("我住在成都", "今年一月份我们搬去重庆了", 1),
    ],
)
def test_who_moved_lives_there_since_the_day_they_name(
    room: MemoryRoom, told: str, change: str, month: int
) -> None:
    say(room, told, change)
    (new,) = room.book.slot("owner", "lives_in")
    assert new.valid_from is not None and (new.valid_from.month, new.valid_from.day) == (month, 1)
    assert len(past(room)) == 1


def test_who_left_one_firm_for_another_works_at_the_other(room: MemoryRoom) -> None:
    say(room, "I work at Philips", "I left Philips and joined ASML")
    assert believed(room) == {"works_at: ASML"} and past(room) == {"works_at: Philips"}


def test_what_was_said_earlier_and_is_heard_later_stays_history(room: MemoryRoom) -> None:
    say(room, "I live in Oslo")
    turn = room.book.all_turns()[0].turn
    earlier = {"session": "old", "at": START - TWO_WEEKS, "text": "I moved to Bergen in January"}
    room.hear([turn.model_copy(update=earlier)], START)
    assert believed(room) == {"lives_in: Oslo"} and past(room) == {"lives_in: Bergen"}


@pytest.mark.parametrize(
    ("told", "change"),
    [
        ("My rent is 950", "房租现在是980了"),
        ("我周三上瑜伽课", "My yoga class moved to Thursday"),
    ],
)
def test_a_change_can_be_told_in_the_other_language(
    room: MemoryRoom, told: str, change: str
) -> None:
    say(room, told, change)
    assert past(room) == {told}


@pytest.mark.parametrize(
    ("told", "change"),
    [
        ("My rent is 950", "My sister's rent is 980 now"),
        ("我的房租是950", "我妹妹的房租现在是980了"),
        ("My rent is 950", "My gym is 40 now"),
        ("我的房租是950", "水费现在是98了"),
        ("The locker code is 4471", "They changed the bike lock code to 9902"),
        ("储物柜密码是4471", "他们把门禁密码改成9902了"),
        ("My yoga class is on Wednesday", "My art class moved to Thursday"),
        ("我周三上瑜伽课", "钢琴课改到周四了"),
        ("My Pilates starts at 8:30", "It ends at 9:45 now"),
        ("I live in Oslo", "My brother moved to Bergen last month"),
        ("我住在广州", "我弟弟上个月搬到深圳了"),
        ("我住在广州", "我弟弟退休了，搬到深圳了"),
        ("My phone number is 555 010 1234", "My mum changed her number, it's 555 010 9999"),
        ("My exam is on Monday", "Did they move the exam to Tuesday?"),
        ("My exam is on Monday", "If they move the exam to Tuesday I'm done"),
        ("我周三上瑜伽课", "瑜伽课改到周四了吗"),
        ("The red bin goes out on Monday", "The blue bin is on Tuesday now"),
    ],
)
def test_another_topic_and_what_is_not_told_change_nothing(
    room: MemoryRoom, told: str, change: str
) -> None:
    say(room, told)
    before = believed(room)
    say(room, change)
    assert before and before <= believed(room) and past(room) == set()


@pytest.mark.parametrize(
    ("told", "change"),
    [
        (
            ["The gym pool costs 12 euros", "The gym sauna costs 9 euros"],
            "The gym costs 15 euros now",
        ),
        (["健身房游泳12块", "健身房桑拿9块"], "健身房现在是15块了"),
        (["I have a dog called Rex", "I have a dog called Max"], "My dog died last week"),
        (["我养了一只狗叫豆豆", "我养了一只狗叫毛毛"], "我的狗死了"),
    ],
)
def test_where_several_could_be_meant_all_stay_and_that_is_told(
    room: MemoryRoom, told: list[str], change: str
) -> None:
    say(room, *told)
    before = {unit.id for unit in room.book.units()}
    (learned,) = say(room, change)
    assert {unit.id for unit in learned.unclear} == before
    assert past(room) == set()


def test_what_looks_like_markup_is_kept_whole(room: MemoryRoom) -> None:
    text = "See [link=http://x.y]here[/link]: my code is 5"
    say(room, text)
    assert believed(room) == {text}


def test_nobody_else_changes_what_the_owner_said(room: MemoryRoom) -> None:
    say(room, "My rent is 950")
    say(room, "The rent is 980 now", speaker="Bob", origin=Origin.EXTERNAL)
    assert believed(room) >= {"My rent is 950"} and past(room) == set()


def test_what_has_changed_is_found_as_what_was_before(room: MemoryRoom) -> None:
    say(room, "My rent is 950", "The rent went up to 980")
    (old,) = room.book.units(status=Status.SUPERSEDED)
    assert old.id in {each.id for each in room.search("What was my rent before?", START)}
    assert old.id not in {each.id for each in room.search("How much is my rent?", START)}


@pytest.mark.parametrize("piece", ["从", "从起", "since ", "from on ", "just has ", "因为", "现在"])
def test_no_repetition_takes_the_reading_long(piece: str) -> None:
    text, before = (piece * 160)[:158], process_time()
    change_in(text, START)
    said_again(text, START)
    assert process_time() - before < 2


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading_of_changes(text: str) -> None:
    for found in (change_in(text, START), said_again(text, START)):
        assert found is None or len(found.topic) <= 60
