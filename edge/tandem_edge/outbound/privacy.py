"""Which classes of private fields a tool's result holds, from what its spec declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tandem_shared.tools import Privacy, ToolResult, ToolSpec

EVERY = frozenset(Privacy) - {Privacy.NONE}
PLAIN_FAULTS = frozenset(
    {
        "cancelled",
        "missing_argument",
        "not_allowed",
        "not_confirmed",
        "phone_failed",
        "unknown_tool",
    }
)
"""Faults whose message is Tandem's own words about the call, with nothing out of the phone."""


def private_classes(spec: ToolSpec | None, result: ToolResult) -> frozenset[Privacy]:
    """The classes of private data that ``result`` may hold; empty when it holds none.

    A field counts when it is there with something in it. A field without a declared class is a
    ``message``, as ``Privacy`` says. A fault's message is free text that may name records, so it
    counts as everything the tool's arguments and results declare. Without a spec nothing is
    known, so it may be anything.
    """
    if result.fault is not None:
        if result.fault.code in PLAIN_FAULTS:
            return frozenset()
        return _declared(spec) if spec else EVERY
    if spec is None:
        return EVERY if result.data else frozenset()
    return frozenset(_classes(result.data, spec.results)) - {Privacy.NONE}


def _declared(spec: ToolSpec) -> frozenset[Privacy]:
    schemas: Any = (*spec.properties.values(), *_properties(spec.results).values())
    return frozenset(map(_class, schemas)) - {Privacy.NONE}


def _classes(value: Any, schema: Any) -> Iterator[Privacy]:
    known = _properties(schema)
    for name, item in value.items():
        if item not in (None, "", [], {}):
            yield from _of(item, known.get(name, {}))


def _of(item: Any, schema: Any) -> Iterator[Privacy]:
    """The field's own class, and those of fields inside it where the spec tells of them."""
    yield _class(schema)
    inner = schema.get("items", {}) if isinstance(item, list) else schema
    if not _properties(inner):
        return
    for each in item if isinstance(item, list) else [item]:
        if isinstance(each, dict):
            yield from _classes(each, inner)


def _properties(schema: Any) -> dict[str, Any]:
    found = schema.get("properties", {}) if isinstance(schema, dict) else {}
    return found if isinstance(found, dict) else {}


def _class(schema: Any) -> Privacy:
    try:
        return Privacy(schema.get("x-privacy", Privacy.MESSAGE))
    except ValueError:
        return Privacy.MESSAGE
