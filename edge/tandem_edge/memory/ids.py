"""Ids of what is remembered: a kind, an underscore, and a number that sorts by time."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime
from random import Random

Mint = Callable[[str, datetime], str]
"""Makes a fresh id of a kind and a moment."""

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no letter that is taken for a digit."""
TIME_PLACES, CHANCE_PLACES = 10, 8


def new_id(kind: str, at: datetime) -> str:
    """A fresh id: 50 bits of ``at`` in milliseconds, 40 bits of chance."""
    return _identity(kind, at, secrets.randbits(5 * CHANCE_PLACES))


def repeatable(seed: str) -> Mint:
    """A mint whose chance is that of ``seed``: for measuring, where a run has to be repeatable."""
    random = Random(seed)
    return lambda kind, at: _identity(kind, at, random.getrandbits(5 * CHANCE_PLACES))


def _identity(kind: str, at: datetime, chance: int) -> str:
    moment = int(at.timestamp() * 1000) % (1 << 5 * TIME_PLACES)
    return f"{kind}_{_written(moment, TIME_PLACES)}{_written(chance, CHANCE_PLACES)}"


def _written(number: int, places: int) -> str:
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(places)))
