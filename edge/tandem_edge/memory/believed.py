"""Whether a unit is believed, and what is believed in its place."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from tandem_edge.languages.catalogue import _
from tandem_edge.memory.store.book import Book
from tandem_shared.errors import UsageError
from tandem_shared.memory import Status, Unit

if TYPE_CHECKING:
    from tandem_edge.memory.room import MemoryRoom


def past_of(book: Book, turns: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Sentences of what turns told that does not hold any more, of those that hold in part."""
    wanted = [each for each in turns if each.startswith("turn_")]
    units = book.resting_on(wanted) if wanted else []
    told = {turn: [unit for unit in units if turn in unit.evidence] for turn in wanted}
    return {
        turn: tuple(unit.summary for unit in some if unit.status is Status.SUPERSEDED)
        for turn, some in told.items()
        if any(unit.status is Status.CURRENT for unit in some)
    }


def successor(room: MemoryRoom, unit: Unit) -> Unit | None:
    """What is believed by now in the place of ``unit``; ``None`` where nothing is."""
    seen = {unit.id}
    now: Unit | None = unit
    while now is not None and now.status is Status.SUPERSEDED:
        by = now.superseded_by or ""
        now = room.book.unit(by) if by not in seen else None
        seen.add(by)
    return now if now is not None and now.status is Status.CURRENT else None


def demand_believed(room: MemoryRoom, unit: Unit) -> None:
    """Raises ``UsageError`` for a unit that is not believed, with what is in its place."""
    if unit.status is Status.CURRENT:
        return
    by = successor(room, unit)
    status = _(unit.status.value)
    if by is None or by.id == unit.id:
        raise UsageError(
            _("{id} is {status}, not believed any more", id=unit.id, status=status),
            hint=f"tandem memory show {unit.id}",
        )
    raise UsageError(
        _("{id} is {status}: {new} is in its place", id=unit.id, status=status, new=by.id),
        hint=f"tandem memory show {by.id}",
    )
