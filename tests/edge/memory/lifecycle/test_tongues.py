"""A denial is about the same thing in the other language."""

from __future__ import annotations

import pytest

from tandem_edge.memory.lifecycle.tongues import same_thing
from tandem_edge.memory.room import MemoryRoom
from tests.edge.memory.lifecycle.telling import believed, past, say


@pytest.mark.parametrize(
    ("told", "denied", "before"),
    [
        ("I'm allergic to peanuts", "我其实对花生不过敏", "allergy: peanuts"),
        ("我对花生过敏", "I'm not allergic to peanuts after all", "allergy: 花生"),
        ("I'm allergic to cats", "我对猫毛不过敏了", "allergy: cats"),
        ("I'm allergic to cats", "I outgrew my cat allergy", "allergy: cats"),
        ("我对青霉素过敏", "I'm not allergic to penicillin", "allergy: 青霉素"),
    ],
)
def test_a_denied_allergy_is_over_whatever_it_was_called(
    room: MemoryRoom, told: str, denied: str, before: str
) -> None:
    say(room, told, denied)
    assert past(room) == {before} and before not in believed(room)


@pytest.mark.parametrize(
    ("told", "denied"),
    [
        ("I'm allergic to peanuts", "我对牛奶不过敏"),
        ("我对花生过敏", "I'm not allergic to milk"),
        ("I'm allergic to peanuts", "My sister is not allergic to peanuts"),
    ],
)
def test_another_allergy_stays(room: MemoryRoom, told: str, denied: str) -> None:
    say(room, told, denied)
    assert past(room) == set() and len(believed(room)) == 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("peanuts", "花生", True),
        ("the peanut", "peanuts", True),
        ("cat hair", "猫毛", True),
        ("milk", "花生", False),
        ("", "花生", False),
        ("花生", "花生酱", False),
    ],
)
def test_a_thing_is_the_same_in_both_languages(one: str, other: str, same: bool) -> None:
    assert same_thing(one, other) is same and same_thing(other, one) is same
