"""Making a phone difficult on purpose: what goes wrong on real phones, put there by name.

Most difficulties are plain state (locked, offline, full, a permission denied). The one that is
not, a tool that fails for a while, is a ``Trouble``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from tandem_edge.phone.sandbox.permissions import (
    ASSISTANT,
    PERMISSION_NAMES,
    PERMISSIONS,
    Permission,
    permission_key,
)
from tandem_edge.phone.sandbox.store import ONLY, Store, Table

TRY_AGAIN = "try_again"
"""Code of a transient fault, which any tool may give; it is always retryable."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The next ``left`` calls of a tool fail with ``TRY_AGAIN``; then it works again."""

    left: Annotated[int, Field(ge=0)]


TROUBLES = Table("troubles", Trouble, hidden=True)


def meets_trouble(store: Store, tool: str) -> bool:
    """Whether this call of ``tool`` fails for a passing reason; counts it off."""
    trouble = store.get(TROUBLES, tool)
    if trouble is None or not trouble.left:
        return False
    store.put(TROUBLES, tool, Trouble(trouble.left - 1))
    return True


def patch(store: Store, table: str, key: str, fields: Mapping[str, Any]) -> None:
    """Set ``fields`` (JSON values) of one record, making it where there is none.

    Raises ``KeyError`` for an unknown table and ``ValueError`` (pydantic's) when the result is
    no record of it.
    """
    kept = store.tables[table]
    record = store.get(kept, key)
    before = {} if record is None else kept.adapter.dump_python(record, mode="json")
    store.put(kept, key, kept.adapter.validate_python({**before, **fields}))


def inject(store: Store, name: str, value: str = "") -> None:
    """Put one difficulty on the phone.

    ``locked``, ``offline``, ``no_signal``, ``no_sim``, ``low_battery``, ``low_storage``;
    ``incoming_call`` and ``ringing_alarm`` (from the first contact, of the first alarm);
    ``denied`` with a permission's name; ``trouble`` with ``TOOL`` or ``TOOL:TIMES``. Raises
    ``ValueError`` for any other.
    """
    if name in _NOISES:
        _NOISES[name](store)
    elif name in _STATE:
        for table, fields in _STATE[name]:
            patch(store, table, ONLY, fields)
    elif name == "denied" and value in PERMISSION_NAMES:
        record = Permission(ASSISTANT, value, "denied")
        store.put(PERMISSIONS, permission_key(ASSISTANT, value), record)
    elif name == "trouble" and value:
        tool, _, times = value.partition(":")
        store.put(TROUBLES, tool, Trouble(int(times or 1)))
    else:
        raise ValueError(f"there is no friction {name!r} with {value!r}")


def _incoming_call(store: Store) -> None:
    caller = next(iter(store.rows["contacts"].values())).phone
    since = store.rows["device"][ONLY].clock.isoformat()
    patch(store, "incoming_call", ONLY, {"number": caller, "since": since})


def _ringing_alarm(store: Store) -> None:
    label = next(iter(store.rows["alarms"].values())).label
    since = store.rows["device"][ONLY].clock.isoformat()
    rings = store.tables["rings"]
    record = {"kind": "alarm", "label": label, "since": since}
    store.add(rings, rings.adapter.validate_python(record))


_NOISES: dict[str, Callable[[Store], None]] = {
    "incoming_call": _incoming_call,
    "ringing_alarm": _ringing_alarm,
}
_STATE: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "locked": [("device", {"locked": True})],
    "offline": [
        ("device", {"signal_bars": 0}),
        ("radios", {"wifi": False, "mobile_data": False}),
    ],
    "no_signal": [("device", {"signal_bars": 0})],
    "no_sim": [("device", {"sim_present": False})],
    "low_battery": [("device", {"battery_percent": 4, "charging": False})],
    "low_storage": [("device", {"free_mb": 12})],
}
FRICTIONS = (*_STATE, *_NOISES, "denied", "trouble")
