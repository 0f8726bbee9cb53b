"""The file service (packages/modules/adb/SYNC.TXT), with the second versions of stat and list."""

from __future__ import annotations

import errno
import os
import stat
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.fakes.android_phone.adb.stream import Stream
from tests.fakes.android_phone.log import Log
from tests.fakes.android_phone.root import Root

_REQUEST = struct.Struct("<4sI")
_STAT = struct.Struct("<4sIII")
_STAT2 = struct.Struct("<4sIQQIIIIQqqq")
_ENTRY = struct.Struct("<4sIIII")
_ENTRY2 = struct.Struct("<4sIQQIIIIQqqqI")
_MOST_PATH = 1024
_MOST_CHUNK = 64 * 1024
_SHELL = 2000


@dataclass
class FileService:
    """One ``sync:`` stream over the phone's files."""

    stream: Stream
    root: Root
    log: Log

    async def run(self) -> None:
        """Requests until ``QUIT``. A broken one ends the service."""
        while True:
            name, length = _REQUEST.unpack(await self.stream.read_exactly(_REQUEST.size))
            if name == b"QUIT":
                return
            if length > _MOST_PATH:
                await self._fail("the path is too long")
                return
            path = (await self.stream.read_exactly(length)).decode("utf-8", "surrogateescape")
            self.log.note("sync", f"{name.decode('ascii', 'replace')} {path}")
            if not await self._answer(name, path):
                await self._fail(f"unknown command {name!r}")
                return

    async def _answer(self, name: bytes, path: str) -> bool:
        match name:
            case b"STAT":
                await self.stream.write(self._stat(path))
            case b"LST2" | b"STA2":
                await self.stream.write(self._stat2(name, path))
            case b"LIST" | b"LIS2":
                await self._list(path, second=name == b"LIS2")
            case b"RECV":
                await self._receive(path)
            case b"SEND":
                await self._store(path)
            case _:
                return False
        return True

    def _stat(self, path: str) -> bytes:
        try:
            found = self.root.resolve(path, last=False).lstat()
        except OSError:
            return _STAT.pack(b"STAT", 0, 0, 0)
        return _STAT.pack(b"STAT", found.st_mode, found.st_size & 0xFFFFFFFF, int(found.st_mtime))

    def _stat2(self, name: bytes, path: str) -> bytes:
        try:
            real = self.root.resolve(path, last=name == b"STA2")
            return _STAT2.pack(name, 0, *_numbers(real.lstat()))
        except OSError as error:
            return _STAT2.pack(name, error.errno or errno.EIO, *[0] * 10)

    async def _list(self, path: str, *, second: bool) -> None:
        for child, found in self._children(path):
            name = os.fsencode(child.name)
            if second:
                head = _ENTRY2.pack(b"DNT2", 0, *_numbers(found), len(name))
            else:
                head = _ENTRY.pack(
                    b"DENT",
                    found.st_mode,
                    found.st_size & 0xFFFFFFFF,
                    int(found.st_mtime),
                    len(name),
                )
            await self.stream.write(head + name)
        done = _ENTRY2.pack(b"DONE", *[0] * 12) if second else _ENTRY.pack(b"DONE", *[0] * 4)
        await self.stream.write(done)

    def _children(self, path: str) -> Iterator[tuple[Path, os.stat_result]]:
        try:
            for child in sorted(self.root.resolve(path).iterdir()):
                yield child, child.lstat()
        except OSError:
            return

    async def _receive(self, path: str) -> None:
        try:
            data = self.root.resolve(path).read_bytes()
        except OSError as error:
            await self._fail(f"open failed: {os.strerror(error.errno or errno.EIO)}")
            return
        for start in range(0, len(data), _MOST_CHUNK):
            part = data[start : start + _MOST_CHUNK]
            await self.stream.write(_REQUEST.pack(b"DATA", len(part)) + part)
        await self.stream.write(_REQUEST.pack(b"DONE", 0))

    async def _store(self, wanted: str) -> None:
        path, _, mode = wanted.rpartition(",")
        parts: list[bytes] = []
        while True:
            name, length = _REQUEST.unpack(await self.stream.read_exactly(_REQUEST.size))
            if name == b"DONE":
                break
            if name != b"DATA" or length > _MOST_CHUNK:
                await self._fail("invalid data message")
                return
            parts.append(await self.stream.read_exactly(length))
        try:
            self.root.write(path, b"".join(parts), int(mode) & 0o777)
        except (OSError, ValueError) as error:
            await self._fail(f"couldn't create file: {_reason(error)}")
            return
        await self.stream.write(_REQUEST.pack(b"OKAY", 0))

    async def _fail(self, why: str) -> None:
        reason = why.encode()
        await self.stream.write(_REQUEST.pack(b"FAIL", len(reason)) + reason)


def _numbers(found: os.stat_result) -> tuple[int, ...]:
    """Device, inode, mode, links, uid, gid, size and the three times, as the phone shows them."""
    times = (int(found.st_atime), int(found.st_mtime), int(found.st_ctime))
    mode = found.st_mode if not stat.S_ISLNK(found.st_mode) else stat.S_IFLNK | 0o777
    return (1, found.st_ino, mode, found.st_nlink, _SHELL, _SHELL, found.st_size, *times)


def _reason(error: Exception) -> str:
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
