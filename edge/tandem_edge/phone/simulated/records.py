"""What services keep records of: the fields of a record, and what each can be held to.

A field is a JSON Schema with marks, all of which a validator, a fake and a planter of errors may
read: ``x-kind`` (how two values compare), ``x-privacy``, ``x-optional``, ``x-argument`` (the call's
argument that it repeats), ``x-live`` (it changes by itself as time passes), ``x-copied`` (it is the
same in the record that this one refers to), ``x-record`` (the kind of record that an id names),
``x-order`` and ``x-ends`` (a status's stages, and those it never leaves), ``x-after`` (the field
that lies before it in time), ``x-past`` (never later than now), ``x-sum`` (what it adds up).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict, Unpack

from pydantic import JsonValue

from tandem_shared.tools import Privacy

Schema = dict[str, JsonValue]
Field = tuple[str, Schema]

DAY = "^20[0-9]{2}-[01][0-9]-[0-3][0-9]$"
CLOCK = "^[0-2][0-9]:[0-5][0-9]$"
MOMENT = "^20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]$"
ID = "^[A-Z]{1,3}[0-9]{3,6}$"
CURRENCY = "CNY"


class Marks(TypedDict, total=False):
    """What any field may be marked with; see the module's description."""

    optional: bool
    said: str
    live: bool
    copied: bool
    privacy: Privacy


@dataclass(frozen=True)
class Kind:
    """One kind of record. Its first field is its id; ``plural`` is what a list of them is called.

    ``mine`` says that the records are the user's own, so that a list can be expected to be whole.
    """

    name: str
    plural: str
    fields: tuple[Field, ...]
    mine: bool = False


def kind(name: str, plural: str, *fields: Field, mine: bool = False) -> Kind:
    """A kind of record, its id first."""
    return Kind(name, plural, fields, mine)


def key(name: str, record: str, prefix: str) -> Field:
    """The id of a ``record``; ids of this service begin with ``prefix``."""
    schema: Schema = {"type": "string", "pattern": ID, "x-record": record, "x-prefix": prefix}
    return _field(name, schema, "id", {})


def refers(name: str, record: str, **marks: Unpack[Marks]) -> Field:
    """The id of a record of another kind."""
    return _field(name, {"type": "string", "pattern": ID, "x-record": record}, "id", marks)


def name(name_: str, *examples: str, **marks: Unpack[Marks]) -> Field:
    """What somebody or something is called: the same words each time, but for case and blanks."""
    schema: Schema = {"type": "string", "minLength": 1, "maxLength": 60, "examples": [*examples]}
    return _field(name_, schema, "name", marks)


def address(name_: str, *examples: str, **marks: Unpack[Marks]) -> Field:
    """Where something is; compared like a name."""
    schema: Schema = {"type": "string", "minLength": 1, "maxLength": 80, "examples": [*examples]}
    return _field(name_, schema, "name", Marks(privacy=Privacy.ADDRESS) | marks)


def note(name_: str, *examples: str, **marks: Unpack[Marks]) -> Field:
    """Free text, which may be put in other words each time."""
    schema: Schema = {"type": "string", "minLength": 1, "maxLength": 120, "examples": [*examples]}
    return _field(name_, schema, "note", Marks(privacy=Privacy.MESSAGE) | marks)


def money(name_: str, low: float, high: float, *sum_of: str, **marks: Unpack[Marks]) -> Field:
    """An amount. ``sum_of`` is what it adds up: ``fee``, ``lines.price*pieces``, ``-rebate``."""
    schema: Schema = {"type": "number", "minimum": low, "maximum": high, "x-unit": CURRENCY}
    if sum_of:
        schema["x-sum"] = [*sum_of]
    return _field(name_, schema, "money", marks)


def count(name_: str, low: int, high: int, unit: str, **marks: Unpack[Marks]) -> Field:
    """A whole number of ``unit``."""
    schema: Schema = {"type": "integer", "minimum": low, "maximum": high, "x-unit": unit}
    return _field(name_, schema, "count", marks)


def day(name_: str, *, after: str = "", **marks: Unpack[Marks]) -> Field:
    """A day, ``YYYY-MM-DD``, not before the field ``after``."""
    return _time(name_, "day", DAY, after, False, marks)


def moment(name_: str, *, after: str = "", past: bool = False, **marks: Unpack[Marks]) -> Field:
    """A local wall time, ``YYYY-MM-DDTHH:MM``; one that is ``past`` never lies ahead."""
    return _time(name_, "moment", MOMENT, after, past, marks)


def clock(name_: str, *, after: str = "", **marks: Unpack[Marks]) -> Field:
    """A time of day, ``HH:MM``."""
    return _time(name_, "clock", CLOCK, after, False, marks)


def status(name_: str, *stages: str, ends: tuple[str, ...] = (), **marks: Unpack[Marks]) -> Field:
    """How far something is: through ``stages`` in order, or out to one of ``ends`` for good."""
    schema: Schema = {
        "type": "string",
        "enum": [*stages, *ends],
        "x-order": [*stages],
        "x-ends": [*ends],
    }
    return _field(name_, schema, "status", marks)


def choice(name_: str, *values: str, **marks: Unpack[Marks]) -> Field:
    """One of a fixed set of words."""
    return _field(name_, {"type": "string", "enum": [*values]}, "choice", marks)


def flag(name_: str, **marks: Unpack[Marks]) -> Field:
    """Yes or no."""
    return _field(name_, {"type": "boolean"}, "flag", marks)


def items(name_: str, *fields: Field, **marks: Unpack[Marks]) -> Field:
    """A short list of lines, each with ``fields``: dishes, articles, fees."""
    line: Schema = {
        "type": "object",
        "properties": dict(fields),
        "required": [field for field, _ in fields],
        "additionalProperties": False,
    }
    schema: Schema = {"type": "array", "items": line, "minItems": 1, "maxItems": 5}
    return _field(name_, schema, "items", marks)


def _time(name_: str, kind_: str, pattern: str, after: str, past: bool, marks: Marks) -> Field:
    schema: Schema = {"type": "string", "pattern": pattern, "format": kind_}
    if after:
        schema["x-after"] = after
    if past:
        schema["x-past"] = True
    return _field(name_, schema, kind_, marks)


def _field(name_: str, schema: Schema, kind_: str, marks: Marks) -> Field:
    schema |= {"x-kind": kind_, "x-privacy": marks.get("privacy", Privacy.NONE).value}
    if argument := marks.get("said"):
        schema["x-argument"] = argument
    for mark in ("optional", "live", "copied"):
        if marks.get(mark):
            schema[f"x-{mark}"] = True
    return name_, schema
