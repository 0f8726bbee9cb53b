"""The tools: a folder a domain, a file a family. Adding a family is adding a file."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from graphlib import TopologicalSorter
from random import Random
from types import ModuleType
from typing import Any

from tandem_edge.phone.authoring import Tool
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, populate_device
from tandem_edge.phone.sandbox.friction import TROUBLES
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tandem_edge.phone.sandbox.permissions import PERMISSIONS
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import ToolSpec, catalogue_digest

OWN_TABLES: tuple[Table[Any], ...] = (DEVICE, NOTIFICATIONS, PERMISSIONS, TROUBLES)


@dataclass(frozen=True)
class Catalogue:
    """A set of tools by name, with what failed to load."""

    tools: Mapping[str, Tool]
    faults: tuple[str, ...] = ()
    """One line a family that could not be imported; ``doctor`` shows them."""

    @cached_property
    def specs(self) -> tuple[ToolSpec, ...]:
        """Every spec, in name order."""
        return tuple(self.tools[name].spec for name in sorted(self.tools))

    @cached_property
    def digest(self) -> str:
        """Identity of this set of tools."""
        return catalogue_digest(list(self.specs))

    def spec(self, name: str) -> ToolSpec | None:
        """The spec called ``name``, or ``None``."""
        found = self.tools.get(name)
        return found.spec if found else None


@lru_cache(maxsize=1)
def load_catalogue() -> Catalogue:
    """Every tool of every family in these folders."""
    families, failed = _families()
    tools: dict[str, Tool] = {}
    faults = [*failed, *_doubled(families)]
    for family in families:
        for value in vars(family).values():
            if not isinstance(value, Tool) or value.spec.long_tail:
                continue  # no sandbox can carry a long-tail tool out, so none offers it
            if tools.setdefault(value.spec.name, value) is not value:
                faults.append(f"{family.__name__} brings a second tool called {value.spec.name}")
    return Catalogue(tools, tuple(faults))


@lru_cache(maxsize=1)
def load_tables() -> dict[str, Table[Any]]:
    """The sandbox's own tables and every one that any family declares, by name."""
    tables: dict[str, Table[Any]] = {table.name: table for table in OWN_TABLES}
    for family in _families()[0]:
        for value in vars(family).values():
            if isinstance(value, Table):
                tables[value.name] = value
    return tables


def _doubled(families: Iterable[ModuleType]) -> Iterator[str]:
    """One line for each name that two families or two different tables have."""
    named: dict[str, Table[Any]] = {table.name: table for table in OWN_TABLES}
    names = Counter(family.__name__.rpartition(".")[2] for family in families)
    yield from (f"two families are called {name}" for name, count in names.items() if count > 1)
    for family in families:
        for value in vars(family).values():
            if isinstance(value, Table) and named.setdefault(value.name, value) is not value:
                yield f"{family.__name__} brings a second table called {value.name}"


@lru_cache(maxsize=1)
def load_timers() -> tuple[Timer, ...]:
    """What every family does by the clock, in the order of the families' names."""
    timers = (
        value
        for family in _families()[0]
        for value in vars(family).values()
        if isinstance(value, Timer)
    )
    return tuple(dict.fromkeys(timers))


def populate(store: Store, seed: int, cast: Cast = Cast.EVERYDAY) -> None:
    """Fill an empty phone with a plausible, bilingual life; the same seed gives the same bytes.

    Calls each family's ``populate(store, random, cast)`` after those of the families in its
    ``NEEDS``.
    """
    populate_device(store, Random(f"{seed}/device"), cast)
    modules = {family.__name__.rpartition(".")[2]: family for family in _families()[0]}
    needs = {name: sorted(getattr(module, "NEEDS", ())) for name, module in sorted(modules.items())}
    for name in TopologicalSorter(needs).static_order():
        fill = getattr(modules.get(name), "populate", None)
        if fill is not None:
            fill(store, Random(f"{seed}/{name}"), cast)


@lru_cache(maxsize=1)
def _families() -> tuple[tuple[ModuleType, ...], tuple[str, ...]]:
    """Every family's module in the order of their names, and one line for each that failed."""
    modules: list[ModuleType] = []
    faults: list[str] = []
    found = pkgutil.walk_packages(__path__, f"{__name__}.", onerror=lambda name: None)
    for info in sorted(found, key=lambda info: info.name):
        if info.ispkg:
            continue
        try:
            modules.append(importlib.import_module(info.name))
        except Exception as error:
            name = info.name.rpartition(".")[2]
            faults.append(f"tool family {name} did not load: {error}")
    return tuple(modules), tuple(faults)
