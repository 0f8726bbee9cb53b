"""One logical stream of an adb connection, with its one write in flight."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.fakes.android_phone.adb.framing import Command, Frame

Send = Callable[[Frame], Awaitable[None]]


class StreamClosed(ConnectionError):
    """The other end closed the stream, or the connection is gone."""


class Stream:
    """A stream by its two ids. What arrives is read in order; each write waits for its OKAY."""

    def __init__(self, local: int, remote: int, send: Send, most: int) -> None:
        self.local = local
        self.remote = remote
        self._send = send
        self._most = most
        self._incoming: asyncio.Queue[bytes] = asyncio.Queue()
        self._rest = bytearray()
        self._clear = asyncio.Event()
        self._clear.set()
        self.gone = asyncio.Event()
        """Set when nothing more comes or can be sent."""

    async def accept(self) -> None:
        """Tell the host that the service is there."""
        await self._send(Frame(Command.OKAY, self.local, self.remote))

    async def refuse(self) -> None:
        """Tell the host that it is not."""
        self.end()
        await self._send(Frame(Command.CLSE, 0, self.remote))

    async def write(self, data: bytes) -> None:
        """Send all of ``data``. Raises ``StreamClosed``."""
        for start in range(0, len(data), self._most):
            await self._turn()
            self._clear.clear()
            part = data[start : start + self._most]
            await self._send(Frame(Command.WRTE, self.local, self.remote, part))

    async def read(self) -> bytes:
        """What came next, or ``b""`` when nothing more will."""
        if self._rest:
            data = bytes(self._rest)
            self._rest.clear()
            return data
        if self.gone.is_set() and self._incoming.empty():
            return b""
        return await self._incoming.get()

    async def read_exactly(self, count: int) -> bytes:
        """The next ``count`` bytes. Raises ``StreamClosed`` when they do not come."""
        while len(self._rest) < count:
            data = await self._next()
            if not data:
                raise StreamClosed("the stream ended early")
            self._rest += data
        data = bytes(self._rest[:count])
        del self._rest[:count]
        return data

    async def close(self) -> None:
        """Close it once what was written has arrived. Idempotent."""
        if self.gone.is_set():
            return
        await self._clear.wait()
        if not self.gone.is_set():
            self.end()
            await self._send(Frame(Command.CLSE, self.local, self.remote))

    def arrived(self, data: bytes) -> None:
        """The connection brings data."""
        self._incoming.put_nowait(data)

    def acknowledged(self) -> None:
        """The connection brings an OKAY."""
        self._clear.set()

    def end(self) -> None:
        """Nothing more comes. Whoever waits goes on."""
        self.gone.set()
        self._clear.set()
        self._incoming.put_nowait(b"")

    async def _next(self) -> bytes:
        if self.gone.is_set() and self._incoming.empty():
            return b""
        return await self._incoming.get()

    async def _turn(self) -> None:
        await self._clear.wait()
        if self.gone.is_set():
            raise StreamClosed("the stream is closed")
