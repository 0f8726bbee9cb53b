"""Chat completions of any OpenAI-compatible endpoint: llama.cpp's server, vLLM, a hosted one.

One request and reply, tried again where that may help, paid for through a ``Gate``. Neither the
planner nor the language model role is known here.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tandem_edge.outbound.gate import Gate
from tandem_edge.outbound.http import Http, NoReply, Response
from tandem_shared.errors import CancelledError, TandemError
from tandem_shared.events import Usage
from tandem_shared.text import one_line
from tandem_shared.tools import Privacy

ATTEMPTS = 3
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 20.0
MOST_BYTES = 1_000_000
"""Longest reply that is read."""
AGAIN = frozenset({408, 429, 500, 502, 503, 504})
"""Statuses that may be different next time."""
OPTIONAL = ("response_format", "temperature", "seed", "tool_choice", "parallel_tool_calls")
"""What an endpoint may not know; left out once it has said so."""
MOST_TOKENS = 10**9
BYTES_A_TOKEN = 16
"""A claim of fewer tokens than one for so many bytes of an answer is not believed."""


class EndpointFailed(TandemError):
    """The endpoint gave no usable reply."""

    exit_code = 5


@dataclass(frozen=True)
class Completion:
    """What the model said: text, and calls as (name, arguments as it wrote them)."""

    text: str
    calls: tuple[tuple[str, str], ...]
    usage: Usage


@dataclass
class Chat:
    """Completions at ``base_url`` (up to and with ``/v1``) by the model that ``gate`` names.

    ``key`` is asked for once, before the first request. ``pause`` waits between attempts.
    """

    base_url: str
    gate: Gate
    key: Callable[[], str] = str
    pause: Callable[[float], object] | None = None
    _left_out: set[str] = field(default_factory=set)

    @cached_property
    def _http(self) -> Http:
        return Http(self.key())

    def complete(
        self,
        body: dict[str, Any],
        *,
        private: Collection[Privacy] | None,
        deadline_s: float,
        cancel: threading.Event,
    ) -> Completion:
        """Send ``body``; ``private`` says which classes of private fields are in it.

        What may pass is tried ``ATTEMPTS`` times within ``deadline_s`` seconds. Raises
        ``EndpointFailed``, ``CancelledError``, ``PrivacyError`` and ``CapReached``.
        """
        until, wait = time.monotonic() + deadline_s, FIRST_PAUSE_S
        why: Completion | str = ""
        for left in reversed(range(ATTEMPTS + len(OPTIONAL))):
            if cancel.is_set():
                raise CancelledError("stopped while waiting for the far end")
            left_s = until - time.monotonic()
            if left_s <= 0:
                raise self._failed(f"not done within {deadline_s:g} s: {why}")
            why, after = self._try(body, private, left_s, cancel)
            if isinstance(why, Completion):
                return why
            if after is None:
                continue  # without what it does not know
            if left <= len(OPTIONAL) or after < 0:
                raise self._failed(why)
            pause = min(after or wait, LONGEST_PAUSE_S, max(until - time.monotonic(), 0.0))
            (self.pause or cancel.wait)(pause)
            wait *= 2
        raise self._failed("it takes no request in any form")

    def close(self) -> None:
        """Close the connections. Idempotent."""
        if "_http" in self.__dict__:
            self._http.close()

    def _try(
        self,
        body: dict[str, Any],
        private: Collection[Privacy] | None,
        left_s: float,
        cancel: threading.Event,
    ) -> tuple[Completion | str, float | None]:
        """One attempt: a completion; or why not, and how long to wait before the next.

        0 seconds is for the caller to choose, less is never, ``None`` at once.
        """
        data = json.dumps(self._fitted(body), ensure_ascii=False).encode("utf-8", "replace")
        charge = self.gate.reserve(private, len(data), int(body["max_tokens"]))
        url = f"{self.base_url.rstrip('/')}/chat/completions"
        try:
            response = self._http.post(
                url, data, deadline_s=left_s, most_bytes=MOST_BYTES, cancel=cancel
            )
        except NoReply as error:
            if not error.served:
                self.gate.settle(charge, None)
            return f"no reply: {error}", 0.0 if error.again else -1.0
        if response.status != 200:
            self.gate.settle(charge, None)
            return self._refused(response)
        completion = self._completion(response, len(data))
        self.gate.settle(charge, completion.usage)
        return completion, 0.0

    def _fitted(self, body: dict[str, Any]) -> dict[str, Any]:
        """``body`` in the words that this endpoint knows."""
        fitted = {key: value for key, value in body.items() if key not in self._left_out}
        fitted["model"] = self.gate.model
        if "max_tokens" in self._left_out:  # newer hosted models know only the longer name
            fitted["max_completion_tokens"] = body["max_tokens"]
        return fitted

    def _refused(self, response: Response) -> tuple[str, float | None]:
        said = response.data.decode("utf-8", "replace")
        if response.status in (400, 422) and self._learns(said):
            return said, None
        why = f"{response.status}: {one_line(said, limit=160)}"
        return why, _seconds(response.retry_after) if response.status in AGAIN else -1.0

    def _learns(self, said: str) -> bool:
        """Whether the complaint names something that can be left out, and was not yet."""
        for name in ("max_tokens", *OPTIONAL):
            if name in said and name not in self._left_out:
                self._left_out.add(name)
                return True
        return False

    def _completion(self, response: Response, prompt_bytes: int) -> Completion:
        if response.content_type and "json" not in response.content_type:
            raise self._failed(f"it answers with {one_line(response.content_type, limit=60)}")
        try:
            value: Any = json.loads(response.data)
            message = value["choices"][0]["message"]
            text, calls = message.get("content") or "", _calls(message.get("tool_calls") or [])
            said = (text if isinstance(text, str) else "", calls)
            return Completion(*said, usage_of(value.get("usage"), prompt_bytes, said))
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
            raise self._failed("its reply is no chat completion") from None

    def _failed(self, why: str) -> EndpointFailed:
        name = self.gate.destination.name
        return EndpointFailed(
            f"{self.gate.model} at {name} failed: {one_line(why, limit=200)}",
            hint="is it running, and are its address, model and key right? "
            f"tandem outbound list shows {name}",
        )


def _calls(value: Any) -> tuple[tuple[str, str], ...]:
    """The function calls; arguments given as an object rather than a text are taken too."""
    made = []
    for one in value:
        arguments = one["function"].get("arguments") or "{}"
        written = arguments if isinstance(arguments, str) else json.dumps(arguments)
        made.append((str(one["function"]["name"]), written))
    return tuple(made)


def usage_of(
    claimed: Any, prompt_bytes: int, said: tuple[str, tuple[tuple[str, str], ...]]
) -> Usage:
    """The tokens of a reply: as the endpoint counts them, if its figures can be true.

    Cached prompt tokens are ``reused_tokens``, reasoning tokens ``thinking_tokens``. A figure that
    is missing, negative or too small for the bytes there were is replaced by an estimate.
    """
    claimed = claimed if isinstance(claimed, dict) else {}
    text, calls = said
    out_bytes = len(text.encode("utf-8", "replace")) + sum(len(a) + len(b) for a, b in calls)
    prompt = _count(claimed.get("prompt_tokens"), prompt_bytes)
    output = _count(claimed.get("completion_tokens"), out_bytes)
    cached = _part(claimed.get("prompt_tokens_details"), "cached_tokens", prompt)
    thinking = _part(claimed.get("completion_tokens_details"), "reasoning_tokens", output)
    return Usage(
        prompt_tokens=prompt,
        reused_tokens=cached,
        output_tokens=output,
        thinking_tokens=thinking,
    )


def _count(claimed: Any, size: int) -> int:
    counted = isinstance(claimed, int) and not isinstance(claimed, bool)
    believed = counted and size // BYTES_A_TOKEN <= claimed < MOST_TOKENS
    return int(claimed) if believed else -(-size // 3)


def _part(details: Any, name: str, most: int) -> int:
    value = details.get(name) if isinstance(details, dict) else 0
    return min(max(value, 0), most) if isinstance(value, int) else 0


def _seconds(after: str) -> float:
    """``Retry-After`` in seconds; 0 for none or a date, which no model's server sends."""
    return float(after) if after.isdigit() and len(after) < 6 else 0.0
