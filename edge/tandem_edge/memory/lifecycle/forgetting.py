"""Forgetting: what would go, said before it goes, and a receipt of what went.

A wish names units, sources, words, people or a span of time. What is taken out is gone from rows,
search words and vectors in one transaction, and then from the pages of the file
(``lifecycle.removing``); places elsewhere that hold something of it are reached first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from pydantic import Field

from tandem_edge.memory.lifecycle.elsewhere import Elsewhere
from tandem_edge.memory.lifecycle.matching import demand_pattern, fits_pattern, folded, has_words
from tandem_edge.memory.lifecycle.naming import names
from tandem_edge.memory.lifecycle.never import Never, fits_turn, fits_unit
from tandem_edge.memory.lifecycle.removing import take_out
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin, Unit
from tandem_shared.tools import Frozen

LEAST_ECHO = 2
"""Characters of a value that is looked for in other turns."""


class Wish(Frozen):
    """What is to be forgotten: everything that fits all that is given, at least one thing.

    ``evidence`` takes the raw turns that the units rest on as well; without it units alone go, and
    turns only where a wish names turns: a source, a person who spoke, words, a span. With
    ``keeps_words`` no turn goes, whatever it names. ``echoes`` takes the other turns too that say
    what the units say, an answer that repeats it for one.
    """

    ids: tuple[str, ...] = ()
    origin: Origin | None = None
    session: str = ""
    words: str = ""
    pattern: str = ""
    never: tuple[Never, ...] = ()
    person: str = ""
    start: datetime | None = None
    end: datetime | None = None
    evidence: bool = False
    echoes: bool = False
    keeps_words: bool = False

    @property
    def empty(self) -> bool:
        """Whether it names nothing."""
        how = dict.fromkeys(("evidence", "echoes", "keeps_words"), False)
        return self.model_copy(update=how) == Wish()


@dataclass(frozen=True)
class Consequences:
    """What forgetting would take: units, raw turns, and units that lose all they rest on.

    ``elsewhere`` counts by place what is reached there; ``echoes`` are turns that stay, and say
    what a unit says that was named by its id.
    """

    units: tuple[Unit, ...]
    turns: tuple[Kept, ...]
    bereft: tuple[Unit, ...]
    echoes: tuple[Kept, ...] = ()
    elsewhere: dict[str, int] = field(default_factory=dict)

    @property
    def ids(self) -> tuple[str, ...]:
        """Everything that goes."""
        every = [unit.id for unit in (*self.units, *self.bereft)]
        return tuple(dict.fromkeys([*every, *(kept.id for kept in self.turns)]))


class Receipt(Frozen):
    """What was forgotten, in numbers: a receipt repeats nothing of it."""

    id: str
    at: datetime
    units: int
    turns: int
    elsewhere: dict[str, int] = Field(default_factory=dict)
    policies: tuple[str, ...] = ()
    """How long its owner wants things kept, where that was the reason."""


def consequences(book: Book, wish: Wish, places: Sequence[Elsewhere] = ()) -> Consequences:
    """What ``wish`` would take. Raises ``UsageError`` for a wish that names nothing, or a pattern
    that is none."""
    if wish.empty:
        raise UsageError(
            "nothing to forget was named", hint="name ids, a source, words, a person or a time"
        )
    if wish.pattern:
        demand_pattern(wish.pattern)
    units = tuple(unit for unit in book.units(status=None) if _fits_unit(wish, unit))
    turns = {} if wish.keeps_words else {kept.id: kept for kept in _turns(book, wish)}
    if wish.evidence and not wish.keeps_words:
        turns |= book.turns_by_id(turn for unit in units for turn in unit.evidence)
    echoes = {kept.id: kept for kept in _echoes(book, units, turns)} if wish.ids else {}
    if wish.echoes and not wish.keeps_words:
        turns, echoes = turns | echoes, {}
    bereft = _bereft(book, units, turns)
    found = Consequences(units, tuple(turns.values()), bereft, tuple(echoes.values()))
    return with_elsewhere(found, places)


def with_elsewhere(found: Consequences, places: Sequence[Elsewhere]) -> Consequences:
    """``found`` with how much of it is reached in each of ``places``."""
    counts = {place.name: place.count(found.ids) for place in places}
    return replace(found, elsewhere={name: count for name, count in counts.items() if count})


def _bereft(book: Book, units: Sequence[Unit], turns: Collection[str]) -> tuple[Unit, ...]:
    gone = {unit.id for unit in units}
    return tuple(
        unit
        for unit in book.resting_on(turns)
        if unit.id not in gone and all(turn in turns for turn in unit.evidence)
    )


def forget(
    book: Book, wish: Wish, at: datetime, places: Sequence[Elsewhere] = ()
) -> tuple[Receipt, Consequences]:
    """Carry ``wish`` out, and leave a receipt; see ``carry_out``."""
    found = consequences(book, wish, places)
    return carry_out(book, found, at, places), found


def carry_out(
    book: Book,
    found: Consequences,
    at: datetime,
    places: Sequence[Elsewhere] = (),
    policies: Sequence[str] = (),
) -> Receipt:
    """Take out what was found. In the book all of it happens, or nothing; what is elsewhere goes
    first, so that a crash between leaves nothing there."""
    reached = {place.name: place.withdraw(found.ids) for place in places}
    counts: dict[str, Any] = {
        "units": len(found.units) + len(found.bereft),
        "turns": len(found.turns),
        "elsewhere": {name: count for name, count in reached.items() if count},
        "policies": list(policies),
    }
    with book.writing():
        take_out(book, found.ids)
        identity = book.add_report(at, "receipt", counts)
    return Receipt(id=identity, at=at, **counts)


def receipts(book: Book) -> list[tuple[str, dict[str, Any]]]:
    """What was forgotten when, in numbers."""
    return book.reports("receipt")


def _turns(book: Book, wish: Wish) -> Iterable[Kept]:
    """Turns that the wish itself names; one that names only units names none."""
    if wish.ids:
        return book.turns_by_id(wish.ids).values()
    return (kept for kept in book.all_turns() if _fits_turn(wish, kept))


def _fits_unit(wish: Wish, unit: Unit) -> bool:
    said = unit.valid_from or unit.recorded_at
    return (
        (not wish.ids or unit.id in wish.ids)
        and (wish.origin is None or unit.origin is wish.origin)
        and not wish.session
        and _within(wish, said)
        and _has(wish.words, (unit.summary, unit.value))
        and _fits(wish.pattern, (unit.summary, unit.value))
        and (not wish.never or fits_unit(wish.never, unit))
        and _names(wish.person, (unit.subject, unit.summary))
    )


def _fits_turn(wish: Wish, kept: Kept) -> bool:
    turn = kept.turn
    return (
        (wish.origin is None or turn.origin is wish.origin)
        and (not wish.session or turn.session == wish.session)
        and _within(wish, turn.at)
        and _has(wish.words, (turn.text,))
        and _fits(wish.pattern, (turn.text,))
        and (not wish.never or fits_turn(wish.never, turn))
        and _names(wish.person, (turn.speaker, turn.text))
    )


def _within(wish: Wish, at: datetime) -> bool:
    return (wish.start is None or at >= wish.start) and (wish.end is None or at < wish.end)


def _has(words: str, texts: Sequence[str]) -> bool:
    return not words or any(has_words(text, words) for text in texts)


def _names(person: str, texts: Sequence[str]) -> bool:
    return not person or any(names(text, person) for text in texts)


def _fits(pattern: str, texts: Sequence[str]) -> bool:
    return not pattern or any(fits_pattern(text, pattern) for text in texts)


def _echoes(book: Book, units: Sequence[Unit], gone: Collection[str]) -> list[Kept]:
    """Turns beside ``gone`` that say what these units say: answers, repetitions."""
    told = {unit.value or unit.summary for unit in units}
    told = {words for words in told if len(folded(words)) >= LEAST_ECHO}
    return [
        kept
        for kept in (book.all_turns() if told else ())
        if kept.id not in gone and any(has_words(kept.turn.text, words) for words in told)
    ]
