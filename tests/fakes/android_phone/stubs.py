"""The socket at which the stubs on the phone's PATH ask the phone what to print."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import count
from typing import Protocol

from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.root import SOCKET, Root

_MOST_WORDS = 10_000
_LONGEST_INLINE = 4096
_HOLD = "/system/bin/toybox nc -U /dev/socket/phone"


class Runs(Protocol):
    """Who answers: the phone."""

    def run(self, name: str, classpath: str, arguments: list[str]) -> Answer:
        """What the command prints."""

    def started(self) -> None:
        """The program that stays is running."""

    def ended(self) -> None:
        """It was killed."""


class Stubs:
    """Serves the stubs of one phone."""

    def __init__(self, root: Root, phone: Runs) -> None:
        self._root = root
        self._phone = phone
        self._names = count(1)

    async def serve(self) -> asyncio.Server:
        """Start listening."""
        path = self._root.folder / SOCKET
        server = await asyncio.start_unix_server(self._answer, path)
        path.chmod(0o777)
        return server

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            name, classpath, *arguments = await _read_words(reader)
            if name == "/stay":
                await self._stay(reader)
            else:
                writer.write(self._script(self._phone.run(name, classpath, arguments)))
                await writer.drain()
        except (ConnectionError, EOFError, ValueError):
            pass  # the stub was killed
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _stay(self, reader: asyncio.StreamReader) -> None:
        self._phone.started()
        try:
            await reader.read()
        finally:
            self._phone.ended()

    def _script(self, answer: Answer) -> bytes:
        """The shell script that the stub runs in place of the command."""
        out = answer.out if isinstance(answer.out, bytes) else answer.out.encode("utf-8", "replace")
        script = self._print(out, "")
        script += self._print(answer.err.encode("utf-8", "replace"), " >&2")
        if answer.stays:
            keep = b"{ print 2; print -n '/stay\\0\\0'; exec /system/bin/toybox sleep 2000000; }"
            return script + keep + b" | exec " + _HOLD.encode()
        return script + b"exit %d\n" % answer.code

    def _print(self, text: bytes, where: str) -> bytes:
        if not text:
            return b""
        if len(text) > _LONGEST_INLINE or b"\0" in text:
            path = self._root.leave_reply(f"{next(self._names)}", text)
            return f"cat {path}{where}; /system/bin/toybox rm {path}\n".encode()
        quoted = text.replace(b"'", b"'\\''")
        return b"print -rn -- '" + quoted + b"'" + where.encode() + b"\n"


async def _read_words(reader: asyncio.StreamReader) -> list[str]:
    wanted = int(await reader.readline())
    if not 2 <= wanted <= _MOST_WORDS:
        raise ValueError(f"{wanted} words")
    words = [(await reader.readuntil(b"\0"))[:-1] for _ in range(wanted)]
    return [word.decode("utf-8", "surrogateescape") for word in words]
