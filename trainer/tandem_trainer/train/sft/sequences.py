"""Steps as sequences of token ids, with what of them is learned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from tandem_edge.models.turns import TurnFormat
from tandem_edge.planner.local import parts
from tandem_trainer.train.importing.tokeniser import Piece, Tokeniser
from tandem_trainer.train.sft.replaying import Step


@dataclass(frozen=True)
class Spans:
    """A sequence: ``pieces`` in order, the first ``beginning`` of which are the unchanging
    beginning, and the places of the tokens that the loss counts on, a range an answer."""

    pieces: tuple[Piece, ...]
    beginning: int
    learned: tuple[range, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """All token ids."""
        return tuple(chain.from_iterable(piece.ids for piece in self.pieces))


@dataclass(frozen=True)
class Writer:
    """Writes steps for a model. ``apart`` marks tools as blocks that are evaluated by themselves
    (``planner_blocks``), and begins a new sequence at each turn, as each has blocks of its own."""

    tokeniser: Tokeniser
    turns: TurnFormat
    apart: bool = False

    def sequences(self, steps: Sequence[Step]) -> Iterator[Spans]:
        """As few sequences as the steps are: each goes on while prompts go on from one another.

        A sequence in which nothing is learned is left out.
        """
        pieces: tuple[Piece, ...] = ()
        learned: list[range] = []
        beginning, turn = 0, -1
        for step in steps:
            first, prompt = self._prompt(step)
            if not _goes_on(prompt, pieces) or (self.apart and step.turn != turn):
                yield from _whole(pieces, beginning, learned)
                learned = []
            pieces, beginning, turn = prompt, first, step.turn
            answer = self._answer(step)
            if step.train:
                at = _length(pieces)
                learned.append(range(at, at + len(answer.ids)))
            pieces = (*pieces, answer)
        yield from _whole(pieces, beginning, learned)

    def _prompt(self, step: Step) -> tuple[int, tuple[Piece, ...]]:
        stable, rest = parts(step.prompt, self.turns)
        pieces = [
            piece if self.apart else Piece(piece.ids)
            for piece in self.tokeniser.pieces([*stable, *rest])
        ]
        return len(stable), tuple(pieces)

    def _answer(self, step: Step) -> Piece:
        """An answer, and the token that ends a turn: without a grammar that is a choice, too."""
        ids = self.tokeniser.encode(step.answer, control=False)
        after = self.tokeniser.encode(self.turns.assistant_suffix, control=True)
        end = after[:1] if after[:1] == [self.tokeniser.eos] else []
        return Piece((*ids, *end))


def _goes_on(prompt: Iterable[Piece], before: Sequence[Piece]) -> bool:
    """Whether a prompt begins with all that was before it, token by token."""
    so_far = _flat(before)
    return bool(so_far) and _flat(prompt)[: len(so_far)] == so_far


def _flat(pieces: Iterable[Piece]) -> list[int]:
    return [*chain.from_iterable(piece.ids for piece in pieces)]


def _length(pieces: Iterable[Piece]) -> int:
    return sum(len(piece.ids) for piece in pieces)


def _whole(pieces: tuple[Piece, ...], beginning: int, learned: Sequence[range]) -> Iterator[Spans]:
    if learned:
        yield Spans(pieces, beginning, tuple(learned))
