"""Any OpenAI-compatible endpoint as a language model: llama.cpp's server, vLLM, a hosted one.

httpx2 (httpx's successor) rather than urllib: time-outs for each phase, connections kept open,
TLS by the system's own trust store; the model hub's client has it in the base install anyway.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2 as httpx

from tandem_edge.phone.simulated.llm import ModelFailed
from tandem_edge.phone.simulated.records import Schema
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

ATTEMPTS = 3
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 20.0
MOST_BYTES = 1_000_000
"""Longest reply that is read."""
AGAIN = frozenset({408, 429, 500, 502, 503, 504})
"""Statuses that may be different next time."""
LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass
class EndpointModel:
    """Chat completions at ``base_url`` (up to and with ``/v1``) by the model called ``name``.

    The schema goes along as ``response_format``, by which servers that can hold the model to it
    do. ``key`` is sent to that host only, and never in clear text to another machine. ``pause``
    waits between attempts.
    """

    base_url: str
    name: str
    key: str = field(default="", repr=False)
    timeout_s: float = 120.0
    max_tokens: int = 1000
    pause: Callable[[float], None] = time.sleep
    _client: httpx.Client | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        url = httpx.URL(self.base_url)
        if url.scheme != "https" and url.host not in LOCAL:
            raise UsageError(
                f"{url.host} would be spoken to in clear text", hint="use an https address"
            )

    def complete(self, prompt: str, schema: Schema) -> str:
        """See ``LanguageModel.complete``. What may pass is tried ``ATTEMPTS`` times."""
        body = self._body(prompt, schema)
        wait = FIRST_PAUSE_S
        for left in reversed(range(ATTEMPTS)):
            try:
                status, reply, after = self._post(body)
            except httpx.HTTPError as error:
                status, reply, after = 0, type(error).__name__.encode(), ""
            if status == 200:
                return _content(reply)
            if left == 0 or (status and status not in AGAIN):
                break
            self.pause(min(_seconds(after) or wait, LONGEST_PAUSE_S))
            wait *= 2
        said = one_line(reply.decode("utf-8", "replace"), limit=160)
        raise ModelFailed(
            f"the language model's endpoint failed ({status or 'no reply'}): {said}",
            hint="is it running, and are its address, model and key right?",
        )

    def close(self) -> None:
        """See ``LanguageModel.close``."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def _body(self, prompt: str, schema: Schema) -> dict[str, Any]:
        wanted = {"name": "answer", "schema": schema}
        return {
            "model": self.name,
            "messages": [{"role": "user", "content": prompt}],
            "response_format": {"type": "json_schema", "json_schema": wanted},
            "max_tokens": self.max_tokens,
            "temperature": 0,
            "seed": 0,
        }

    def _post(self, body: dict[str, Any]) -> tuple[int, bytes, str]:
        """Status, body and ``Retry-After`` of one attempt. No redirect is followed."""
        if self._client is None:
            headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
            # Proxies of the environment are left out: an endpoint is mostly on this machine.
            self._client = httpx.Client(
                timeout=self.timeout_s, headers=headers, trust_env=False, follow_redirects=False
            )
        url = f"{self.base_url.rstrip('/')}/chat/completions"
        with self._client.stream("POST", url, json=body) as response:
            return response.status_code, _limited(response), response.headers.get("retry-after", "")


def _limited(response: httpx.Response) -> bytes:
    data = b""
    for chunk in response.iter_bytes():
        data += chunk
        if len(data) > MOST_BYTES:
            raise httpx.ReadError("the reply is too long")
    return data


def _content(reply: bytes) -> str:
    """The text of the first choice. Raises ``ModelFailed``."""
    try:
        value: Any = httpx.Response(200, content=reply).json()
        content = value["choices"][0]["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise ModelFailed("the endpoint's reply is no chat completion") from error
    if not isinstance(content, str):
        raise ModelFailed("the endpoint's reply holds no text")
    return content


def _seconds(after: str) -> float:
    """``Retry-After`` in seconds; 0 for none or a date, which no model's server sends."""
    return float(after) if after.isdigit() else 0.0
