"""``tandem-agent``: the whole agent on the sandbox phone. Its steps go under the key ``tandem``."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from tandem_edge.facade import Agent
from tandem_edge.harness.conversation import Conversation
from tandem_edge.serving.pieces import End, Extra, Piece, Text
from tandem_edge.serving.requests import ChatRequest, Problem, Said
from tandem_shared.canonical import digest
from tandem_shared.events import Outcome, TurnEnded

NAME = "tandem-agent"
KEPT = 32
"""Conversations that can be gone on with; the one that rested longest is forgotten first."""


@dataclass
class AgentModel:
    """Carries the last message of the user out. Its own tools act: a client's are refused.

    A client sends the whole conversation each time; it is gone on with when it is, word for word,
    one that was had here before, and begun anew otherwise.
    """

    agent: Agent
    name: str = NAME
    _kept: OrderedDict[str, Conversation] = field(default_factory=OrderedDict)

    def answer(self, request: ChatRequest, cancel: threading.Event) -> Iterator[Piece]:
        """See ``Model.answer``."""
        if request.tools:
            raise Problem(400, "this model has tools of its own: leave yours out", param="tools")
        *before, last = request.messages
        if last.role != "user":
            raise Problem(400, "the last message is not the user's", param="messages")
        harness = self.agent.harness
        key = _key(before)
        harness.conversation = self._kept.pop(key) if key in self._kept else Conversation()
        for event in self.agent.ask(last.text, cancel):
            value: dict[str, Any] = event.model_dump(mode="json")
            yield Extra(value)
            if isinstance(event, TurnEnded):
                answer = Said(role="assistant", content=event.text)
                self._keep(_key([*request.messages, answer]), harness.conversation)
                yield Text(event.text)
                reason = "length" if event.outcome is Outcome.BUDGET else "stop"
                yield End(reason, event.usage)

    def _keep(self, key: str, conversation: Conversation) -> None:
        self._kept[key] = conversation
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _key(messages: Sequence[Said]) -> str:
    said: list[JsonValue] = [[each.role, each.text] for each in messages]
    return digest(said)
