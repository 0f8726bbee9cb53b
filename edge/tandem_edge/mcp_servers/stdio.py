"""A server's process and the bounded pipes to it, as a transport of the SDK.

The SDK's own stdio transport reads lines of any length and copies the whole line for every piece
of it; here a line has a limit, and one that is over it is thrown away while it comes. The process
has a group of its own, which is ended with it, and an environment made of named variables only.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from anyio.abc import ByteReceiveStream, Process
from mcp.shared.message import SessionMessage
from mcp_types import ErrorData, JSONRPCError, JSONRPCRequest, jsonrpc_message_adapter

from tandem_edge.files import private_folder

LONGEST_MESSAGE = 4_000_000
"""Longest message that is read, in bytes."""
MOST_STDERR = 200_000
GRACE_S = 1.0
"""How long a process may take to end by itself once its input is closed, and after SIGTERM."""
TOO_LARGE = "the server's answer is over 4 MB"
TOO_LARGE_CODE = -32098
_QUIET = ("mcp", "client", "httpx2", "httpcore2")

for _name in _QUIET:  # what a server wrote must not come out on the user's terminal
    logging.getLogger(_name).addHandler(logging.NullHandler())
    logging.getLogger(_name).propagate = False

Streams = tuple[Any, Any]


@dataclass
class Pipes:
    """The process's side: what it said, with the request that it owes an answer to."""

    process: Process
    incoming: Any
    outgoing: Any
    owed: Any = None
    line: bytearray = field(default_factory=bytearray)
    skipping: bool = False

    async def read(self, gone: Callable[[], None]) -> None:
        """Pass on what the process says until it ends, then say that it is ``gone``."""
        assert self.process.stdout is not None
        try:
            async with self.incoming:
                async for chunk in self.process.stdout:
                    await self._take(chunk)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            pass
        finally:
            gone()

    async def write(self) -> None:
        """Pass on what the client says."""
        assert self.process.stdin is not None
        try:
            async for item in self.outgoing:
                if isinstance(item.message, JSONRPCRequest):
                    self.owed = item.message.id
                text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
                await self.process.stdin.send(text.encode() + b"\n")
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            await self.incoming.aclose()

    async def _take(self, chunk: bytes) -> None:
        *whole, rest = chunk.split(b"\n")
        for piece in whole:
            await self._add(piece)
            await self._end_line()
        await self._add(rest)

    async def _add(self, piece: bytes) -> None:
        if self.skipping:
            return
        if len(self.line) + len(piece) <= LONGEST_MESSAGE:
            self.line += piece
            return
        self.line, self.skipping = bytearray(), True
        if self.owed is not None:
            fault = ErrorData(code=TOO_LARGE_CODE, message=TOO_LARGE)
            await self._pass_on(JSONRPCError(jsonrpc="2.0", id=self.owed, error=fault))

    async def _end_line(self) -> None:
        line, self.line = bytes(self.line), bytearray()
        skipped, self.skipping = self.skipping, False
        if skipped or not line.strip():
            return
        message = _message(line)
        if message is not None:  # else it is something printed where only messages belong
            await self._pass_on(message)

    async def _pass_on(self, message: Any) -> None:
        await self.incoming.send(SessionMessage(message))


def _message(line: bytes) -> Any:
    """The message in ``line``, or ``None``.

    Half a character (an emoji that a server has cut in two, a byte that is no UTF-8) becomes a
    replacement: the SDK's parser would drop the whole answer, and the call wait for its deadline.
    """
    for attempt in (bytes, _whole_characters):
        try:
            return jsonrpc_message_adapter.validate_json(attempt(line), by_name=False)
        except (ValueError, RecursionError):
            continue
    return None


def _whole_characters(line: bytes) -> bytes:
    value = json.loads(line.decode("utf-8", "replace"))
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


@asynccontextmanager
async def process_streams(
    command: Sequence[str],
    environment: Mapping[str, str],
    stderr_file: Path,
    gone: Callable[[], None],
) -> AsyncGenerator[Streams, None]:
    """Start ``command`` (a list, never a shell) and talk over its pipes; end its group at last.

    ``gone`` is called once it can no longer answer. Raises ``OSError`` when it does not start.
    """
    process = await anyio.open_process(
        list(command), env=dict(environment), start_new_session=True, cwd=Path.home()
    )
    to_client, from_server = anyio.create_memory_object_stream[Any](0)
    to_server, from_client = anyio.create_memory_object_stream[Any](0)
    pipes = Pipes(process, to_client, from_client)
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(pipes.read, gone)
        tasks.start_soon(pipes.write)
        assert process.stderr is not None
        tasks.start_soon(_keep_stderr, process.stderr, stderr_file)
        try:
            yield from_server, to_server
        finally:
            with anyio.CancelScope(shield=True):
                for stream in (from_server, to_server):
                    await stream.aclose()
                await end(process)
                for stream in (to_client, from_client):
                    await stream.aclose()
            tasks.cancel_scope.cancel()


async def end(process: Process) -> None:
    """Close the process's input, then end its whole group, by force if it must be.

    The order is that of the specification's "Lifecycle: Shutdown".
    """
    if process.stdin is not None:
        with contextlib.suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            await process.stdin.aclose()
    await _ended(process, GRACE_S)
    for number in (signal.SIGTERM, signal.SIGKILL):
        if not _signal_group(process.pid, number):
            break
        await _group_ended(process.pid, GRACE_S)
    await _ended(process, GRACE_S)
    with contextlib.suppress(OSError, ProcessLookupError, TimeoutError):
        with anyio.move_on_after(GRACE_S):
            await process.aclose()


async def _ended(process: Process, limit_s: float) -> None:
    until = anyio.current_time() + limit_s
    while process.returncode is None and anyio.current_time() < until:
        await anyio.sleep(0.01)


async def _group_ended(group: int, limit_s: float) -> None:
    until = anyio.current_time() + limit_s
    while _signal_group(group, 0) and anyio.current_time() < until:
        await anyio.sleep(0.01)


def _signal_group(group: int, number: int) -> bool:
    """Whether there still is such a group; its leader's id is its own (``start_new_session``)."""
    try:
        os.killpg(group, number)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


async def _keep_stderr(stream: ByteReceiveStream, path: Path) -> None:
    """The first ``MOST_STDERR`` bytes of what the server logs; the rest is read and dropped."""
    kept = 0
    with contextlib.suppress(OSError, anyio.ClosedResourceError, anyio.BrokenResourceError):
        private_folder(path.parent)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(descriptor, "wb", buffering=0) as file:
            async for chunk in stream:
                file.write(chunk[: MOST_STDERR - kept])
                kept = min(kept + len(chunk), MOST_STDERR)
