"""A configured server as a provider of tools, started when one of them is first called."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue

from tandem_edge.foreign_tools.schemas import Unsupported
from tandem_edge.foreign_tools.tools import ForeignTool, convert, local_names
from tandem_edge.mcp_servers.book import ListedTool, McpServer, tools_digest
from tandem_edge.mcp_servers.failures import ServerFailed
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.phone.normalise import BadArgument
from tandem_edge.phone.protocol import Execution
from tandem_shared.errors import CancelledError, PrivacyError, TandemError
from tandem_shared.text import one_line
from tandem_shared.tools import Effect, Privacy, ToolCall, ToolFault, ToolResult, ToolSpec

if TYPE_CHECKING:
    from tandem_edge.mcp_servers.connection import Connection

MOST_DEATHS = 2
"""Deaths in a row after which a server is left alone: it is started once, and once again."""

Require = Callable[[str, Purpose, Collection[Privacy]], object]
"""Raises ``PrivacyError`` unless the owner agreed that these classes of private fields go to a
destination for a purpose (``Outbound.require``)."""


def nobody(destination: str, purpose: Purpose, private: Collection[Privacy]) -> None:
    """The consent there is before the owner gave any."""
    raise PrivacyError(f"nothing may be sent to {destination} yet", hint="tandem outbound list")


@dataclass(frozen=True)
class Clock:
    """How long a call may still take, all of it together."""

    deadline_s: float
    started: float = field(default_factory=time.monotonic)

    def left(self, most_s: float) -> float:
        """Seconds left, at most ``most_s``."""
        return max(0.1, min(most_s, self.deadline_s - (time.monotonic() - self.started)))


@dataclass
class McpProvider:
    """The tools of one server, as the user approved them. See ``Provider``.

    The live list is compared with the approved one when the server starts, when it says that its
    tools changed, and at the first call of every turn; on a difference nothing is called.
    """

    server: McpServer
    stderr_file: Path
    require: Require = nobody
    _connection: Connection | None = None
    _deaths: int = 0
    _seen: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def name(self) -> str:
        """``mcp:<server>``."""
        return f"mcp:{self.server.name}"

    @property
    def trusted(self) -> bool:
        """Never: what a server says is a third party's."""
        return False

    def specs(self) -> tuple[ToolSpec, ...]:
        """See ``Provider.specs``. The server need not run for it."""
        self._seen = False
        return tuple(tool.spec for tool in self._offered.values())

    def always(self) -> tuple[str, ...]:
        """None: its tools are recalled like the phone's."""
        return ()

    def preview(self, call: ToolCall) -> Execution:
        """What would be sent, and where."""
        try:
            arguments = self._arguments(call)
        except BadArgument as error:
            return _faulty(error.code, str(error))
        where = self.server.destination or "this machine"
        shown: dict[str, JsonValue] = {"server": self.server.name, "where": where}
        return Execution(ToolResult(ok=True, data=shown), arguments, ())

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """See ``Provider.call``."""
        try:
            arguments = self._arguments(call)
        except BadArgument as error:
            return _faulty(error.code, str(error))
        tool, clock = self._offered[call.name], Clock(deadline_s)
        with self._lock:
            result = self._carried_out(tool, arguments, clock, cancel)
        return Execution(result, arguments, ())

    def close(self) -> None:
        """End the server. Idempotent."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    @cached_property
    def _offered(self) -> Mapping[str, ForeignTool]:
        offered, _ = offer(self.server, self.server.approved or ())
        return {tool.spec.name: tool for tool in offered}

    def _arguments(self, call: ToolCall) -> dict[str, JsonValue]:
        tool = self._offered.get(call.name)
        if tool is None:
            raise BadArgument(f"{self.server.name} has no tool {one_line(call.name, limit=50)}")
        return tool.to_owner(call.arguments)

    def _carried_out(
        self,
        tool: ForeignTool,
        arguments: dict[str, JsonValue],
        clock: Clock,
        cancel: threading.Event,
    ) -> ToolResult:
        from tandem_edge.mcp_servers.results import to_result

        try:
            self._require_consent(arguments)
            connection = self._checked(clock, cancel)
            limit_s = clock.left(self.server.call_s)
            result = connection.call(tool.foreign, arguments, limit_s, cancel)
        except ServerFailed as error:
            return self._failed(error)
        except CancelledError:
            raise
        except PrivacyError as error:
            return _fault("not_consented", str(error))
        except TandemError as error:
            return _fault("not_available", str(error))
        self._deaths = 0
        return to_result(result)

    def _require_consent(self, arguments: dict[str, JsonValue]) -> None:
        """Words in a call may be anything private; numbers and choices of yes or no are not."""
        if self.server.destination:
            words = any(isinstance(value, str | list | dict) for value in arguments.values())
            private = {Privacy.MESSAGE} if words else set()
            self.require(self.server.destination, Purpose.MCP, private)

    def _checked(self, clock: Clock, cancel: threading.Event) -> Connection:
        """A running server that still says what the user approved."""
        connection = self._running(clock, cancel)
        if connection.changed.is_set() or not self._seen:
            live = tools_digest(connection.tools(clock.left(self.server.call_s), cancel))
            if live != self.server.pin:
                raise ServerFailed(
                    "tools_changed", "its tools are not those the owner approved; check it again"
                )
            self._seen = True
        return connection

    def _running(self, clock: Clock, cancel: threading.Event) -> Connection:
        if self._connection is not None and self._connection.alive:
            return self._connection
        if self._connection is not None:
            self.close()
        if self._deaths >= MOST_DEATHS:
            raise ServerFailed(
                "server_died", "it failed twice and is left alone until Tandem starts anew"
            )
        from tandem_edge.mcp_servers.connection import Connection

        connection = Connection(self.server, self.stderr_file)
        self._seen = False
        connection.open(clock.left(self.server.start_s), cancel)
        self._connection = connection
        return connection

    def _failed(self, error: ServerFailed) -> ToolResult:
        """The fault; a server that died or does not answer is ended, to be started once more."""
        if error.died:
            self._deaths += 1
            self.close()
        again = error.died and self._deaths < MOST_DEATHS
        said = one_line(f"the server {self.server.name}: {error}", limit=300)
        return _fault(error.code, said, retryable=again)


def offer(
    server: McpServer, tools: tuple[ListedTool, ...]
) -> tuple[tuple[ForeignTool, ...], dict[str, str]]:
    """The tools that can be offered, and for each that cannot, why.

    What the server claims of a tool's effect counts for nothing: it asks the owner each time,
    unless the user marked it as reading only.
    """
    locals_ = local_names((tool.name for tool in tools), f"mcp_{server.name}_")
    offered: list[ForeignTool] = []
    left_out: dict[str, str] = {}
    for tool in tools:
        if sum(each.name == tool.name for each in tools) > 1:
            left_out[tool.name] = "the server has two tools of this name"
            continue
        effect = Effect.READ if tool.name in server.reads else Effect.IRREVERSIBLE
        try:
            made = convert(
                tool.name,
                tool.description,
                tool.arguments,
                local=locals_[tool.name],
                effect=effect,
            )
        except Unsupported as reason:
            left_out[tool.name] = str(reason)
            continue
        offered.append(made)
    return tuple(offered), left_out


def _fault(code: str, message: str, *, retryable: bool = False) -> ToolResult:
    return ToolResult(ok=False, fault=ToolFault(code=code, message=message, retryable=retryable))


def _faulty(code: str, message: str) -> Execution:
    return Execution(_fault(code, message), {}, ())
