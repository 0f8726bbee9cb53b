"""When two values of a field say the same, by the field's kind."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from tandem_edge.phone.simulated.records import Schema

CENT = 0.0051
"""Amounts nearer than this are equal: half a cent, and what binary fractions lose."""


def same(schema: Schema, one: Any, other: Any) -> bool:
    """Whether two values of a field mean the same. Free text always does: it may be re-phrased."""
    match schema["x-kind"]:
        case "note":
            return True
        case "name":
            return plain(one) == plain(other)
        case "money":
            return _near(one, other)
        case "items":
            return _same_lines(schema, one, other)
        case _:
            return bool(one == other)


def plain(text: Any) -> str:
    """Letters and digits of ``text``, case and width ignored: what is left of a name retyped."""
    folded = unicodedata.normalize("NFKC", str(text)).casefold()
    return "".join(character for character in folded if character.isalnum())


def line_fields(schema: Schema) -> dict[str, Schema]:
    """The fields of each line of an ``items`` field."""
    items: Any = schema["items"]
    fields: dict[str, Schema] = items["properties"]
    return fields


def total_of(record: Mapping[str, Any], terms: list[str]) -> float | None:
    """What ``terms`` (see ``records.money``) come to, or ``None`` when a part was not said."""
    total = 0.0
    for term in terms:
        found = _term(record, term.removeprefix("-"))
        if found is None:
            return None
        total += -found if term.startswith("-") else found
    return total


def _term(record: Mapping[str, Any], term: str) -> float | None:
    name, _, inside = term.partition(".")
    if not inside:
        return _product(record, term)
    lines = record.get(name)
    if not isinstance(lines, list):
        return None
    found = [_product(line, inside) for line in lines]
    return None if None in found else sum(one for one in found if one is not None)


def _product(record: Mapping[str, Any], factors: str) -> float | None:
    product = 1.0
    for factor in factors.split("*"):
        value = record.get(factor)
        if not isinstance(value, int | float):
            return None
        product *= value
    return product


def _near(one: Any, other: Any) -> bool:
    numbers = isinstance(one, int | float) and isinstance(other, int | float)
    return abs(one - other) < CENT if numbers else bool(one == other)


def _same_lines(schema: Schema, one: Any, other: Any) -> bool:
    """The same lines in any order."""
    if len(one) != len(other):
        return False
    fields, left = line_fields(schema), list(other)
    for line in one:
        match = next((found for found in left if _same_line(fields, line, found)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _same_line(fields: Mapping[str, Schema], one: Any, other: Any) -> bool:
    return all(same(schema, one.get(name), other.get(name)) for name, schema in fields.items())
