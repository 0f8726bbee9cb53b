"""Configured and approved servers for tests: the shipped fake, over pipes and over HTTP."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from tandem_edge.mcp_servers.book import McpServer
from tandem_edge.mcp_servers.checking import look
from tandem_edge.mcp_servers.provider import McpProvider, nobody
from tandem_edge.phone.protocol import Execution
from tandem_shared.tools import ToolCall

FAKE = (sys.executable, "-m", "tandem_edge.mcp_servers.fake")


def fake(*troubles: str, **more: object) -> McpServer:
    """The fake as a process, with its mark passed on."""
    return McpServer(
        name="fake", command=(*FAKE, *troubles), env={"FAKE_MARK": "env:FAKE_MARK"}, **more
    )


def approved(server: McpServer, log: Path, *reads: str) -> McpServer:
    """``server`` with the tools it has now approved."""
    found = look(server, log, nobody, threading.Event())
    return server.model_copy(update={"approved": found.tools, "reads": reads})


def ask(
    provider: McpProvider,
    name: str = "mcp_fake_echo",
    /,
    deadline_s: float = 30.0,
    cancel: threading.Event | None = None,
    **arguments: object,
) -> Execution:
    """One call."""
    call = ToolCall(name=name, arguments=arguments or {"text": "hello"})
    return provider.call(call, deadline_s=deadline_s, cancel=cancel or threading.Event())


def code(execution: Execution) -> str:
    """The fault's code, or ``ok``."""
    return execution.result.fault.code if execution.result.fault else "ok"
