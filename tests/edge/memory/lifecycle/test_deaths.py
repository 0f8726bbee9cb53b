"""What ends when somebody has died, and that nothing of it is lost."""

from __future__ import annotations

import pytest

from tandem_edge.memory.room import MemoryRoom
from tandem_shared.memory import Origin, Status
from tests.edge.memory.lifecycle.telling import believed, past, say


@pytest.mark.parametrize(
    ("told", "death", "before", "now"),
    [
        ("My dog is Rex", "Rex died last week", "pet.dog: Rex", "died.dog: Rex died"),
        ("I have a dog called Rex", "My dog died", "pet.dog: Rex", "died.dog: Rex died"),
        (
            "My cat is Misty",
            "We had to put Misty down",
            "pet.cat: Misty",
            "died.cat: Misty was put down",
        ),
        ("我家狗叫豆豆", "豆豆上周走了", "pet.dog: 豆豆", "died.dog: 豆豆走了"),
        ("我养了一只狗叫豆豆", "我的狗死了", "pet.dog: 豆豆", "died.dog: 豆豆死了"),
        ("My uncle is Peter", "Peter passed away", "uncle: Peter", "died.uncle: Peter passed away"),
        ("我叔叔叫王伟", "王伟上个月去世了", "uncle: 王伟", "died.uncle: 王伟去世了"),
        (
            "My grandmother lives in Kent",
            "My gran passed away",
            "lives_in: Kent",
            "died: passed away",
        ),
        ("我奶奶住在长沙", "奶奶周日去世了", "lives_in: 长沙", "died: 去世"),
    ],
)
def test_who_has_died_is_no_more_and_is_kept_as_history(
    room: MemoryRoom, told: str, death: str, before: str, now: str
) -> None:
    say(room, "I like tea", told, death)
    assert past(room) == {before} and believed(room) == {"likes: tea", now}
    (old,) = room.book.units(status=Status.SUPERSEDED)
    assert old.valid_to is not None and room.book.failures() == []


def test_what_was_so_of_them_ends_and_what_stays_so_stays(room: MemoryRoom) -> None:
    say(room, "My dog Rex is 8 years old", "Rex's birthday is May 4", "Rex died")
    assert past(room) == {"age: 8", "pet.dog: Rex"}
    assert "birthday: May 4" in believed(room)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("My dog is Rex", "Bella died last week"),
        ("My dog is Rex", "My phone died last week"),
        ("我家狗叫豆豆", "毛毛上周走了"),
        ("我妈叫李芳", "我妈刚走了"),
        ("我叔叔叫王伟", "王伟刚走了，明天回来"),
        ("我老板是王总", "王总走了"),
        ("My uncle is Peter", "Peter is gone for the day"),
    ],
)
def test_who_only_left_and_who_is_somebody_else_change_nothing(
    room: MemoryRoom, told: str, said: str
) -> None:
    say(room, told)
    before = believed(room)
    say(room, said)
    assert before and before <= believed(room) and past(room) == set()


def test_nobody_else_tells_the_owner_that_somebody_has_died(room: MemoryRoom) -> None:
    say(room, "My dog is Rex")
    say(room, "Rex died", speaker="Bob", origin=Origin.EXTERNAL)
    assert "pet.dog: Rex" in believed(room)
