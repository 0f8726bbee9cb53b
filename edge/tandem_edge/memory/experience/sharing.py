"""What may go from a private memory into the shared pool, and how it comes back.

A lesson goes only through a ``Scrubber``, which takes out whatever says whose it is; while there is
none, every offer is refused, and the refusal recorded. Which lesson was drawn from which unit is
known to the private memory alone. When the unit is forgotten, withdrawn or no longer believed, its
lesson leaves the pool.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from tandem_edge.memory.experience.pool import Lesson, Pool
from tandem_edge.memory.lifecycle.matching import has_words
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.errors import PrivacyError
from tandem_shared.memory import Kind, Origin, Sensitivity, Status, Unit

SHARED, REFUSED = "shared lesson", "refused lesson"
"""Reports in the private memory: of a lesson in the pool, and of one that did not get there."""
NO_SCRUBBER = "nothing here can take out whose it is"
OWNER = "owner"
LEAST_NAME = 2
"""Characters of a name that is looked for."""


class Scrubber(Protocol):
    """Makes a lesson of a unit without anything that says whose it is."""

    def lesson(self, unit: Unit, evidence: Sequence[str]) -> Lesson | None:
        """The lesson, or ``None`` where nothing reusable is left. ``evidence`` is what was said."""


@dataclass(frozen=True)
class Sharing:
    """The way between one private memory and its pool, which is opened only where it is needed.

    It is a ``lifecycle.elsewhere.Elsewhere``: forgetting reaches the lessons through it.
    """

    book: Book
    opened: Callable[[], AbstractContextManager[Pool]]
    scrubber: Scrubber | None = None
    name: str = "shared lessons"

    def offer(self, unit: Unit, at: datetime) -> str:
        """Put the lesson of ``unit`` into the pool; gives its id.

        Raises ``PrivacyError`` when it may not go there; that is recorded, without its words.
        """
        turns = [*self.book.turns_by_id(unit.evidence).values()]
        there = self._links()
        lesson = self._lesson(unit, turns) if unit.id not in there.values() else "it is there"
        if isinstance(lesson, str):
            self.book.add_report(at, REFUSED, {"unit": unit.id, "why": lesson})
            raise PrivacyError(f"{unit.id} is not shared: {lesson}", hint="it stays private")
        with self.opened() as pool:
            identity = pool.add(lesson)
        self.book.add_report(at, SHARED, {"unit": unit.id, "lesson": identity})
        return identity

    def count(self, ids: Collection[str]) -> int:
        """See ``Elsewhere.count``: lessons that were drawn from these units."""
        return sum(unit in ids for unit in self._links().values())

    def withdraw(self, ids: Collection[str]) -> int:
        """See ``Elsewhere.withdraw``."""
        lessons = [lesson for lesson, unit in self._links().items() if unit in ids]
        if not lessons:
            return 0
        with self.opened() as pool:
            gone = pool.remove(lessons)
        self._unlink(lessons)
        return gone

    def settle(self) -> int:
        """Withdraw the lessons of units that are not believed any more; says how many."""
        units = ((unit, self.book.unit(unit)) for unit in self._links().values())
        return self.withdraw(
            {name for name, unit in units if unit is None or unit.status is not Status.CURRENT}
        )

    def _lesson(self, unit: Unit, turns: Sequence[Kept]) -> Lesson | str:
        """The lesson of a unit, or why there is none."""
        if self.scrubber is None:
            return NO_SCRUBBER
        if why := _why_not(unit):
            return why
        lesson = self.scrubber.lesson(unit, [kept.turn.text for kept in turns])
        if lesson is None:
            return "nothing reusable is left of it"
        named = [name for name in _names(unit, turns) if has_words(lesson.text, name)]
        return "it would still name somebody" if named else lesson

    def _links(self) -> dict[str, str]:
        """Units by the ids of the lessons that were drawn from them."""
        return {whole["lesson"]: whole["unit"] for _, whole in self.book.reports(SHARED)}

    def _unlink(self, lessons: Collection[str]) -> None:
        gone = [(each,) for each, whole in self.book.reports(SHARED) if whole["lesson"] in lessons]
        with self.book.writing():
            self.book.database.conn.executemany("DELETE FROM reports WHERE id = ?", gone)


def _why_not(unit: Unit) -> str:
    """Why a unit is nothing to learn from for others, or ``""``."""
    if unit.status is not Status.CURRENT:
        return "it is not believed any more"
    if unit.kind is not Kind.LONG_TERM:
        return "it has not proved itself"
    if unit.sensitivity is Sensitivity.SECRET:
        return "it is secret"
    if unit.origin not in (Origin.OWNER, Origin.SYSTEM):
        return "it rests on foreign words, or on a planner's"
    return ""


def _names(unit: Unit, turns: Sequence[Kept]) -> Iterator[str]:
    """Who is known to have a part in it: whom it is about, who spoke, whose memory it is."""
    names = {unit.subject, unit.scope.user, *(kept.turn.speaker for kept in turns)}
    yield from (name for name in names if name != OWNER and len(name) >= LEAST_NAME)
