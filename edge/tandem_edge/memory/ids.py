"""Ids of what is remembered: a kind, an underscore, and a number that sorts by time."""

from __future__ import annotations

import secrets
from datetime import datetime

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no letter that is taken for a digit."""
TIME_PLACES, CHANCE_PLACES = 10, 8


def new_id(kind: str, at: datetime) -> str:
    """A fresh id: 50 bits of ``at`` in milliseconds, 40 bits of chance."""
    moment = int(at.timestamp() * 1000) % (1 << 5 * TIME_PLACES)
    return f"{kind}_{_written(moment, TIME_PLACES)}{_written(secrets.randbits(40), CHANCE_PLACES)}"


def _written(number: int, places: int) -> str:
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(places)))
