"""An answer as it comes into being, and how it is written on the wire."""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import JsonValue

from tandem_edge.serving.requests import ChatRequest
from tandem_shared.events import Usage
from tandem_shared.tools import ToolCall


@dataclass(frozen=True)
class Text:
    """Words of the answer."""

    text: str


@dataclass(frozen=True)
class ToolCalls:
    """Calls that the client is to make, under the client's own names."""

    calls: tuple[ToolCall, ...]


@dataclass(frozen=True)
class Extra:
    """Something OpenAI's API has no word for; it goes under the key ``tandem``."""

    value: dict[str, JsonValue]


@dataclass(frozen=True)
class End:
    """The answer is complete: OpenAI's finish reason, and what it cost."""

    reason: str
    usage: Usage


Piece = Text | ToolCalls | Extra | End


class Model(Protocol):
    """Something that answers. It is asked in a thread of its own, one request at a time."""

    @property
    def name(self) -> str:
        """What clients call it."""

    def answer(self, request: ChatRequest, cancel: threading.Event) -> Iterator[Piece]:
        """Pieces, ``End`` last. Raises ``Problem`` and ``TandemError``; ends soon after
        ``cancel`` is set."""


@dataclass(frozen=True)
class Writer:
    """Writes one answer of ``model``, whole or in pieces."""

    model: str
    id: str = field(default_factory=lambda: f"chatcmpl-{secrets.token_hex(12)}")
    created: int = field(default_factory=lambda: int(time.time()))

    def whole(self, pieces: Iterable[Piece]) -> dict[str, Any]:
        """A ``chat.completion`` object."""
        message: dict[str, Any] = {"role": "assistant", "content": None, "refusal": None}
        extras: list[JsonValue] = []
        end = End("stop", Usage())
        for piece in pieces:
            match piece:
                case Text(text):
                    message["content"] = (message["content"] or "") + text
                case ToolCalls(calls):
                    message["tool_calls"] = [_call(call) for call in calls]
                case Extra(value):
                    extras.append(value)
                case End():
                    end = piece
        if extras:
            message["tandem"] = extras
        choice = {"index": 0, "message": message, "finish_reason": end.reason, "logprobs": None}
        head = self._head("chat.completion")
        return {**head, "choices": [choice], "usage": usage_of(end.usage)}

    def chunks(self, piece: Piece, *, first: bool, with_usage: bool) -> Iterator[dict[str, Any]]:
        """``chat.completion.chunk`` objects for one piece."""
        if first:
            yield self._chunk({"role": "assistant", "content": ""})
        match piece:
            case Text(text):
                yield self._chunk({"content": text})
            case ToolCalls(calls):
                listed = [{"index": place, **_call(call)} for place, call in enumerate(calls)]
                yield self._chunk({"tool_calls": listed})
            case Extra(value):
                yield self._chunk({"tandem": value})
            case End(reason, usage):
                yield self._chunk({}, reason)
                if with_usage:
                    head = self._head("chat.completion.chunk")
                    yield {**head, "choices": [], "usage": usage_of(usage)}

    def _chunk(self, delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "finish_reason": reason, "logprobs": None}
        return {**self._head("chat.completion.chunk"), "choices": [choice]}

    def _head(self, kind: str) -> dict[str, Any]:
        return {"id": self.id, "object": kind, "created": self.created, "model": self.model}


def usage_of(usage: Usage) -> dict[str, Any]:
    """OpenAI's form of what an answer cost."""
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.output_tokens,
        "total_tokens": usage.prompt_tokens + usage.output_tokens,
        "prompt_tokens_details": {"cached_tokens": usage.reused_tokens},
        "completion_tokens_details": {"reasoning_tokens": usage.thinking_tokens},
    }


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    return {
        "id": f"call_{secrets.token_hex(8)}",
        "type": "function",
        "function": {"name": call.name, "arguments": arguments},
    }
