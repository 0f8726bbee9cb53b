"""Forgetting: what would go, said before it goes, and a receipt of what went.

A wish names units, sources, words, people or a span of time. What is taken out is gone from rows,
search words and vectors in one transaction; SQLite overwrites the pages (``secure_delete``).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin, Unit
from tandem_shared.tools import Frozen

CHINESE = 0x2E80
"""Characters from here on stand next to each other without blanks."""


class Wish(Frozen):
    """What is to be forgotten: everything that fits all that is given, at least one thing.

    ``evidence`` takes the raw turns that the units rest on as well; without it units alone go, and
    turns only where a wish names turns: a source, a person who spoke, words, a span.
    """

    ids: tuple[str, ...] = ()
    origin: Origin | None = None
    session: str = ""
    words: str = ""
    person: str = ""
    start: datetime | None = None
    end: datetime | None = None
    evidence: bool = False

    @property
    def empty(self) -> bool:
        """Whether it names nothing."""
        return self.model_copy(update={"evidence": False}) == Wish()


@dataclass(frozen=True)
class Consequences:
    """What forgetting would take: units, raw turns, and units that lose all they rest on."""

    units: tuple[Unit, ...]
    turns: tuple[Kept, ...]
    bereft: tuple[Unit, ...]

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


def consequences(book: Book, wish: Wish) -> Consequences:
    """What ``wish`` would take. Raises ``UsageError`` for a wish that names nothing."""
    if wish.empty:
        raise UsageError(
            "nothing to forget was named", hint="name ids, a source, words, a person or a time"
        )
    units = tuple(unit for unit in book.units(status=None) if _fits_unit(wish, unit))
    turns = {kept.id: kept for kept in _turns(book, wish)}
    if wish.evidence:
        turns |= book.turns_by_id(turn for unit in units for turn in unit.evidence)
    gone = {unit.id for unit in units}
    bereft = tuple(
        unit
        for unit in book.resting_on(turns)
        if unit.id not in gone and all(turn in turns for turn in unit.evidence)
    )
    return Consequences(units, tuple(turns.values()), bereft)


def forget(book: Book, wish: Wish, at: datetime) -> tuple[Receipt, Consequences]:
    """Carry ``wish`` out, and leave a receipt. All of it happens, or nothing."""
    with book.writing():
        found = consequences(book, wish)
        book.remove(found.ids)
        counts = {"units": len(found.units) + len(found.bereft), "turns": len(found.turns)}
        identity = book.add_report(at, "receipt", counts)
    return Receipt(id=identity, at=at, **counts), found


def receipts(book: Book) -> list[tuple[str, dict[str, int]]]:
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
        and _has(wish.person, (unit.subject, unit.summary))
    )


def _fits_turn(wish: Wish, kept: Kept) -> bool:
    turn = kept.turn
    return (
        (wish.origin is None or turn.origin is wish.origin)
        and (not wish.session or turn.session == wish.session)
        and _within(wish, turn.at)
        and _has(wish.words, (turn.text,))
        and _has(wish.person, (turn.speaker, turn.text))
    )


def _within(wish: Wish, at: datetime) -> bool:
    return (wish.start is None or at >= wish.start) and (wish.end is None or at < wish.end)


def _has(words: str, texts: Sequence[str]) -> bool:
    """Whether any of ``texts`` has the words, as words: ``Ann`` is not in ``Hannah``."""
    return not words or any(_stands_in(_folded(words), _folded(text)) for text in texts)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _stands_in(words: str, text: str) -> bool:
    start = text.find(words)
    while start >= 0:
        before, after = text[start - 1 : start], text[start + len(words) : start + len(words) + 1]
        if not (_joins(before, words[0]) or _joins(words[-1], after)):
            return True
        start = text.find(words, start + 1)
    return False


def _joins(left: str, right: str) -> bool:
    """Whether two neighbours are of one word: letters of a script that writes blanks."""
    return bool(left and right) and all(
        each.isalnum() and ord(each) < CHINESE for each in left + right
    )
