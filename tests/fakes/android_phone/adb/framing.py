"""The frames of the adb protocol (packages/modules/adb/protocol.txt): codec and nothing else."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

HEADER = struct.Struct("<6I")
VERSION = 0x01000001
"""The version from which on receivers ignore the checksum."""
MAX_DATA = 256 * 1024
_MASK = 0xFFFFFFFF


class BadFrame(ValueError):
    """Bytes that no adb host sends; the connection they came on is closed."""


class Command(IntEnum):
    """What a frame is: four ASCII letters, read as a little-endian number."""

    CNXN = 0x4E584E43
    AUTH = 0x48545541
    OPEN = 0x4E45504F
    OKAY = 0x59414B4F
    CLSE = 0x45534C43
    WRTE = 0x45545257


class Auth(IntEnum):
    """The first argument of ``AUTH``."""

    TOKEN = 1
    SIGNATURE = 2
    PUBLIC_KEY = 3


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame. ``first`` and ``second`` are mostly stream ids: the sender's, the receiver's."""

    command: Command
    first: int
    second: int
    data: bytes = b""


def encode(frame: Frame) -> bytes:
    """The frame's bytes, with the checksum that old hosts still look at."""
    check = sum(frame.data) & _MASK
    header = HEADER.pack(
        frame.command, frame.first, frame.second, len(frame.data), check, frame.command ^ _MASK
    )
    return header + frame.data


class Decoder:
    """Frames from bytes as they come, however they are cut."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Every frame that is whole by now. Raises ``BadFrame``; the decoder is then spent."""
        self._held += data
        while len(self._held) >= HEADER.size:
            command, first, second, length, _check, magic = HEADER.unpack_from(self._held)
            if magic != command ^ _MASK or command not in Command.__members__.values():
                raise BadFrame(f"command {command:#010x} with magic {magic:#010x}")
            if length > MAX_DATA:
                raise BadFrame(f"{length} bytes of data, {MAX_DATA} are allowed")
            end = HEADER.size + length
            if len(self._held) < end:
                return
            payload = bytes(self._held[HEADER.size : end])
            del self._held[:end]
            yield Frame(Command(command), first, second, payload)
