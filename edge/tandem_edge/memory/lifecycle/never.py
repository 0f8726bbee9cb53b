"""What its owner never wants remembered: words, people, patterns. Kept as rules in the book.

A turn that any of them fits is not kept, and nothing is learned from it. That it happened is
recorded, without its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import StringConstraints, model_validator

from tandem_edge.memory.lifecycle.matching import (
    begins_words,
    demand_pattern,
    fits_pattern,
    folded,
    folded_pattern,
)
from tandem_edge.memory.lifecycle.naming import names
from tandem_edge.memory.store.book import Book
from tandem_shared.errors import UsageError
from tandem_shared.memory import RawTurn, Unit
from tandem_shared.tools import Frozen

NEVER = "never"
"""The rule that holds them."""
WITHHELD = "withheld"
"""The reports of what was not kept."""
LONGEST = 200


class Sort(StrEnum):
    """What kind of thing is never to be remembered."""

    WORDS = "words"
    """Text with words that begin so: ``password`` takes ``passwords`` too."""
    PERSON = "person"
    """What somebody of that name says, and what names them, in characters or in pinyin."""
    PATTERN = "pattern"
    """Text that a regular expression fits."""


class Never(Frozen):
    """One thing never to be remembered. A plain string is words."""

    sort: Sort = Sort.WORDS
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]

    @model_validator(mode="before")
    @classmethod
    def _of_string(cls, given: Any) -> Any:
        return {"text": given} if isinstance(given, str) else given

    @property
    def key(self) -> tuple[Sort, str]:
        """The same for every spelling of the same wish: width, case, traditional characters."""
        return _key(self.sort, self.text)

    def fits(self, text: str, *people: str) -> bool:
        """Whether ``text``, said by or about ``people``, is of this."""
        if self.sort is Sort.PATTERN:
            return fits_pattern(text, self.text)
        if self.sort is Sort.WORDS:
            return begins_words(text, self.text)
        return any(names(each, self.text) for each in (text, *people))


def never_of(book: Book) -> list[Never]:
    """Everything that is never to be remembered, in the order in which it was wished."""
    found: dict[tuple[Sort, str], Never] = {}
    for each in map(Never.model_validate, book.rule(NEVER) or []):
        found.setdefault(each.key, each)
    return [*found.values()]


def never_remember(book: Book, wish: Never) -> bool:
    """From now on keep nothing of that; says whether it is new. Raises ``UsageError`` for a pattern
    that is none, and for words without a letter or digit."""
    if wish.sort is Sort.PATTERN:
        demand_pattern(wish.text)
    elif not any(char.isalnum() for char in folded(wish.text)):
        raise UsageError("there is no word in that", hint="tandem memory never add 'password'")
    wished = never_of(book)
    if any(wish.key == each.key for each in wished):
        return False
    _keep(book, [*wished, wish])
    return True


def allow_again(book: Book, text: str, sort: Sort | None = None) -> list[Never]:
    """Take back every wish of that text, or the one of that sort, however it is spelled; gives
    those that there were."""
    wished = [each for each in never_of(book) if sort in (None, each.sort)]
    gone = [each for each in wished if each.key == _key(each.sort, text)]
    if gone:
        _keep(book, [each for each in never_of(book) if each not in gone])
    return gone


def fits_turn(wished: Sequence[Never], turn: RawTurn) -> bool:
    """Whether ``turn`` is never to be remembered."""
    return any(each.fits(turn.text, turn.speaker) for each in wished)


def fits_unit(wished: Sequence[Never], unit: Unit) -> bool:
    """Whether ``unit`` is of what is never to be remembered."""
    return any(each.fits(f"{unit.summary} {unit.value}", unit.subject) for each in wished)


def note_withheld(book: Book, turns: Sequence[RawTurn], at: datetime) -> None:
    """Record that these were not kept: how many, and whose; nothing of what they say."""
    origins = [turn.origin.value for turn in turns]
    counts = {origin: origins.count(origin) for origin in sorted(set(origins))}
    book.add_report(at, WITHHELD, {"at": at.isoformat(), "turns": counts})


def _key(sort: Sort, text: str) -> tuple[Sort, str]:
    return sort, folded_pattern(text) if sort is Sort.PATTERN else folded(text)


def _keep(book: Book, wished: Sequence[Never]) -> None:
    book.set_rule(NEVER, [each.model_dump(mode="json") for each in wished])
