"""Bounded reads from a file that a stranger wrote."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import BinaryIO

MAX_STRING = 1 << 20
MAX_ITEMS = 4_000_000
MAX_HEADER = 64 << 20


class RefusedError(Exception):
    """The header is odd; the message says how."""


class Reader:
    """Bounded reads from one open file."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.size = os.fstat(file.fileno()).st_size
        self.at = 0
        self.items = 0

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        self._move(count)
        data = self.file.read(count)
        if len(data) != count:
            raise RefusedError("it ends inside its header")
        return data

    def skip(self, count: int) -> None:
        """Pass over ``count`` bytes without keeping them."""
        self._move(count)
        if count > 65_536:
            self.file.seek(count, os.SEEK_CUR)
        else:
            self.file.read(count)

    def _move(self, count: int) -> None:
        self.at += count
        if self.at > MAX_HEADER:
            raise RefusedError(f"its header is longer than {MAX_HEADER >> 20} MiB")
        if self.at > self.size:
            raise RefusedError("it ends inside its header")

    def number(self, code: str) -> int | float | bool:
        """One little-endian number of a ``struct`` code."""
        value: int | float | bool = struct.unpack(
            f"<{code}", self.take(struct.calcsize(f"<{code}"))
        )[0]
        return value

    def count(self, code: str, cap: int, what: str) -> int:
        """A length that the file claims, refused above ``cap``."""
        value = int(self.number(code))
        if value > cap:
            raise RefusedError(f"it claims {value:,} {what}, more than {cap:,}")
        return value

    def string(self, cap: int = MAX_STRING) -> bytes:
        """A length and that many bytes."""
        return self.take(self.count("Q", cap, "bytes in one string"))

    def several(self, count: int) -> None:
        """Account for array items, over the whole file."""
        self.items += count
        if self.items > MAX_ITEMS:
            raise RefusedError(f"it holds more than {MAX_ITEMS:,} array items")

    def strings(self, length: int) -> Iterator[bytes]:
        """That many strings, one by one."""
        for _ in range(length):
            yield self.string()

    def rewind(self, at: int) -> None:
        """Go back to an earlier place."""
        self.file.seek(at)
        self.at = at
