"""Plans that are nearly right: each has to be told from the right one, or a task proves nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from pydantic import JsonValue

from tandem_edge.bench.agents.nulls import example_call
from tandem_edge.bench.scenes import Scene, begun
from tandem_edge.bench.standins import TABLE_NAMES, specs_of
from tandem_edge.bench.tasks.phones import begin
from tandem_edge.bench.tasks.plans import Plan, PlanStep
from tandem_shared.tasks import Task
from tandem_shared.tools import Effect, ToolCall, ToolSpec

STANDINS = frozenset({"search_memory", "search_skills", "load_skill"})


@dataclass(frozen=True)
class Mutant:
    """A plan with one fault, and what the fault is."""

    kind: str
    plan: Plan


def mutants(task: Task, plan: Plan) -> Iterator[Mutant]:
    """Every mutant of ``plan`` that does not amount to the same.

    ``untouched`` and ``claimed`` act not at all, ``missing`` leaves one needed call out,
    ``swapped`` turns two steps round whose order matters, ``argument`` changes one argument,
    ``extra`` writes something more, ``asks`` asks instead of acting, ``acts`` acts where it
    should ask or refuse, ``silent`` does all and leaves out what it should say, ``ungated`` acts
    without looking into memory or opening the skill.
    """
    for kind, steps in _steps(task, plan):
        yield Mutant(kind, plan.model_copy(update={"steps": tuple(steps)}))


def _steps(task: Task, plan: Plan) -> Iterator[tuple[str, list[PlanStep]]]:
    steps = list(plan.steps)
    ends = [step for step in steps if step.kind != "calls"]
    yield "untouched", [PlanStep(kind="done") for _ in ends]
    if any(step.kind == "calls" for step in steps):
        yield (
            "claimed",
            ends if not plan.never else [PlanStep(kind="done", text="Done. 好了。") for _ in ends],
        )
    yield from _missing(task, steps)
    yield from _swapped(task, steps)
    yield from _wrong_argument(task, steps)
    yield from _extra(task, steps)
    yield from _asking(task, plan, steps)
    if task.criteria.reply:
        yield "silent", [_mute(step) for step in steps]
    if task.criteria.retrieves or task.criteria.loads:
        yield "ungated", [step for step in steps if not _opens(step)]


def _missing(task: Task, steps: list[PlanStep]) -> Iterator[tuple[str, list[PlanStep]]]:
    """One call less, where the criteria can tell: it is wanted, or it changes something."""
    for place, index, call in _calls(steps):
        if call.name in STANDINS:
            continue
        rest = [each for at, each in enumerate(steps[place].calls) if at != index]
        shorter = [PlanStep(kind="calls", calls=tuple(rest))] if rest else []
        changed = [*steps[:place], *shorter, *steps[place + 1 :]]
        if _differs(task, steps, changed):
            yield "missing", changed


def _swapped(task: Task, steps: list[PlanStep]) -> Iterator[tuple[str, list[PlanStep]]]:
    for place in range(len(steps) - 1):
        first, second = steps[place], steps[place + 1]
        if first.kind == second.kind == "calls" and not (_opens(first) or _opens(second)):
            changed = [*steps[:place], second, first, *steps[place + 2 :]]
            if first != second and _order_matters(task, steps, changed, place):
                yield "swapped", changed


def _order_matters(task: Task, steps: list[PlanStep], changed: list[PlanStep], place: int) -> bool:
    """Where calls are wanted, between steps; where the state is, if it comes out differently."""
    if not task.criteria.calls:
        return _differs(task, steps, changed)
    wanted = {(each.name, each.step) for each in task.criteria.calls}
    names = [{call.name for call in steps[at].calls} for at in (place, place + 1)]
    return all(any(name in group for name, _ in wanted) for group in names)


def _wrong_argument(task: Task, steps: list[PlanStep]) -> Iterator[tuple[str, list[PlanStep]]]:
    random = Random(task.id)
    specs = {spec.name: spec for spec in specs_of(task, begin(task))}
    for place, index, call in _calls(steps):
        spec = specs.get(call.name)
        if spec is None or call.name in STANDINS:
            continue
        for name, value in call.arguments.items():
            other = _other(name, value, spec, random)
            if other is None:
                continue
            wrong = call.model_copy(update={"arguments": {**call.arguments, name: other}})
            changed = _with(steps, place, index, wrong)
            if _differs(task, steps, changed):
                yield f"argument {name}", changed


def _other(name: str, value: JsonValue, spec: ToolSpec, random: Random) -> JsonValue:
    """Another value that the tool would take for argument ``name``, or ``None``."""
    schema: Mapping[str, Any] = spec.properties[name]
    if "enum" in schema:
        others = [each for each in schema["enum"] if each != value]
        return random.choice(others) if others else None
    if isinstance(value, bool):
        return not value
    if schema["type"] == "integer":
        low, high = int(schema["minimum"]), int(schema["maximum"])
        number = value if isinstance(value, int) else low
        return number + 1 if number < high else number - 1
    if isinstance(value, int | float):
        return value + 1
    return _OTHERS.get(str(schema["x-kind"]), "something else entirely")


_OTHERS: dict[str, JsonValue] = {
    "moment": "4:41 in the afternoon in 9 days",
    "clock": "4:41 pm",
    "day": "in 19 days",
    "duration": "47 minutes",
    "phone": "+44 7700 900001",
    "unit": "grams",
    "zone": "Nairobi",
}


def _extra(task: Task, steps: list[PlanStep]) -> Iterator[tuple[str, list[PlanStep]]]:
    """The plan with one write more that nobody asked for, before its last word to the user."""
    end = max(place for place, step in enumerate(steps) if step.kind != "calls")
    made = {call.name for step in steps for call in step.calls}
    with begun(task) as phone:
        for step in steps[:end]:
            for call in step.calls:
                phone.call(call)
        for call in _needless(task, phone):
            if call.name not in made and _acts(phone, call):
                yield "extra", [*steps[:end], PlanStep(kind="calls", calls=(call,)), *steps[end:]]
                return


def _needless(task: Task, phone: Scene) -> Iterator[ToolCall]:
    random = Random(task.id)
    specs = specs_of(task, phone.phone)
    for spec in random.sample(specs, len(specs)):
        for _ in range(4):
            call = example_call(spec, random)
            if spec.effect_of(call.arguments) is not Effect.READ:
                yield call


def _acts(phone: Scene, call: ToolCall) -> bool:
    execution = phone.preview(call)
    return any(change.table not in TABLE_NAMES for change in execution.changes)


def _asking(task: Task, plan: Plan, steps: list[PlanStep]) -> Iterator[tuple[str, list[PlanStep]]]:
    declines = {step.kind for step in steps} & {"ask", "refuse"}
    if not declines:
        first = next(place for place, step in enumerate(steps) if not _opens(step))
        question = PlanStep(kind="ask", text=" ".join(task.turns)[:200])
        yield "asks", [*steps[:first], question, *steps[first:]]
        refusal = PlanStep(kind="refuse", text=" ".join(task.turns)[:200])
        yield "refuses", [*steps[:first], refusal, *steps[first:]]
        return
    acting = [step for step in steps if step.kind not in declines]
    if plan.never:
        calls = tuple(PlanStep(kind="calls", calls=(call,)) for call in plan.never)
        yield "acts", [*calls, PlanStep(kind="done", text="Done. 好了。"), *acting]
    elif any(step.kind == "calls" for step in acting):
        yield "acts", acting
    vague = "What exactly? 具体是什么？"
    yield (
        "vague",
        [
            step.model_copy(update={"text": vague}) if step.kind in declines else step
            for step in steps
        ],
    )


def _mute(step: PlanStep) -> PlanStep:
    return PlanStep(kind="done", text="Hm.") if step.kind == "done" else step


def _opens(step: PlanStep) -> bool:
    return any(call.name in STANDINS for call in step.calls)


def _calls(steps: list[PlanStep]) -> Iterator[tuple[int, int, ToolCall]]:
    for place, step in enumerate(steps):
        for index, call in enumerate(step.calls):
            yield place, index, call


def _with(steps: list[PlanStep], place: int, index: int, call: ToolCall) -> list[PlanStep]:
    calls = list(steps[place].calls)
    calls[index] = call
    step = PlanStep(kind="calls", calls=tuple(calls))
    return [*steps[:place], step, *steps[place + 1 :]]


def _differs(task: Task, steps: list[PlanStep], changed: list[PlanStep]) -> bool:
    """Whether two plans do different things: other calls understood, or another end state."""
    return bool(_effect(task, steps) != _effect(task, changed))


def _effect(task: Task, steps: list[PlanStep]) -> Any:
    """What a plan amounts to, as far as the task's criteria can tell."""
    understood = []
    with begun(task) as phone:
        for _, _, call in _calls(steps):
            execution = phone.call(call)
            if execution.result.ok and any(each.name == call.name for each in task.criteria.calls):
                understood.append((call.name, execution.arguments))
        changes = sorted(map(repr, phone.changes()))
    return changes, sorted(map(repr, understood)), _briefs(task, steps)


def _briefs(task: Task, steps: list[PlanStep]) -> list[ToolCall]:
    return [call for _, _, call in _calls(steps) if call.name == "delegate_task"]
