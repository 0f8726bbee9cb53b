"""Whether an inverse call would put the records back as they were, judged before it acts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from tandem_shared.tools import Change, ToolCall


@dataclass(frozen=True)
class Restored:
    """The judgement on a rehearsed inverse call. ``why_not`` is empty when it restores exactly."""

    why_not: str = ""
    moved: dict[str, str] = field(default_factory=dict)
    """Old key to new key of records that come back under another one."""


CHANGED = "what it changed has been changed since"
MORE = "undoing it would change other things too"


def restored(
    done: tuple[Change, ...], would: tuple[Change, ...], moved: Mapping[str, str]
) -> Restored:
    """Whether changes ``would`` are exactly ``done`` taken back.

    A record that ``done`` created has to be as it was left; of one it altered, the fields it
    altered. ``moved`` maps keys of ``done`` to the keys that those records have by now.
    """
    left = list(would)
    keys: dict[str, str] = {}
    for change in done:
        key = moved.get(change.key, change.key)
        back = _taken_back(change, key, left)
        if back is None:
            return Restored(CHANGED)
        left.remove(back)
        if back.key != change.key and change.after is None:
            keys[change.key] = back.key
    return Restored(MORE) if left else Restored(moved=keys)


def with_keys(call: ToolCall, moved: Mapping[str, str]) -> ToolCall:
    """``call`` with each id of a record that has moved replaced by its present one."""
    arguments: dict[str, JsonValue] = {
        name: moved.get(value, value) if isinstance(value, str) else value
        for name, value in call.arguments.items()
    }
    return ToolCall(name=call.name, arguments=arguments)


def _taken_back(change: Change, key: str, would: list[Change]) -> Change | None:
    """The one of ``would`` that reverts ``change``."""
    for each in would:
        if each.table != change.table:
            continue
        if change.after is None:
            if each.before is None and each.after == change.before:
                return each
        elif each.key == key and _reverts(change, each):
            return each
    return None


def _reverts(change: Change, back: Change) -> bool:
    if change.before is None:
        return back.after is None and back.before == change.after
    before, after = _fields(change.before), _fields(change.after)
    now, then = _fields(back.before), _fields(back.after)
    touched = {name for name in before.keys() | after.keys() if _differ(before, after, name)}
    return (
        all(not _differ(now, after, name) for name in touched)
        and all(not _differ(then, before, name) for name in touched)
        and all(not _differ(now, then, name) for name in (now.keys() | then.keys()) - touched)
    )


def _fields(record: Any) -> dict[str, Any]:
    return record if isinstance(record, dict) else {"": record}


_ABSENT = object()


def _differ(one: dict[str, Any], other: dict[str, Any], name: str) -> bool:
    return bool(one.get(name, _ABSENT) != other.get(name, _ABSENT))
