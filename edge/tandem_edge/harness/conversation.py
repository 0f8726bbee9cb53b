"""What was said so far, kept valid at every moment: each answer with calls has its results."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.planner.protocol import Message, Planned, Role
from tandem_edge.policy.taint import Taint
from tandem_shared.tools import Privacy, ToolSpec


@dataclass
class Turn:
    """One request (and the replies to its questions) with everything done for it."""

    tools: Toolbox
    candidates: tuple[ToolSpec, ...]
    language: str
    messages: list[Message] = field(default_factory=list)

    def expose(self, names: Iterable[str]) -> None:
        """Offer more tools from now on; unknown names are passed over."""
        there = {spec.name for spec in self.candidates}
        more = [self.tools.specs[name] for name in names if name in self.tools.specs]
        self.candidates += tuple(spec for spec in more if spec.name not in there)


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

    def begin(
        self, tools: Toolbox, candidates: tuple[ToolSpec, ...], language: str, opening: Message
    ) -> Turn:
        """Open a turn with the message that states the request."""
        turn = Turn(tools, candidates, language, [opening])
        self.turns.append(turn)
        return turn

    def reply(self, text: str) -> Turn:
        """Go on with the turn that asked a question."""
        self.awaiting_reply = False
        self.turns[-1].messages.append(Message(Role.USER, text))
        return self.turns[-1]

    def record_step(
        self, planned: Planned, observation: str, private: frozenset[Privacy] | None = None
    ) -> None:
        """Add an answer together with what came of it, and the private classes in that."""
        self.turns[-1].messages += [
            Message(Role.PLANNER, planned.text, planned.token_ids),
            Message(Role.PHONE, observation, private=private),
        ]

    def record_end(self, planned: Planned, *, asked: bool) -> None:
        """Add the answer that ends the turn."""
        self.turns[-1].messages.append(Message(Role.PLANNER, planned.text, planned.token_ids))
        self.awaiting_reply = asked

    def recent(self, characters: int) -> tuple[Message, ...]:
        """The messages of the last turns that fit in ``characters``; the last one always."""
        kept: list[Message] = []
        for turn in reversed(self.turns):
            size = sum(len(message.text) for message in turn.messages)
            if kept and size > characters:
                break
            kept = [*turn.messages, *kept]
            characters -= size
        return tuple(kept)
