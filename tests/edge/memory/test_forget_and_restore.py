"""What the newest value had replaced is named before it is forgotten, and can be believed again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from tandem_edge.memory.lifecycle.forgetting import Consequences, Wish, consequences
from tandem_edge.memory.reversing import forget_and_restore, left_behind
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import RawTurn, Scope, Status, Unit
from tests.edge.memory.desks import START

HOMES = ("I live in Porto", "I moved to Lisbon", "I moved to Oslo")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MemoryRoom]:
    """Somebody has lived in three places, and told so one after another."""
    with open_memory(tmp_path, Key(Secret(b"k" * 32)), Scope(), None) as opened:
        for number, text in enumerate(HOMES):
            at = START + timedelta(days=number)
            turn = RawTurn(session=f"s{number}", order=0, speaker="owner", text=text, at=at)
            opened.hear([turn], at)
        yield opened


def lived(room: MemoryRoom) -> dict[str, Unit]:
    """By the place."""
    return {unit.value: unit for unit in room.book.units(status=None) if unit.value}


def forgetting(room: MemoryRoom, *places: str) -> Consequences:
    ids = tuple(lived(room)[place].id for place in places)
    return consequences(room.book, Wish(ids=ids, evidence=True), room.elsewhere)


def left(room: MemoryRoom, *places: str) -> list[str]:
    return [old.value for old, _ in left_behind(room, forgetting(room, *places))]


def test_what_the_newest_had_replaced_is_left_behind(room: MemoryRoom) -> None:
    assert left(room, "Oslo") == ["Lisbon"]
    assert left(room, "Oslo", "Lisbon") == ["Porto"]


def test_nothing_is_left_behind_where_a_newer_one_stays_or_all_go(room: MemoryRoom) -> None:
    assert left(room, "Porto") == left(room, "Lisbon") == []
    assert left(room, "Porto", "Lisbon", "Oslo") == []


def test_what_is_left_behind_is_believed_again(room: MemoryRoom) -> None:
    before = lived(room)["Lisbon"]
    receipt = forget_and_restore(room, forgetting(room, "Oslo"), START)
    after = lived(room)
    assert receipt.units == 1 and "Oslo" not in after
    assert (after["Lisbon"].status, after["Porto"].status) == (Status.CURRENT, Status.SUPERSEDED)
    assert after["Lisbon"].valid_to is None and before.valid_to is not None
    assert "Lisbon" in room.search("Where do I live?", START)[0].text
