"""Capture: raw turns go into the book as they were said, and first of all.

What came out of this memory is never heard again as news, and what its owner wished never to be
remembered is not written at all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tandem_edge.memory.lifecycle.never import fits_turn, never_of, note_withheld
from tandem_edge.memory.retrieval.pool import Passage, dated
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import Origin, RawTurn


@dataclass(frozen=True)
class Captured:
    """What was kept, and how many turns were withheld because their owner wished it."""

    kept: tuple[Kept, ...]
    withheld: int


def capture(
    book: Book, turns: Sequence[RawTurn], *, learn_from: Collection[Origin] = ()
) -> Captured:
    """Keep ``turns``; durable when this returns. Those whose origin is in ``learn_from`` are noted
    as still to be learned from, whatever becomes of this process. Raises ``UsageError`` as
    ``Book.add_turns``."""
    never = never_of(book)
    heard = [turn for turn in turns if turn.origin is not Origin.RECALLED]
    withheld = [turn for turn in heard if fits_turn(never, turn)]
    wanted = [turn for turn in heard if turn not in withheld]
    with book.writing():
        kept = book.add_turns(wanted, [dated(_passage(turn)) for turn in wanted])
        book.note_unlearned(each.id for each in kept if each.turn.origin in learn_from)
        if withheld:
            note_withheld(book, withheld, max(turn.at for turn in withheld))
    return Captured(tuple(kept), len(withheld))


def _passage(turn: RawTurn) -> Passage:
    return Passage(id="", text=turn.text, speaker=turn.speaker, at=turn.at)
