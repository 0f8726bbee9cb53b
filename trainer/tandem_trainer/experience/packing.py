"""A record as bytes: its canonical JSON, compressed, under the name that is its SHA-256."""

from __future__ import annotations

import hashlib
import zlib
from typing import TypeVar

from pydantic import ValidationError

from tandem_shared.canonical import canonical_bytes
from tandem_shared.experience import Identified

T = TypeVar("T", bound=Identified)
LEVEL = 6
MOST_BYTES = 64_000_000
"""Of one record's JSON: what claims to be longer is not unpacked."""


class DamagedError(ValueError):
    """These bytes are not the record that they are kept as; ``str`` says why."""


def pack(record: Identified) -> tuple[str, bytes]:
    """The record's id, and its bytes to keep. Raises ``ValueError`` for NaN or over the limit."""
    plain = canonical_bytes(record.model_dump(mode="json"))
    if len(plain) > MOST_BYTES:
        raise ValueError(f"a record of {len(plain):,} bytes is over the limit of {MOST_BYTES:,}")
    return hashlib.sha256(plain).hexdigest(), zlib.compress(plain, LEVEL)


def unpack(model: type[T], name: str, payload: bytes) -> T:
    """The record called ``name``. Raises ``DamagedError`` unless the bytes are exactly it."""
    plain = _inflated(payload)
    if hashlib.sha256(plain).hexdigest() != name:
        raise DamagedError("its bytes do not have the digest that it is named by")
    try:
        return model.model_validate_json(plain)
    except ValidationError as error:
        raise DamagedError(f"it is no {model.__name__} that this version reads") from error


def _inflated(payload: bytes) -> bytes:
    inflating = zlib.decompressobj()
    try:
        plain = inflating.decompress(payload, MOST_BYTES)
    except zlib.error as error:
        raise DamagedError("its bytes cannot be unpacked") from error
    if not inflating.eof or inflating.unused_data:
        raise DamagedError("its bytes end too early, or go on too long")
    return plain
