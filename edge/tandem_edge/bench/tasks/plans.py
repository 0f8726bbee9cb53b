"""How a task can be done: kept apart from tasks, and used only to prove them."""

from __future__ import annotations

from typing import Literal

from tandem_shared.tools import Frozen, ToolCall


class PlanStep(Frozen):
    """One answer of a planner: calls that go together, or a last word to the user."""

    kind: Literal["calls", "ask", "refuse", "done"]
    calls: tuple[ToolCall, ...] = ()
    text: str = ""


class Plan(Frozen):
    """Every answer in order, over all turns of task ``task``.

    ``never`` are calls that a wrong attempt would make where the right one asks or refuses.
    """

    task: str
    steps: tuple[PlanStep, ...]
    never: tuple[ToolCall, ...] = ()
