"""A memory with an agent's desk in front of it, and a conversation to talk in."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tandem_edge.harness.conversation import Conversation
from tandem_edge.memory.provider import AgentMemory
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.phone.protocol import Execution
from tandem_shared.tools import ToolCall

START = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


@dataclass
class Talk:
    """The owner and an agent at work; each look at the clock is a minute later."""

    room: MemoryRoom
    conversation: Conversation = field(default_factory=Conversation)
    minutes: int = 0
    memory: AgentMemory = field(init=False)

    def __post_init__(self) -> None:
        self.memory = AgentMemory(self.room, lambda: self.conversation, self.clock)

    def clock(self) -> datetime:
        self.minutes += 1
        return START + timedelta(minutes=self.minutes)

    def says(self, text: str) -> None:
        """The owner says it."""
        self.conversation.taint.hear(text)

    def done(self, name: str, **arguments: Any) -> Execution:
        """The agent calls a tool."""
        call = ToolCall(name=name, arguments=arguments)
        return self.memory.call(call, deadline_s=1.0, cancel=threading.Event())

    def data(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The result of a call that goes well."""
        execution = self.done(name, **arguments)
        assert execution.result.fault is None, execution.result.fault
        return dict(execution.result.data)

    def fault(self, name: str, **arguments: Any) -> str:
        """The code of a call that fails."""
        fault = self.done(name, **arguments).result.fault
        assert fault is not None
        return fault.code

    def found(self, query: str) -> list[str]:
        """Texts that a search gives."""
        return [each["text"] for each in self.data("search_memory", query=query)["memories"]]
