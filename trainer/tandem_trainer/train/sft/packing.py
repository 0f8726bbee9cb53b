"""Groups of sequences that begin alike, laid out so that what they share is evaluated once.

What all have in common comes first (``shared``), then of each row what comes before its request
(``own``), then its ``tail``. Owns and tails of all rows stand in one row of tokens in which none
sees another's, so nothing is padded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, takewhile

import torch
from torch import Tensor

from tandem_trainer.train.importing.tokeniser import Piece
from tandem_trainer.train.sft.sequences import Spans


@dataclass(frozen=True)
class Row:
    """A sequence after what its group shares. ``answers`` gives each token of ``tail`` the number
    of the answer it is learned in, or -1."""

    own: tuple[Piece, ...]
    tail: tuple[int, ...]
    answers: tuple[int, ...]


@dataclass(frozen=True)
class Group:
    """Sequences with what they share, of which the first ``beginning`` pieces never change."""

    shared: tuple[Piece, ...]
    beginning: int
    rows: tuple[Row, ...]

    @property
    def learned(self) -> int:
        """Tokens that the loss counts on."""
        return sum(number >= 0 for row in self.rows for number in row.answers)

    @property
    def answers(self) -> int:
        """Answers that the loss counts on."""
        return sum(max(row.answers) + 1 for row in self.rows)

    @property
    def tokens(self) -> tuple[int, int]:
        """How many are evaluated as context, and how many as tails."""
        context = length(self.shared) + sum(length(row.own) for row in self.rows)
        return context, sum(len(row.tail) for row in self.rows)


def grouped(sequences: Sequence[Spans]) -> Group:
    """The group of ``sequences``, which must have the same unchanging beginning.

    They share the pieces that all contexts begin with.
    """
    contexts = [each.pieces[: each.context] for each in sequences]
    alike = takewhile(lambda pieces: len(set(pieces)) == 1, zip(*contexts, strict=False))
    shared = tuple(pieces[0] for pieces in alike)
    rows = tuple(_row(each, len(shared)) for each in sequences)
    return Group(shared, sequences[0].beginning, rows)


def _row(spans: Spans, shared: int) -> Row:
    tail = flat(spans.pieces[spans.context :])
    start = length(spans.pieces[: spans.context])
    answers = [-1] * len(tail)
    for number, places in enumerate(spans.learned):
        for place in places:
            answers[place - start] = number
    return Row(spans.pieces[shared : spans.context], tail, tuple(answers))


def flat(pieces: Iterable[Piece]) -> tuple[int, ...]:
    """The token ids of ``pieces``."""
    return tuple(chain.from_iterable(piece.ids for piece in pieces))


def length(pieces: Iterable[Piece]) -> int:
    """How many tokens ``pieces`` have."""
    return sum(len(piece.ids) for piece in pieces)


def positions(starts: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Positions of rows that stand one after another, each from its own start."""
    return [start + at for start, size in zip(starts, sizes, strict=True) for at in range(size)]


def sight(before: int, owns: Sequence[int], tails: Sequence[int]) -> Tensor:
    """Who sees what ``[tails, before + owns + tails]``: each tail what is before all, its own
    context, and itself up to the token."""
    rows, own_rows = _numbers(tails), _numbers(owns)
    everybody = torch.ones(len(rows), before, dtype=torch.bool)
    own = rows[:, None] == own_rows[None]
    tail = (rows[:, None] == rows[None]).tril()
    return torch.cat([everybody, own, tail], dim=1)


def _numbers(sizes: Sequence[int]) -> Tensor:
    """The row that each token is of."""
    return torch.repeat_interleave(
        torch.arange(len(sizes)), torch.tensor([*sizes], dtype=torch.long)
    )


def learned_places(group: Group) -> tuple[list[int], list[int], list[int]]:
    """Of each learned token: the place in the tails whose logits foretell it, the token, and the
    number of its answer within the group."""
    at, wanted, answers = [], [], []
    starts = accumulate((len(row.tail) for row in group.rows), initial=0)
    before = 0
    for start, row in zip(starts, group.rows, strict=False):
        for place, number in enumerate(row.answers):
            if number >= 0:
                at.append(start + place - 1)
                wanted.append(row.tail[place])
                answers.append(before + number)
        before += max(row.answers) + 1
    return at, wanted, answers
