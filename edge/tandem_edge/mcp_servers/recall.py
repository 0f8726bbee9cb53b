"""Room for servers' tools among those a request is offered.

The phone's tools are recalled by wordings they were learnt from; a stranger's tool has none and
would never come up beside them. So the servers' tools that share words with the request come on
top of the phone's, a few at most.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tandem_edge.harness.ports import Candidates
from tandem_edge.harness.recall import terms
from tandem_edge.mcp_servers.provider import McpProvider
from tandem_shared.tools import ToolSpec

MOST = 4
"""Servers' tools offered for one request, beyond those that were recalled anyway."""


@dataclass(frozen=True)
class WithServers:
    """``inner``'s choice, and the best of ``servers``' tools after it. See ``Candidates``."""

    inner: Candidates
    servers: Sequence[McpProvider]

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """See ``Candidates.top``; up to ``MOST`` more than ``count``."""
        chosen = self.inner.top(request, count)
        there = {spec.name for spec in chosen}
        asked = set(terms(request))
        scored = [(-self._score(asked & words), spec.name, spec) for spec, words in self._words]
        more = [spec for score, name, spec in sorted(scored) if score < 0 and name not in there]
        return (*chosen, *more[:MOST])

    @cached_property
    def _words(self) -> list[tuple[ToolSpec, set[str]]]:
        specs = [spec for server in self.servers for spec in server.specs()]
        return [(spec, set(terms(_document(spec)))) for spec in specs]

    @cached_property
    def _rarity(self) -> dict[str, float]:
        """How much a word tells of a tool: less, the more of the tools have it."""
        seen = Counter(word for _, words in self._words for word in words)
        return {word: math.log(1 + len(self._words) / many) for word, many in seen.items()}

    def _score(self, shared: set[str]) -> float:
        return sum(self._rarity[word] for word in sorted(shared))


def _document(spec: ToolSpec) -> str:
    arguments = " ".join(f"{name} {schema['description']}" for name, schema in spec.offered.items())
    name = spec.name.removeprefix("mcp_")
    return f"{name} {spec.description.en} {arguments}".replace("_", " ")
