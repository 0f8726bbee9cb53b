"""The one function that turns what a planner wrote into what a tool acts on.

Worlds and checkers share it, so two ways of saying the same thing compare equal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.apps import package_of
from tandem_edge.phone.phrases import PhraseError, parse_day, parse_duration, parse_moment
from tandem_shared.tools import ToolSpec


class BadArgument(ValueError):
    """An argument is missing, unknown or cannot be understood; ``code`` is the fault's code."""

    def __init__(self, message: str, code: str = "invalid_argument") -> None:
        super().__init__(message)
        self.code = code


def normalise(
    spec: ToolSpec, arguments: dict[str, JsonValue], now: datetime
) -> dict[str, JsonValue]:
    """``arguments`` as ``spec`` means them, resolved against the phone's clock ``now``.

    By ``x-kind``: ``moment`` to ``YYYY-MM-DDTHH:MM`` and ``day`` to ``YYYY-MM-DD`` in the
    phone's zone, ``duration`` to seconds, ``phone`` to E.164, ``app`` to a package name,
    ``text`` and ``person`` to NFC with white space collapsed at the ends, ``choice`` to its exact
    enumeration value. Defaults are filled in; empty strings count as absent.

    Raises ``BadArgument``.
    """
    unknown = [name for name in arguments if name not in spec.properties]
    if unknown:
        known = ", ".join(spec.properties)
        raise BadArgument(f"{spec.name} has no argument {unknown[0]}; it has {known}")
    given = {name: value for name, value in arguments.items() if value not in (None, "")}
    normal: dict[str, JsonValue] = {}
    for name, schema in spec.properties.items():
        if name in given:
            try:
                normal[name] = _KINDS[str(schema["x-kind"])](given[name], schema, now)
            except PhraseError as error:
                raise BadArgument(f"{name}: {error}") from error
        elif "default" in schema:
            normal[name] = schema["default"]
    missing = [name for name in spec.required(spec.action_of(normal)) if name not in normal]
    if missing:
        raise BadArgument(f"{spec.name} needs {', '.join(missing)}", "missing_argument")
    return normal


def clean_text(value: str) -> str:
    """NFC (Unicode TR15), outer white space removed; what the words mean is left alone."""
    return unicodedata.normalize("NFC", value).strip()


def _text(value: Any, schema: dict[str, JsonValue], now: datetime) -> JsonValue:
    if not isinstance(value, str):
        raise PhraseError(f"{value!r} is not a text")
    limit = int(schema["maxLength"])  # type: ignore[arg-type]
    cleaned = clean_text(value)
    if len(cleaned) > limit:
        raise PhraseError(f"longer than {limit} characters")
    return cleaned


def _choice(value: Any, schema: dict[str, JsonValue], now: datetime) -> JsonValue:
    allowed: list[str] = schema["enum"]  # type: ignore[assignment]
    word = str(value).strip().lower().replace(" ", "_").replace("-", "_")
    if word not in allowed:
        raise PhraseError(f"{value!r} is not one of {', '.join(allowed)}")
    return word


def _integer(value: Any, schema: dict[str, JsonValue], now: datetime) -> JsonValue:
    try:
        number = int(str(value).strip().rstrip("%％"))
    except ValueError:
        raise PhraseError(f"{value!r} is not a whole number") from None
    low, high = int(schema["minimum"]), int(schema["maximum"])  # type: ignore[arg-type]
    if isinstance(value, bool) or not low <= number <= high:
        raise PhraseError(f"{value!r} is not between {low} and {high} {schema['x-unit']}")
    return number


def _boolean(value: Any, schema: dict[str, JsonValue], now: datetime) -> JsonValue:
    if isinstance(value, bool):
        return value
    if str(value).lower() in ("true", "false"):
        return str(value).lower() == "true"
    raise PhraseError(f"{value!r} is neither true nor false")


def _phone(value: Any, schema: dict[str, JsonValue], now: datetime) -> JsonValue:
    import phonenumbers

    region = "CN" if str(now.tzinfo) == "Asia/Shanghai" else None
    digits = unicodedata.normalize("NFKC", str(value))
    try:
        number = phonenumbers.parse(digits, region)
    except phonenumbers.NumberParseException:
        raise PhraseError(f"{value!r} is not a telephone number") from None
    return str(phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))


def _app(value: Any, schema: dict[str, JsonValue], now: datetime) -> JsonValue:
    return package_of(_text(value, schema, now))  # type: ignore[arg-type]


def _moment(value: Any, schema: dict[str, JsonValue], now: datetime) -> JsonValue:
    return parse_moment(str(value), now).strftime("%Y-%m-%dT%H:%M")


def _day(value: Any, schema: dict[str, JsonValue], now: datetime) -> JsonValue:
    return parse_day(str(value), now).isoformat()


def _duration(value: Any, schema: dict[str, JsonValue], now: datetime) -> JsonValue:
    return int(parse_duration(str(value)).total_seconds())


_KINDS: dict[str, Callable[[Any, dict[str, JsonValue], datetime], JsonValue]] = {
    "text": _text,
    "person": _text,
    "choice": _choice,
    "integer": _integer,
    "boolean": _boolean,
    "phone": _phone,
    "app": _app,
    "moment": _moment,
    "day": _day,
    "duration": _duration,
}
