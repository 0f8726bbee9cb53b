"""Policies with one planted weakness: what diagnosis must find can be known beforehand.

Each knows how a task is done, as the oracle does, and does it with one kind of mistake. They are
for testing the flywheel; their rollouts teach nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import JsonValue

from tandem_edge.bench.tasks.plans import Plan, PlanStep
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tasks import Task
from tandem_shared.tools import ToolCall

Weaken = Callable[[Task, Plan], Plan]
_NUMBER = re.compile(r"\d+(?:\.\d+)?|[零一二两三四五六七八九十百]+")
_ENGLISH = re.compile(
    r"^(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b", re.IGNORECASE
)
_MINUTES = re.compile(r"^\S+\s*(?:-\s*)?(?:minutes?|mins?|min|分钟?)$", re.IGNORECASE)


def never_converts_units(task: Task, plan: Plan) -> Plan:
    """Takes every number for one in the tool's own unit.

    A length of time loses its unit and the rest: "2 hours", "90 seconds" and 两个半小时 become 2,
    90 and 两 minutes; one in minutes alone stays right. A quantity that the user said otherwise
    than the tool counts it ("2 km" where metres are asked for, "half" for 50 percent) becomes the
    first number that was said, where there is one. All else is done rightly.
    """
    said, turn, steps = task.turns, 0, list[PlanStep]()
    for step in plan.steps:
        calls = tuple(_unconverted(call, said[turn]) for call in step.calls)
        steps.append(step.model_copy(update={"calls": calls}))
        turn = min(turn + (step.kind in ENDS), len(said) - 1)
    return plan.model_copy(update={"steps": tuple(steps)})


def forgets_second_turn(task: Task, plan: Plan) -> Plan:
    """Does what the first turn asks for, then ends every later turn without doing anything.

    An answer to its own question belongs to the first turn and is heeded.
    """
    first = next((at for at, step in enumerate(plan.steps) if step.kind in ENDS), len(plan.steps))
    return plan.model_copy(update={"steps": plan.steps[: first + 1]})


ENDS = ("done", "refuse")
"""Kinds of step after which the user goes on to the next turn."""
WEAK: Mapping[str, Weaken] = {
    "never-converts-units": never_converts_units,
    "forgets-second-turn": forgets_second_turn,
}


def _unconverted(call: ToolCall, said: str) -> ToolCall:
    spec = load_catalogue().spec(call.name)
    if spec is None:
        return call
    changed = {
        name: _without_unit(value, spec.properties.get(name, {}), said)
        for name, value in call.arguments.items()
    }
    return call.model_copy(update={"arguments": changed})


def _without_unit(value: JsonValue, schema: Mapping[str, Any], said: str) -> JsonValue:
    if schema.get("x-kind") == "duration" and isinstance(value, str):
        return _in_minutes(value)
    if "x-unit" in schema and isinstance(value, int) and not isinstance(value, bool):
        numbers = [int(each) for each in re.findall(r"\d+", said)]
        return value if value in numbers or not numbers else numbers[0]
    return value


def _in_minutes(length: str) -> str:
    """The first number of a length of time, as minutes; the length itself where it has none."""
    found = _ENGLISH.search(length) or _NUMBER.search(length)
    if found is None or _MINUTES.match(length):
        return length
    number = "1" if found[0].lower() in ("a", "an") else found[0]
    return f"{number} minutes" if length.isascii() else f"{number}分钟"
