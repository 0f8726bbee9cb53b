"""Where a planner's answers stand in the token sequences of a rollout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tandem_shared.experience import Tokens

Ids = tuple[int, ...]


class Span(NamedTuple):
    """``sequence.ids[start:stop]`` is the answer at ``answer``."""

    start: int
    stop: int
    answer: int


def answer_spans(
    sequences: Sequence[Tokens], answers: Sequence[Ids]
) -> tuple[tuple[Span, ...], ...] | None:
    """The spans of ``answers`` in each sequence, in order; ``None`` where a sampled token is in
    none of them, or a mask is not as long as its tokens.

    Tokens that the grammar left no choice about stand in an answer without being sampled, so it is
    found by its ids around the next sampled token. An answer in which nothing was sampled is
    passed over.
    """
    found, left = list[tuple[Span, ...]](), iter(enumerate(answers))
    for tokens in sequences:
        if len(tokens.ids) != len(tokens.sampled):
            return None
        spans, at = list[Span](), 0
        while (first := _next_sampled(tokens, at)) is not None:
            if (span := _placed(tokens, left, at, first)) is None:
                return None
            spans.append(span)
            at = span.stop
        found.append(tuple(spans))
    return tuple(found)


def _next_sampled(tokens: Tokens, at: int) -> int | None:
    return next((place for place in range(at, len(tokens.ids)) if tokens.sampled[place]), None)


def _placed(tokens: Tokens, left: Iterator[tuple[int, Ids]], at: int, first: int) -> Span | None:
    """The first of the answers left that has the sampled token at ``first``, from ``at`` on."""
    for number, ids in left:
        for start in range(first, max(at, first - len(ids) + 1) - 1, -1):
            if ids and tokens.ids[start : start + len(ids)] == ids:
                return Span(start, start + len(ids), number)
    return None
