"""A rollout as messages that a chat template takes, with what of it is learned.

The words are those of the trajectory: what the user said, what the policy wrote, and what the
dialect tells of its calls' results. The list of tools in a prompt is not among them: ``tools`` and
``dialect`` of an example say what it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Literal

from tandem_edge.planner.dialects import Dialect, find_dialect
from tandem_shared.experience import Curated, Rollout, Tokens
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

    Sampled tokens in a row are one step's, in the order of the steps. Where they cannot be matched
    to the steps there is nothing, so that nothing wrong is learned; the messages remain.
    """
    steps = [
        (place, at)
        for place, turn in enumerate(rollout.trajectory.turns)
        for at in range(len(turn.steps))
    ]
    wrong = wrong_steps(rollout, curated)
    good = [step not in wrong for step in steps]
    spans = [list(_spans(tokens)) for tokens in rollout.tokens]
    if sum(sampled for found in spans for sampled, _ in found) != len(good):
        return ()
    next_one = iter(good)
    return tuple(
        Trained(ids=tokens.ids, train=tuple(_mask(found, next_one)))
        for tokens, found in zip(rollout.tokens, spans, strict=True)
    )


def _spans(tokens: Tokens) -> Iterator[tuple[bool, int]]:
    """Whether sampled, and how many tokens in a row."""
    if len(tokens.ids) != len(tokens.sampled):
        return
    for sampled, run in groupby(tokens.sampled):
        yield sampled, len(list(run))


def _mask(spans: list[tuple[bool, int]], good: Iterator[bool]) -> Iterator[bool]:
    for sampled, length in spans:
        train = sampled and next(good)
        yield from [train] * length
