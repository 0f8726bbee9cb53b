"""Calls, results and changes as one safe line each: the same words on screens and in plain text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from tandem_shared.events import Usage
from tandem_shared.text import one_line
from tandem_shared.tools import Change, ToolCall, ToolResult

VALUE_LIMIT = 120
"""Characters of one value; a longer one is cut and ends in an ellipsis."""
_MIMICS = re.compile(r"[=()\"]|, ")


def value_text(value: object, limit: int = VALUE_LIMIT) -> str:
    """One value on one line: a string as it is, anything else as JSON."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return one_line(text, limit=limit)


def fields_text(fields: Mapping[str, object], separator: str = " ") -> str:
    """``name=value`` pairs in their order; fields that are null are left out."""
    pairs = ((one_line(name, limit=VALUE_LIMIT), value) for name, value in fields.items())
    return separator.join(
        f"{name}={value_text(value)}" for name, value in pairs if value is not None
    )


def argument_text(value: object, limit: int = VALUE_LIMIT) -> str:
    """A call's value: as it is, or in quotes where it could be taken for more of the call."""
    text = value_text(value, limit)
    if isinstance(value, str) and _MIMICS.search(text):
        return json.dumps(text, ensure_ascii=False)
    return text


def call_text(call: ToolCall, limit: int = VALUE_LIMIT) -> str:
    """``tool(argument=value, ...)``, each value cut at ``limit`` characters."""
    given = ", ".join(
        f"{one_line(name, limit=VALUE_LIMIT)}={argument_text(value, limit)}"
        for name, value in call.arguments.items()
        if value is not None
    )
    return f"{one_line(call.name, limit=VALUE_LIMIT)}({given})"


def result_text(result: ToolResult) -> str:
    """``ok`` and what came back, ``failed: why (code)``, or ``cancelled``."""
    if result.ok:
        return f"ok  {fields_text(result.data)}".rstrip()
    if result.fault is None:
        return "failed"
    code = one_line(result.fault.code, limit=VALUE_LIMIT)
    if code == "cancelled":
        return "cancelled"
    return f"failed: {one_line(result.fault.message, limit=2 * VALUE_LIMIT)} ({code})"


def change_text(change: Change) -> str:
    """``+`` a new record, ``-`` one that is gone, ``~`` one whose fields differ."""
    name = f"{one_line(change.table)}/{one_line(change.key, limit=VALUE_LIMIT)}"
    if change.before is None:
        return f"+ {name} {_record_text(change.after)}".rstrip()
    if change.after is None:
        return f"- {name} {_record_text(change.before)}".rstrip()
    return f"~ {name} {_difference_text(change.before, change.after)}".rstrip()


def changes_text(changes: tuple[Change, ...]) -> Iterator[str]:
    """What a turn changed, one line a record under a heading; one sentence when nothing did."""
    yield "Changed on the phone:" if changes else "Nothing changed on the phone."
    yield from (f"  {change_text(change)}" for change in changes)


def usage_text(usage: Usage) -> str:
    """What a planner step read and wrote, in tokens."""
    read = f"{usage.prompt_tokens} tokens read ({usage.reused_tokens} reused)"
    return f"{read}, {usage.output_tokens} written"


def _record_text(record: object) -> str:
    return fields_text(record) if isinstance(record, dict) else value_text(record)


def _difference_text(before: object, after: object) -> str:
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return f"{value_text(before)} -> {value_text(after)}"
    return ", ".join(
        f"{one_line(str(name))}: {value_text(before.get(name))} -> {value_text(after.get(name))}"
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    )
