"""The sub-agents of an agent that ships: the owner's rules, models and phone around the room."""

from __future__ import annotations

from collections.abc import Callable

from tandem_edge.harness.agents_hand import AgentsHand
from tandem_edge.harness.loop import Harness
from tandem_edge.llm.role import LanguageModel
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.outbound.endpoints import endpoint_of
from tandem_edge.phone.protocol import Execution, Phone
from tandem_edge.planner.protocol import Role
from tandem_edge.settings import Settings
from tandem_edge.subagents.discovery import load_agents
from tandem_edge.subagents.eyes import ChatEyes, Eyes
from tandem_edge.subagents.provider import AgentProvider, Context
from tandem_edge.subagents.room import Room
from tandem_shared.errors import MissingError, UsageError
from tandem_shared.tools import ToolCall, ToolSpec


class Models:
    """The models that sub-agents ask, each opened when the first of them needs it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._model: LanguageModel | None = None
        self._eyes: ChatEyes | None = None

    def model(self) -> LanguageModel | None:
        """The language model; ``None`` where its file is not here. Raises ``PrivacyError``."""
        from tandem_edge.llm.opening import open_language_model

        if self._model is None:
            try:
                self._model = open_language_model(self.settings)
            except MissingError:
                return None
        return self._model

    def eyes(self) -> Eyes | None:
        """The endpoint that looks at pictures, if one is set. Raises ``PrivacyError``."""
        from tandem_edge.llm.opening import open_chat

        if self._eyes is None and self.settings.vision:
            endpoint = endpoint_of(self.settings.vision, self.settings.endpoints)
            if endpoint is None:
                raise UsageError(
                    f"{self.settings.vision} is no endpoint", hint="vision = 'endpoint:NAME'"
                )
            self._eyes = ChatEyes(open_chat(self.settings, endpoint, Purpose.AGENT))
        return self._eyes

    def close(self) -> None:
        """Free what was opened. Idempotent."""
        for opened in (self._model, self._eyes.chat if self._eyes else None):
            if opened is not None:
                opened.close()
        self._model = self._eyes = None


def open_agents(models: Models, harness: Harness, request: Callable[[], str]) -> AgentProvider:
    """The sub-agents that ship, for ``harness``; ``request`` tells what the owner has asked.

    They act on the harness's phone under its policy, and what they write is journalled.
    """

    def act(phone: Phone, call: ToolCall, spec: ToolSpec) -> Execution:
        hand = AgentsHand(
            harness.policy,
            harness.approve,
            harness.cancelled,
            lambda: harness.conversation,
            harness.journal,
        )
        return hand(phone, call, spec)

    room = Room(
        load_agents().agents,
        model=models.model,
        eyes=models.eyes,
        phone=lambda: harness.phone,
        act=act,
    )
    return AgentProvider(room, lambda: _context(harness, request()))


def _context(harness: Harness, request: str) -> Context:
    """What the turn has shown so far: observations of its tools, newest last."""
    turns = harness.conversation.turns
    if not turns:
        return Context(request)
    seen = tuple(each.text for each in turns[-1].messages if each.role is Role.PHONE)
    return Context(request, turns[-1].language, seen)
