"""The automation agent: turns a described routine into checked calls of the automation tools."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from tandem_edge.phone.protocol import Execution
from tandem_edge.subagents.assignment import Assignment
from tandem_edge.subagents.automating.reading import (
    Step,
    clauses,
    clock_of,
    name_of,
    rhythm_of,
    step_of,
    with_value,
)
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.gate import Gate
from tandem_edge.subagents.protocol import AgentFailed, Report, SubAgent, Work
from tandem_shared.tools import Bilingual, ToolCall

CREATE, EDIT = "manage_routine", "edit_routine_steps"
NONE = "none"

_ASK = {
    "en": "Which step of a phone routine does the text describe? Answer none if no step does it.",
    "zh": "这段话描述的是手机流程里的哪种步骤？都不是就回答 none。",
}
_UNCLEAR = {
    "en": "I do not know a step that does: {clause}",
    "zh": "没有能做到这一点的步骤：{clause}",
}
_NO_STEPS = {
    "en": "the description says nothing that a routine could do",
    "zh": "描述里没有流程可以做的事",
}
_TOLD = {
    "en": ("Routine {name} is set up", "Routine {name} would be set up"),
    "zh": ("已建好流程“{name}”", "可以建立流程“{name}”"),
}


def work(task: Assignment, desk: Desk) -> Work:
    """Read the description, rehearse the calls on a copy, then make them where that is allowed."""
    gate = desk.phone
    clock, phrase = clock_of(task.goal, gate.now())
    name = name_of(task.goal)
    steps: list[Step] = []
    for clause in clauses(task.goal, name, phrase):
        steps.append(_step(desk, clause))
        desk.note(f"read: {clause} as {steps[-1].kind}")
        yield None
    if not steps:
        raise AgentFailed("not_understood", _NO_STEPS[task.language])
    name = name or _default_name(task, clock)
    calls = calls_for(name, clock, rhythm_of(task.goal), steps)
    rehearsed = gate.rehearse(calls)
    _check(rehearsed, calls)
    desk.note("rehearsed on a copy of the phone")
    yield None
    applies = _may(gate, calls)
    made = _make(desk, calls) if applies else rehearsed[: len(calls)]
    return _report(task, name, calls, made, applies)


def calls_for(name: str, clock: str, rhythm: str, steps: Sequence[Step]) -> list[ToolCall]:
    """The calls that make the routine."""
    first: dict[str, JsonValue] = {"action": "create", "name": name}
    if clock:
        first |= {"time": clock, "repeat": rhythm}
    calls = [ToolCall(name=CREATE, arguments=first)]
    for step in steps:
        arguments = {"action": "add", "routine": name, **step.arguments()}
        calls.append(ToolCall(name=EDIT, arguments=arguments))
    return calls


def _step(desk: Desk, clause: str) -> Step:
    """By rule, else by the model, whose answer must still find the value that its kind needs."""
    step = step_of(clause)
    if step is None and desk.model is not None:
        schema: dict[str, JsonValue] = {
            "type": "object",
            "properties": {"step": {"enum": [*_kinds(desk), NONE]}},
            "required": ["step"],
            "additionalProperties": False,
        }
        answer = desk.ask(_ASK[desk.language], clause, schema, max_tokens=20)
        assert isinstance(answer, dict)
        kind = str(answer["step"])
        step = None if kind == NONE else with_value(kind, clause)
    if step is None:
        raise AgentFailed("not_understood", _UNCLEAR[desk.language].format(clause=clause))
    return step


def _kinds(desk: Desk) -> list[JsonValue]:
    """The kinds of step that the phone's own tool knows."""
    spec = desk.phone.spec(EDIT)
    kinds = spec.properties["step"]["enum"] if spec is not None else []
    return kinds if isinstance(kinds, list) else []


def _default_name(task: Assignment, clock: str) -> str:
    word = "Routine" if task.language == "en" else "流程"
    return f"{word} {clock}".strip()


def _check(rehearsed: Sequence[Execution], calls: Sequence[ToolCall]) -> None:
    """Raises ``AgentFailed`` with the phone's own reason when a call would fail."""
    for execution in rehearsed:
        fault = execution.result.fault
        if fault is not None:
            raise AgentFailed(fault.code, fault.message)


def _may(gate: Gate, calls: Sequence[ToolCall]) -> bool:
    specs = [(call, gate.spec(call.name)) for call in calls]
    return all(spec is not None and gate.allows(call, spec) for call, spec in specs)


def _make(desk: Desk, calls: Sequence[ToolCall]) -> list[Execution]:
    """Make the calls in order; when one fails, what was begun is taken back."""
    made: list[Execution] = []
    for call in calls:
        made.append(desk.phone.call(call))
        fault = made[-1].result.fault
        if fault is not None:
            if len(made) > 1:
                _take_back(desk, calls[0])
            raise AgentFailed(fault.code, fault.message)
        desk.note(f"made {call.name} {len(made)} of {len(calls)}")
    return made


def _take_back(desk: Desk, first: ToolCall) -> None:
    arguments = {"action": "delete", "name": first.arguments["name"]}
    undone = desk.phone.call(ToolCall(name=CREATE, arguments=arguments))
    desk.note("took the half-made routine back" if undone.result.ok else "left it half made")


def _report(
    task: Assignment,
    name: str,
    calls: Sequence[ToolCall],
    made: Sequence[Execution],
    applied: bool,
) -> Report:
    runs_at = str(made[0].result.data.get("runs_at", ""))
    steps = made[-1].result.data.get("steps", [])
    listed = [str(step) for step in steps] if isinstance(steps, list) else []
    said = _TOLD[task.language][0 if applied else 1].format(name=name)
    text = "; ".join(filter(None, [f"{said} {runs_at}".strip(), *listed]))
    shown: list[JsonValue] = [call.model_dump(mode="json") for call in calls]
    data: dict[str, JsonValue] = {
        "routine": name,
        "runs_at": runs_at,
        "repeat": str(calls[0].arguments.get("repeat", "")),
        "steps": [*listed],
        "calls": shown,
        "applied": applied,
    }
    return Report(text, data)


AGENT = SubAgent(
    "automation",
    Bilingual(
        en="Turns a described routine into an automation of the phone: times, days, steps.",
        zh="把描述的日常流程变成手机自动化：时间、日子、步骤。",
    ),
    work,
    touches=(CREATE, EDIT, "reads"),
)
