"""Enough of a model hub for huggingface_hub's client: one file, redirects, ranges, cut lines."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class FakeHub(ThreadingHTTPServer):
    """Serves ``data`` as the file ``path``; each answer breaks off after the next of ``cuts``."""

    daemon_threads = True

    def __init__(self, path: str, data: bytes, cuts: list[int], ranges: bool = True) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.file = path
        self.data = data
        self.cuts = cuts
        self.ranges = ranges
        self.starts: list[int] = []
        """Where each answer began: what was really sent again."""
        self.asked: list[str] = []
        """Every path that was asked for."""

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: FakeHub

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        if self.path == self.server.file:
            self.send_response(302)
            self.send_header("Location", "/storage/blob")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif self.path == "/storage/blob":
            self._send()
        else:
            self.send_error(404)

    def _send(self) -> None:
        match = re.match(r"bytes=(\d+)-$", self.headers.get("Range", ""))
        start = int(match[1]) if match and self.server.ranges else 0
        self.server.starts.append(start)
        data = self.server.data
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        cut = self.server.cuts.pop(0) if self.server.cuts else len(data)
        self.wfile.write(data[start : start + cut])
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def fake_hub(
    path: str, data: bytes, *, cuts: list[int] | None = None, ranges: bool = True
) -> Iterator[FakeHub]:
    hub = FakeHub(path, data, list(cuts or []), ranges)
    thread = threading.Thread(target=hub.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield hub
    finally:
        hub.shutdown()
        thread.join()
        hub.server_close()
