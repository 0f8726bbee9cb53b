"""Looking at a server: what it offers now, what is new since the user approved it, approving."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.foreign_tools.tools import ForeignTool
from tandem_edge.mcp_servers.book import FILE_NAME, ListedTool, McpServer, ServerBook
from tandem_edge.mcp_servers.failures import ServerFailed
from tandem_edge.mcp_servers.provider import McpProvider, Require, offer
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.outbound.gate import Outbound
from tandem_edge.settings import Settings
from tandem_shared.errors import TandemError


class ServerUnusable(TandemError):
    """A configured server does not start, answer or speak the protocol."""


@dataclass(frozen=True)
class Finding:
    """What a look at a server found. The three lists are of tool names, against the approval."""

    server: McpServer
    tools: tuple[ListedTool, ...]
    offered: tuple[ForeignTool, ...]
    left_out: dict[str, str]
    new: tuple[str, ...]
    gone: tuple[str, ...]
    different: tuple[str, ...]

    @property
    def approved(self) -> bool:
        """Whether these are the tools the user approved."""
        return self.server.approved is not None and not (self.new or self.gone or self.different)


def book_of(settings: Settings) -> ServerBook:
    """The file of servers in the home folder."""
    return ServerBook(settings.home / FILE_NAME)


def stderr_file(settings: Settings, name: str) -> Path:
    """Where the last words of a server's own log are kept."""
    return settings.home / "logs" / f"mcp-{name}.log"


def open_providers(settings: Settings) -> tuple[McpProvider, ...]:
    """A provider for each approved server; none is started yet. Raises ``UsageError``."""
    require = Outbound(settings.home).require
    return tuple(
        McpProvider(server, stderr_file(settings, server.name), require)
        for server in book_of(settings).servers()
        if server.approved is not None
    )


def look(server: McpServer, log: Path, require: Require, cancel: threading.Event) -> Finding:
    """Start ``server``, read its tools, end it.

    Raises ``ServerUnusable``, ``PrivacyError`` (on another machine, without consent),
    ``MissingError`` (a key), ``CancelledError``.
    """
    if server.destination:
        require(server.destination, Purpose.MCP, ())
    from tandem_edge.mcp_servers.connection import Connection

    connection = Connection(server, log)
    try:
        connection.open(server.start_s, cancel)
        tools = connection.tools(server.call_s, cancel)
    except ServerFailed as error:
        raise ServerUnusable(
            f"the server {server.name} cannot be used: {error}",
            hint=f"see {log}" if server.command else "is its address right, and is it running?",
        ) from error
    finally:
        connection.close()
    return _compared(server, tools)


def approve(book: ServerBook, finding: Finding) -> McpServer:
    """Keep what was found as approved. A tool that changed is no longer marked as reading only."""
    safe = {tool.name for tool in finding.tools} - set(finding.different) - set(finding.new)

    def agreed(server: McpServer) -> McpServer:
        reads = tuple(name for name in server.reads if name in safe)
        return server.model_copy(update={"approved": finding.tools, "reads": reads})

    return book.change(finding.server.name, agreed)


def _compared(server: McpServer, tools: tuple[ListedTool, ...]) -> Finding:
    before = {tool.name: tool.digest for tool in server.approved or ()}
    now = {tool.name: tool.digest for tool in tools}
    offered, left_out = offer(server, tools)
    both = sorted(before.keys() & now.keys())
    return Finding(
        server,
        tools,
        offered,
        left_out,
        new=tuple(sorted(now.keys() - before.keys())),
        gone=tuple(sorted(before.keys() - now.keys())),
        different=tuple(name for name in both if before[name] != now[name]),
    )
