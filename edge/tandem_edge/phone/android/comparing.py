"""Whether a phone shows what a tool's rules say a call does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.android.view import View
from tandem_shared.tools import Change


@dataclass(frozen=True)
class Shown:
    """``missing`` names what was planned and is not to be seen, a line each; ``keys`` are the
    phone's own keys of the records that the plan made, by the plan's. What was sent to a phone that
    cannot show it misses nothing and is not ``verified``."""

    missing: tuple[str, ...] = ()
    verified: bool = True
    keys: Mapping[str, str] = field(default_factory=dict)


def compare(
    planned: Iterable[Change],
    before: View,
    after: View,
    *,
    proves: tuple[str, ...] | None = None,
    within: Mapping[str, float] | None = None,
) -> Shown:
    """Look for every planned change, or those in ``proves`` (``table`` or ``table.field``).

    ``within`` says by how much a number may differ, for phones that count in coarser steps.
    """
    missing: list[str] = []
    keys: dict[str, str] = {}
    for change in planned:
        wanted = _wanted(change, proves)
        if not wanted and change.after is not None and change.before is not None:
            continue
        if proves is not None and change.table not in {each.partition(".")[0] for each in proves}:
            continue
        if change.table not in after.known:
            missing.append(change.table)
        elif change.before is None:
            key = _made(change, before, after, taken=keys.values(), fields=wanted)
            if key:
                keys[change.key] = key
            else:
                missing.append(f"a new record of {change.table}")
        else:
            missing += _differences(change, after, wanted, within or {})
    return Shown(tuple(missing), keys=keys)


def _wanted(change: Change, proves: tuple[str, ...] | None) -> tuple[str, ...]:
    """Fields of the record that have to be shown: those that change."""
    after, before = _record(change.after), _record(change.before)
    changing = [name for name in after if before.get(name, ...) != after[name]]
    if proves is None or change.table in proves:
        return tuple(changing)
    return tuple(name for name in changing if f"{change.table}.{name}" in proves)


def _made(
    change: Change, before: View, after: View, *, taken: Iterable[str], fields: tuple[str, ...]
) -> str:
    """The phone's key of a new record that is as planned, or ``""``."""
    old = before.store.rows[change.table]
    gone = set(taken)
    for key, record in after.records(change.table).items():
        if key in gone or (key in old and key != change.key):
            continue
        if all(record[name] == _record(change.after)[name] for name in fields):
            return key
    return ""


def _differences(
    change: Change, after: View, wanted: tuple[str, ...], within: Mapping[str, float]
) -> Iterator[str]:
    record = after.records(change.table).get(change.key)
    if change.after is None:
        if record is not None:
            yield f"{change.table} still has {change.key}"
        return
    if record is None:
        yield f"{change.table} has no {change.key}"
        return
    for name in wanted:
        path = f"{change.table}.{name}"
        if not _same(record[name], _record(change.after)[name], within.get(path, 0)):
            yield path


def _same(shown: JsonValue, wanted: JsonValue, within: float) -> bool:
    if within and isinstance(shown, int | float) and isinstance(wanted, int | float):
        return abs(shown - wanted) <= within
    return shown == wanted


def _record(value: JsonValue) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def renamed(value: JsonValue, keys: Mapping[str, str]) -> JsonValue:
    """``value`` with every plan's key in it replaced by the phone's."""
    if isinstance(value, str):
        return keys.get(value, value)
    if isinstance(value, list):
        return [renamed(each, keys) for each in value]
    if isinstance(value, dict):
        return {name: renamed(each, keys) for name, each in value.items()}
    return value


def net(before: View, after: View) -> tuple[Change, ...]:
    """What changed on the phone between two views, of the tables known to both."""
    found: list[Change] = []
    for table in sorted(before.known & after.known):
        old, new = before.records(table), after.records(table)
        for key in [*old, *(key for key in new if key not in old)]:
            if old.get(key) != new.get(key):
                found.append(Change(table=table, key=key, before=old.get(key), after=new.get(key)))
    return tuple(found)
