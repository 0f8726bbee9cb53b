"""TRL's rollout function: attempts through our harness, as the tokens that were sampled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tandem_shared.experience import Tokens
from tandem_shared.tasks import Task
from tandem_trainer.rollout.tokens import tokens_of
from tandem_trainer.train.care.policy import Policy, Sampled, seed_of
from tandem_trainer.train.rewards import Reward
from tandem_trainer.train.rewards.attempted import Attempted, Costing

MEASURED = ("tokens", "thinking", "calls", "redundant")
"""Measured of each attempt beside the rewards."""


@dataclass
class Rollouts:
    """Makes one attempt a prompt; a prompt is the id of a task, repeated for its group."""

    policy: Policy
    tasks: Mapping[str, Task]
    rewards: Mapping[str, Reward]
    costing: Costing
    seed: int

    def __call__(self, prompts: list[str], trainer: Any) -> dict[str, Any]:
        """What TRL asks of a rollout function: ids, the mask of sampled tokens, and columns.

        An attempt is decided by the run's seed, the step and its row in the whole batch, whichever
        process makes it.
        """
        first = trainer.accelerator.process_index * len(prompts)
        step = trainer.state.global_step
        seeds = [seed_of("rollout", self.seed, step, first + row) for row in range(len(prompts))]
        tasks = [self.tasks[each] for each in prompts]
        self.policy.model = trainer.accelerator.unwrap_model(trainer.model)
        trainer.accelerator.wait_for_everyone()  # a server has the weights once the first sent them
        made = self.policy.sampled(tasks, seeds)
        rows = [row_of(each) for each in made]
        tried = [
            Attempted(task, each.made, self.costing) for task, each in zip(tasks, made, strict=True)
        ]
        return {
            "prompt_ids": [row.prompt for row in rows],
            "completion_ids": [row.completion for row in rows],
            "env_mask": [row.mask for row in rows],
            "logprobs": logprobs_of(rows),
            **{name: [reward(each) for each in tried] for name, reward in self.rewards.items()},
            **measured(tried),
            "forgotten": [row.forgotten for row in rows],
        }


@dataclass(frozen=True)
class Row:
    """An attempt as TRL takes it: ``mask`` is 1 where the policy chose the token, ``logprobs`` are
    what the sampler gave those tokens, and 0 elsewhere.

    ``forgotten`` counts sampled tokens that cannot be trained on, since the harness shortened the
    conversation and what was sampled before no longer stands before what was sampled last.
    """

    prompt: list[int]
    completion: list[int]
    mask: list[int]
    forgotten: int = 0
    logprobs: list[float | None] | None = None


def row_of(sampled: Sampled) -> Row:
    """The last unbroken sequence of an attempt, ids exactly as they were sampled."""
    sequences = tokens_of(sampled.made)
    last = sequences[-1]
    begun = last.sampled.index(True)
    return Row(
        prompt=[*last.ids[:begun]],
        completion=[*last.ids[begun:]],
        mask=[int(each) for each in last.sampled[begun:]],
        forgotten=sum(_sampled(each) for each in sequences[:-1]),
        logprobs=_logprobs(last.ids, sampled, begun),
    )


def _logprobs(ids: tuple[int, ...], sampled: Sampled, begun: int) -> list[float | None] | None:
    """Of the tokens from ``begun`` on; ``None`` where the sampler tells none.

    An answer stands in ``ids`` where its prompt and itself are their beginning.
    """
    found: list[float | None] = [0.0] * len(ids)
    for (prompt, answer), told in sampled.told.items():
        if told.logprobs is None:
            return None
        whole = (*prompt, *answer)
        if ids[: len(whole)] == whole:
            found[len(prompt) : len(whole)] = told.logprobs
    return found[begun:]


def logprobs_of(rows: Sequence[Row]) -> list[list[float | None]] | None:
    """TRL's column: of all rows, or none."""
    found = [row.logprobs for row in rows if row.logprobs is not None]
    return found if len(found) == len(rows) else None


def _sampled(sequence: Tokens) -> int:
    return sum(sequence.sampled)


def measured(tried: list[Attempted]) -> dict[str, list[float]]:
    """The columns of ``MEASURED``."""
    return {
        "tokens": [float(each.usage.output_tokens) for each in tried],
        "thinking": [float(each.usage.thinking_tokens) for each in tried],
        "calls": [float(each.calls) for each in tried],
        "redundant": [float(each.redundant) for each in tried],
    }
