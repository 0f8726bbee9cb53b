"""What the rules know of the tools beside what a record says: their specs and what they write."""

from __future__ import annotations

import sys
from functools import lru_cache

from tandem_edge.bench.standins import TABLE_NAMES, specs_of
from tandem_edge.bench.tasks.phones import begin
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.store import Table
from tandem_shared.tasks import Task
from tandem_shared.tools import Change, Effect, ToolSpec
from tandem_trainer.curate.reach import reach_of

SEARCH, DELEGATE, LOAD = "search_memory", "delegate_task", "load_skill"
MEMORY_WRITERS = ("save_memory", "replace_memory", "forget_memory")
CALLS_WRONG = frozenset(
    "invalid_argument missing_argument unknown_argument out_of_range wrong_kind too_long".split()
)
"""Codes of faults that say the call was written wrongly, whatever the phone's state."""
MAKING = frozenset("create add save start book set_up new".split())
"""Actions that make a record."""
NAMING = frozenset(["person", "app", "text"])
"""Kinds of argument that give a name in the user's own words."""
NO_TOOL = "unknown_tool"


@lru_cache(maxsize=1)
def writers() -> dict[str, frozenset[str]]:
    """By table of the phone, the tools that write it; where the code tells of none, those whose
    family works on it."""
    sure: dict[str, set[str]] = {}
    family: dict[str, set[str]] = {}
    for name, tool in load_catalogue().tools.items():
        if set(tool.spec.effects.values()) == {Effect.READ}:
            continue
        for table in reach_of(tool.act).writes:
            sure.setdefault(table, set()).add(name)
        for value in vars(sys.modules[tool.act.__module__]).values():
            if isinstance(value, Table):
                family.setdefault(value.name, set()).add(name)
    return {table: frozenset(names) for table, names in (family | sure).items()}


@lru_cache(maxsize=256)
def main_writers(table: str) -> frozenset[str]:
    """Those of ``writers`` that do not say of themselves that they write ``table`` on the side:
    that they change what a tool of another family is for, and more than that tool does."""
    tools = writers().get(table, frozenset())
    main = frozenset(name for name in tools if not any(_aside(name, other) for other in tools))
    return main or tools


def _aside(name: str, other: str) -> bool:
    one, two = load_catalogue().tools[name], load_catalogue().tools[other]
    more = reach_of(one.act).writes - reach_of(two.act).writes
    related = one.act.__module__ == two.act.__module__ or name in two.spec.changes
    return other in one.spec.changes and bool(more) and not related


def looks_at(name: str, table: str, fields: frozenset[str]) -> bool:
    """Whether a tool is there to read or to set one of these fields of a table of the phone."""
    tool = load_catalogue().tools.get(name)
    if tool is None:
        return False
    reach = reach_of(tool.act)
    reads = set(tool.spec.effects.values()) == {Effect.READ}
    return table in (reach.tables if reads else reach.writes) and bool(fields & reach.names)


def specs_for(task: Task) -> dict[str, ToolSpec]:
    """The specs of the tools that ``task`` offers, by name. Raises ``UsageError``."""
    if all(name in load_catalogue().tools for name in task.tools):
        return {name: load_catalogue().tools[name].spec for name in task.tools}
    return {spec.name: spec for spec in specs_of(task, begin(task))}


def on_phone(change: Change) -> bool:
    """Whether ``change`` is of the phone, not of memory or a brief."""
    return change.table not in TABLE_NAMES
