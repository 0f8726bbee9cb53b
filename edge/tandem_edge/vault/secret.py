"""Bytes that must not be seen: no ``repr``, no log, no pickle, no comparison that leaks time."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import NoReturn


class Secret:
    """Some secret bytes. Python cannot wipe memory: this only keeps them from being shown."""

    __slots__ = ("_value",)

    def __init__(self, value: bytes) -> None:
        self._value = bytes(value)

    def reveal(self) -> bytes:
        """The bytes themselves, for the one call that needs them."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(hidden)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and hmac.compare_digest(self._value, other._value)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> NoReturn:
        raise TypeError("a secret is not pickled or copied")


@dataclass(frozen=True, eq=False)
class Key:
    """What opens a database: the key in force, and the one before it while a rotation is under way.

    Both are 32 bytes. After a crash in a rotation a file opens with exactly one of them.
    """

    now: Secret
    former: Secret | None = None

    @property
    def candidates(self) -> tuple[Secret, ...]:
        """The keys to try, newest first."""
        return (self.now,) if self.former is None else (self.now, self.former)
