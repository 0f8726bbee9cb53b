"""The ``tandem`` entry point. Light, so that Ctrl+C is minded before anything is imported."""

from __future__ import annotations

import os

COMMANDS: dict[str, tuple[str, str]] = {
    "ask": ("tandem_edge.cli.ask:ask", "Carry out one request on the phone."),
    "undo": (
        "tandem_edge.cli.undo:undo",
        "Take back what the last request did, or only the calls named.",
    ),
    "memory": (
        "tandem_edge.cli.memory:memory",
        "What is remembered of you: add, find, correct, forget.",
    ),
    "grants": ("tandem_edge.cli.grants:grants", "What was allowed, to whom, for how long."),
    "doctor": ("tandem_edge.cli.doctor:doctor", "Check what Tandem needs, and how to mend it."),
    "model": ("tandem_edge.cli.model:model", "Pull, list, add and verify model files."),
    "phone": ("tandem_edge.cli.phone:phone", "Look at phones and their tools."),
    "skill": (
        "tandem_edge.cli.skill:skill",
        "List, show and check skills: instructions the agent opens.",
    ),
    "mcp": ("tandem_edge.cli.mcp:mcp", "Use the tools of MCP servers beside the phone's."),
    "key": ("tandem_edge.cli.key:key", "Make, change and recover the key of what is stored."),
    "outbound": ("tandem_edge.cli.outbound:outbound", "Say what may leave this device."),
    "serve": ("tandem_edge.cli.serve:serve", "Let other programs ask the planner or the agent."),
    "harness": (
        "tandem_edge.cli.harness:harness",
        "Build, show and compare what guides the planner.",
    ),
    "bench": ("tandem_edge.cli.bench:bench", "Measure the agent: what it can do, and how fast."),
}
"""Command name to where it lives and its one-line help, so that ``--help`` imports nothing."""
SHELVES = {
    "Every day": ("ask", "memory", "undo", "grants"),
    "Set up": ("doctor", "model", "phone", "skill", "mcp", "key", "outbound"),
    "Build on it": ("serve", "harness", "bench"),
}
"""Where ``--help`` shows each command; a line a shelf, so that all of them fit on a screen."""


def main() -> None:
    """Entry point of the ``tandem`` command."""
    try:
        from tandem_edge.cli.interrupts import take_over

        take_over()
    except KeyboardInterrupt:
        os._exit(130)
    from tandem_edge.cli.common import run
    from tandem_tui.commands import tandem

    run(tandem)
