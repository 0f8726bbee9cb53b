"""What the parts of a book share: its database, its scope, its transactions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from tandem_edge.memory.ids import Mint, new_id
from tandem_edge.vault.database import Database
from tandem_shared.memory import Scope

T = TypeVar("T")
AT_ONCE = 500
"""Values in one statement."""


@dataclass
class Rows:
    """Rows of one scope."""

    database: Database
    scope: Scope
    mint: Mint = new_id

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All writes inside happen, or none; may be nested."""
        if self.database.conn.in_transaction:
            yield
        else:
            with self.database.writing():
                yield


def few(values: Iterable[T]) -> Iterator[list[T]]:
    """``values`` in portions that one statement can take."""
    every = list(values)
    yield from (every[start : start + AT_ONCE] for start in range(0, len(every), AT_ONCE))


def within(column: str, values: Sequence[Any]) -> str:
    """The condition that a column has one of ``values``, with a mark for each."""
    return f"{column} IN ({', '.join('?' * len(values))})"
