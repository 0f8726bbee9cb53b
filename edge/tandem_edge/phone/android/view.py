"""What has been read off a phone, in the catalogue's own tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.catalogue import load_tables
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table


class Unreadable(ValueError):
    """The phone's answer is not of the form that its documentation gives."""


@dataclass
class View:
    """Tables filled from readings; ``facts`` are what else they told, ``known`` the tables that
    hold what the phone told rather than their defaults."""

    store: Store = field(default_factory=lambda: Store(dict(load_tables())))
    facts: dict[str, JsonValue] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    def set(self, table: Singleton[Any], **fields: Any) -> None:
        """Fields of the one record of ``table``. Raises ``Unreadable`` for values it cannot
        have."""
        self.known.add(table.name)
        self.put(table, ONLY, {**_fields(self.store.rows[table.name][ONLY]), **fields})

    def put(self, table: Table[Any], key: str, fields: Mapping[str, Any]) -> None:
        """A record by its key. Raises ``Unreadable`` for values it cannot have."""
        try:
            record = table.adapter.validate_python(dict(fields))
        except ValueError as error:
            raise Unreadable(f"{table.name}: {str(error).splitlines()[0]}") from error
        self.store.put(table, key, record)

    def list(self, table: Table[Any], rows: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Every record of ``table``. Raises ``Unreadable``."""
        self.known.add(table.name)
        for key, fields in rows:
            self.put(table, key, fields)

    def fork(self) -> View:
        """A view like this one, with a life of its own."""
        return View(self.store.fork(), dict(self.facts), set(self.known))

    def records(self, table: str) -> dict[str, Any]:
        """A table's records by key, as JSON values."""
        json = partial(self.store.tables[table].adapter.dump_python, mode="json")
        return {key: json(record) for key, record in self.store.rows[table].items()}


Fill = Callable[[str, View], None]
"""Takes what a phone printed, and puts what it says into a view. Raises ``Unreadable``."""


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__dataclass_fields__}
