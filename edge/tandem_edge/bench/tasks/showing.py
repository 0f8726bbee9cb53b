"""A task as a person reads it: what is said, on which phone, and what counts as done."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tandem_shared.tasks import Groups, Task
from tandem_shared.tools import ToolCall


def sample(tasks: Sequence[Task], count: int, seed: int) -> list[Task]:
    """``count`` tasks at random, the same for the same seed."""
    return Random(f"sample/{seed}").sample(list(tasks), min(count, len(tasks)))


def lines(task: Task) -> Iterator[str]:
    """The whole task, a fact a line."""
    criteria = task.criteria
    yield f"{task.id}  [{task.capability}, {criteria.checker}, difficulty {task.difficulty}]"
    yield from (f"  user: {turn}" for turn in task.turns)
    yield from (f"  asked about {'/'.join(f.about)}, says: {f.answer}" for f in task.facts)
    yield from _phone(task)
    yield from _resources(task)
    yield f"  tools: {', '.join(task.tools)}"
    yield from _wanted(task)
    if task.twin:
        yield f"  twin: {task.twin}"


def _phone(task: Task) -> Iterator[str]:
    initial = task.initial
    if initial.clock or initial.zone:
        yield f"  phone: {initial.clock} {initial.zone}".rstrip()
    for patch in initial.patches:
        what = "removed" if patch.fields is None else _json(patch.fields)
        yield f"  phone: {patch.table} {patch.key or '(new)'} {what}"
    yield from (f"  before: {_call(call)}" for call in initial.calls)
    yield from (f"  difficulty: {each.name} {each.value}".rstrip() for each in initial.friction)


def _resources(task: Task) -> Iterator[str]:
    resources = task.resources
    for each in resources.memories:
        by = f", told by {each.by}" if each.by else ""
        yield f"  memory {each.key}{by}: {each.text}"
    if resources.skills:
        yield f"  skills ({resources.routing}): {', '.join(resources.skills)}"
    if resources.agents:
        yield f"  sub-agents: {', '.join(resources.agents)}"


def _wanted(task: Task) -> Iterator[str]:
    criteria = task.criteria
    for call in criteria.calls:
        yield f"  wants call, turn {call.turn + 1}: {call.name} {_json(call.arguments)}"
    for change in criteria.changes:
        key = "(new)" if change.before is None else change.key
        yield f"  wants {change.table} {key}: {_difference(change.before, change.after)}"
    for each in criteria.behaviour:
        agent = f" to {each.agent}" if each.agent else ""
        yield f"  wants {each.kind}{agent}, turn {each.turn + 1}: {_groups(each.about)}"
    for memory in criteria.memory:
        about = _groups(memory.about) if memory.about else "gone"
        yield f"  wants memory {memory.key or '(new)'}: {about}"
    for place, groups in criteria.reply.items():
        yield f"  wants said, turn {place + 1}: {_groups(groups)}"
    yield from (f"  wants memory {key} looked up" for key in criteria.retrieves)
    yield from (f"  wants skill {name} opened" for name in criteria.loads)
    yield from (
        f"  equal: {' = '.join(text or '(left out)' for text in g)}" for g in criteria.equal
    )


def _difference(before: Any, after: Any) -> str:
    if not isinstance(before, dict) or not isinstance(after, dict):
        return "gone" if after is None else _json(after)
    changed = {key: value for key, value in after.items() if before.get(key) != value}
    return f"{_json({key: before.get(key) for key in changed})} -> {_json(changed)}"


def _groups(groups: Groups) -> str:
    return " and ".join("/".join(group) for group in groups)


def _call(call: ToolCall) -> str:
    return f"{call.name} {_json(call.arguments)}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
