"""An OpenAI-compatible endpoint on this machine, for tests and demonstrations without a model.

``FakeEndpoint(answer)`` serves ``POST /v1/chat/completions`` on a free port of the loopback. The
answer's text is ``answer(prompt, schema)``, where the prompt is the last message and the schema
that of ``response_format``: any ``LanguageModel.complete`` will do. ``trouble`` holds replies to
give first, one a request: a status, or raw bytes sent as a reply with status 200. ``requests``
keeps every request's body, ``keys`` its ``Authorization``.

    with FakeEndpoint(Bookkeeper(1).complete) as endpoint:
        model = EndpointModel(endpoint.url, "fake")
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Complete = Callable[[str, dict[str, Any]], str]


class FakeEndpoint:
    """See the module's description."""

    def __init__(self, answer: Complete, trouble: list[int | bytes] | None = None) -> None:
        self.answer = answer
        self.trouble = list(trouble or [])
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        """What an ``EndpointModel`` is given."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *what: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _reply(self, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
        self.requests.append(body)
        if self.trouble:
            trouble = self.trouble.pop(0)
            return (200, trouble) if isinstance(trouble, bytes) else (trouble, b"not now")
        if path != "/v1/chat/completions":
            return 404, b"no such path"
        schema = body["response_format"]["json_schema"]["schema"]
        text = self.answer(body["messages"][-1]["content"], schema)
        message = {"role": "assistant", "content": text}
        return 200, json.dumps({"choices": [{"index": 0, "message": message}]}).encode()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers["Content-Length"])
                endpoint.keys.append(self.headers.get("Authorization", ""))
                status, data = endpoint._reply(self.path, json.loads(self.rfile.read(length)))
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler
