"""Capture: raw turns go into the book as they were said, and first of all.

What came out of this memory is never heard again as news, and what its owner wished never to be
remembered is not written at all.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from tandem_edge.memory.retrieval.pool import Passage, dated
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import Origin, RawTurn

NEVER = "never"
"""The rule that holds the words never to be remembered."""


@dataclass(frozen=True)
class Captured:
    """What was kept, and how many turns were withheld because their owner wished it."""

    kept: tuple[Kept, ...]
    withheld: int


def capture(book: Book, turns: Sequence[RawTurn]) -> Captured:
    """Keep ``turns``; durable when this returns. Raises ``UsageError`` as ``Book.add_turns``."""
    never = [_folded(words) for words in book.rule(NEVER) or []]
    heard = [turn for turn in turns if turn.origin is not Origin.RECALLED]
    wanted = [turn for turn in heard if not any(words in _folded(turn.text) for words in never)]
    kept = book.add_turns(wanted, [dated(_passage(turn)) for turn in wanted])
    return Captured(tuple(kept), len(heard) - len(wanted))


def never_remember(book: Book, words: str) -> None:
    """From now on keep nothing that has these words in it."""
    wished = book.rule(NEVER) or []
    if words not in wished:
        book.set_rule(NEVER, [*wished, words])


def _passage(turn: RawTurn) -> Passage:
    return Passage(id="", text=turn.text, speaker=turn.speaker, at=turn.at)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
