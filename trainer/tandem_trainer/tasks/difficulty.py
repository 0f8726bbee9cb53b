"""How hard a task will be, estimated from what it asks for."""

from __future__ import annotations

import math

from tandem_edge.bench.tasks.building import Built
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tools import ToolCall
from tandem_trainer.tasks.records import Difficulty

WEIGHTS = {"steps": 0.55, "turns": 0.3, "slots": 0.12, "friction": 0.5, "likeness": 0.8}
"""Set by hand, to be fitted to pass rates once there are some: only the order of tasks is meant."""
EASIEST = 0.7
"""The weighted sum of one plain call in one turn, which counts as 0."""


def calls_of(built: Built) -> list[ToolCall]:
    """The oracle's calls in order."""
    return [call for step in built.plan.steps for call in step.calls]


def steps_of(built: Built) -> int:
    """The oracle's answers that hold calls, those repeated after a passing failure counted."""
    return sum(step.kind == "calls" for step in built.plan.steps)


def estimated(built: Built) -> Difficulty:
    """``1 - exp(-(sum of WEIGHTS times their counts - EASIEST) / 2)``, not below 0."""
    task, calls = built.task, calls_of(built)
    counts = {
        "steps": steps_of(built),
        "turns": len(task.turns),
        "slots": sum(map(_open_slots, set_of(calls))),
        "friction": len(task.initial.friction),
    }
    likeness = _likeness(task.tools, {call.name for call in calls})
    total = sum(WEIGHTS[name] * count for name, count in counts.items())
    total += WEIGHTS["likeness"] * likeness
    estimate = 1 - math.exp(-max(0.0, total - EASIEST) / 2)
    return Difficulty(**counts, likeness=round(likeness, 4), estimate=round(estimate, 4))


def set_of(calls: list[ToolCall]) -> list[ToolCall]:
    """``calls`` without repetitions."""
    return [call for place, call in enumerate(calls) if call not in calls[:place]]


def _open_slots(call: ToolCall) -> int:
    spec = load_catalogue().spec(call.name)
    if spec is None:
        return len(call.arguments)
    schemas = (spec.offered.get(name, {}) for name in call.arguments)
    return sum("enum" not in schema and schema.get("type") != "boolean" for schema in schemas)


def _likeness(offered: tuple[str, ...], needed: set[str]) -> float:
    domains = {spec.domain for name in needed if (spec := load_catalogue().spec(name))}
    others = [
        spec for name in offered if name not in needed and (spec := load_catalogue().spec(name))
    ]
    return sum(spec.domain in domains for spec in others) / max(len(others), 1)
