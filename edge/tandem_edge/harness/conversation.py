"""What was said so far, kept valid at every moment: each answer with calls has its results."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.planner.protocol import Message, Planned, Role
from tandem_edge.policy.taint import Taint
from tandem_shared.describe import call_text
from tandem_shared.text import one_line
from tandem_shared.tools import Privacy, ToolCall, ToolResult, ToolSpec

IN_SHORT = 160
"""Characters of a request, a call or an answer told in short."""


@dataclass
class Turn:
    """One request (and the replies to its questions) with everything done for it."""

    tools: Toolbox
    candidates: tuple[ToolSpec, ...]
    language: str
    messages: list[Message] = field(default_factory=list)
    request: str = ""
    done: list[str] = field(default_factory=list)
    """One line a call: what was called and what came of it."""
    ended: str = ""

    def expose(self, names: Iterable[str]) -> tuple[ToolSpec, ...]:
        """Offer more tools from now on; which were not on offer yet. Unknown names are none."""
        there = {spec.name for spec in self.candidates}
        wanted = (self.tools.specs[name] for name in names if name in self.tools.specs)
        more = tuple(spec for spec in wanted if spec.name not in there)
        self.candidates += more
        return more

    def note(self, call: ToolCall, result: ToolResult) -> None:
        """Remember a call for the time when its step is told in short."""
        came = "ok" if result.fault is None else f"failed, {result.fault.code}"
        self.done.append(f"{call_text(call)[:IN_SHORT]}: {came}")

    def in_short(self) -> str:
        """What was asked for, what was done about it and how it ended, on one line."""
        asked = one_line(self.request, limit=IN_SHORT)
        parts = (f'"{asked}"', "; ".join(self.done), one_line(self.ended, limit=IN_SHORT))
        return " -> ".join(part for part in parts if part)


@dataclass
class Conversation:
    """Turns in order. Only ``record_*`` add to it, so a planner's answer and its results enter
    together or not at all."""

    turns: list[Turn] = field(default_factory=list)
    awaiting_reply: bool = False
    """The last turn ended in a question; what the user says next belongs to it."""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    """Names the conversation in grants and in the journal."""
    taint: Taint = field(default_factory=Taint)
    """Whose foreign text its context holds by now."""
    earlier: list[str] = field(default_factory=list)
    """Turns that are no longer here, each in short."""

    def begin(self, turn: Turn) -> Turn:
        """Open a turn, whose first message states the request."""
        self.turns.append(turn)
        return turn

    def reply(self, text: str) -> Turn:
        """Go on with the turn that asked a question."""
        self.awaiting_reply = False
        return self.add(text)

    def add(self, text: str) -> Turn:
        """Let the user say more in the running turn."""
        turn = self.turns[-1]
        turn.messages.append(Message(Role.USER, text))
        turn.done.append(f'the user: "{one_line(text, limit=IN_SHORT)}"')
        return turn

    def record_step(
        self, planned: Planned, observation: str, private: frozenset[Privacy] | None = None
    ) -> None:
        """Add an answer together with what came of it, and the private classes in that."""
        self.turns[-1].messages += [
            Message(Role.PLANNER, planned.text, planned.token_ids),
            Message(Role.PHONE, observation, private=private),
        ]

    def record_end(self, planned: Planned, said: str, *, asked: bool) -> None:
        """Add the answer that ends the turn, and the words in it for the user."""
        self.turns[-1].ended = said
        self.turns[-1].messages.append(Message(Role.PLANNER, planned.text, planned.token_ids))
        self.awaiting_reply = asked

    @property
    def number(self) -> int:
        """How many turns there have been."""
        return len(self.earlier) + len(self.turns)

    @property
    def messages(self) -> tuple[Message, ...]:
        """Every message of every turn that is still here."""
        return tuple(message for turn in self.turns for message in turn.messages)
