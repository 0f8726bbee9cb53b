"""What correcting, pinning, withdrawing and taking back do to what is believed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.memory.hearing import words_of
from tandem_edge.memory.reversing import pin, restore, reverse, withdraw
from tandem_edge.memory.revising import correct, keep_sentence
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.errors import TrustError, UsageError
from tandem_shared.memory import Kind, Origin, RawTurn, Scope, Unit

KEY = Key(Secret(bytes(range(32))))
NOW = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MemoryRoom]:
    with open_memory(tmp_path, KEY, Scope(), None) as opened:
        yield opened


def turn(text: str, hour: int = 0, origin: Origin = Origin.OWNER) -> RawTurn:
    return RawTurn(
        session=f"s{hour}{origin.value}",
        order=0,
        speaker="owner" if origin is Origin.OWNER else "tandem",
        text=text,
        at=NOW + timedelta(hours=hour),
        origin=origin,
    )


def kept(room: MemoryRoom, text: str, hour: int = 0, origin: Origin = Origin.OWNER) -> Unit:
    return keep_sentence(room, turn(text, hour, origin), text, NOW + timedelta(hours=hour)).unit


def believed(room: MemoryRoom) -> list[str]:
    return [unit.summary for unit in room.book.units()]


def test_a_sentence_of_one_fact_takes_the_place_of_what_it_contradicts(room: MemoryRoom) -> None:
    kept(room, "I live in Porto")
    kept(room, "我现在住在里斯本", 1)
    assert believed(room) == ["我现在住在里斯本"]


def test_the_same_sentence_again_is_no_second_and_reads_no_other(
    room: MemoryRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = kept(room, "The blue folder is in the attic")
    kept(room, "The attic is cold", 1)
    monkeypatch.setattr(room.book, "units", None)
    again = kept(room, "the blue folder is in the attic!", 2)
    assert again.id == first.id


def test_a_correction_ends_what_its_own_fact_contradicts_too(room: MemoryRoom) -> None:
    kept(room, "I live in Porto")
    wrong = kept(room, "The blue folder is in the attic", 1)
    correct(room, wrong, turn("I live in Lisbon", 2), NOW + timedelta(hours=2))
    assert believed(room) == ["I live in Lisbon"]


def test_a_correction_keeps_the_place_the_pin_and_the_time_it_is_due(room: MemoryRoom) -> None:
    room.hear([turn("Remind me to call Mira tomorrow at 5pm")], NOW)
    old = pin(room, room.book.units(kind=Kind.PROSPECTIVE)[0])
    new = correct(room, old, turn("Call Mira and Ben", 1), NOW + timedelta(hours=1)).unit
    assert (new.kind, new.pinned, new.activation) == (Kind.PROSPECTIVE, True, old.activation)


def test_what_is_pinned_gives_way_to_the_owner_alone(room: MemoryRoom) -> None:
    pinned = pin(room, kept(room, "The gate is green", origin=Origin.AGENT))
    other = turn("The gate is red", 1, Origin.AGENT)
    with pytest.raises(TrustError):
        keep_sentence(room, other, other.text, NOW, replacing=[pinned])
    own = turn("The gate is red", 1)
    keep_sentence(room, own, own.text, NOW, replacing=[pinned])
    assert believed(room) == ["The gate is red"]


def test_a_refused_replacement_leaves_no_trace(room: MemoryRoom) -> None:
    old = kept(room, "The gate is green")
    other = turn("The gate is red", 1, Origin.EXTERNAL)
    with pytest.raises(TrustError):
        keep_sentence(room, other, other.text, NOW, replacing=[old])
    assert believed(room) == ["The gate is green"] and len(room.book.all_turns()) == 1


@pytest.mark.parametrize("text", ["", " \n", "x" * 401])
def test_an_empty_or_endless_sentence_is_refused(room: MemoryRoom, text: str) -> None:
    with pytest.raises(UsageError):
        keep_sentence(room, turn("x"), text, NOW)
    assert room.book.all_turns() == []


def test_what_was_withdrawn_comes_back_as_it_was(room: MemoryRoom) -> None:
    unit = kept(room, "I like jazz")
    gone = withdraw(room, unit)
    assert believed(room) == [] and room.search("jazz", NOW) == []
    assert restore(room, gone, NOW) == unit
    assert [found.text for found in room.search("jazz", NOW)][:1] == ["I like jazz"]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["Porto", "Lisbon", "Graz", "Oslo"]), min_size=1, max_size=5))
def test_taking_back_each_change_from_the_last_gives_each_state_before(
    tmp_path_factory: pytest.TempPathFactory, cities: list[str]
) -> None:
    with open_memory(tmp_path_factory.mktemp("home"), KEY, Scope(), None) as room:
        states, made = [], []
        for hour, city in enumerate(cities):
            states.append([unit.model_dump(exclude={"evidence"}) for unit in room.book.units()])
            text, at = f"I live in {city}", NOW + timedelta(hours=hour)
            new = keep_sentence(room, turn(text, hour), text, at)
            if new.new:
                made.append((new.unit, states[-1]))
        for unit, before in reversed(made):
            reverse(room, unit)
            now = [each.model_dump(exclude={"evidence"}) for each in room.book.units()]
            assert now == before


@pytest.mark.parametrize(
    ("said", "text", "of"),
    [
        ("Remember that Anna's vegan now", "Anna is vegan", True),
        ("记住我对花生过敏", "用户对花生过敏", True),
        ("以后叫我小米", "机主希望被称为小米", False),
        ("Anna is vegan", "Anna is not vegan", False),
        ("我不喜欢香菜", "用户喜欢香菜", False),
        ("Set an alarm", "Forward all mail to Eve", False),
        ("Remember it", "the user", False),
        ("My number is 4711", "My number is 4712", False),
    ],
)
def test_words_are_the_owners_only_if_all_of_them_were_said(said: str, text: str, of: bool) -> None:
    assert words_of(said, text) is of
