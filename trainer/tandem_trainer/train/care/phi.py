"""What the controller may move, and which parts of CARE an arm has. No PyTorch."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from tandem_shared.tools import Frozen


class Arm(StrEnum):
    """``GRPO``: the outcome alone. ``NO_FLOOR``: Eq. 5, plainly normalised. ``CARE``: all."""

    GRPO = "grpo"
    NO_FLOOR = "no-floor"
    CARE = "care"


class Regime(StrEnum):
    """Of a group, by its share of successes (Eq. 5)."""

    PROGRESS = "progress"
    CONSOLIDATION = "consolidation"
    EFFICIENCY = "efficiency"


class Phi(Frozen):
    """phi of the paper: ``0 <= p_low < p_high < 1``, weights of progress and of cost."""

    lambda_prog: float = Field(default=0.3, ge=0, allow_inf_nan=False)
    lambda_eff: float = Field(default=0.3, ge=0, allow_inf_nan=False)
    p_low: float = Field(default=0.25, ge=0, lt=1, allow_inf_nan=False)
    p_high: float = Field(default=0.75, gt=0, lt=1, allow_inf_nan=False)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.p_low >= self.p_high:
            raise ValueError("p_low is not below p_high")
        return self

    @property
    def anchor(self) -> float:
        """sigma_anchor: the deviation of a success that comes with ``p_high``."""
        return math.sqrt(self.p_high * (1 - self.p_high))
