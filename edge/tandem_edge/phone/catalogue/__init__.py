"""The tools, one file a family, found by discovery: adding a family is adding a file."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from graphlib import TopologicalSorter
from random import Random
from types import ModuleType
from typing import Any

from tandem_edge.phone.authoring import Tool
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import ToolSpec, catalogue_digest


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
    """Every tool of every family in this folder."""
    faults: list[str] = []
    tools: dict[str, Tool] = {}
    for family in _families(faults):
        for value in vars(family).values():
            if isinstance(value, Tool) and tools.setdefault(value.spec.name, value) is not value:
                faults.append(f"{family.__name__} brings a second tool called {value.spec.name}")
    return Catalogue(tools, tuple(faults))


@lru_cache(maxsize=1)
def load_tables() -> dict[str, Table[Any]]:
    """Every table that any family declares or uses, by name."""
    return {
        value.name: value
        for family in _families([])
        for value in vars(family).values()
        if isinstance(value, Table)
    }


def populate(store: Store, seed: int) -> None:
    """Fill an empty phone with a plausible, bilingual life; the same seed gives the same bytes.

    Calls each family's ``populate(store, random)`` after those of the families in its ``NEEDS``.
    """
    modules = {family.__name__.rpartition(".")[2]: family for family in _families([])}
    needs = {name: sorted(getattr(module, "NEEDS", ())) for name, module in sorted(modules.items())}
    for name in TopologicalSorter(needs).static_order():
        fill = getattr(modules.get(name), "populate", None)
        if fill is not None:
            fill(store, Random(f"{seed}/{name}"))


def _families(faults: list[str]) -> Iterator[ModuleType]:
    for info in sorted(pkgutil.iter_modules(__path__), key=lambda info: info.name):
        try:
            yield importlib.import_module(f"{__name__}.{info.name}")
        except Exception as error:
            faults.append(f"tool family {info.name} did not load: {error}")
