"""Canonical JSON bytes and their SHA-256: the identity of everything that is versioned."""

from __future__ import annotations

import hashlib
import json

from pydantic import JsonValue


def canonical_bytes(value: JsonValue) -> bytes:
    """Serialise ``value`` so that equal values give equal bytes.

    Keys are sorted, no insignificant white space, UTF-8, no NaN or infinity (RFC 8785's rules
    except for its number formatting, which integers and short decimals do not exercise).

    Raises ``ValueError`` for NaN or infinity.
    """
    text = json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode()


def digest(value: JsonValue) -> str:
    """Hex SHA-256 of ``canonical_bytes(value)``."""
    return hashlib.sha256(canonical_bytes(value)).hexdigest()
