"""The file of an export: encrypted, and opened by a passphrase of its own.

A file is a line that names the format, a line of JSON with the salt, the cost and the wrapped key,
and the compressed content under AES-256-GCM (NIST SP 800-38D) with both lines as associated data.
The key of the content is random, wrapped by the vault under Argon2id (RFC 9106) of the passphrase.
"""

from __future__ import annotations

import secrets
import zlib
from typing import Annotated

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tandem_edge.vault.secret import Secret
from tandem_edge.vault.ways import USUAL_COST
from tandem_edge.vault.wrapping import (
    NONCE_BYTES,
    SALT_BYTES,
    Cost,
    Wrapped,
    fresh_key,
    hexadecimal,
    stretch,
    unwrap,
    wrap,
)
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import TrustError, UsageError
from tandem_shared.tools import Frozen

FORMAT = b"tandem memory export 1\n"
LARGEST = 1_000_000_000
"""Bytes of a file, and of its content."""


class Header(Frozen):
    """What is needed to open an export. None of it is secret."""

    salt: Annotated[str, hexadecimal(SALT_BYTES)]
    cost: Cost
    wrapped: Wrapped
    nonce: Annotated[str, hexadecimal(NONCE_BYTES)]


def sealed(content: bytes, passphrase: Secret, cost: Cost = USUAL_COST) -> bytes:
    """The bytes of an export file. Raises ``UsageError`` when there is too much of it."""
    if len(content) > LARGEST:
        raise UsageError("the memory is over a gigabyte", hint="forget some of it first")
    salt, key = secrets.token_bytes(SALT_BYTES), fresh_key()
    header = Header(
        salt=salt.hex(),
        cost=cost,
        wrapped=wrap(key, stretch(passphrase, salt, cost), FORMAT),
        nonce=secrets.token_hex(NONCE_BYTES),
    )
    bound = FORMAT + canonical_bytes(header.model_dump(mode="json")) + b"\n"
    nonce = bytes.fromhex(header.nonce)
    return bound + AESGCM(key.reveal()).encrypt(nonce, zlib.compress(content), bound)


def opened(data: bytes, passphrase: Secret) -> bytes:
    """The content of an export file. Raises ``TrustError`` and ``UsageError`` as ``import_memory``;
    nothing is read of a content that does not authenticate."""
    line, _, rest = data.partition(b"\n")
    written, _, body = rest.partition(b"\n")
    try:
        if line + b"\n" != FORMAT:
            raise ValueError
        header = Header.model_validate_json(written)
    except ValueError:
        raise UsageError(
            "that file is no export of a memory", hint="tandem memory export makes one"
        ) from None
    bound = line + b"\n" + written + b"\n"
    stretched = stretch(passphrase, bytes.fromhex(header.salt), header.cost)
    key = unwrap(header.wrapped, stretched, FORMAT)
    if key is None:
        raise TrustError(
            "the passphrase does not open this export", hint="nothing was changed; try again"
        )
    try:
        packed = AESGCM(key.reveal()).decrypt(bytes.fromhex(header.nonce), body, bound)
    except InvalidTag:
        raise TrustError(
            "the export was altered", hint="nothing was changed; take another copy of it"
        ) from None
    return _unpacked(packed)


def _unpacked(packed: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(packed, LARGEST)
    except zlib.error:
        content = b""
    if not unpacking.eof:
        raise UsageError("the export cannot be unpacked", hint="export it again")
    return content
