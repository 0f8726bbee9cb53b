"""Finding the long-tail tools: every file in ``tools`` is looked through, none is registered."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from tandem_edge.phone.authoring import Tool
from tandem_edge.phone.catalogue import Catalogue, load_catalogue
from tandem_edge.phone.simulated import tools as folder


@lru_cache(maxsize=1)
def load_services() -> Catalogue:
    """Every long-tail tool, with what failed to load."""
    faults: list[str] = []
    found: dict[str, Tool] = {}
    for info in sorted(pkgutil.iter_modules(folder.__path__), key=lambda info: info.name):
        try:
            module = importlib.import_module(f"{folder.__name__}.{info.name}")
        except Exception as error:
            faults.append(f"service {info.name} did not load: {error}")
            continue
        for value in vars(module).values():
            if not isinstance(value, Tool) or not value.spec.long_tail:
                continue
            if found.setdefault(value.spec.name, value) is not value:
                faults.append(f"{info.name} brings a second tool called {value.spec.name}")
    return Catalogue(found, tuple(faults))


@lru_cache(maxsize=1)
def load_world_catalogue() -> Catalogue:
    """What a simulated world offers: the sandbox's tools and the long-tail ones.

    A service may not take a sandbox tool's name: the sandbox's, which has real effects, stands.
    """
    phone, services = load_catalogue(), load_services()
    taken = [
        f"the service {name} has the name of a phone tool"
        for name in services.tools
        if name in phone.tools
    ]
    faults = (*phone.faults, *services.faults, *taken)
    return Catalogue({**services.tools, **phone.tools}, faults)
