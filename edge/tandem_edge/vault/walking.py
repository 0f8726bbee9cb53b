"""Walks through SQLite's write-ahead log as SQLite does, to see what that would pass over unsaid.

SQLite takes the first frame whose checksum does not fit for the end of the log, and drops what
comes after it without a word (sqlite.org/fileformat2.html, section 4). A process that is killed
leaves such an end, and no commit behind it. Where a commit stands behind it, bytes were altered.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

HEADER, FRAME = 32, 24
"""Bytes of the log's header and of each frame's."""
MAGIC = 0x377F0682
"""With 1 added where checksums read words with the highest byte first."""
SMALLEST, LARGEST = 512, 65_536
"""Bytes of a page, a power of two."""

Sums = tuple[int, int]


@dataclass(frozen=True)
class _Frame:
    salts: bytes
    commits: bool
    stored: Sums
    summed: bytes


def whole_until(log: bytes) -> int | None:
    """How many bytes of ``log``, a ``-wal`` file, SQLite takes in where it does not reach a commit
    that is there; ``None`` when it reaches every one.

    A log that ends within a frame, or whose last frame does not fit, counts as whole: that is what
    a crash leaves, and nobody can tell it from an altered one.
    """
    if len(log) <= HEADER:
        return None
    order, page = _read_header(log)
    if not page:
        return 0
    salts, before, reached, end = log[16:24], _pair(log, 24), True, HEADER
    for frame in _frames(log, page):
        fits = frame.salts == salts and _summed(frame.summed, order, before) == frame.stored
        if fits and frame.commits and not reached:
            return end
        reached, before = reached and fits, frame.stored
        end += (FRAME + page) * reached
    return None


def _read_header(log: bytes) -> tuple[str, int]:
    """The order of bytes in words, and the size of a page: 0 for a header that does not fit."""
    magic, _, page = struct.unpack_from(">3I", log)
    order = ">" if magic & 1 else "<"
    known = magic & ~1 == MAGIC and SMALLEST <= page <= LARGEST and page & (page - 1) == 0
    fits = known and _summed(log[:24], order, (0, 0)) == _pair(log, 24)
    return order, page if fits else 0


def _frames(log: bytes, page: int) -> Iterator[_Frame]:
    """Every frame that is there to its end."""
    size = FRAME + page
    for start in range(HEADER, len(log) - size + 1, size):
        head = log[start : start + FRAME]
        yield _Frame(
            salts=head[8:16],
            commits=head[4:8] != bytes(4),
            stored=_pair(head, 16),
            summed=head[:8] + log[start + FRAME : start + size],
        )


def _pair(data: bytes, at: int) -> Sums:
    first, second = struct.unpack_from(">2I", data, at)
    return first, second


def _summed(data: bytes, order: str, seed: Sums) -> Sums:
    """The checksum of ``data`` (a multiple of 8 bytes), going on from ``seed``."""
    first, second = seed
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(islice(words, 0, None, 2), islice(words, 1, None, 2), strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
