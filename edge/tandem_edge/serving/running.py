"""The server: its socket, and its life from start to Ctrl+C."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

import uvicorn
from starlette.applications import Starlette

from tandem_shared.errors import TandemError, UsageError

LOCAL = frozenset({"127.0.0.1", "localhost", "::1"})
BACKLOG = 64
MOST_CONNECTIONS = 64
CLOSE_S = 5


class PortTaken(TandemError):
    """The address cannot be listened on."""


def listen(host: str, port: int, *, remote: bool = False) -> socket.socket:
    """A listening socket; port 0 is any free one.

    Raises ``UsageError`` when other machines could reach it and ``remote`` is not set, and
    ``PortTaken``.
    """
    if host not in LOCAL and not remote:
        raise UsageError(
            f"other machines could reach {host}: the token and all that is said go in clear text",
            hint="--host 127.0.0.1, or --allow-remote on a network that you trust",
        )
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise PortTaken(f"{host}:{port} cannot be listened on: {why}", hint="--port 0") from error


def address_of(listening: socket.socket) -> str:
    """What a client is given as its base URL."""
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/v1"


@dataclass
class Serving:
    """An application on a listening socket."""

    app: Starlette
    listening: socket.socket
    _server: uvicorn.Server = field(init=False)
    _thread: threading.Thread | None = None

    def __post_init__(self) -> None:
        config = uvicorn.Config(
            self.app,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=CLOSE_S,
            http="h11",
            ws="none",
            loop="asyncio",
        )
        self._server = uvicorn.Server(config)

    @property
    def address(self) -> str:
        """See ``address_of``."""
        return address_of(self.listening)

    def run(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until a signal; requests under way are ended."""
        ready()
        self._server.run(sockets=[self.listening])

    def __enter__(self) -> Self:
        """Serve in a thread, for tests and for programs that embed it."""
        self._thread = threading.Thread(target=self._server.run, args=([self.listening],))
        self._thread.start()
        return self

    def __exit__(self, *what: object) -> None:
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join()
        self.listening.close()
