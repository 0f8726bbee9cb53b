"""The shell and exec services: a line, its streams in one or two, and its exit code."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import struct
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from enum import IntEnum
from typing import Any

from tests.fakes.android_phone.adb.stream import Stream, StreamClosed
from tests.fakes.android_phone.root import Root

_PACKET = struct.Struct("<BI")
_CHUNK = 32768
_SIGNALLED = 128
"""A shell tells of a signal by an exit code above this."""


_LETTER = re.compile(rb"^[EW]: (?=/system/bin/sh: )", re.MULTILINE)
"""Newer releases of mksh than Android's put this before their own errors and warnings."""


class Packet(IntEnum):
    """What a packet of shell v2 carries."""

    STDIN = 0
    STDOUT = 1
    STDERR = 2
    EXIT = 3
    CLOSE_STDIN = 4
    WINDOW = 5


def packet(kind: Packet, data: bytes) -> bytes:
    """A packet's bytes."""
    return _PACKET.pack(kind, len(data)) + data


async def serve_v1(stream: Stream, line: str, root: Root) -> None:
    """Everything printed, in one stream; the exit code is lost (as before Android 7)."""
    process = await _start(root, line, merged=True)
    assert process.stdout is not None and process.stdin is not None
    feeding = asyncio.create_task(_feed_raw(stream, process.stdin))
    await _supervise(stream, process, [_pump(process.stdout, stream.write)], feeding)


async def serve_v2(stream: Stream, line: str, root: Root) -> None:
    """Packets: output and errors apart, the exit code last."""
    process = await _start(root, line, merged=False)
    assert process.stdout and process.stderr and process.stdin

    def sender(kind: Packet) -> Callable[[bytes], Awaitable[None]]:
        return lambda data: stream.write(packet(kind, data))

    pumps = [
        _pump(process.stdout, sender(Packet.STDOUT)),
        _pump(process.stderr, sender(Packet.STDERR)),
    ]
    feeding = asyncio.create_task(_feed_packets(stream, process.stdin))
    code = await _supervise(stream, process, pumps, feeding)
    await stream.write(packet(Packet.EXIT, bytes([code & 0xFF])))


async def _start(root: Root, line: str, *, merged: bool) -> Process:
    arguments, environment = root.shell_command(line)
    return await asyncio.create_subprocess_exec(
        *arguments,
        env=environment,
        stdin=PIPE,
        stdout=PIPE,
        stderr=STDOUT if merged else PIPE,
        start_new_session=True,
    )


async def _supervise(
    stream: Stream,
    process: Process,
    pumps: Sequence[Coroutine[Any, Any, None]],
    feeding: asyncio.Task[None],
) -> int:
    """Until the line has ended, or the host closes the stream: then everything is killed."""
    ended = asyncio.create_task(_end_of(process, pumps))
    gone = asyncio.create_task(stream.gone.wait())
    try:
        await asyncio.wait([ended, gone], return_when=asyncio.FIRST_COMPLETED)
        if not ended.done():
            raise StreamClosed("the host closed the shell")
        await ended
    finally:
        feeding.cancel()
        gone.cancel()
        _kill(process)
        ended.cancel()
        await asyncio.gather(ended, gone, feeding, process.wait(), return_exceptions=True)
    code = process.returncode or 0
    return code if code >= 0 else _SIGNALLED - code


async def _end_of(process: Process, pumps: Sequence[Coroutine[Any, Any, None]]) -> None:
    await asyncio.gather(process.wait(), *pumps)


def _kill(process: Process) -> None:
    """End the line and what it started; a job left in the background keeps the group alive."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


async def _pump(source: asyncio.StreamReader, send: Callable[[bytes], Awaitable[None]]) -> None:
    while data := await source.read(_CHUNK):
        await send(_LETTER.sub(b"", data))


async def _feed_raw(stream: Stream, sink: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await stream.read():
            sink.write(data)
            await sink.drain()


async def _feed_packets(stream: Stream, sink: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while True:
            kind, length = _PACKET.unpack(await stream.read_exactly(_PACKET.size))
            data = await stream.read_exactly(length)
            if kind == Packet.STDIN:
                sink.write(data)
                await sink.drain()
            elif kind == Packet.CLOSE_STDIN:
                sink.close()
