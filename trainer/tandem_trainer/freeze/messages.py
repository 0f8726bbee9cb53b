"""A rollout as messages that a chat template takes, with what of it is learned.

The words are those of the trajectory: what the user said, what the policy wrote, and what the
dialect tells of its calls' results. The list of tools in a prompt is not among them: ``tools`` and
``dialect`` of an example say what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import and_
from typing import Literal

from tandem_edge.planner.dialects import Dialect, find_dialect
from tandem_shared.experience import Curated, Rollout, Tokens
from tandem_shared.token_spans import answer_spans
from tandem_shared.tools import Frozen
from tandem_shared.trajectories import StepRecord, TurnRecord

DIALECT = "signatures"
"""In which a policy speaks that has no dialect of its own, as an oracle does."""
NOT_UNDERSTOOD = "not understood"
Places = frozenset[tuple[int, int]]


class Message(Frozen):
    """One message; ``train`` where the loss counts, only ever on an assistant's."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    train: bool = False


class Trained(Frozen):
    """Token ids as they were seen and sampled, and which of them the loss counts on, as long."""

    ids: tuple[int, ...]
    train: tuple[bool, ...]


def messages(rollout: Rollout, curated: Curated) -> tuple[Message, ...]:
    """The conversation of ``rollout``. Steps that are marked as wrong stay, with what came of them,
    and are not learned; a later step that made good is (arXiv 2609.29892, Eq. 4).

    Raises ``UsageError`` for a dialect that there is not.
    """
    dialect = find_dialect(rollout.policy.dialect or DIALECT)
    found = [Message(role="system", content=dialect.rules(rollout.task.language))]
    wrong = wrong_steps(rollout, curated)
    for place, turn in enumerate(rollout.trajectory.turns):
        found.append(Message(role="user", content=turn.said))
        found += _steps(place, turn, dialect, wrong)
    return tuple(found)


def wrong_steps(rollout: Rollout, curated: Curated) -> Places:
    """Places (turn, step) of what is not to be learned: what is marked, and what could not be
    read."""
    marked = {(mark.turn, mark.step) for mark in curated.marks}
    unread = {
        (place, at)
        for place, turn in enumerate(rollout.trajectory.turns)
        for at, step in enumerate(turn.steps[:-1])
        if not step.calls
    }
    return frozenset(marked | unread)


def _steps(place: int, turn: TurnRecord, dialect: Dialect, wrong: Places) -> Iterator[Message]:
    last = len(turn.steps) - 1
    for at, step in enumerate(turn.steps):
        yield Message(role="assistant", content=step.text, train=(place, at) not in wrong)
        if step.calls or at < last:
            yield Message(role="tool", content=_observed(step, dialect))


def _observed(step: StepRecord, dialect: Dialect) -> str:
    if not step.calls:
        return NOT_UNDERSTOOD
    return dialect.observation([(record.call, record.result) for record in step.calls])


def trained_tokens(rollout: Rollout, curated: Curated) -> tuple[Trained, ...]:
    """The rollout's tokens, of which those are learned that were sampled in steps not gone wrong.

    A step's tokens are found by what it answered, so that tokens which the grammar left no choice
    about may stand among them. Where it is not kept what the steps answered, sampled tokens in a
    row are one step's. Where the tokens cannot be matched to the steps there is nothing, so that
    nothing wrong is learned; the messages remain.
    """
    wrong = wrong_steps(rollout, curated)
    steps = [
        _Answer(step.token_ids, (place, at) not in wrong)
        for place, turn in enumerate(rollout.trajectory.turns)
        for at, step in enumerate(turn.steps)
    ]
    if any(len(tokens.ids) != len(tokens.sampled) for tokens in rollout.tokens):
        return ()
    told = any(step.ids for step in steps)
    good = _by_answers(rollout.tokens, steps) if told else _by_runs(rollout.tokens, steps)
    if good is None:
        return ()
    return tuple(
        Trained(ids=tokens.ids, train=tuple(map(and_, tokens.sampled, marks)))
        for tokens, marks in zip(rollout.tokens, good, strict=True)
    )


@dataclass(frozen=True)
class _Answer:
    """The tokens of one step's answer, and whether it is learned."""

    ids: tuple[int, ...]
    good: bool


def _by_runs(sequences: Sequence[Tokens], steps: Sequence[_Answer]) -> list[list[bool]] | None:
    """Whether each token may be learned, where sampled tokens in a row are one step's."""
    spans = [[(mine, len([*run])) for mine, run in groupby(one.sampled)] for one in sequences]
    if sum(mine for found in spans for mine, _ in found) != len(steps):
        return None
    next_one = (step.good for step in steps)
    return [
        [good for mine, length in found for good in [mine and next(next_one)] * length]
        for found in spans
    ]


def _by_answers(sequences: Sequence[Tokens], steps: Sequence[_Answer]) -> list[list[bool]] | None:
    """Whether each token may be learned: every sampled one has to be in the answer of a step."""
    found = answer_spans(sequences, [step.ids for step in steps])
    if found is None:
        return None
    good = [[False] * len(tokens.ids) for tokens in sequences]
    for marks, spans in zip(good, found, strict=True):
        for start, stop, answer in spans:
            marks[start:stop] = [steps[answer].good] * (stop - start)
    return good
