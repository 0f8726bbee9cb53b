"""What every step shares: digests of many names, versions, and how progress is told."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
Say = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is."""


def silent(what: str, done: int, of: int) -> None:
    """Tell nobody."""


def names_digest(names: Iterable[str]) -> str:
    """Hex SHA-256 of names, a line each, in the order in which they come."""
    found = hashlib.sha256()
    for name in names:
        found.update(name.encode() + b"\n")
    return found.hexdigest()


def in_blocks(every: Iterable[T], size: int) -> Iterator[list[T]]:
    """``every`` in lists of ``size``, the last one of what is left."""
    rest = iter(every)
    while block := list(islice(rest, size)):
        yield block


def tandem_version() -> str:
    """The version whose rules a step followed."""
    return version("tandem-phone")
