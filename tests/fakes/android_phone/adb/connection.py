"""One adb server's connection to the phone: handshake, trust, and the streams over it."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable

from tests.fakes.android_phone.adb.framing import (
    MAX_DATA,
    VERSION,
    Auth,
    BadFrame,
    Command,
    Decoder,
    Frame,
    encode,
)
from tests.fakes.android_phone.adb.keys import TOKEN_BYTES
from tests.fakes.android_phone.adb.stream import Stream, StreamClosed
from tests.fakes.android_phone.faults import Faults
from tests.fakes.android_phone.log import Log

Serve = Callable[[str, Stream], Awaitable[None]]
"""Serves what a stream was opened for; it accepts or refuses the stream itself."""
_CHUNK = 65536


class Connection:
    """Reads frames until the other end goes; every stream is served in a task of its own."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        *,
        faults: Faults,
        serve: Serve,
        banner: Callable[[], bytes],
        log: Log,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._faults = faults
        self._serve = serve
        self._banner = banner
        self._log = log
        self._streams: dict[int, Stream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._next = 1
        self._most = MAX_DATA
        self._token = b""
        self._trusted = False

    async def run(self) -> None:
        """Until the connection ends, for whatever reason."""
        decoder = Decoder()
        try:
            while data := await self._reader.read(_CHUNK):
                for frame in decoder.feed(data):
                    await self._faults.thawed()
                    await self._handle(frame)
        except (ConnectionError, BadFrame) as error:
            self._log.note("broken", str(error))
        finally:
            await self.close()

    async def close(self) -> None:
        """End every stream, and wait for those who serve them."""
        for stream in self._streams.values():
            stream.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()

    def cut(self) -> None:
        """Drop the connection now, whatever is under way."""
        self._writer.transport.abort()

    async def admit(self) -> None:
        """Somebody at the phone allows this computer: complete the handshake."""
        if not self._trusted:
            self._trusted = True
            await self._send(Frame(Command.CNXN, VERSION, MAX_DATA, self._banner()))

    async def _send(self, frame: Frame) -> None:
        await self._faults.thawed()
        if self._faults.drops(frame):
            self.cut()
            raise StreamClosed("the connection was cut on purpose")
        self._writer.write(encode(frame))
        await self._writer.drain()

    async def _handle(self, frame: Frame) -> None:
        match frame.command:
            case Command.CNXN:
                await self._greet(frame)
            case Command.AUTH:
                await self._authenticate(frame)
            case _ if not self._trusted:
                raise BadFrame(f"{frame.command.name} before the handshake")
            case Command.OPEN:
                self._open(frame)
            case _:
                await self._pass_on(frame)

    async def _greet(self, frame: Frame) -> None:
        self._most = min(frame.second, MAX_DATA)
        self._log.note("greeted", frame.data.decode("utf-8", "replace"))
        if self._faults.profile.silent:
            return
        if self._faults.profile.trust == "anyone":
            await self.admit()
        else:
            await self._challenge()

    async def _challenge(self) -> None:
        self._token = os.urandom(TOKEN_BYTES)
        await self._send(Frame(Command.AUTH, Auth.TOKEN, 0, self._token))

    async def _authenticate(self, frame: Frame) -> None:
        keys = self._faults.trusted
        self._log.note("auth", Auth(frame.first).name)
        if frame.first == Auth.SIGNATURE:
            signed = keys.signed_by_one(self._token, frame.data)
            await (self.admit() if signed else self._challenge())
        elif frame.first == Auth.PUBLIC_KEY:
            if self._faults.profile.trust == "accepts":
                keys.trust(frame.data)
                await self.admit()
            else:
                self._faults.ask(frame.data, self)

    def _open(self, frame: Frame) -> None:
        stream = Stream(self._next, frame.first, self._send, self._most)
        self._next += 1
        self._streams[stream.local] = stream
        destination = frame.data.rstrip(b"\0").decode("utf-8", "replace")
        task = asyncio.get_running_loop().create_task(self._serve_stream(destination, stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve_stream(self, destination: str, stream: Stream) -> None:
        try:
            await self._faults.delay()
            await self._serve(destination, stream)
            await stream.close()
        except ConnectionError:
            stream.end()
        finally:
            self._streams.pop(stream.local, None)

    async def _pass_on(self, frame: Frame) -> None:
        stream = self._streams.get(frame.second)
        if stream is None:
            if frame.command is Command.WRTE:
                await self._send(Frame(Command.CLSE, 0, frame.first))
        elif frame.command is Command.WRTE:
            stream.arrived(frame.data)
            await self._send(Frame(Command.OKAY, stream.local, stream.remote))
        elif frame.command is Command.OKAY:
            stream.acknowledged()
        else:
            self._streams.pop(stream.local, None)
            already = stream.gone.is_set()
            stream.end()
            if not already:
                await self._send(Frame(Command.CLSE, stream.local, stream.remote))
