"""Steps as sequences of token ids, with what of them is learned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby

from tandem_edge.models.turns import TurnFormat
from tandem_edge.planner.local import parts
from tandem_trainer.freeze.messages import Trained
from tandem_trainer.train.importing.tokeniser import Piece, Tokeniser
from tandem_trainer.train.sft.replaying import Step


@dataclass(frozen=True)
class Spans:
    """A sequence. The first ``context`` of its ``pieces``, up to the request, only set
    the scene, the first ``beginning`` of those being the unchanging beginning; ``learned`` are the
    places of the tokens that the loss counts on, a range an answer."""

    pieces: tuple[Piece, ...]
    beginning: int
    context: int
    learned: tuple[range, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """All token ids."""
        return tuple(chain.from_iterable(piece.ids for piece in self.pieces))


@dataclass
class _Open:
    """A sequence that steps are being added to."""

    pieces: tuple[Piece, ...] = ()
    beginning: int = 0
    context: int = 0
    turn: int = -1
    learned: list[range] = field(default_factory=list)

    def whole(self) -> Iterator[Spans]:
        if self.learned:
            yield Spans(self.pieces, self.beginning, self.context, tuple(self.learned))


@dataclass(frozen=True)
class Writer:
    """Writes steps for a model."""

    tokeniser: Tokeniser
    turns: TurnFormat

    def sequences(self, steps: Sequence[Step]) -> Iterator[Spans]:
        """A sequence a turn, or more where a prompt does not go on from the one before.

        Earlier turns are context: each turn has tools of its own. A sequence in which nothing is
        learned is left out.
        """
        now = _Open()
        for step in steps:
            beginning, prompt = self._prompt(step)
            if step.turn != now.turn or not _goes_on(prompt, now.pieces):
                yield from now.whole()
                now = _Open(prompt, beginning, _context(prompt, beginning), step.turn)
            answer = self._answer(step)
            if step.train:
                at = _length(prompt)
                now.learned.append(range(at, at + len(answer.ids)))
            now.pieces = (*prompt, answer)
        yield from now.whole()

    def _prompt(self, step: Step) -> tuple[int, tuple[Piece, ...]]:
        stable, rest = parts(step.prompt, self.turns)
        pieces = [*self.tokeniser.pieces([*stable, *rest])]
        last = _context(pieces, 0)
        if last and last < len(pieces) and "text" in (part := [*stable, *rest][last]):
            size = self.tokeniser.tokens_before(part["text"], step.request)
            ids = pieces[last].ids
            pieces[last : last + 1] = [Piece(ids[:size], scene=True), Piece(ids[size:])]
        return len(stable), tuple(piece for piece in pieces if piece.ids)

    def _answer(self, step: Step) -> Piece:
        """An answer, and the token that ends a turn: without a grammar that is a choice, too."""
        ids = self.tokeniser.encode(step.answer, control=False)
        after = self.tokeniser.encode(self.turns.assistant_suffix, control=True)
        end = after[:1] if after[:1] == [self.tokeniser.eos] else []
        return Piece((*ids, *end))


def kept(sampled: Iterable[Trained], written: Sequence[Spans]) -> Iterator[Spans]:
    """Sequences of kept tokens, as they were seen and sampled.

    Where one begins as a sequence that was ``written`` of the same steps does, it has the same
    context; else all of it counts as what follows a context.
    """
    for each in sampled:
        scenes = [one.pieces[: one.context] for one in written]
        learned = tuple(_runs(each.train))
        fitting = [
            one
            for one in scenes
            if tuple(_flat(one)) == each.ids[: _length(one)]
            and (not learned or _length(one) < learned[0].start)
        ]
        scene = max(fitting, key=_length, default=())
        if learned:
            beginning = next((one.beginning for one in written), 0) if scene else 0
            rest = Piece(each.ids[_length(scene) :])
            yield Spans((*scene, rest), beginning, len(scene), learned)


def _runs(marks: Sequence[bool]) -> Iterator[range]:
    at = 0
    for mark, run in groupby(marks):
        size = len(list(run))
        if mark:
            yield range(at, at + size)
        at += size


def _goes_on(prompt: Iterable[Piece], before: Sequence[Piece]) -> bool:
    """Whether a prompt begins with all that was before it, token by token."""
    so_far = _flat(before)
    return bool(so_far) and _flat(prompt)[: len(so_far)] == so_far


def _flat(pieces: Iterable[Piece]) -> list[int]:
    return [*chain.from_iterable(piece.ids for piece in pieces)]


def _length(pieces: Iterable[Piece]) -> int:
    return sum(len(piece.ids) for piece in pieces)


def _context(prompt: Sequence[Piece], beginning: int) -> int:
    """How many pieces there are up to the last block, and what is said between it and a request."""
    scenes = (at for at, piece in enumerate(prompt, 1) if piece.block or piece.scene)
    return max(scenes, default=beginning)
