"""Room for servers' tools among those a request is offered.

The phone's tools are recalled by wordings they were learnt from; a stranger's tool has none and
would never come up beside them. So the servers' tools that share words with the request come on
top of the phone's, a few at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tandem_edge.harness.ports import Candidates
from tandem_edge.harness.recall import Recall
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
        more = [spec for spec in self._own.matching(request, count) if spec.name not in there]
        return (*chosen, *more[:MOST])

    @cached_property
    def _own(self) -> Recall:
        return Recall(tuple(spec for server in self.servers for spec in server.specs()))
