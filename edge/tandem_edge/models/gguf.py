"""Read the header of a GGUF file written by a stranger: bounded, and refusing what is odd.

llama.cpp's loader is native code with a history of memory bugs, so a file is read here first.
Every count and length has a cap, nothing is allocated on the file's say-so beyond one string,
and each tensor must lie inside the file.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.models.gguf_reader import MAX_ITEMS, MAX_STRING, Reader, RefusedError
from tandem_shared.errors import TandemError, TrustError

MAGIC = b"GGUF"
VERSIONS = (2, 3)
MAX_KEYS = 4096
MAX_TENSORS = 65_536
MAX_NAME = 512
BASE_KEY, DATA_KEY = "tandem.base.sha256", "tandem.data.sha256"
"""Keys of our own in an adapter: the file it was trained over, and on what."""
WANTED_STRINGS = {
    "general.architecture",
    "general.name",
    "general.license",
    "general.type",
    "tokenizer.ggml.model",
    "tokenizer.chat_template",
    "adapter.type",
    BASE_KEY,
    DATA_KEY,
}
IM_START = b"<|im_start|>"

_SCALARS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_STRING, _ARRAY = 8, 9
_BLOCKS = {
    # ggml type: (elements in a block, bytes in a block)
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),
    16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110),
    22: (256, 82), 23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8),
    29: (256, 56), 30: (1, 2), 34: (256, 54), 35: (256, 66), 39: (32, 17),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """A tensor of the file; ``sizes`` begin with the one that varies fastest."""

    name: str
    sizes: tuple[int, ...]
    code: int


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What Tandem needs to know from the header. Every text is foreign."""

    architecture: str
    context: int
    title: str
    licence: str
    kind: str
    parts: int
    template: str
    tokenizer: str
    bos: str
    eos: str
    add_bos: bool
    has_im_start: bool
    tensors: int
    adapter: str = ""
    alpha: float = 0.0
    base_sha256: str = ""
    data: str = ""
    shapes: tuple[Shape, ...] = ()
    """Of an adapter's tensors; empty for any other file."""


def read_header(path: Path) -> GgufHeader:
    """Check and read the header of ``path``.

    Raises ``TrustError`` if it is not a GGUF file or its header is not to be trusted.
    """
    try:
        with path.open("rb") as file:
            return _read(Reader(file))
    except RefusedError as error:
        raise TrustError(
            f"{path} is refused: {error}", hint="get the file again from where it was published"
        ) from None
    except OSError as error:
        raise TandemError(f"{path} cannot be read: {error.strerror or error}") from error


def _read(reader: Reader) -> GgufHeader:
    if reader.size < 24 or reader.take(4) != MAGIC:
        raise RefusedError("it is not a GGUF file")
    version = int(reader.number("I"))
    if version not in VERSIONS:
        raise RefusedError(f"it is not a GGUF file of version 2 or 3 (version field {version:#x})")
    tensors = reader.count("Q", MAX_TENSORS, "tensors")
    keys = reader.count("Q", MAX_KEYS, "keys")
    facts = _Facts()
    seen: set[bytes] = set()
    for _ in range(keys):
        key = reader.string(MAX_NAME)
        if key in seen:
            raise RefusedError("it repeats a key")
        seen.add(key)
        facts.take(reader, _text(key))
    shapes = _check_tensors(reader, tensors, facts.alignment)
    return facts.header(reader, shapes)


class _Facts:
    """The few values that are kept while the keys go by."""

    def __init__(self) -> None:
        self.strings: dict[str, str] = {}
        self.numbers: dict[str, int | float | bool] = {}
        self.tokens: tuple[int, int] = (0, 0)
        self.has_im_start = False

    @property
    def alignment(self) -> int:
        value = self.numbers.get("general.alignment", 32)
        if type(value) is not int or not 0 < value <= 65_536 or value & (value - 1):
            raise RefusedError("its alignment is not a power of two")
        return value

    def take(self, reader: Reader, key: str) -> None:
        code = int(reader.number("I"))
        if code == _STRING:
            self._string(reader, key)
        elif code == _ARRAY:
            self._array(reader, key)
        elif code in _SCALARS:
            self.numbers[key] = reader.number(_SCALARS[code])
        else:
            raise RefusedError(f"a value has the unknown type {code}")

    def _string(self, reader: Reader, key: str) -> None:
        length = reader.count("Q", MAX_STRING, "bytes in one string")
        if key in WANTED_STRINGS:
            self.strings[key] = _text(reader.take(length))
        else:
            reader.skip(length)

    def _array(self, reader: Reader, key: str) -> None:
        code = int(reader.number("I"))
        length = reader.count("Q", MAX_ITEMS, "items in one array")
        reader.several(length)
        if code in _SCALARS:
            reader.skip(length * struct.calcsize(f"<{_SCALARS[code]}"))
        elif code == _STRING:
            if key == "tokenizer.ggml.tokens":
                self.tokens = (reader.at, length)
                for token in reader.strings(length):
                    self.has_im_start |= token == IM_START
            else:
                for _ in range(length):
                    reader.skip(reader.count("Q", MAX_STRING, "bytes in one string"))
        else:
            raise RefusedError(f"an array has items of the unknown type {code}")

    def header(self, reader: Reader, shapes: tuple[Shape, ...]) -> GgufHeader:
        architecture = self.strings.get("general.architecture", "")
        if not architecture:
            raise RefusedError("it names no architecture")
        tokenizer = self.strings.get("tokenizer.ggml.model", "")
        kind = self.strings.get("general.type", "model")
        return GgufHeader(
            architecture=architecture,
            context=self._whole(f"{architecture}.context_length", 0),
            title=self.strings.get("general.name", ""),
            licence=self.strings.get("general.license", ""),
            kind=kind,
            parts=self._whole("split.count", 0),
            template=self.strings.get("tokenizer.chat_template", ""),
            tokenizer=tokenizer,
            bos=self._token(reader, "tokenizer.ggml.bos_token_id"),
            eos=self._token(reader, "tokenizer.ggml.eos_token_id"),
            add_bos=bool(self.numbers.get("tokenizer.ggml.add_bos_token", tokenizer == "llama")),
            has_im_start=self.has_im_start,
            tensors=len(shapes),
            adapter=self.strings.get("adapter.type", ""),
            alpha=float(self.numbers.get("adapter.lora.alpha", 0)),
            base_sha256=self.strings.get(BASE_KEY, ""),
            data=self.strings.get(DATA_KEY, ""),
            shapes=shapes if kind == "adapter" else (),
        )

    def _whole(self, key: str, default: int) -> int:
        value = self.numbers.get(key, default)
        return value if type(value) is int and 0 <= value < 2**31 else default

    def _token(self, reader: Reader, key: str) -> str:
        start, length = self.tokens
        wanted = self._whole(key, -1)
        if not 0 <= wanted < length:
            return ""
        reader.rewind(start)
        for index, token in enumerate(reader.strings(length)):
            if index == wanted:
                return _text(token)
        return ""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _check_tensors(reader: Reader, count: int, alignment: int) -> tuple[Shape, ...]:
    seen: set[bytes] = set()
    shapes, ends = [], []
    for _ in range(count):
        name = reader.string(MAX_NAME)
        if name in seen:
            raise RefusedError("it repeats a tensor")
        seen.add(name)
        sizes, code, end = _tensor(reader, alignment)
        shapes.append(Shape(_text(name), sizes, code))
        ends.append(end)
    start = -(-reader.at // alignment) * alignment
    if ends and start + max(ends) > reader.size:
        raise RefusedError(
            f"it is truncated: {reader.size:,} of at least {start + max(ends):,} bytes"
        )
    return tuple(shapes)


def _tensor(reader: Reader, alignment: int) -> tuple[tuple[int, ...], int, int]:
    """Sizes, type, and where it ends at the least."""
    sizes = tuple(int(reader.number("Q")) for _ in range(reader.count("I", 4, "dimensions")))
    code = int(reader.number("I"))
    offset = int(reader.number("Q"))
    elements = math.prod(sizes)
    if not 0 < elements < 2**63 or not all(0 < size < 2**63 for size in sizes):
        raise RefusedError("a tensor has impossible dimensions")
    if offset % alignment or offset >= 2**63:
        raise RefusedError("a tensor has an impossible offset")
    block, size = _BLOCKS.get(code, (1, 0))
    return sizes, code, offset + -(-elements // block) * size
