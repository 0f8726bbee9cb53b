"""Which computers the phone trusts: adb's RSA keys and the signatures they make."""

from __future__ import annotations

import base64
import binascii
import struct
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey, RSAPublicNumbers
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.hashes import SHA1

TOKEN_BYTES = 20
_KEY = struct.Struct("<II256s256sI")
"""Words, n0inv, the modulus and R squared (both little-endian), the exponent."""


def parse_public_key(sent: bytes) -> RSAPublicKey:
    """The key in an ``AUTH`` frame: base64 of the struct, a blank, who owns it, NUL.

    Raises ``ValueError``.
    """
    encoded = sent.rstrip(b"\0").split(b" ", 1)[0]
    try:
        raw = base64.b64decode(encoded, validate=True)
        _words, _n0inv, modulus, _rr, exponent = _KEY.unpack(raw)
    except (binascii.Error, struct.error) as error:
        raise ValueError(f"this is no adb public key: {error}") from error
    return RSAPublicNumbers(exponent, int.from_bytes(modulus, "little")).public_key()


@dataclass
class TrustedKeys:
    """The keys that somebody at the phone allowed, for good."""

    keys: list[RSAPublicKey] = field(default_factory=list)

    def signed_by_one(self, token: bytes, signature: bytes) -> bool:
        """Whether ``signature`` over ``token`` was made with a trusted key."""
        return any(_verifies(key, token, signature) for key in self.keys)

    def trust(self, sent: bytes) -> None:
        """Remember the key in an ``AUTH`` frame. Raises ``ValueError``."""
        self.keys.append(parse_public_key(sent))


def _verifies(key: RSAPublicKey, token: bytes, signature: bytes) -> bool:
    try:
        # adb signs the token as if it were a SHA-1 digest.
        key.verify(signature, token, PKCS1v15(), Prehashed(SHA1()))
    except InvalidSignature:
        return False
    return True
