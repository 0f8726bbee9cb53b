"""Which capabilities an attempt shows or lacks: what its task asks, and what it met on the way."""

from __future__ import annotations

from collections.abc import Callable

from tandem_shared.tasks import Capability, Task
from tandem_trainer.curate.case import Case
from tandem_trainer.curate.surroundings import SEARCH

_BY_TASK: dict[Capability, Callable[[Task], bool]] = {
    Capability.ROUTING: lambda task: len(task.tools) > 1,
    Capability.GROUNDING: lambda task: bool(task.criteria.calls or task.criteria.changes),
    Capability.BOUNDARY: lambda task: any(
        each.kind in ("ask", "refuse") for each in task.criteria.behaviour
    ),
    Capability.MEMORY_USE: lambda task: bool(task.criteria.retrieves),
    Capability.MEMORY_ADD: lambda task: any(not each.key for each in task.criteria.memory),
    Capability.MEMORY_REPLACE: lambda task: any(
        each.key and each.about for each in task.criteria.memory
    ),
    Capability.MEMORY_REMOVE: lambda task: any(
        each.key and not each.about for each in task.criteria.memory
    ),
    Capability.SKILL_CHOICE: lambda task: bool(task.criteria.loads),
    Capability.DELEGATION: lambda task: any(
        each.kind == "hand_off" for each in task.criteria.behaviour
    ),
}
"""What a task's criteria ask for. The others (conditions, reference, revision, conflict) cannot be
told from criteria: only the task's own label says them."""


def capabilities_of(case: Case) -> tuple[Capability, ...]:
    """The task's own capability first, then the others, in the order of the enumeration."""
    task = case.task
    found = {each for each, asks in _BY_TASK.items() if asks(task)}
    if any(not call.record.result.ok for call in case.calls):
        found.add(Capability.RECOVERY)
    if any(call.name == SEARCH for call in case.calls):
        found.add(Capability.MEMORY_USE)
    return (task.capability, *(each for each in Capability if each in found - {task.capability}))
