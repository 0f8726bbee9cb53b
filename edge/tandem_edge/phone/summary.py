"""What is on a sandbox phone, as a few lines a person can read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.text import one_line

LISTED = 3
WIDTH = 110


def summary(store: Store) -> Iterator[str]:
    """The device, the settings, then every table with its size and its first records.

    Nothing in a line is anything but visible text, whatever the phone holds.
    """
    device = store.only(DEVICE)
    lock = "locked" if device.locked else "unlocked"
    yield f"clock {device.now:%A %Y-%m-%d %H:%M} ({device.timezone}), {lock}"
    yield f"battery {device.battery_percent} %, signal {device.signal_bars} of 4"
    for name, table in sorted(store.tables.items()):
        if isinstance(table, Singleton) and name != DEVICE.name:
            yield f"{name}: {_fields(store.rows[name][ONLY])}"
    for _, table in sorted(store.tables.items()):
        if not isinstance(table, Singleton):
            yield from _listing(store, table)


def _listing(store: Store, table: Table[Any]) -> Iterator[str]:
    rows = store.all(table)
    yield f"{table.name}: {len(rows)}"
    for key, row in list(rows.items())[:LISTED]:
        yield "  " + one_line(f"{key} {_fields(row)}", limit=WIDTH)
    if len(rows) > LISTED:
        yield f"  ... and {len(rows) - LISTED} more"


def _fields(record: Any) -> str:
    return " ".join(
        f"{field.name}={one_line(str(getattr(record, field.name)))}" for field in fields(record)
    )
