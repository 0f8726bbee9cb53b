"""A look at what was held out: how often it is done, and what it takes."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from tandem_shared.tasks import Task
from tandem_trainer.train.care.policy import Policy, seed_of
from tandem_trainer.train.care.rollouts import MEASURED, measured
from tandem_trainer.train.rewards.attempted import Attempted, Costing

Look = dict[str, float]


def look_at(policy: Policy, tasks: Sequence[Task], seed: int, costing: Costing) -> Look:
    """``accuracy`` and the means of ``MEASURED`` over one attempt at each of ``tasks``."""
    made = policy.attempts(tasks, [seed_of("look", seed, row) for row in range(len(tasks))])
    tried = [Attempted(*each, costing) for each in zip(tasks, made, strict=True)]
    told = measured(tried)
    accuracy = fmean(float(each.passed) for each in tried)
    return {"accuracy": accuracy, **{name: fmean(told[name]) for name in MEASURED}}
