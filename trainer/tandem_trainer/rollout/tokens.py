"""Token ids as a planner saw and sampled them, out of an attempt's steps."""

from __future__ import annotations

from collections.abc import Iterator

from tandem_shared.events import Usage
from tandem_shared.experience import Tokens
from tandem_shared.trajectories import StepRecord, Trajectory, TurnRecord


def tokens_of(made: Trajectory) -> tuple[Tokens, ...]:
    """The attempt as sequences of tokens; empty where the planner told none.

    A step whose prompt goes on from the sequence before, token by token, is added to it; another
    begins a new one. Nothing is tokenised anew. A token counts as sampled where the planner chose
    it: not in a prompt, and not where the grammar left no choice.
    """
    return tuple(
        Tokens(ids=tuple(ids), sampled=tuple(sampled)) for ids, sampled in _sequences(made)
    )


def _sequences(made: Trajectory) -> Iterator[tuple[list[int], list[bool]]]:
    ids, sampled = list[int](), list[bool]()
    for step in (step for turn in made.turns for step in turn.steps if step.prompt_ids):
        prompt = list(step.prompt_ids)
        if ids and prompt[: len(ids)] != ids:
            yield ids, sampled
            ids, sampled = [], []
        sampled += [False] * (len(prompt) - len(ids)) + list(_chosen(step))
        ids = prompt + list(step.token_ids)
    if ids:
        yield ids, sampled


def _chosen(step: StepRecord) -> tuple[bool, ...]:
    if len(step.sampled) == len(step.token_ids):
        return step.sampled
    return (True,) * len(step.token_ids)


def settled(made: Trajectory) -> Trajectory:
    """The attempt without what differs from one run to the next, or is kept elsewhere.

    Times and which tokens happened to be evaluated already are left out, so that the same work has
    the same digest; the prompts' tokens are kept in ``Tokens``.
    """
    return made.model_copy(update={"turns": tuple(map(_settled, made.turns))})


def _settled(turn: TurnRecord) -> TurnRecord:
    kept = {"prompt_tokens", "output_tokens", "thinking_tokens"}
    usage = Usage(**turn.usage.model_dump(include=kept))
    steps = tuple(step.model_copy(update={"prompt_ids": (), "sampled": ()}) for step in turn.steps)
    return turn.model_copy(update={"usage": usage, "steps": steps, "elapsed_s": 0.0})
