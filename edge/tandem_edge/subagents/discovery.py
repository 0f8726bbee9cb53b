"""Finding the sub-agents: a file in ``subagents/agents`` with an ``AGENT`` is one."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

from tandem_edge.subagents import agents as package
from tandem_edge.subagents.protocol import SubAgent


@dataclass(frozen=True)
class Found:
    """The sub-agents by name, and one line for each file that gave none; ``doctor`` shows them."""

    agents: Mapping[str, SubAgent]
    faults: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def load_agents() -> Found:
    """Every sub-agent that ships."""
    return discover(package)


def discover(where: ModuleType) -> Found:
    """The sub-agents in the modules of the package ``where``, in the order of their names."""
    agents: dict[str, SubAgent] = {}
    faults: list[str] = []
    for info in sorted(pkgutil.iter_modules(where.__path__), key=lambda info: info.name):
        try:
            agent: SubAgent = importlib.import_module(f"{where.__name__}.{info.name}").AGENT
        except Exception as error:
            faults.append(f"sub-agent {info.name} did not load: {error}")
            continue
        if agents.setdefault(agent.name, agent) is not agent:
            faults.append(f"{info.name} brings a second sub-agent called {agent.name}")
    return Found(agents, tuple(faults))
