"""What a task has beside the phone's tools, so that it can be proven and tried.

Skills and sub-agents are the rooms that ship, filled with the task's own. Memory is minimal: tools
like any other, on a table of their own. The real room takes its place as it is built; tasks and
checkers only know what a trajectory says.
"""

from __future__ import annotations

from collections.abc import Iterable

from tandem_edge.bench.standins import agents, memory, skills
from tandem_edge.harness.ports import Provider
from tandem_edge.phone.authoring import Tool
from tandem_edge.phone.catalogue import Catalogue
from tandem_edge.phone.sandbox.store import Store
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tasks import Dimension, Resources, Task
from tandem_shared.tools import ToolSpec

TABLES = (memory.MEMORIES,)
TABLE_NAMES = frozenset([*(table.name for table in TABLES), agents.BRIEFS])

_OFFERED: dict[Dimension, tuple[Tool, ...]] = {
    Dimension.TOOL: (),
    Dimension.MEMORY: memory.TOOLS,
    Dimension.SKILLS: (),
    Dimension.SUBAGENT: (),
}


def offered(dimension: Dimension, resources: Resources) -> tuple[str, ...]:
    """Names of the tools beside the phone's that a task of ``dimension`` offers."""
    names = [tool.spec.name for tool in _OFFERED[dimension]]
    if dimension is Dimension.SKILLS:
        names += skills.TOOL_NAMES
    if dimension is Dimension.SUBAGENT:
        names += agents.TOOL_NAMES
    if resources.routing == "listed":
        names.remove("search_skills")
    return tuple(names)


def beside(task: Task) -> tuple[Provider, ...]:
    """The rooms that a task's agent has beside the phone."""
    if task.dimension is Dimension.SKILLS:
        return (skills.provider(task.resources.skills, task.language),)
    if task.dimension is Dimension.SUBAGENT:
        return (agents.provider(task.resources.agents, task.language),)
    return ()


def specs_of(task: Task, phone: SandboxPhone) -> tuple[ToolSpec, ...]:
    """The specs of the tools that a task offers, on its phone or beside it, in order."""
    others = {spec.name: spec for provider in beside(task) for spec in provider.specs()}
    known = {**others, **{name: tool.spec for name, tool in phone.catalogue.tools.items()}}
    return tuple(known[name] for name in task.tools)


def equip(phone: SandboxPhone, resources: Resources) -> SandboxPhone:
    """``phone`` with the stand-in tools, holding ``resources``."""
    store = phone.store
    store.tables = {**store.tables, **{table.name: table for table in TABLES}}
    for table in TABLES:
        store.rows.setdefault(table.name, {})
    memory.fill(store, resources.memories)
    store.journal.clear()
    every: Iterable[Tool] = (tool for tools in _OFFERED.values() for tool in tools)
    tools = {**phone.catalogue.tools, **{tool.spec.name: tool for tool in every}}
    return SandboxPhone(store, Catalogue(tools), name=phone.name)


def memories_of(store: Store) -> dict[str, str]:
    """Every memory by key."""
    return {key: row.text for key, row in store.all(memory.MEMORIES).items()}
