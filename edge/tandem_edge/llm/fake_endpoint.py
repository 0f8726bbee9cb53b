"""An OpenAI-compatible endpoint on this machine, for tests and demonstrations without a model.

``FakeEndpoint(answer)`` serves ``POST /v1/chat/completions`` on a free port of the loopback, whole
or streaming. ``answer(body)`` gives the assistant's text, or a list of (tool, arguments) to call;
``prompt_of`` and ``schema_of`` find their way in a body. ``usage`` is what it claims to have
counted. ``requests`` keeps every request's body, ``keys`` its ``Authorization``.

``trouble`` holds what to do first, one a request: a status, raw bytes sent as a JSON reply, or one
of ``says``, ``hangs``, ``drips``, ``dies``, ``floods``, ``redirects``, ``limits``. None of them
outlives the server.

    with FakeEndpoint(lambda body: '{"x": 1}', trouble=[limits(2), drips()]) as endpoint:
        ... endpoint.url ...
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Body = dict[str, Any]
Said = str | Sequence[tuple[str, dict[str, Any]]]
Answer = Callable[[Body], Said]
Trouble = Callable[["Call"], None]

PIECE = b"x" * 65_536


class Call:
    """One request being replied to, by hand."""

    def __init__(self, handler: BaseHTTPRequestHandler, closing: threading.Event) -> None:
        self.handler = handler
        self.closing = closing

    def begin(self, status: int, length: int, content_type: str, **headers: str) -> None:
        """Send a head that promises ``length`` bytes; what comes after it is the caller's."""
        self.handler.send_response(status)
        self.handler.send_header("Content-Length", str(length))
        self.handler.send_header("Content-Type", content_type)
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), value)
        self.handler.end_headers()

    def send(self, data: bytes) -> None:
        """Some more of the reply."""
        self.handler.wfile.write(data)
        self.handler.wfile.flush()

    def hang_up(self) -> None:
        """End the connection whatever was promised."""
        self.handler.close_connection = True


def says(
    data: bytes, *, status: int = 200, content_type: str = "application/json", **headers: str
) -> Trouble:
    """Reply with exactly this."""

    def reply(call: Call) -> None:
        call.begin(status, len(data), content_type, **headers)
        call.send(data)

    return reply


def hangs() -> Trouble:
    """Take the request and never say a word."""
    return lambda call: _wait_for_end(call)


def drips(every_s: float = 0.01) -> Trouble:
    """Reply with one byte after another, without end in sight."""

    def reply(call: Call) -> None:
        call.begin(200, 1_000_000, "application/json")
        while not call.closing.wait(every_s):
            call.send(b" ")
        call.hang_up()

    return reply


def dies(after: bytes = b'{"choices": [{"mess') -> Trouble:
    """Reply with the beginning, then hang up."""

    def reply(call: Call) -> None:
        call.begin(200, 1000, "application/json")
        call.send(after)
        call.hang_up()

    return reply


def floods(size: int = 50_000_000) -> Trouble:
    """Reply with ``size`` bytes."""

    def reply(call: Call) -> None:
        call.begin(200, size, "application/json")
        for _ in range(size // len(PIECE)):
            call.send(PIECE)
        call.hang_up()

    return reply


def redirects(to: str) -> Trouble:
    """Send the client somewhere else."""
    return says(b"", status=307, Location=to)


def limits(retry_after_s: int = 1) -> Trouble:
    """Too many requests."""
    return says(b"slow down", status=429, content_type="text/plain", Retry_After=str(retry_after_s))


def _wait_for_end(call: Call) -> None:
    call.closing.wait()
    call.hang_up()


def prompt_of(body: Body) -> str:
    """The last message."""
    return str(body["messages"][-1]["content"])


def schema_of(body: Body) -> dict[str, Any]:
    """The schema of ``response_format``; empty without one."""
    wanted: dict[str, Any] = body.get("response_format", {})
    return dict(wanted.get("json_schema", {}).get("schema", {}))


class FakeEndpoint:
    """See the module's description."""

    def __init__(
        self,
        answer: Answer,
        trouble: Sequence[int | bytes | Trouble] = (),
        usage: Any = None,
    ) -> None:
        self.answer = answer
        self.trouble = list(trouble)
        self.usage = usage
        self.requests: list[Body] = []
        self.keys: list[str] = []
        self.closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        """What a client is given as base URL."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *what: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _reply(self, call: Call, path: str, body: Body) -> None:
        self.requests.append(body)
        if self.trouble:
            _as_trouble(self.trouble.pop(0))(call)
        elif path != "/v1/chat/completions":
            says(b"no such path", status=404, content_type="text/plain")(call)
        elif body.get("stream"):
            events = b"".join(self._events(body))
            says(events, content_type="text/event-stream")(call)
        else:
            says(json.dumps(self._completion(body)).encode())(call)

    def _completion(self, body: Body) -> Body:
        message = _message(self.answer(body))
        ended = "tool_calls" if "tool_calls" in message else "stop"
        choice = {"index": 0, "message": message, "finish_reason": ended}
        return {
            "id": "chatcmpl-fake",
            "object": "chat.completion",
            "created": 0,
            "model": body.get("model", ""),
            "choices": [choice],
            "usage": self.usage if self.usage is not None else _counted(body, message),
        }

    def _events(self, body: Body) -> Iterator[bytes]:
        """The same as server-sent events: the message in pieces, then the usage if asked for."""
        whole = self._completion(body)
        message, ended = whole["choices"][0]["message"], whole["choices"][0]["finish_reason"]
        head = whole | {"object": "chat.completion.chunk", "usage": None}
        for delta in _deltas(message):
            yield _event(head | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]})
        yield _event(head | {"choices": [{"index": 0, "delta": {}, "finish_reason": ended}]})
        if (body.get("stream_options") or {}).get("include_usage"):
            yield _event(head | {"choices": [], "usage": whole["usage"]})
        yield b"data: [DONE]\n\n"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                endpoint.keys.append(self.headers.get("Authorization", ""))
                body = json.loads(self.rfile.read(length))
                with contextlib.suppress(OSError):  # the client has had enough
                    endpoint._reply(Call(self, endpoint.closing), self.path, body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no news."""


def _as_trouble(trouble: int | bytes | Trouble) -> Trouble:
    if isinstance(trouble, bytes):
        return says(trouble)
    if isinstance(trouble, int):
        return says(b"not now", status=trouble, content_type="text/plain")
    return trouble


def _message(said: Said) -> Body:
    if isinstance(said, str):
        return {"role": "assistant", "content": said}
    calls = [
        {
            "id": f"call_{place}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)},
        }
        for place, (name, arguments) in enumerate(said)
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def _counted(body: Body, message: Body) -> Body:
    """Words, not tokens: no model runs."""
    prompt = len(json.dumps(body["messages"]).split())
    output = len(json.dumps(message).split())
    return {
        "prompt_tokens": prompt,
        "completion_tokens": output,
        "total_tokens": prompt + output,
        "prompt_tokens_details": {"cached_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 0},
    }


def _deltas(message: Body) -> Iterator[Body]:
    text = message["content"] or ""
    yield {"role": "assistant", "content": ""}
    for at in range(0, len(text), 7):
        yield {"content": text[at : at + 7]}
    for place, call in enumerate(message.get("tool_calls", ())):
        arguments = call["function"]["arguments"]
        named = {"name": call["function"]["name"], "arguments": ""}
        yield {"tool_calls": [{"index": place, **call, "function": named}]}
        for at in range(0, len(arguments), 7):
            piece = {"arguments": arguments[at : at + 7]}
            yield {"tool_calls": [{"index": place, "function": piece}]}


def _event(value: Body) -> bytes:
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"
