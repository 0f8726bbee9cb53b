"""Minimal memory, skills and sub-agents, so that tasks about them can be proven and tried.

They are tools like any other, on tables of their own. The harness's real rooms take their place in
runs as they are built; tasks and checkers only know what a trajectory says.
"""

from __future__ import annotations

from collections.abc import Iterable

from tandem_edge.bench.standins import agents, memory, skills
from tandem_edge.phone.authoring import Tool
from tandem_edge.phone.catalogue import Catalogue
from tandem_edge.phone.sandbox.store import Store
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tasks import Dimension, Resources

TABLES = (memory.MEMORIES, skills.SHELF, agents.BRIEFS)
TABLE_NAMES = frozenset(table.name for table in TABLES)

_OFFERED: dict[Dimension, tuple[Tool, ...]] = {
    Dimension.TOOL: (),
    Dimension.MEMORY: memory.TOOLS,
    Dimension.SKILLS: skills.TOOLS,
    Dimension.SUBAGENT: agents.TOOLS,
}


def offered(dimension: Dimension, resources: Resources) -> tuple[str, ...]:
    """Names of the stand-in tools that a task of ``dimension`` offers."""
    names = [tool.spec.name for tool in _OFFERED[dimension]]
    if resources.routing == "listed":
        names.remove("search_skills")
    return tuple(names)


def equip(phone: SandboxPhone, resources: Resources, language: str) -> SandboxPhone:
    """``phone`` with the stand-in tools, holding ``resources``."""
    store = phone.store
    store.tables = {**store.tables, **{table.name: table for table in TABLES}}
    for table in TABLES:
        store.rows.setdefault(table.name, {})
    memory.fill(store, resources.memories)
    skills.fill(store, resources.skills, language)
    store.journal.clear()
    every: Iterable[Tool] = (tool for tools in _OFFERED.values() for tool in tools)
    tools = {**phone.catalogue.tools, **{tool.spec.name: tool for tool in every}}
    return SandboxPhone(store, Catalogue(tools), name=phone.name)


def memories_of(store: Store) -> dict[str, str]:
    """Every memory by key."""
    return {key: row.text for key, row in store.all(memory.MEMORIES).items()}
