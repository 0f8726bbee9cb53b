"""One live connection to a server: the SDK's async client behind a sync interface.

All connections share one background thread with its own loop; nothing here blocks the caller for
longer than it said.
"""

from __future__ import annotations

import atexit
import contextlib
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError as FutureCancelled
from concurrent.futures import Future, wait
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import anyio
import httpx2 as httpx
from anyio.from_thread import BlockingPortal, BlockingPortalProvider
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CONNECTION_CLOSED,
    REQUEST_TIMEOUT,
    CallToolRequest,
    CallToolRequestParams,
    CallToolResult,
    Implementation,
    PaginatedRequestParams,
    Tool,
    ToolListChangedNotification,
)

from tandem_edge.mcp_servers.book import ListedTool, McpServer
from tandem_edge.mcp_servers.failures import ServerFailed
from tandem_edge.mcp_servers.secrets import environment, headers
from tandem_edge.mcp_servers.stdio import LONGEST_MESSAGE, TOO_LARGE, Streams, process_streams
from tandem_edge.mcp_servers.web import web_streams
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import CancelledError
from tandem_shared.text import one_line

T = TypeVar("T")

MOST_TOOLS = 128
MOST_PAGES = 16
MOST_BYTES = 2_000_000
"""Bytes of JSON of all that a server says of its tools."""
POLL_S = 0.02
CLOSE_S = 8.0
SLACK_S = 2.0
"""How much longer than its deadline a call is waited for before the loop counts as stuck."""
DYING_S = 0.5
"""How long the answer to a call may still come once the connection is over."""
LONGEST_SAID = 200
_TOO_LARGE_EVENT = f"exceeded the {LONGEST_MESSAGE} byte limit"  # in httpx2's own words
_LOOP = BlockingPortalProvider()


@dataclass
class Connection:
    """A started server. Use ``open`` to get one."""

    server: McpServer
    stderr_file: Path
    changed: threading.Event = field(default_factory=threading.Event)
    """Set when the server says that its tools are others now."""
    _portal: BlockingPortal | None = None
    _holding: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    _client: Client | None = None
    _over: anyio.Event | None = None
    _ready: Future[None] = field(default_factory=Future)
    _life: Future[None] | None = None

    def open(self, limit_s: float, cancel: threading.Event) -> None:
        """Start the server and shake hands within ``limit_s`` seconds.

        Raises ``ServerFailed``, ``MissingError`` (a key is not there), ``CancelledError``.
        """
        streams = self._streams()
        self._portal = self._holding.enter_context(_LOOP)
        atexit.register(self.close)
        self._life = self._portal.start_task_soon(self._live, streams, limit_s)
        try:
            self._wait(self._ready, limit_s, cancel)
        except BaseException:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return self._life is not None and not self._life.done()

    def tools(self, limit_s: float, cancel: threading.Event) -> tuple[ListedTool, ...]:
        """The server's tools now. Raises ``ServerFailed``, ``CancelledError``."""
        self.changed.clear()
        found: tuple[ListedTool, ...] = self._ask(self._list, limit_s, cancel)
        return found

    def call(
        self, name: str, arguments: dict[str, Any], limit_s: float, cancel: threading.Event
    ) -> CallToolResult:
        """The raw result of one call. Raises ``ServerFailed``, ``CancelledError``."""
        request = CallToolRequest(params=CallToolRequestParams(name=name, arguments=arguments))

        async def send() -> CallToolResult:
            # Not ``session.call_tool``: it runs the server's own output schema over the result.
            assert self._client is not None
            return await self._client.session.send_request(request, CallToolResult, limit_s)

        result: CallToolResult = self._ask(send, limit_s, cancel)
        return result

    def close(self) -> None:
        """End the server's process and its children. Idempotent."""
        atexit.unregister(self.close)
        portal, self._portal = self._portal, None
        if portal is None:
            return
        with contextlib.suppress(Exception):
            portal.start_task_soon(self._finish).result(CLOSE_S)
        if self._life is not None:
            with contextlib.suppress(Exception, FutureCancelled):
                self._life.result(CLOSE_S)
        self._holding.close()

    def _streams(self) -> AbstractAsyncContextManager[Streams]:
        name = self.server.name
        if self.server.url:
            sent = headers(name, self.server.headers)
            return web_streams(self.server.url, sent, self.server.call_s)
        return process_streams(
            self.server.command, environment(name, self.server.env), self.stderr_file, self._gone
        )

    async def _live(self, streams: AbstractAsyncContextManager[Streams], limit_s: float) -> None:
        """The connection from start to end, in the loop's thread."""
        self._over = anyio.Event()
        client = Client(
            streams,
            cache=None,
            client_info=Implementation(name="tandem", version=version("tandem-phone")),
            message_handler=self._heard,
        )
        try:
            with anyio.CancelScope() as scope:
                scope.deadline = anyio.current_time() + limit_s
                async with client:
                    self._client = client
                    scope.deadline = float("inf")
                    self._ready.set_result(None)
                    await self._over.wait()
        except BaseException as error:
            self._not_ready(error)
            raise
        finally:
            self._not_ready(TimeoutError())

    def _not_ready(self, error: BaseException) -> None:
        if not self._ready.done():
            self._ready.set_exception(error)

    async def _finish(self) -> None:
        self._gone()

    def _gone(self) -> None:
        if self._over is not None:
            self._over.set()

    async def _heard(self, message: Any) -> None:
        if isinstance(message, ToolListChangedNotification):
            self.changed.set()
        await anyio.lowlevel.checkpoint()

    async def _list(self) -> tuple[ListedTool, ...]:
        assert self._client is not None
        found: list[ListedTool] = []
        cursor: str | None = None
        size = 0
        for _ in range(MOST_PAGES):
            params = PaginatedRequestParams(cursor=cursor) if cursor else None
            page = await self._client.session.list_tools(params=params)
            found += [_listed(tool) for tool in page.tools]
            size += sum(len(canonical_bytes(tool.model_dump(mode="json"))) for tool in found)
            cursor = page.next_cursor
            if len(found) > MOST_TOOLS or size > MOST_BYTES or not cursor:
                break
        if len(found) > MOST_TOOLS or size > MOST_BYTES or cursor:
            raise ServerFailed(
                "too_many_tools", f"it has more than {MOST_TOOLS} tools, or huge ones"
            )
        return tuple(found)

    def _ask(self, work: Callable[[], Any], limit_s: float, cancel: threading.Event) -> Any:
        if self._portal is None or not self.alive:
            raise ServerFailed("server_died", "the server is not running", died=True)

        async def limited() -> Any:
            with anyio.fail_after(limit_s):
                return await work()

        return self._wait(self._portal.start_task_soon(limited), limit_s, cancel)

    def _wait(self, future: Future[T], limit_s: float, cancel: threading.Event) -> T:
        until = time.monotonic() + limit_s + SLACK_S
        while not wait((future,), POLL_S).done:
            if cancel.is_set():
                future.cancel()
                raise CancelledError("stopped while a server was at work")
            if not self.alive:
                until = min(until, time.monotonic() + DYING_S)
            if time.monotonic() > until:
                future.cancel()
                raise self._no_answer(limit_s)
        try:
            return future.result()
        except BaseException as error:
            raise failure(error, limit_s) from error

    def _no_answer(self, limit_s: float) -> ServerFailed:
        if self.alive:
            return ServerFailed("timed_out", f"no answer within {limit_s:g} s", died=True)
        return ServerFailed("server_died", "the server ended before it answered", died=True)


def failure(error: BaseException, limit_s: float) -> ServerFailed:
    """What went wrong, in the form of a fault; a server's own words are cleaned and cut."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    match error:
        case ServerFailed():
            return error
        case TimeoutError():
            return ServerFailed("timed_out", f"no answer within {limit_s:g} s", died=True)
        case MCPError(code=code) if code == REQUEST_TIMEOUT:
            return ServerFailed("timed_out", f"no answer within {limit_s:g} s", died=True)
        case MCPError(message=said) if TOO_LARGE in said or _TOO_LARGE_EVENT in said:
            return ServerFailed("result_too_large", TOO_LARGE)
        case MCPError(code=code) if code == CONNECTION_CLOSED:
            return ServerFailed("server_died", "the server ended before it answered", died=True)
        case MCPError(message=said):
            return ServerFailed("server_refused", one_line(said, limit=LONGEST_SAID) or "no reason")
        case OSError():
            return ServerFailed("not_started", error.strerror or type(error).__name__, died=True)
        case httpx.HTTPError() | httpx.StreamError():
            return ServerFailed("unreachable", one_line(str(error), limit=120), died=True)
        case ValueError() | KeyError() | TypeError() | RuntimeError():
            return ServerFailed("bad_answer", "its answer is not of the protocol")
    return ServerFailed("server_failed", f"it failed ({type(error).__name__})", died=True)


def _listed(tool: Tool) -> ListedTool:
    return ListedTool(
        name=tool.name,
        description=tool.description or "",
        arguments=tool.input_schema,
        says_read=bool(tool.annotations and tool.annotations.read_only_hint),
    )
