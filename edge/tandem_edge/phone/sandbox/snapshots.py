"""Records as they were before a compound write, in one text that the inverse call gives back.

For writes that touch several records at once (every lamp of a room, a television and what was
cast to it), where naming each previous value would take a dozen arguments.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue, ValidationError

from tandem_edge.phone.authoring import Argument, ToolFailure, field, internal, text
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Privacy

Kept = tuple[Table[Any], str]
"""A table and the key of one of its records, whether or not there is one now."""
LONGEST = 6000

STATE = field("previous", "string", privacy=Privacy.MESSAGE)
"""Result field of a call that can be undone with ``state_argument``."""


def state_argument() -> Argument:
    """The argument ``state``, in which an inverse call gives the earlier records back."""
    return internal(
        text("state", "records as they were", "原来的记录", max_length=LONGEST, example="{}")
    )


def packed(store: Store, *kept: Kept) -> str:
    """``kept`` as they are now; an absent record is packed as absent."""
    tables: dict[str, dict[str, JsonValue]] = {}
    for table, key in kept:
        row = store.get(table, key)
        saved = None if row is None else table.adapter.dump_python(row, mode="json")
        tables.setdefault(table.name, {})[key] = saved
    return _dumped(tables)


def absent(*kept: Kept) -> str:
    """The state of records that a call has added: that they were not there."""
    tables: dict[str, dict[str, None]] = {}
    for table, key in kept:
        tables.setdefault(table.name, {})[key] = None
    return _dumped(tables)


def joined(*states: str) -> str:
    """Several states, of different records, as one."""
    tables: dict[str, dict[str, JsonValue]] = {}
    for state in states:
        for name, rows in json.loads(state).items():
            tables.setdefault(name, {}).update(rows)
    return _dumped(tables)


def _dumped(tables: Mapping[str, Mapping[str, JsonValue]]) -> str:
    return json.dumps(tables, ensure_ascii=False, separators=(",", ":"))


def put_back(store: Store, state: str, *tables: Table[Any]) -> None:
    """Make the records of ``tables`` what they were when ``state`` was packed.

    Raises the fault ``invalid_argument`` for a text that ``packed`` did not give.
    """
    known = {table.name: table for table in tables}
    try:
        for name, rows in json.loads(state).items():
            table = known[name]
            for key, saved in rows.items():
                _put(store, table, key, saved)
    except (ValueError, KeyError, TypeError, AttributeError, ValidationError, RecursionError):
        raise ToolFailure("invalid_argument", "that is no state of these records") from None


def _put(store: Store, table: Table[Any], key: str, saved: JsonValue) -> None:
    if isinstance(table, Singleton) and (key != ONLY or saved is None):
        raise KeyError(key)
    if saved is not None:
        store.put(table, key, table.adapter.validate_python(saved))
    elif store.get(table, key) is not None:
        store.remove(table, key)
