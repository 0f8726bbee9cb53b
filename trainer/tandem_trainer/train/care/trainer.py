"""CARE on TRL's GRPO trainer, by two overrides.

TRL gives reward functions one process's rows only, so what depends on a group is done where the
rows of all processes are together: in ``_calculate_rewards``. TRL's own advantages, which it is
told not to scale, are replaced by those of Eq. 9 afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor
from trl import GRPOTrainer

from tandem_trainer.train.care.objective import advantages, regimes, shaping
from tandem_trainer.train.care.phi import Arm, Phi, Regime
from tandem_trainer.train.rewards import NEEDED

SHAPING = "shaping"
TRAINS = ("outcome", SHAPING)
"""Columns that are rewarded, with weight 1; all others are gathered and logged."""
Column = Callable[..., list[float]]


def columns(names: list[str]) -> tuple[list[Column], list[float]]:
    """TRL reward functions and weights: the trained columns, then those of ``names``."""
    every = [*TRAINS, *(name for name in names if name not in TRAINS)]
    return [_column(name) for name in every], [float(name in TRAINS) for name in every]


def _column(name: str) -> Column:
    """A reward function that hands on what the rollout function measured."""

    def column(completions: list[Any], **measured: Any) -> list[float]:
        return [0.0] * len(completions) if name == SHAPING else list(measured[name])

    column.__name__ = name
    return column


class CareTrainer(GRPOTrainer):  # type: ignore[misc]
    """GRPO with Eq. 5 as its reward and Eq. 9 as its advantage; Eq. 10 is TRL's ``grpo`` loss.

    ``phi`` may be set between steps.
    """

    def __init__(self, *, arm: Arm, phi: Phi, **given: Any) -> None:
        args = given["args"]
        if args.scale_rewards != "none" or args.loss_type != "grpo":
            raise ValueError("CARE scales itself, and means tokens within each attempt")
        self.arm, self.phi = arm, phi
        super().__init__(**given)

    def _calculate_rewards(
        self, inputs: Any, prompts: Any, completions: Any, completion_ids_list: Any
    ) -> Tensor:
        """All processes' rewards ``[attempts, columns]``, with the shaping of Eq. 5 filled in."""
        found: Tensor = super()._calculate_rewards(
            inputs, prompts, completions, completion_ids_list
        )
        training = self.model.training
        size = self.num_generations if training else self.num_generations_eval
        outcome, progress, cost = (self._grouped(found, name, size).double() for name in NEEDED)
        added = shaping(outcome, progress, cost, self.phi, self.arm)
        found[:, self.reward_func_names.index(SHAPING)] = added.flatten()
        regime = regimes(outcome, self.phi)
        self._advantages = advantages(outcome + added, regime, self.phi, self.arm).flatten()
        self._tell(regime, outcome)
        return found

    def _generate_and_score_completions(self, inputs: Any) -> dict[str, Any]:
        """This process's batch; its advantages are those of Eq. 9."""
        batch: dict[str, Any] = super()._generate_and_score_completions(inputs)
        rows = len(batch["advantages"])
        first = self.accelerator.process_index * rows
        batch["advantages"] = self._advantages[first : first + rows].to(batch["advantages"])
        return batch

    def _grouped(self, found: Tensor, name: str, size: int) -> Tensor:
        return found[:, self.reward_func_names.index(name)].view(-1, size)

    def _tell(self, regime: Tensor, outcome: Tensor) -> None:
        told = self._metrics["train" if self.model.training else "eval"]
        told["care/success"].append(outcome.mean().item())
        for number, name in enumerate(Regime):
            told[f"care/{name}"].append((regime == number).to(torch.float32).mean().item())
