"""Patterns over tools and arguments, as rules and grants use them."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.normalise import KINDS
from tandem_shared.tools import ANY_ACTION, Effect, Privacy, ToolCall, ToolSpec

SECRET = frozenset({Privacy.OTP, Privacy.SECRET})
_MAGIC = re.compile(r"[*?\[]")
_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)
_BY_THE_CLOCK = frozenset({"moment", "day"})


def matches_name(name: str, patterns: Iterable[str]) -> bool:
    """Whether ``name`` is one of ``patterns``, in which ``*`` stands for anything."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def matches_arguments(patterns: Mapping[str, str], arguments: Mapping[str, JsonValue]) -> bool:
    """Whether every named argument is given and fits its pattern, case and all."""
    return all(
        arguments.get(name) is not None and fnmatchcase(as_text(arguments[name]), as_text(pattern))
        for name, pattern in patterns.items()
    )


def may_match_arguments(patterns: Mapping[str, str], spec: ToolSpec, call: ToolCall) -> bool:
    """Whether every named argument fits its pattern as it is written or as the phone takes it.

    ``DELETE`` is ``delete`` to the phone, ``"9"`` is 9, and an argument that is left out has its
    default: what stops a call must not be got round by another spelling. Case does not count.
    """
    return all(
        any(
            fnmatchcase(as_text(way).casefold(), as_text(pattern).casefold())
            for way in _ways(spec.properties.get(name, {}), call.arguments.get(name))
        )
        for name, pattern in patterns.items()
    )


def _ways(schema: dict[str, Any], value: JsonValue) -> Iterator[JsonValue]:
    """What ``value`` may mean to the tool; nothing where it is absent."""
    if value is None or (isinstance(value, str) and not value.strip()):
        value = schema.get("default")
    if value is None:
        return
    yield value
    kind = KINDS.get(str(schema.get("x-kind")))
    if kind is None or schema["x-kind"] in _BY_THE_CLOCK:
        return
    try:
        yield kind(value, schema, _ANY_TIME)
    except (ValueError, OverflowError):
        return


def as_text(value: JsonValue) -> str:
    """An argument's value as patterns see it: a text in NFC as it is, anything else as JSON."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def literal(value: JsonValue) -> str:
    """The pattern that only ``value`` fits."""
    return _MAGIC.sub(r"[\g<0>]", as_text(value))


def is_outbound(spec: ToolSpec, call: ToolCall) -> bool:
    """Whether what the call says goes to somebody outside the phone.

    True for what cannot be taken back, for a third party's service, and for an action that needs
    the network and is given anything but choices, numbers and times.
    """
    if spec.long_tail or spec.effect_of(call.arguments) is Effect.IRREVERSIBLE:
        return True
    action = spec.action_of(call.arguments)
    online = any(
        condition.kind == "network" and {action, ANY_ACTION} & set(condition.actions)
        for condition in spec.preconditions
    )
    return online and any(_is_free(spec, name) for name in call.arguments)


def shows_secrets(spec: ToolSpec, call: ToolCall) -> bool:
    """Whether what comes back, or what is given, may be a password or a one-time code."""
    results: Any = spec.results.get("properties", {})
    fields = [results.get(name) for name in results]
    given = [spec.properties.get(name) for name in call.arguments]
    return bool({privacy_of(schema) for schema in [*fields, *given]} & SECRET)


def classes_of(spec: ToolSpec, call: ToolCall) -> frozenset[Privacy]:
    """Privacy classes of the arguments that are given; an undeclared one is ``message``."""
    return frozenset(
        privacy_of(spec.properties.get(name))
        for name, value in call.arguments.items()
        if value is not None
    )


def privacy_of(schema: Any) -> Privacy:
    """The class a field is declared with; ``message`` where it is not."""
    try:
        return Privacy(schema["x-privacy"])
    except (TypeError, KeyError, ValueError):
        return Privacy.MESSAGE


def _is_free(spec: ToolSpec, name: str) -> bool:
    """Whether the argument may hold any words: no choice, number or time."""
    schema = spec.properties.get(name)
    return schema is None or schema.get("x-kind") in {"text", "person", "phone", "app", None}
