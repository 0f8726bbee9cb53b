"""The one function that turns what a planner wrote into what a tool acts on.

Worlds and checkers share it, so two ways of saying the same thing compare equal.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from datetime import datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from tandem_edge.phone.language.apps import package_of
from tandem_edge.phone.language.currencies import currency_of
from tandem_edge.phone.language.dialling import e164
from tandem_edge.phone.language.expressions import canonical
from tandem_edge.phone.language.phrases import (
    PhraseError,
    parse_day,
    parse_duration,
    parse_known_moment,
    parse_moment,
)
from tandem_edge.phone.language.quantities import parse_amount, parse_bound
from tandem_edge.phone.language.units import unit_of
from tandem_edge.phone.language.zones import zone_of
from tandem_shared.tools import ToolSpec

FIRST_YEAR, LAST_YEAR = 1970, 2100
SHORT = 200
"""A text that may be no longer than this is one line."""
_EXACT = 2**53
_LINE_BREAKS = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+")


class BadArgument(ValueError):
    """An argument is missing, unknown or cannot be understood; ``code`` is the fault's code."""

    def __init__(self, message: str, code: str = "invalid_argument") -> None:
        super().__init__(message)
        self.code = code


def normalise(
    spec: ToolSpec, arguments: dict[str, JsonValue], now: datetime
) -> dict[str, JsonValue]:
    """``arguments`` as ``spec`` means them, resolved against the phone's clock ``now``.

    By ``x-kind``: ``moment`` to ``YYYY-MM-DDTHH:MM`` (``THH:MM`` where it finds a record and says
    no day) and ``day`` to ``YYYY-MM-DD``, in the phone's zone or that of ``x-zone``, ``clock`` to
    ``HH:MM``, ``duration`` to seconds, ``phone`` to E.164, ``app`` to a package name, ``unit`` to
    its symbol, ``currency`` to its ISO 4217 code, ``expression`` to one spelling of the sum,
    ``zone`` to an IANA name, ``text`` and ``person`` to NFC without white space at
    the ends (a short text on one line), ``choice`` to its exact enumeration value, ``number`` to
    an integer where it is one. Numbers may be said in words (``quantities``), and an ``integer``
    by ``max`` or ``最低``.
    Defaults are filled in; ``None`` and blank strings count as absent.

    Raises ``BadArgument``.
    """
    properties = spec.properties
    given: dict[str, JsonValue] = {}
    for name, value in arguments.items():
        if name not in properties:
            known = ", ".join(properties)
            raise BadArgument(f"{spec.name} has no argument {name}; it has {known}")
        if not _absent(value):
            given[name] = value
    normal: dict[str, JsonValue] = {}
    for name, schema in sorted(properties.items(), key=_depends):
        if name in given:
            normal[name] = _understood(spec, name, given[name], normal, now)
        elif "default" in schema:
            normal[name] = schema["default"]
    normal = {name: normal[name] for name in properties if name in normal}
    missing = [name for name in spec.required(spec.action_of(normal)) if name not in normal]
    if missing:
        raise BadArgument(f"{spec.name} needs {', '.join(missing)}", "missing_argument")
    return normal


def _understood(
    spec: ToolSpec, name: str, value: JsonValue, normal: dict[str, JsonValue], now: datetime
) -> JsonValue:
    """One argument, by what the arguments before it say."""
    schema = spec.properties[name]
    kind = str(schema["x-kind"])
    if "x-finds" in schema and spec.action_of(normal) in schema["x-finds"]:  # type: ignore[operator]
        kind = FINDING
    clock = _clock_of(schema, normal, now) if "x-zone" in schema else now
    try:
        return KINDS[kind](value, schema, clock)
    except (ValueError, OverflowError) as error:
        raise BadArgument(f"{name}: {error}") from error


def clean_text(value: str) -> str:
    """NFC (Unicode TR15), outer white space removed; what the words mean is left alone.

    A lone surrogate, which no file could hold, becomes U+FFFD.
    """
    whole = re.sub("[\ud800-\udfff]", "\ufffd", value)
    return unicodedata.normalize("NFC", whole).strip()


def _depends(item: tuple[str, dict[str, JsonValue]]) -> bool:
    """Whether the argument is understood by what others say: it comes after them."""
    return "x-finds" in item[1] or "x-zone" in item[1]


def _clock_of(
    schema: dict[str, JsonValue], normal: dict[str, JsonValue], now: datetime
) -> datetime:
    zone = normal.get(str(schema.get("x-zone")))
    return now if zone is None or now.tzinfo is None else now.astimezone(ZoneInfo(str(zone)))


def _absent(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _said(value: Any, schema: dict[str, JsonValue]) -> str:
    """A phrase as a short text; a bare number is one too."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return _text(str(value) if is_number else value, schema)


def _text(value: Any, schema: dict[str, JsonValue]) -> str:
    if not isinstance(value, str):
        raise PhraseError(f"{value!r:.40} is not a text")
    limit = int(schema["maxLength"])  # type: ignore[arg-type]
    cleaned = clean_text(_LINE_BREAKS.sub(" ", value) if limit <= SHORT else value)
    if len(cleaned) > limit:
        raise PhraseError(f"longer than {limit} characters")
    return cleaned


def _choice(value: Any, schema: dict[str, JsonValue]) -> JsonValue:
    allowed: list[str] = schema["enum"]  # type: ignore[assignment]
    word = str(value).strip().lower().replace(" ", "_").replace("-", "_")
    if word not in allowed:
        raise PhraseError(f"{value!r:.40} is not one of {', '.join(allowed)}")
    return word


def _number(value: Any, schema: dict[str, JsonValue]) -> int | float:
    if isinstance(value, str):
        value = parse_amount(value, str(schema.get("x-unit", "")))
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise PhraseError(f"{value!r:.40} is not a number")
    number = float(value)
    if not math.isfinite(number):
        raise PhraseError(f"{value!r} is not a number")
    return int(number) if number.is_integer() and abs(number) <= _EXACT else number


def _integer(value: Any, schema: dict[str, JsonValue]) -> JsonValue:
    low, high = int(schema["minimum"]), int(schema["maximum"])  # type: ignore[arg-type]
    if isinstance(value, str) and (bound := parse_bound(value, low, high)) is not None:
        return bound
    number = _number(value, schema)
    if not isinstance(number, int):
        raise PhraseError(f"{value!r:.40} is not a whole number")
    if not low <= number <= high:
        raise PhraseError(f"{value!r:.40} is not between {low} and {high} {schema['x-unit']}")
    return number


def _boolean(value: Any, schema: dict[str, JsonValue]) -> JsonValue:
    if isinstance(value, bool):
        return value
    if str(value).lower() in ("true", "false"):
        return str(value).lower() == "true"
    raise PhraseError(f"{value!r:.40} is neither true nor false")


def _moment(phrase: str, now: datetime) -> str:
    moment = parse_moment(phrase, now)
    _check_year(moment.year)
    return moment.strftime("%Y-%m-%dT%H:%M")


def _found_by(phrase: str, now: datetime) -> str:
    """What tells records apart by time: a clock time alone, or with a day, even a past one."""
    moment, says_day = parse_known_moment(phrase, now)
    if not says_day:
        return moment.strftime("T%H:%M")
    _check_year(moment.year)
    return moment.strftime("%Y-%m-%dT%H:%M")


def _clock(phrase: str, now: datetime) -> str:
    return parse_known_moment(phrase, now)[0].strftime("%H:%M")


def _day(phrase: str, now: datetime) -> str:
    day = parse_day(phrase, now)
    _check_year(day.year)
    return day.isoformat()


def _check_year(year: int) -> None:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise PhraseError(f"this phone's dates go from {FIRST_YEAR} to {LAST_YEAR}")


Kind = Callable[[Any, dict[str, JsonValue], datetime], JsonValue]

FINDING = "moment that finds"
KINDS: dict[str, Kind] = {
    "text": lambda value, schema, now: _text(value, schema),
    "person": lambda value, schema, now: _text(value, schema),
    "choice": lambda value, schema, now: _choice(value, schema),
    "number": lambda value, schema, now: _number(value, schema),
    "integer": lambda value, schema, now: _integer(value, schema),
    "boolean": lambda value, schema, now: _boolean(value, schema),
    "phone": lambda value, schema, now: e164(_said(value, schema), str(now.tzinfo)),
    "app": lambda value, schema, now: package_of(_text(value, schema)),
    "unit": lambda value, schema, now: unit_of(_text(value, schema)),
    "currency": lambda value, schema, now: currency_of(_text(value, schema)),
    "expression": lambda value, schema, now: canonical(_said(value, schema)),
    "zone": lambda value, schema, now: zone_of(_text(value, schema)),
    "moment": lambda value, schema, now: _moment(_said(value, schema), now),
    FINDING: lambda value, schema, now: _found_by(_said(value, schema), now),
    "clock": lambda value, schema, now: _clock(_said(value, schema), now),
    "day": lambda value, schema, now: _day(_said(value, schema), now),
    "duration": lambda value, schema, now: int(
        parse_duration(_said(value, schema)).total_seconds()
    ),
}
"""How each ``x-kind`` is understood."""
