"""What a turn may spend, and what it has spent so far."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from tandem_shared.events import Usage


@dataclass(frozen=True)
class Budget:
    """What one turn may spend."""

    steps: int = 6
    seconds: float = 300.0
    output_tokens: int = 2048
    step_s: float = 60.0
    step_tokens: int = 256


@dataclass
class Spent:
    """What one turn has spent so far."""

    steps: int = 0
    usage: Usage = field(default_factory=Usage)
    planner_s: float = 0.0
    phone_s: float = 0.0
    owner_s: float = 0.0
    """Time the owner took to confirm; not counted against the budget."""
    started: float = field(default_factory=time.monotonic)

    @property
    def elapsed_s(self) -> float:
        """Wall clock of the turn, seconds."""
        return time.monotonic() - self.started

    def exceeded(self, budget: Budget) -> str:
        """Which budget is used up, in words, or ``""``."""
        if self.steps >= budget.steps:
            return f"stopped after {self.steps} steps"
        if self.usage.output_tokens >= budget.output_tokens:
            return f"stopped after {self.usage.output_tokens} planner tokens"
        if self.left_s(budget) <= 0:
            return f"stopped after {self.elapsed_s:.0f} s"
        return ""

    def left_s(self, budget: Budget) -> float:
        """Seconds that the turn may still take."""
        return budget.seconds - self.elapsed_s + self.owner_s

    def step_s(self, budget: Budget) -> float:
        """Seconds that the next planner step may take."""
        return min(budget.step_s, max(self.left_s(budget), 0.1))

    def step_tokens(self, budget: Budget) -> int:
        """Tokens that the next planner step may write."""
        return min(budget.step_tokens, budget.output_tokens - self.usage.output_tokens)

    def add(self, usage: Usage) -> None:
        """Count one planner step."""
        self.steps += 1
        self.usage = Usage(**{name: value + getattr(usage, name) for name, value in self.usage})
