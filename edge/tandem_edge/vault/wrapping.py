"""How keys are made from keys: Argon2id, HKDF-SHA256, and AES-256-GCM around the data key."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Annotated

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pydantic import Field, StringConstraints

from tandem_edge.vault.secret import Secret
from tandem_shared.tools import Frozen

KEY_BYTES = 32
SALT_BYTES = 16
NONCE_BYTES = 12
TAG_BYTES = 16


def hexadecimal(count: int) -> StringConstraints:
    """The constraint on a field that holds ``count`` bytes in lower-case hex."""
    return StringConstraints(pattern=rf"^[0-9a-f]{{{2 * count}}}$")


class Cost(Frozen):
    """What one guess of a passphrase costs: RFC 9106's second recommended setting by default.

    The bounds keep a hostile file from taking all memory or an hour.
    """

    passes: int = Field(default=3, ge=1, le=64)
    lanes: int = Field(default=4, ge=1, le=64)
    memory_kib: int = Field(default=64 * 1024, ge=512, le=2 * 1024 * 1024)


class Wrapped(Frozen):
    """A data key under another key, in hex."""

    nonce: Annotated[str, hexadecimal(NONCE_BYTES)]
    sealed: Annotated[str, hexadecimal(KEY_BYTES + TAG_BYTES)]


def fresh_key() -> Secret:
    """32 random bytes."""
    return Secret(secrets.token_bytes(KEY_BYTES))


def stretch(passphrase: Secret, salt: bytes, cost: Cost) -> Secret:
    """The key of a passphrase: Argon2id (RFC 9106), about a quarter of a second.

    Unicode is composed first (NFC, as RFC 8265 asks): keyboards write the same word in two ways.
    """
    text = unicodedata.normalize("NFC", passphrase.reveal().decode())
    derived = Argon2id(
        salt=salt,
        length=KEY_BYTES,
        iterations=cost.passes,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    ).derive(text.encode())
    return Secret(derived)


def derive(secret: Secret, use: str, salt: bytes = b"") -> Secret:
    """A key of its own for one use: HKDF-SHA256 (RFC 5869). ``secret`` must be random."""
    info = f"tandem/v1/{use}".encode()
    return Secret(HKDF(SHA256(), KEY_BYTES, salt or None, info).derive(secret.reveal()))


def wrap(data_key: Secret, under: Secret, bound: bytes) -> Wrapped:
    """``data_key`` sealed with AES-256-GCM; it opens only together with the bytes ``bound``."""
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = AESGCM(under.reveal()).encrypt(nonce, data_key.reveal(), bound)
    return Wrapped(nonce=nonce.hex(), sealed=sealed.hex())


def unwrap(wrapped: Wrapped, under: Secret, bound: bytes) -> Secret | None:
    """The data key, or ``None`` when ``under`` is another key or anything was altered."""
    nonce, sealed = bytes.fromhex(wrapped.nonce), bytes.fromhex(wrapped.sealed)
    try:
        return Secret(AESGCM(under.reveal()).decrypt(nonce, sealed, bound))
    except InvalidTag:
        return None
