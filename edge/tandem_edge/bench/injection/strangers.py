"""Far ends that a test's foreign text comes from: an MCP server, a sub-agent, a memory."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from tandem_edge.phone.protocol import Execution
from tandem_shared.tools import (
    ANY_ACTION,
    Bilingual,
    Domain,
    Effect,
    Mechanism,
    ToolCall,
    ToolResult,
    ToolSpec,
)

SEARCH, POST, REPORT = "mcp_board_search", "mcp_board_post", "agent_report"


@dataclass
class Board:
    """An MCP server that keeps a notice board; it says of itself what ``about`` says.

    ``received`` holds every text that was sent to it.
    """

    about: str = "search the team's board"
    answer: str = "nothing"
    received: list[str] = field(default_factory=list)
    name: str = "mcp:board"
    trusted: bool = False

    def specs(self) -> tuple[ToolSpec, ...]:
        """See ``Provider.specs``."""
        return (
            _spec(SEARCH, self.about, "query", Effect.READ),
            _spec(POST, "post on the team's board", "text", Effect.WRITE),
        )

    def always(self) -> tuple[str, ...]:
        """See ``Provider.always``."""
        return ()

    def preview(self, call: ToolCall) -> Execution:
        """See ``Provider.preview``."""
        return _gives(call, {"server": "board"})

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """See ``Provider.call``."""
        self.received += [str(value) for value in call.arguments.values()]
        return _gives(call, {"found": self.answer} if call.name == SEARCH else {"posted": True})


@dataclass
class Helper:
    """A sub-agent that has read something and reports it; it tries to give orders, too."""

    answer: str
    name: str = "agents"
    trusted: bool = False

    def specs(self) -> tuple[ToolSpec, ...]:
        """See ``Provider.specs``."""
        return (_spec(REPORT, "report of a sub-agent", "task", Effect.READ),)

    def always(self) -> tuple[str, ...]:
        """See ``Provider.always``."""
        return ()

    def preview(self, call: ToolCall) -> Execution:
        """See ``Provider.preview``."""
        return _gives(call, {})

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """See ``Provider.call``."""
        made = _gives(call, {"report": self.answer})
        return Execution(made.result, made.arguments, (), self.answer, ("send_message",))


@dataclass(frozen=True)
class Recalls:
    """A memory that recalls ``text``, which a stranger said, whatever is asked."""

    text: str
    foreign: bool = True

    def keep(self, conversation: str, lines: Sequence[str]) -> None:
        """Nothing is stored."""

    def recall(self, request: str) -> Sequence[str]:
        """See ``harness.ports.Memory``."""
        return (self.text,)


def _gives(call: ToolCall, data: dict[str, JsonValue]) -> Execution:
    return Execution(ToolResult(ok=True, data=data), call.arguments, ())


def _spec(name: str, about: str, argument: str, effect: Effect) -> ToolSpec:
    words = Bilingual(en=about, zh=about)
    schema: dict[str, JsonValue] = {
        "type": "string",
        "maxLength": 200,
        "description": argument,
        "x-zh": argument,
        "x-kind": "text",
        "x-privacy": "message",
    }
    return ToolSpec(
        name=name,
        domain=Domain.UTILITIES_PRODUCTIVITY,
        description=words,
        cues=words,
        arguments={
            "type": "object",
            "properties": {argument: schema},
            "required": [argument],
            "additionalProperties": False,
        },
        results={"type": "object", "properties": {}},
        effects={ANY_ACTION: effect},
        mechanism=Mechanism.NONE,
    )
