"""Consolidation: what has proved itself leaves the episodes, what has lasted its time ends, what
says the same is merged. Every step is reported, and undone on demand.

A unit is promoted by what can be counted: whether the turns it rests on are still kept and trusted
as much as it is, in how many conversations it was told, how often it helped, how long it has stood,
and whether something else is believed too. Nothing that it says has a part in that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime

from pydantic import Field

from tandem_edge.languages.catalogue import _
from tandem_edge.memory.extraction.attributes import attribute_of
from tandem_edge.memory.kinds import Earned, rooms
from tandem_edge.memory.lifecycle.merging import (
    Merged,
    Merger,
    SameWords,
    merge,
    plan_merges,
    take_merge_back,
)
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.errors import UsageError
from tandem_shared.memory import TRUST, Kind, Status, Unit
from tandem_shared.tools import Frozen

UPWARDS = (Kind.PROFILE, Kind.LONG_TERM)
"""Where an episode may go, the better place first."""
DAY_S = 86_400.0
REPORT = "consolidation"
LASTING = frozenset({"did", "date"})
"""Attributes of what has happened: it stays true when it is over."""


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
    merged: tuple[Merged, ...] = ()
    stayed: dict[str, int] = Field(default_factory=dict)
    """Why episodes stayed where they are, and how many for each reason."""

    @property
    def changed(self) -> bool:
        """Whether anything did."""
        return bool(self.moved or self.expired or self.merged)


class _Tried(Exception):
    """Ends a preview, so that nothing of it is written."""


def consolidate(book: Book, at: datetime, merger: Merger | None = None) -> tuple[str, Report]:
    """Promote what may be promoted, end what has lasted its time, merge what says the same (by
    words alone without a ``merger``). All or nothing; gives the report's id too."""
    plans = plan_merges(book, merger or SameWords())
    with book.writing():
        merged = tuple(merge(book, plans, at))
        units = book.units()
        steps = [_step(unit, earned) for unit, earned in _with_earned(book, units, at)]
        moved = tuple(step for step in steps if step.after is not step.before)
        by_id = {unit.id: unit for unit in units}
        for step in moved:
            book.change_unit(by_id[step.unit].model_copy(update={"kind": step.after}))
        report = Report(
            moved=moved,
            expired=tuple(_expire(book, at)),
            looked_at=len(units),
            merged=merged,
            stayed=_reasons(steps),
        )
        identity = book.add_report(at, REPORT, report.model_dump(mode="json"))
    return identity, report


def preview(book: Book, at: datetime) -> Report:
    """What ``consolidate`` would do now, without a model. Changes nothing."""
    tried: list[Report] = []
    try:
        with book.writing():
            tried.append(consolidate(book, at)[1])
            raise _Tried
    except _Tried:
        return tried[0]


def take_back(book: Book, identity: str) -> int:
    """Undo a consolidation: units go back to where they were, if nothing has moved them since.

    Says how many did. Raises ``UsageError`` when there is no such report.
    """
    found = dict(book.reports(REPORT)).get(identity)
    if found is None:
        raise UsageError(
            _("there is no consolidation {id}", id=identity), hint="tandem memory review"
        )
    report, back = Report.model_validate(found), 0
    with book.writing():
        back += sum(take_merge_back(book, merged) for merged in report.merged)
        for step in report.moved:
            back += _changed_back(book, step.unit, kind=(step.after, step.before))
        for expired in report.expired:
            back += _changed_back(book, expired, status=(Status.EXPIRED, Status.CURRENT))
    return back


def _changed_back(book: Book, identity: str, **fields: tuple[object, object]) -> int:
    """Put a unit's field back to the second of two values, if it still has the first."""
    unit = book.unit(identity)
    for name, (after, before) in fields.items():
        if unit is None or getattr(unit, name) is not after:
            return 0
        unit = unit.model_copy(update={name: before})
    if unit is not None:
        book.change_unit(unit)
    return 1


def _step(unit: Unit, earned: Earned) -> Step:
    why: dict[str, str] = {}
    if unit.kind is Kind.EPISODIC:
        for kind in UPWARDS:
            why[kind.value] = "" if earned.grounded else "what it rests on is not kept"
            why[kind.value] = why[kind.value] or rooms()[kind].why_not(unit, earned)
            if not why[kind.value]:
                return Step(unit=unit.id, before=unit.kind, after=kind)
    return Step(unit=unit.id, before=unit.kind, after=unit.kind, why=why)


def _reasons(steps: list[Step]) -> dict[str, int]:
    """Why the last place that was tried did not take them."""
    last = UPWARDS[-1].value
    return dict(Counter(step.why[last] for step in steps if step.why.get(last)))


def _with_earned(book: Book, units: list[Unit], at: datetime) -> Iterator[tuple[Unit, Earned]]:
    """Each unit with what it has to show: counted from evidence, never read from content."""
    uses = book.uses()
    turns = book.turns_by_id({turn for unit in units for turn in unit.evidence})
    slots = Counter((unit.subject, unit.attribute) for unit in units if unit.attribute)
    for unit in units:
        there = [turns[turn] for turn in unit.evidence if turn in turns]
        yield (
            unit,
            Earned(
                sessions=len({kept.turn.session for kept in there}),
                uses=uses.get(unit.id, 0),
                days=(at - _told(unit, there)).total_seconds() / DAY_S,
                rivals=_rivals(unit, slots),
                grounded=_grounded(unit, there),
            ),
        )


def _told(unit: Unit, turns: list[Kept]) -> datetime:
    """When it was first told, as far as that is still kept."""
    return min((kept.turn.at for kept in turns), default=unit.recorded_at)


def _grounded(unit: Unit, turns: list[Kept]) -> bool:
    """Whether it rests on something, none of which is trusted less than it is itself."""
    return bool(turns) and all(TRUST[kept.turn.origin] >= TRUST[unit.origin] for kept in turns)


def _rivals(unit: Unit, slots: Mapping[tuple[str, str], int]) -> int:
    """Other current values of a single-valued attribute; there are none unless one outranks."""
    row = attribute_of(unit.attribute)
    return slots[unit.subject, unit.attribute] - 1 if row and row.single else 0


def _expire(book: Book, at: datetime) -> Iterator[str]:
    """Units past their end, and those of a kind that lasts so long, unused and unpinned."""
    uses = book.uses()
    for unit in book.units():
        kept = unit.pinned or unit.id in uses or unit.standing
        if _over(unit, at) or (_old(unit, at) and not kept):
            book.change_unit(unit.model_copy(update={"status": Status.EXPIRED}))
            yield unit.id


def _over(unit: Unit, at: datetime) -> bool:
    """Whether it says itself until when it holds, and that is past."""
    event = unit.attribute.partition(".")[0] in LASTING
    return unit.valid_to is not None and unit.valid_to <= at and not event


def _old(unit: Unit, at: datetime) -> bool:
    """Whether it has lasted as long as its kind does since it was recorded; what is yet to come,
    since it was due."""
    lasts, due = rooms()[unit.kind].lasts, unit.activation
    if lasts is None or (due is not None and due.recurrence):
        return False
    since = max(unit.recorded_at, due.time) if due and due.time else unit.recorded_at
    return at - since > lasts
