"""Reading what construction is asked for: wanted tasks, and failed episodes."""

from __future__ import annotations

import json

from pydantic import ValidationError

from tandem_shared.errors import UsageError
from tandem_shared.experience import Proposal, Rollout, WantedTasks
from tandem_trainer.tasks.bench import Order
from tandem_trainer.tasks.orders import for_episode


def read_wanted(text: str) -> list[WantedTasks]:
    """The wanted tasks of a proposal, or one a line. Raises ``UsageError``."""
    found: list[WantedTasks] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            if "wanted" in json.loads(line):
                found += Proposal.model_validate_json(line).wanted
            else:
                found.append(WantedTasks.model_validate_json(line))
        except (ValidationError, ValueError, TypeError) as error:
            raise UsageError(
                f"line {number} is neither a proposal nor wanted tasks",
                hint="give what tandem-trainer diagnose wrote",
            ) from error
    return found


def episode_orders(text: str) -> list[Order]:
    """Orders of tasks like the failed rollouts, one a line; those that passed or are invalid are
    left out. Raises ``UsageError``, also for one whose split may not be learned from."""
    found: list[Order] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            rollout = Rollout.model_validate_json(line)
        except ValidationError as error:
            raise UsageError(
                f"line {number} is no rollout", hint="give what tandem-trainer collect wrote"
            ) from error
        if rollout.verdict is not None and not rollout.verdict.passed:
            found.append(for_episode(rollout.task, rollout.trajectory))
    return found
