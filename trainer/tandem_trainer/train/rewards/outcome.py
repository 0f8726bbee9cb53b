"""Outcome: 1 for an attempt that the task's checkers pass, else 0. ``s_i`` of Eq. 5."""

from __future__ import annotations

from tandem_trainer.train.rewards.attempted import Attempted


def reward(attempted: Attempted) -> float:
    """1 or 0."""
    return float(attempted.passed)
