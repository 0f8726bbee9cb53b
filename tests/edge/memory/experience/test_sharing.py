"""Nothing enters the pool but through a scrubber, and what entered comes out with its original."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tandem_edge.memory.experience.pool import Lesson, open_pool, pool_of
from tandem_edge.memory.experience.sharing import NO_SCRUBBER, REFUSED, SHARED, Scrubber, Sharing
from tandem_edge.memory.lifecycle.forgetting import Wish
from tandem_edge.memory.reversing import withdraw
from tandem_edge.memory.revising import keep_sentence
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.errors import PrivacyError
from tandem_shared.memory import Kind, Origin, Scope, Sensitivity, Unit
from tests.edge.memory.pages import decrypted
from tests.edge.memory.test_room import NOW, said

KEY = Key(Secret(bytes(range(32))))
ANA, BEN = Scope(user="ana"), Scope(user="ben")
TOLD = "Mira's café takes cash only after nine"
LESSON = "Some cafés take cash only late in the evening"


class Fixed:
    """A scrubber that writes one sentence whatever it is given."""

    def __init__(self, text: str | None = LESSON) -> None:
        self.text = text

    def lesson(self, unit: Unit, evidence: Sequence[str]) -> Lesson | None:
        return None if self.text is None else Lesson(text=self.text, language="en")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MemoryRoom]:
    with open_memory(tmp_path, KEY, ANA, None) as opened:
        yield opened


def proved(room: MemoryRoom, text: str = TOLD, origin: Origin = Origin.OWNER) -> Unit:
    """A long-term unit of those words."""
    (turn,) = said(text, session=text, origin=origin)
    unit = keep_sentence(room, turn, text, turn.at).unit
    room.book.change_unit(unit.model_copy(update={"kind": Kind.LONG_TERM}))
    found = room.book.unit(unit.id)
    assert found is not None
    return found


def sharing(room: MemoryRoom, home: Path, scrubber: Scrubber | None) -> Sharing:
    """The way that the room itself has, with a scrubber."""
    (way,) = (each for each in room.elsewhere if isinstance(each, Sharing))
    return Sharing(way.book, way.opened, scrubber)


def lessons(home: Path, scope: Scope = ANA) -> list[str]:
    with open_pool(home, KEY, scope) as pool:
        return [lesson.text for lesson in pool.lessons().values()]


def test_without_a_scrubber_every_offer_is_refused_and_recorded(
    tmp_path: Path, room: MemoryRoom
) -> None:
    unit = proved(room)
    with pytest.raises(PrivacyError) as refused:
        sharing(room, tmp_path, None).offer(unit, NOW)
    assert NO_SCRUBBER in str(refused.value) and refused.value.exit_code == 7
    ((_, whole),) = room.book.reports(REFUSED)
    assert whole == {"unit": unit.id, "why": NO_SCRUBBER}
    assert not pool_of(tmp_path, ANA).exists()


def test_a_lesson_is_shared_by_the_users_of_a_workspace_and_says_nothing_of_whom(
    tmp_path: Path, room: MemoryRoom
) -> None:
    unit = proved(room)
    lesson = sharing(room, tmp_path, Fixed()).offer(unit, NOW)
    assert lessons(tmp_path, BEN) == [LESSON]
    assert lessons(tmp_path, Scope(user="ana", workspace="work")) == []
    file = decrypted(pool_of(tmp_path, ANA), KEY.now).decode("utf-8", "replace")
    assert not any(mark in file for mark in (unit.id, "ana\x00", "Mira", "2026-03", TOLD))
    assert [whole for _, whole in room.book.reports(SHARED)] == [
        {"unit": unit.id, "lesson": lesson}
    ]


@pytest.mark.parametrize(
    ("change", "scrubber"),
    [
        ({"kind": Kind.EPISODIC}, Fixed()),
        ({"sensitivity": Sensitivity.SECRET}, Fixed()),
        ({"origin": Origin.EXTERNAL}, Fixed()),
        ({"origin": Origin.AGENT}, Fixed()),
        ({"subject": "Mira"}, Fixed("Mira takes cash only")),
        ({}, Fixed("ana pays cash")),
        ({}, Fixed(None)),
    ],
)
def test_what_is_unproved_private_foreign_or_names_somebody_stays_out(
    tmp_path: Path, room: MemoryRoom, change: dict[str, object], scrubber: Fixed
) -> None:
    unit = proved(room).model_copy(update=change)
    with pytest.raises(PrivacyError):
        sharing(room, tmp_path, scrubber).offer(unit, NOW)
    assert lessons(tmp_path) == []
    assert TOLD not in json.dumps(room.book.reports(REFUSED))


def test_a_lesson_is_shared_once(tmp_path: Path, room: MemoryRoom) -> None:
    unit, way = proved(room), sharing(room, tmp_path, Fixed())
    way.offer(unit, NOW)
    with pytest.raises(PrivacyError):
        way.offer(unit, NOW)
    assert lessons(tmp_path) == [LESSON]


def test_forgetting_the_original_takes_the_lesson_out_of_every_page(
    tmp_path: Path, room: MemoryRoom
) -> None:
    unit, other = proved(room), proved(room, "Trams stop at one")
    sharing(room, tmp_path, Fixed()).offer(unit, NOW)
    sharing(room, tmp_path, Fixed("Trams stop at night")).offer(other, NOW)
    receipt, found = room.forget(Wish(ids=(unit.id,)), NOW)
    assert found.elsewhere == receipt.elsewhere == {"shared lessons": 1}
    assert lessons(tmp_path) == ["Trams stop at night"]
    assert LESSON.encode() not in decrypted(pool_of(tmp_path, ANA), KEY.now)
    assert unit.id not in json.dumps(room.book.reports(SHARED))


def test_what_is_withdrawn_leaves_the_pool_when_memory_is_settled(
    tmp_path: Path, room: MemoryRoom
) -> None:
    unit = proved(room)
    sharing(room, tmp_path, Fixed()).offer(unit, NOW)
    room.settle()
    assert lessons(tmp_path) == [LESSON]
    withdraw(room, unit)
    room.settle()
    assert lessons(tmp_path) == []


def test_another_user_of_the_pool_cannot_take_a_lesson_back(
    tmp_path: Path, room: MemoryRoom
) -> None:
    unit = proved(room)
    sharing(room, tmp_path, Fixed()).offer(unit, NOW)
    with open_memory(tmp_path, KEY, BEN, None) as other:
        assert sharing(other, tmp_path, None).withdraw([unit.id]) == 0
    assert lessons(tmp_path) == [LESSON]
