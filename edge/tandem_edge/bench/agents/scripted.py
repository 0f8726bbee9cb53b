"""Carrying out a plan, whatever is asked: the oracle, and every mutant of it."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field

from tandem_edge.bench.tasks.plans import Plan, PlanStep
from tandem_edge.planner.protocol import Planned, Prompt
from tandem_shared.events import Usage
from tandem_shared.tools import ToolCall

_ARGUMENT = {"ask": "question", "refuse": "reason", "done": "answer"}


def written(step: PlanStep) -> str:
    """A step as the signatures dialect writes it."""
    if step.kind == "calls":
        calls = [call.model_dump(mode="json") for call in step.calls]
    else:
        said = ToolCall(name=step.kind, arguments={_ARGUMENT[step.kind]: step.text})
        calls = [said.model_dump(mode="json")]
    return json.dumps(calls, ensure_ascii=False)


@dataclass
class Follows:
    """A planner that gives one plan's steps in order, and then only ends turns."""

    plan: Plan
    name: str = "oracle"
    _next: int = field(default=0)

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        steps = self.plan.steps
        step = steps[self._next] if self._next < len(steps) else PlanStep(kind="done")
        self._next += 1
        return Planned(written(step), (), Usage())

    def close(self) -> None:
        """Nothing to free."""
