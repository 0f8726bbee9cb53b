"""Whether a unit is believed, and what is believed in its place."""

from __future__ import annotations

from tandem_edge.memory.room import MemoryRoom
from tandem_shared.errors import UsageError
from tandem_shared.memory import Status, Unit


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
    told = f"{unit.id} is {unit.status.value}"
    if by is None or by.id == unit.id:
        raise UsageError(f"{told}, not believed any more", hint=f"tandem memory show {unit.id}")
    raise UsageError(f"{told}: {by.id} is in its place", hint=f"tandem memory show {by.id}")
