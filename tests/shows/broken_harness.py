"""A pytest plugin: the harness with the part named by ``BROKEN`` broken."""

from __future__ import annotations

import os
from typing import Any

from tandem_edge.harness import loop
from tandem_edge.harness.adapter.guidance import Guidance
from tandem_edge.harness.ports import Judgement, Verdict
from tandem_edge.harness.repeats import Repeats
from tandem_edge.mcp_servers.provider import McpProvider
from tandem_edge.outbound.gate import Outbound
from tandem_edge.policy.deciding import RulePolicy
from tandem_edge.serving import tokens

BROKEN = os.environ.get("BROKEN", "")


def nothing(*ignored: Any, **more: Any) -> Any:
    return 0


def break_it() -> None:
    if BROKEN == "adapter":
        Guidance.notes = lambda self, specs, language: "Use set_volume first."  # type: ignore[method-assign]
    if BROKEN == "policy":
        RulePolicy.judge = lambda *ignored: Judgement(Verdict.ALLOW)  # type: ignore[method-assign]
    if BROKEN == "repeats":
        Repeats.watch = lambda *ignored, **more: ("", "")  # type: ignore[method-assign]
    if BROKEN == "compaction":
        loop.drop_turns = loop.shorten_turn = nothing
    if BROKEN == "steering":
        loop.Harness._hear = lambda self: iter(())  # type: ignore[method-assign]
    if BROKEN == "deadline":
        loop.Spent.exceeded = lambda self, budget: ""  # type: ignore[method-assign]
    if BROKEN == "mcp":
        McpProvider.call = nothing  # type: ignore[method-assign]
    if BROKEN == "outbound":
        Outbound.require = nothing  # type: ignore[method-assign]
    if BROKEN == "token":
        tokens.Token.shown_by = lambda *ignored: True  # type: ignore[method-assign]


break_it()
