"""Typed tables with a journal: every write is logged, so a diff or a rollback costs O(changes)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from pydantic import ConfigDict, JsonValue, TypeAdapter

from tandem_shared.tools import Change

R = TypeVar("R")
ONLY = "-"
"""Key of the one record in a singleton table."""


@dataclass(frozen=True)
class Table(Generic[R]):
    """A named set of frozen dataclass records, keyed by id (``<prefix><number>``)."""

    name: str
    record: type[R]
    prefix: str = ""
    hidden: bool = False
    """Bookkeeping of the sandbox itself: saved, but not part of what ``changes`` tells."""

    @cached_property
    def adapter(self) -> TypeAdapter[R]:
        """Validates a record read from a file (an unknown field is an error), serialises one."""
        setattr(self.record, "__pydantic_config__", ConfigDict(extra="forbid"))  # noqa: B010
        return TypeAdapter(self.record)


@dataclass(frozen=True)
class Singleton(Table[R]):
    """A table that always holds exactly one record, starting as ``record()``."""


@dataclass(frozen=True, slots=True)
class Write:
    """One journal entry; ``None`` stands for no record."""

    table: str
    key: str
    before: Any
    after: Any


@dataclass
class Store:
    """Tables of immutable records. Reads are plain dictionary look-ups; writes are journalled.

    Stores made by ``fork`` share their rows until one of them writes to a table.
    """

    tables: dict[str, Table[Any]]
    rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    journal: list[Write] = field(default_factory=list)
    counters: dict[str, int] = field(default_factory=dict)
    reads: set[str] = field(default_factory=set)
    """Names of the tables looked at since somebody last cleared this."""
    _shared: set[str] = field(default_factory=set)
    """Names of the tables whose rows another store holds too."""

    def __post_init__(self) -> None:
        for name, table in self.tables.items():
            rows = self.rows.setdefault(name, {})
            if isinstance(table, Singleton) and ONLY not in rows:
                rows[ONLY] = table.record()
            _sort(rows)

    def all(self, table: Table[R]) -> Mapping[str, R]:
        """Every record by key; a read-only view, good until the next write.

        Ids come in the order they were given out, whatever was loaded or rolled back since.
        """
        self.reads.add(table.name)
        return MappingProxyType(self.rows[table.name])

    def get(self, table: Table[R], key: str = ONLY) -> R | None:
        """The record, or ``None``."""
        self.reads.add(table.name)
        return self.rows[table.name].get(key)

    def only(self, table: Singleton[R]) -> R:
        """The record of a singleton table."""
        self.reads.add(table.name)
        record: R = self.rows[table.name][ONLY]
        return record

    def add(self, table: Table[R], record: R) -> str:
        """Insert ``record`` under a fresh id and return the id. Ids are never reused."""
        number = self.counters.get(table.name, 0) + 1
        while f"{table.prefix}{number}" in self.rows[table.name]:
            number += 1
        self.counters[table.name] = number
        key = f"{table.prefix}{number}"
        self._write(table.name, key, record)
        return key

    def put(self, table: Table[R], key: str, record: R) -> None:
        """Insert or replace the record at ``key``; writing an equal record changes nothing."""
        self._write(table.name, key, record)

    def update(self, table: Table[R], key: str = ONLY, /, **fields: Any) -> R:
        """Replace ``fields`` of the record at ``key``. Raises ``KeyError`` if there is none."""
        record: R = replace(self.rows[table.name][key], **fields)
        self._write(table.name, key, record)
        return record

    def remove(self, table: Table[R], key: str) -> R:
        """Delete and return the record at ``key``. Raises ``KeyError`` if there is none."""
        record: R = self.rows[table.name][key]
        self._write(table.name, key, None)
        return record

    def fork(self) -> Store:
        """A second store with the same records, an empty journal and a life of its own.

        Costs O(tables), however many records there are: rows are copied on the first write.
        """
        twin = copy(self)
        twin.rows, twin.counters = dict(self.rows), dict(self.counters)
        twin.journal, twin.reads = [], set()
        twin._shared, self._shared = set(self.rows), set(self.rows)
        return twin

    def mark(self) -> int:
        """A point in the journal, for ``rollback`` and ``changes``."""
        return len(self.journal)

    def rollback(self, mark: int) -> None:
        """Undo every write since ``mark``, exactly (ids stay spent, so none is ever reused)."""
        while len(self.journal) > mark:
            write = self.journal.pop()
            self._set(write.table, write.key, write.before)

    def changes(self, mark: int = 0) -> tuple[Change, ...]:
        """Net difference since ``mark``: one entry a record, records put back are left out."""
        first: dict[tuple[str, str], Any] = {}
        for write in self.journal[mark:]:
            first.setdefault((write.table, write.key), write.before)
        return tuple(self._net_changes(first))

    def dump(self) -> dict[str, JsonValue]:
        """Everything as JSON values, for a state file."""
        tables: dict[str, JsonValue] = {
            name: {key: self._json(name, record) for key, record in self.rows[name].items()}
            for name in sorted(self.tables)
        }
        return {"tables": tables, "counters": dict(sorted(self.counters.items()))}

    def _net_changes(self, first: dict[tuple[str, str], Any]) -> Iterator[Change]:
        for (table, key), before in first.items():
            after = self.rows[table].get(key)
            if before != after and not self.tables[table].hidden:
                yield Change.trusted(
                    table=table,
                    key=key,
                    before=self._json(table, before),
                    after=self._json(table, after),
                )

    def _json(self, table: str, record: Any) -> JsonValue:
        if record is None:
            return None
        value: JsonValue = self.tables[table].adapter.dump_python(record, mode="json")
        return value

    def _write(self, table: str, key: str, after: Any) -> None:
        before = self.rows[table].get(key)
        if before != after:
            self.journal.append(Write(table, key, before, after))
            self._set(table, key, after)

    def _set(self, table: str, key: str, record: Any) -> None:
        if table in self._shared:
            self._shared.remove(table)
            self.rows[table] = dict(self.rows[table])
        rows = self.rows[table]
        if record is None:
            rows.pop(key, None)
            return
        returns = key not in rows and rows and _order(key) < _order(next(reversed(rows)))
        rows[key] = record
        if returns:
            _sort(rows)


def _order(key: str) -> tuple[int, str]:
    """Sorts ``alarm2`` before ``alarm10``."""
    return len(key), key


def _sort(rows: dict[str, Any]) -> None:
    ordered = sorted(rows.items(), key=lambda item: _order(item[0]))
    rows.clear()
    rows.update(ordered)
