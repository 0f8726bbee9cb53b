"""What a turn does to what is believed: general endings, and what they leave alone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tandem_edge.memory.room import MemoryRoom
from tandem_shared.memory import Origin, RawTurn, Status
from tests.edge.memory.desks import START


def tell(
    room: MemoryRoom, *texts: str, speaker: str = "owner", origin: Origin = Origin.OWNER
) -> None:
    """Each is said a day after the one before."""
    for text in texts:
        day = len(room.book.all_turns())
        at = START + timedelta(days=day)
        turn = RawTurn(session=f"s{day}", order=0, speaker=speaker, text=text, at=at, origin=origin)
        room.hear([turn], at)


def believed(room: MemoryRoom) -> set[tuple[str, str, bool]]:
    return {(unit.attribute, unit.value, not unit.negated) for unit in room.book.units()}


@pytest.mark.parametrize(
    ("told", "ending", "attribute", "value"),
    [
        ("I work at Siemens.", "I quit my job.", "works_at", "Siemens"),
        ("I work at Siemens.", "I got laid off.", "works_at", "Siemens"),
        ("I work at Siemens.", "I don't work there any more.", "works_at", "Siemens"),
        ("I work as a nurse.", "I retired.", "job", "nurse"),
        ("My sister works at Siemens.", "My sister quit her job.", "works_at", "Siemens"),
        ("I live in Leeds.", "I don't live there any more.", "lives_in", "Leeds"),
        ("My car is a Fiat Panda.", "I sold my car.", "car", "Fiat Panda"),
        ("我在腾讯上班。", "我不在那家公司了。", "works_at", "腾讯"),
        ("我在腾讯上班。", "我辞职了。", "works_at", "腾讯"),
        ("我是护士。", "我退休了。", "job", "护士"),
        ("我住在成都。", "我不住那儿了。", "lives_in", "成都"),
    ],
)
def test_a_general_ending_ends_the_value_that_is_believed(
    room: MemoryRoom, told: str, ending: str, attribute: str, value: str
) -> None:
    tell(room, told)
    assert (attribute, value, True) in believed(room)
    tell(room, ending)
    assert (attribute, value, True) not in believed(room)
    assert (attribute, value, False) in believed(room)
    old = next(unit for unit in room.book.units(status=Status.SUPERSEDED) if unit.value == value)
    assert old.valid_to is not None and room.book.failures() == []


def test_what_the_ending_is_not_about_stays(room: MemoryRoom) -> None:
    tell(room, "I live in Leeds.", "My brother works at Siemens.", "I work at Shell.")
    tell(room, "I quit my job.")
    assert {("lives_in", "Leeds", True), ("works_at", "Siemens", True)} <= believed(room)


def test_a_new_value_comes_after_the_end(room: MemoryRoom) -> None:
    tell(room, "I work at Siemens.", "I quit my job.", "I work at Shell now.")
    works = {each for each in believed(room) if each[0] == "works_at"}
    assert works == {("works_at", "Shell", True)}


def test_an_ending_where_nothing_is_believed_is_kept_as_it_was_said(room: MemoryRoom) -> None:
    tell(room, "我辞职了。")
    assert believed(room) == {("job", "辞职", False)}


def test_nobody_else_s_ending_ends_what_the_owner_said(room: MemoryRoom) -> None:
    tell(room, "My sister Ana works at Siemens.")
    before = believed(room)
    assert ("works_at", "Siemens", True) in before
    tell(room, "Ana quit her job.", speaker="Bob", origin=Origin.EXTERNAL)
    assert before <= believed(room)


@pytest.mark.parametrize(
    ("first", "then", "now"),
    [
        ("I like coriander.", "I don't like coriander.", "dislikes"),
        ("I don't like coriander.", "I like coriander.", "likes"),
        ("我喜欢吃香菜。", "我不喜欢吃香菜。", "dislikes"),
        ("我不喜欢吃香菜。", "我喜欢吃香菜。", "likes"),
    ],
)
def test_what_is_liked_is_not_disliked(room: MemoryRoom, first: str, then: str, now: str) -> None:
    tell(room, first, then)
    (unit,) = room.book.units()
    assert (unit.attribute, unit.negated) == (now, False)
    (old,) = room.book.units(status=Status.SUPERSEDED)
    assert old.superseded_by == unit.id and old.attribute != now


def test_two_tastes_of_different_things_stand_beside_each_other(room: MemoryRoom) -> None:
    tell(room, "I like coriander.", "I don't like parsley.")
    assert believed(room) == {("likes", "coriander", True), ("dislikes", "parsley", True)}
