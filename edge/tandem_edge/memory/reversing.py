"""Units pinned, withdrawn and believed again.

What is withdrawn is found no more, and comes back when that is undone; what is to be gone for good
is forgotten (``lifecycle.forgetting``).
"""

from __future__ import annotations

from datetime import datetime

from tandem_edge.memory.believed import demand_believed
from tandem_edge.memory.extraction.attributes import attribute_of
from tandem_edge.memory.extraction.people import SINGLE
from tandem_edge.memory.lifecycle.conflicts import (
    Outcome,
    judge,
    superseded,
)
from tandem_edge.memory.lifecycle.forgetting import Consequences, Receipt
from tandem_edge.memory.lifecycle.learning import told_at
from tandem_edge.memory.room import MemoryRoom
from tandem_shared.memory import (
    Status,
    Unit,
)


def pin(room: MemoryRoom, unit: Unit, pinned: bool = True) -> Unit:
    """Pin a unit, so that only its owner's words can take its place, or let it go again. What is
    not believed is not pinned: ``UsageError``."""
    if pinned:
        demand_believed(room, unit)
    changed = unit.model_copy(update={"pinned": pinned})
    with room.book.writing():
        room.book.change_unit(changed)
    return changed


def withdraw(room: MemoryRoom, unit: Unit) -> Unit:
    """Find ``unit`` no more; it is kept, so that this can be undone."""
    gone = unit.model_copy(update={"status": Status.WITHDRAWN})
    with room.book.writing():
        room.book.change_unit(gone)
    return gone


def restore(room: MemoryRoom, unit: Unit, at: datetime) -> Unit:
    """Believe a withdrawn unit again, in the place of what is in its way; if what is believed by
    now was said later, it comes back as history."""
    back = unit.model_copy(update={"status": Status.CURRENT})
    believed = room.book.slot(unit.subject, unit.attribute) if unit.attribute else []
    row = attribute_of(unit.attribute)
    single = unit.attribute in SINGLE or bool(row and row.single)
    verdict = judge(unit, believed, single=single, said=told_at(room.book))
    with room.book.writing():
        if verdict.outcome is Outcome.HISTORY:
            back = superseded(back, verdict.others[0], at)
        elif verdict.outcome is Outcome.SUPERSEDES:
            for old in verdict.others:
                room.book.change_unit(superseded(old, back, at))
        room.book.change_unit(back)
    return back


def reverse(room: MemoryRoom, unit: Unit) -> list[Unit]:
    """Take ``unit`` back as if it had never been said: what it superseded is believed again."""
    with room.book.writing():
        withdraw(room, unit)
        back = [_believed_again(old, unit) for old in superseded_by(room, unit)]
        for each in back:
            room.book.change_unit(each)
    return back


def replace_again(room: MemoryRoom, old: Unit, new: Unit, at: datetime) -> None:
    """Put ``new``, which was withdrawn, in the place of ``old`` again."""
    with room.book.writing():
        room.book.change_unit(superseded(old, new, at))
        restore(room, new, at)


def superseded_by(room: MemoryRoom, unit: Unit) -> list[Unit]:
    """What ``unit`` took the place of."""
    return room.book.replaced_by(unit.id)


def left_behind(room: MemoryRoom, found: Consequences) -> list[tuple[Unit, Unit]]:
    """What would stay superseded with nothing believed in its place, if ``found`` were forgotten:
    each such unit, and the one that goes and had taken its place."""
    going = {unit.id: unit for unit in (*found.units, *found.bereft)}
    ways = [unit for unit in going.values() if unit.status is Status.CURRENT]
    left: list[tuple[Unit, Unit]] = []
    for unit in ways:  # grows by what goes along with what took its place
        for old in superseded_by(room, unit):
            if old.id in going:
                ways.append(old)
            else:
                left.append((old, unit))
    return left


def forget_and_restore(room: MemoryRoom, found: Consequences, at: datetime) -> Receipt:
    """Forget ``found`` for good, and believe again what it had taken the place of. A crash between
    leaves both believed, and the same once more forgets."""
    with room.book.writing():
        for old, by in left_behind(room, found):
            room.book.change_unit(_believed_again(old, by))
    receipt = room.take_out(found, at)
    room.settle()
    return receipt


def _believed_again(old: Unit, by: Unit) -> Unit:
    """``old`` as it was before ``by``; an end that only superseding gave it goes as well."""
    added = superseded(old.model_copy(update={"valid_to": None}), by, by.recorded_at).valid_to
    return old.model_copy(
        update={
            "status": Status.CURRENT,
            "superseded_by": None,
            "superseded_at": None,
            "valid_to": None if old.valid_to == added else old.valid_to,
        }
    )
