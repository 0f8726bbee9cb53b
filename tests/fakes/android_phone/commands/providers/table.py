"""What a content provider is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.fakes.android_phone.model import Model

Value = str | int | float | None
Row = dict[str, Value]


def _ignore(phone: Model, row: Row, values: Row) -> None:
    """The provider takes the write and does nothing, as it does for callers it does not heed."""


def _ignore_insert(phone: Model, values: Row) -> None:
    """Likewise."""


def _ignore_delete(phone: Model, row: Row) -> None:
    """Likewise."""


@dataclass(frozen=True)
class Table:
    """A path of a provider: its columns, its rows, and what writing does.

    ``insert`` raises ``ValueError`` for a row that the provider refuses.
    """

    columns: tuple[str, ...]
    rows: Callable[[Model], Iterator[Row]]
    insert: Callable[[Model, Row], None] = _ignore_insert
    update: Callable[[Model, Row, Row], None] = _ignore
    delete: Callable[[Model, Row], None] = _ignore_delete


@dataclass(frozen=True)
class Provider:
    """An authority's tables by path, and the permissions that it asks for (``""``: none)."""

    tables: Mapping[str, Table]
    read: str = ""
    write: str = ""


def number_of(key: str) -> int:
    """The number in a record's key."""
    return int("".join(letter for letter in key if letter.isdecimal()))


def milliseconds(moment: datetime) -> int:
    """Since 1970, of a time with its zone."""
    return int(moment.timestamp() * 1000)
