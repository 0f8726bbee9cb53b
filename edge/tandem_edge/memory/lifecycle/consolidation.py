"""Consolidation: what has proved itself leaves the episodes. Every step is reported, and undone on
demand: the report holds the unit as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime

from pydantic import Field

from tandem_edge.memory.extraction.attributes import attribute_of
from tandem_edge.memory.kinds import Earned, rooms
from tandem_edge.memory.lifecycle.conflicts import said_at
from tandem_edge.memory.store.book import Book
from tandem_shared.errors import UsageError
from tandem_shared.memory import Kind, Status, Unit
from tandem_shared.tools import Frozen

UPWARDS = (Kind.PROFILE, Kind.LONG_TERM)
"""Where an episode may go, the better place first."""
DAY_S = 86_400.0
REPORT = "consolidation"


class Step(Frozen):
    """One unit: where it went, or why it stays."""

    unit: str
    before: Kind
    after: Kind
    why: dict[str, str] = Field(default_factory=dict)
    """Of each place that it was kept out of, why."""


class Report(Frozen):
    """What one consolidation did. ``moved`` are the steps that changed something."""

    moved: tuple[Step, ...]
    expired: tuple[str, ...]
    looked_at: int


def consolidate(book: Book, at: datetime) -> tuple[str, Report]:
    """Promote what may be promoted, and end what has lasted its time. Gives the report's id too."""
    with book.writing():
        units = book.units()
        steps = [_step(unit, earned) for unit, earned in _with_earned(book, units, at)]
        moved = tuple(step for step in steps if step.after is not step.before)
        by_id = {unit.id: unit for unit in units}
        for step in moved:
            book.change_unit(by_id[step.unit].model_copy(update={"kind": step.after}))
        expired = tuple(_expire(book, units, at))
        report = Report(moved=moved, expired=expired, looked_at=len(units))
        identity = book.add_report(at, REPORT, report.model_dump(mode="json"))
    return identity, report


def take_back(book: Book, identity: str) -> int:
    """Undo a consolidation: units go back to where they were, if nothing has moved them since.

    Says how many did. Raises ``UsageError`` when there is no such report.
    """
    found = dict(book.reports(REPORT)).get(identity)
    if found is None:
        raise UsageError(f"there is no consolidation {identity}", hint="tandem memory review")
    report, back = Report.model_validate(found), 0
    with book.writing():
        for step in report.moved:
            unit = book.unit(step.unit)
            if unit is not None and unit.kind is step.after:
                book.change_unit(unit.model_copy(update={"kind": step.before}))
                back += 1
        for expired in report.expired:
            unit = book.unit(expired)
            if unit is not None and unit.status is Status.EXPIRED:
                book.change_unit(unit.model_copy(update={"status": Status.CURRENT}))
                back += 1
    return back


def _step(unit: Unit, earned: Earned) -> Step:
    why: dict[str, str] = {}
    if unit.kind is Kind.EPISODIC and unit.attribute:
        for kind in UPWARDS:
            why[kind.value] = rooms()[kind].why_not(unit, earned)
            if not why[kind.value]:
                return Step(unit=unit.id, before=unit.kind, after=kind)
    return Step(unit=unit.id, before=unit.kind, after=unit.kind, why=why)


def _with_earned(book: Book, units: list[Unit], at: datetime) -> Iterator[tuple[Unit, Earned]]:
    """Each unit with what it has to show: counted from evidence, never read from content."""
    uses = book.uses()
    turns = book.turns_by_id({turn for unit in units for turn in unit.evidence})
    slots = Counter((unit.subject, unit.attribute) for unit in units if unit.attribute)
    for unit in units:
        sessions = {turns[turn].turn.session for turn in unit.evidence if turn in turns}
        yield (
            unit,
            Earned(
                sessions=len(sessions),
                uses=uses.get(unit.id, 0),
                days=(at - said_at(unit)).total_seconds() / DAY_S,
                rivals=_rivals(unit, slots),
            ),
        )


def _rivals(unit: Unit, slots: Mapping[tuple[str, str], int]) -> int:
    """Other current values of a single-valued attribute; there are none unless one outranks."""
    row = attribute_of(unit.attribute)
    return slots[unit.subject, unit.attribute] - 1 if row and row.single else 0


def _expire(book: Book, units: list[Unit], at: datetime) -> Iterator[str]:
    """Units past their end, and those of a kind that lasts so long, unused and unpinned."""
    uses = book.uses()
    for unit in units:
        lasts = rooms()[unit.kind].lasts
        old = lasts is not None and at - said_at(unit) > lasts
        kept = unit.pinned or unit.id in uses or unit.standing
        if (unit.valid_to is not None and unit.valid_to <= at) or (old and not kept):
            book.change_unit(unit.model_copy(update={"status": Status.EXPIRED}))
            yield unit.id
