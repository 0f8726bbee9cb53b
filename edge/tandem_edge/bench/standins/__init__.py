"""What a task has beside the phone's tools, so that it can be proven and tried.

Skills, sub-agents and memory are the rooms that ship, filled with the task's own; tasks and
checkers only know what a trajectory says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tandem_edge.bench.standins import agents, memory, skills
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.ports import Provider
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tasks import Dimension, Resources, Task
from tandem_shared.tools import Change, ToolSpec

TABLE_NAMES = frozenset([memory.MEMORIES, agents.BRIEFS])
"""Tables that no phone has, in which what is beside it lists its changes."""

_OFFERED: dict[Dimension, tuple[str, ...]] = {
    Dimension.TOOL: (),
    Dimension.MEMORY: memory.TOOL_NAMES,
    Dimension.SKILLS: skills.TOOL_NAMES,
    Dimension.SUBAGENT: agents.TOOL_NAMES,
}


def offered(dimension: Dimension, resources: Resources) -> tuple[str, ...]:
    """Names of the tools beside the phone's that a task of ``dimension`` offers."""
    names = [*_OFFERED[dimension]]
    if resources.routing == "listed":
        names.remove("search_skills")
    return tuple(names)


def _long_ago() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Around:
    """Where a task is tried, as far as the rooms beside the phone have to know it."""

    conversation: Conversation = field(default_factory=Conversation)
    clock: Callable[[], datetime] = _long_ago
    embedder: Embedder | None = None
    """Memory is searched by words alone without one."""


def beside(task: Task, around: Around | None = None) -> tuple[Provider, ...]:
    """The rooms that a task's agent has beside the phone. Hand them to ``close`` afterwards."""
    return rooms_of(task.dimension, task.resources, task.language, task.id, around or Around())


def rooms_of(
    dimension: Dimension, resources: Resources, language: str, seed: str, around: Around
) -> tuple[Provider, ...]:
    """See ``beside``."""
    match dimension:
        case Dimension.SKILLS:
            return (skills.provider(resources.skills, language),)
        case Dimension.SUBAGENT:
            return (agents.provider(resources.agents, language),)
        case Dimension.MEMORY:
            talk, clock = around.conversation, around.clock
            memories = resources.memories
            return (memory.TaskMemory(memories, lambda: talk, clock, seed, around.embedder),)
        case _:
            return ()


def changes_beside(rooms: tuple[Provider, ...]) -> tuple[Change, ...]:
    """What became of a task's memory."""
    found = (room.changes() for room in rooms if isinstance(room, memory.TaskMemory))
    return tuple(change for changes in found for change in changes)


def close(rooms: tuple[Provider, ...]) -> None:
    """Delete what was made for the task."""
    for room in rooms:
        if isinstance(room, memory.TaskMemory):
            room.close()


def specs_of(task: Task, phone: SandboxPhone) -> tuple[ToolSpec, ...]:
    """The specs of the tools that a task offers, on its phone or beside it, in order."""
    others = {spec.name: spec for provider in beside(task) for spec in provider.specs()}
    known = {**others, **{name: tool.spec for name, tool in phone.catalogue.tools.items()}}
    return tuple(known[name] for name in task.tools)
