"""A loopback package index: the simple pages pip asks for, and the wheels of one folder."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class _Handler(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        """A project's page, or a wheel."""
        words = self.path.strip("/").split("/")
        if words[0] != "simple":
            super().do_GET()
            return
        stem = words[1].replace("-", "_")
        wheels = sorted(Path(self.directory).glob(f"{stem}-*.whl"))
        links = "".join(f'<a href="/{wheel.name}">{wheel.name}</a>' for wheel in wheels)
        page = f"<!DOCTYPE html><html><body>{links}</body></html>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def package_index(folder: Path) -> Iterator[str]:
    """The address of an index that holds the wheels in ``folder``."""
    handler = functools.partial(_Handler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/simple"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
