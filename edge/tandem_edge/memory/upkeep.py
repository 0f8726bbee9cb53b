"""What is done to a memory from time to time: consolidating it, and forgetting what has had its
time."""

from __future__ import annotations

from datetime import datetime, timedelta

from tandem_edge.memory.lifecycle import consolidation
from tandem_edge.memory.lifecycle.consolidation import Report
from tandem_edge.memory.lifecycle.forgetting import Receipt
from tandem_edge.memory.lifecycle.merging import Merger
from tandem_edge.memory.lifecycle.retention import outlived, policies_of
from tandem_edge.memory.room import MemoryRoom

LOOKED_AFTER = "looked after"
"""The rule that holds when the last consolidation was."""
EVERY = timedelta(days=1)
MOST = 20_000
"""Memories that are consolidated without being asked to: about ten seconds on two busy cores."""


def retain(room: MemoryRoom, now: datetime) -> Receipt | None:
    """Forget for good what has outlived its owner's policies; ``None`` if nothing has."""
    policies = policies_of(room.book)
    found = outlived(room.book, policies, now)
    names = [policy.name for policy in policies]
    return room.take_out(found, now, names) if found.ids else None


def consolidate(
    room: MemoryRoom, now: datetime, merger: Merger | None = None
) -> tuple[str, Report, Receipt | None]:
    """Learn what an earlier process left, consolidate, then forget what has outlived its owner's
    policies: what has proved itself is promoted while the words that it rests on are there.

    Gives the report's id, the report, and the receipt if anything was forgotten.
    """
    room.learn_left(now)
    identity, report = consolidation.consolidate(room.book, now, merger)
    receipt = retain(room, now)
    room.book.set_rule(LOOKED_AFTER, now.isoformat())
    room.settle()
    return identity, report, receipt


def look_after(room: MemoryRoom, now: datetime) -> bool:
    """Consolidate if the last time was a day ago or more; says whether it was. A memory that never
    was is first looked after a day from now; one of over ``MOST`` only when it is asked for."""
    last = looked_after(room)
    if last is None:
        room.book.set_rule(LOOKED_AFTER, now.isoformat())
        return False
    due = now - last >= EVERY and _units(room) <= MOST
    if due:
        consolidate(room, now)
    return due


def looked_after(room: MemoryRoom) -> datetime | None:
    """When the memory was consolidated last, or first seen."""
    last = room.book.rule(LOOKED_AFTER)
    return None if last is None else datetime.fromisoformat(last)


def _units(room: MemoryRoom) -> int:
    return int(room.book.database.execute("SELECT count(*) FROM units").fetchone()[0])
