"""An ONNX file opened so that its large tensors stay in the file.

The runtime reads a model whole, twice over for a while. So it is given the model without the large
tensors, and told where in the same file each of them lies (``external_data``, onnx.ai), to be
mapped into memory. Tables of which a text needs few rows become inputs: whoever runs the model
gives the rows. Only the frame of Protocol Buffers is read and written here
(protobuf.dev/programming-guides/encoding).
"""

from __future__ import annotations

import mmap
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

LARGE = 4096
"""Bytes from which a tensor stays in the file."""
GRAPH, METADATA = 7, 14
INITIALIZER, INPUT = 5, 11
DIMENSIONS, DATA_TYPE, NAME, RAW_DATA, EXTERNAL_DATA, DATA_LOCATION = 1, 2, 8, 9, 13, 14
"""Numbers of fields of a model, a graph and a tensor (github.com/onnx/onnx, ``onnx.proto``)."""
EXTERNAL = 1
_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5


@dataclass(frozen=True)
class Field:
    """One field of a message: its number, where it begins, its contents and where it ends."""

    number: int
    kind: int
    start: int
    inside: int
    end: int


@dataclass(frozen=True)
class Table:
    """Where in the file the numbers of a tensor lie, in bytes, and its rows and columns."""

    offset: int
    rows: int
    columns: int


@dataclass
class Mapped:
    """A model without its large tensors, its metadata, and the tables that are inputs now."""

    model: bytes = b""
    metadata: dict[str, str] = field(default_factory=dict)
    tables: dict[str, Table] = field(default_factory=dict)


def read_mapped(path: Path, apart: Collection[str] = ()) -> Mapped:
    """Read an ONNX file; its matrices named in ``apart`` become inputs.

    Raises ``ValueError`` for what is not an ONNX file, ``OSError`` as reading does.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        found, model = Mapped(), bytearray()
        for part in _fields(data, 0, len(data)):
            if part.number == METADATA:
                key, value = (data[each.inside : each.end] for each in _inner(data, part))
                found.metadata[key.decode()] = value.decode()
            elif part.number == GRAPH:
                model += _framed(GRAPH, _graph(data, part, path.name, apart, found.tables))
            else:
                model += data[part.start : part.end]
        found.model = bytes(model)
        return found


def _graph(
    data: mmap.mmap, graph: Field, file: str, apart: Collection[str], tables: dict[str, Table]
) -> bytes:
    found = bytearray()
    for part in _inner(data, graph):
        name = _name(data, part) if part.number == INITIALIZER else ""
        if name in apart:
            tables[name], kind = _table(data, part)
            found += _framed(INPUT, _input(name, kind, tables[name].columns))
        elif name and part.end - part.inside > LARGE:
            found += _framed(INITIALIZER, _tensor(data, part, file))
        else:
            found += data[part.start : part.end]
    return bytes(found)


def _name(data: mmap.mmap, tensor: Field) -> str:
    names = (data[each.inside : each.end] for each in _inner(data, tensor) if each.number == NAME)
    return next(names, b"").decode()


def _table(data: mmap.mmap, tensor: Field) -> tuple[Table, int]:
    """Where a matrix lies, and the number of its type."""
    parts = {each.number: each for each in _inner(data, tensor)}
    sizes: list[int] = []
    for each in _inner(data, tensor):
        if each.number == DIMENSIONS:  # packed, or one by one
            at = each.inside
            while at < each.end:
                size, at = _read(data, at, each.end)
                sizes.append(size)
    kind, raw = parts.get(DATA_TYPE), parts.get(RAW_DATA)
    if len(sizes) != 2 or kind is None or raw is None:
        raise ValueError("not a matrix")
    return Table(raw.inside, *sizes), _read(data, kind.inside, kind.end)[0]


def _input(name: str, kind: int, columns: int) -> bytes:
    """An input of any number of rows (``ValueInfoProto``)."""
    rows = _framed(1, _framed(2, f"{name}.rows".encode()))
    shape = rows + _framed(1, _number(1 << 3 | _VARINT) + _number(columns))
    tensor = _number(1 << 3 | _VARINT) + _number(kind) + _framed(2, shape)
    return _framed(1, name.encode()) + _framed(2, _framed(1, tensor))


def _tensor(data: mmap.mmap, tensor: Field, file: str) -> bytes:
    """A tensor that says where its numbers are instead of having them."""
    found = bytearray()
    for part in _inner(data, tensor):
        if part.number != RAW_DATA:
            found += data[part.start : part.end]
            continue
        place = {"location": file, "offset": part.inside, "length": part.end - part.inside}
        for key, value in place.items():
            entry = _framed(1, key.encode()) + _framed(2, str(value).encode())
            found += _framed(EXTERNAL_DATA, entry)
        found += _number(DATA_LOCATION << 3 | _VARINT) + _number(EXTERNAL)
    return bytes(found)


def _inner(data: mmap.mmap, message: Field) -> Iterator[Field]:
    return _fields(data, message.inside, message.end)


def _fields(data: mmap.mmap, at: int, end: int) -> Iterator[Field]:
    while at < end:
        key, inside = _read(data, at, end)
        kind = key & 7
        if kind == _VARINT:
            _, last = _read(data, inside, end)
        elif kind == _BYTES:
            size, inside = _read(data, inside, end)
            last = inside + size
        elif kind in (_EIGHT, _FOUR):
            last = inside + (8 if kind == _EIGHT else 4)
        else:
            raise ValueError("not a message")
        if last > end:
            raise ValueError("a message that is cut off")
        yield Field(key >> 3, kind, at, inside, last)
        at = last


def _read(data: mmap.mmap, at: int, end: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    value = shift = 0
    while at < end and shift < 64:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
    raise ValueError("a number that is cut off")


def _framed(number: int, inside: bytes) -> bytes:
    return _number(number << 3 | _BYTES) + _number(len(inside)) + inside


def _number(value: int) -> bytes:
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])
