"""The sub-agents that a task brings: the room that ships, with helpers that only take notes."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tandem_edge.bench.standins.cards import read_cards
from tandem_edge.phone.protocol import Execution
from tandem_edge.subagents import offering
from tandem_edge.subagents.assignment import Assignment
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.protocol import Report, SubAgent, Work
from tandem_edge.subagents.provider import AgentProvider, Context
from tandem_edge.subagents.room import Room
from tandem_shared.tools import Bilingual, Change, ToolCall

AGENTS = tuple(read_cards("agents"))
TOOL_NAMES = (offering.DELEGATE,)
BRIEFS = "briefs"
"""The table in which a hand-off counts as a change."""


def take_note(task: Assignment, desk: Desk) -> Work:
    """Accept the assignment and do nothing: what it was is the checkers' business."""
    yield from ()
    return Report("", {"accepted": True})


@dataclass
class Noted(AgentProvider):
    """The room's provider, by which each hand-off counts as something that was changed."""

    made: int = 0

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """See ``Provider.call``."""
        execution = super().call(call, deadline_s=deadline_s, cancel=cancel)
        if not execution.result.ok:
            return execution
        self.made += 1
        brief = Change(table=BRIEFS, key=f"brief{self.made}", after=execution.arguments)
        return replace(execution, changes=(*execution.changes, brief))


def provider(names: Iterable[str], language: str) -> Noted:
    """A room of the helpers called ``names``."""
    cards = read_cards("agents")
    agents = {name: SubAgent(name, Bilingual(**cards[name].purpose), take_note) for name in names}
    return Noted(Room(agents), lambda: Context(language=language))


def listing(names: Iterable[str], language: str) -> str:
    """One line a sub-agent: name and purpose."""
    return offering.listing(provider(names, language).room.agents.values(), language)
