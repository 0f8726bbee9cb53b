"""The vocabulary in which a tool family is written: arguments, results, and the decorator.

A family is one file in ``phone/catalogue``: record types, tables, tools. A tool is a function
that carries the call out on the sandbox phone, under a ``@tool`` that holds its whole spec.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from tandem_shared.tools import (
    ANY_ACTION,
    Bilingual,
    Domain,
    Effect,
    Inverse,
    Mechanism,
    Precondition,
    Privacy,
    ToolSpec,
)

ALWAYS = (ANY_ACTION,)
NEVER: tuple[str, ...] = ()


class ToolFailure(Exception):
    """Raised by a tool to fail with a code of its spec; whatever it wrote is rolled back."""

    def __init__(self, code: str, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.retryable = retryable


@dataclass(frozen=True)
class Argument:
    """One argument: its JSON Schema and the actions that need it."""

    name: str
    schema: dict[str, JsonValue]
    required: tuple[str, ...]


@dataclass(frozen=True)
class Tool:
    """A spec and the function that carries it out on a sandbox phone.

    ``act`` takes the phone and the normalised arguments by name (an absent optional one as its
    default or ``None``), and returns the result's data or raises ``ToolFailure``.
    """

    spec: ToolSpec
    act: Callable[..., dict[str, JsonValue]]


def action(*names: str) -> Argument:
    """The ``action`` enumeration of a tool."""
    schema: dict[str, JsonValue] = {"type": "string", "enum": list(names)}
    return _argument("action", schema, "what to do", "要做什么", "choice", Privacy.NONE, ALWAYS)


def choice(
    name: str,
    values: Sequence[str],
    en: str,
    zh: str,
    *,
    default: str | None = None,
    required: tuple[str, ...] = NEVER,
) -> Argument:
    """One of a fixed set of words."""
    schema: dict[str, JsonValue] = {"type": "string", "enum": list(values)}
    if default is not None:
        schema["default"] = default
    return _argument(name, schema, en, zh, "choice", Privacy.NONE, required)


def integer(
    name: str,
    low: int,
    high: int,
    en: str,
    zh: str,
    *,
    unit: str,
    default: int | None = None,
    required: tuple[str, ...] = NEVER,
) -> Argument:
    """A whole number between ``low`` and ``high``, both included, in ``unit``."""
    schema: dict[str, JsonValue] = {
        "type": "integer",
        "minimum": low,
        "maximum": high,
        "x-unit": unit,
    }
    if default is not None:
        schema["default"] = default
    return _argument(name, schema, en, zh, "integer", Privacy.NONE, required)


def number(
    name: str, en: str, zh: str, *, example: float, required: tuple[str, ...] = NEVER
) -> Argument:
    """Any finite number; its unit is another argument."""
    schema: dict[str, JsonValue] = {"type": "number", "examples": [example]}
    return _argument(name, schema, en, zh, "number", Privacy.NONE, required)


def unit(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """A unit of measure by any of its names; normalised to its symbol."""
    return _phrase(name, en, zh, "unit", Privacy.NONE, required, "miles", "公斤")


def currency(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """A currency by any of its names; normalised to its ISO 4217 code."""
    return _phrase(name, en, zh, "currency", Privacy.NONE, required, "dollars", "人民币")


def expression(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """A sum, written or said; normalised to one spelling (``language.expressions``)."""
    return _phrase(name, en, zh, "expression", Privacy.NONE, required, "12*8+5", "三百乘以十五%")


def zone(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """A time zone by its IANA name or a city; normalised to the IANA name."""
    return _phrase(name, en, zh, "zone", Privacy.NONE, required, "New York", "伦敦")


def boolean(name: str, en: str, zh: str, *, default: bool | None = False) -> Argument:
    """Yes or no; with ``None`` for a default, absent is neither."""
    schema: dict[str, JsonValue] = {"type": "boolean"}
    if default is not None:
        schema["default"] = default
    return _argument(name, schema, en, zh, "boolean", Privacy.NONE, NEVER)


def internal(argument: Argument) -> Argument:
    """``argument``, kept from planners: nobody asks for it, an inverse call needs it."""
    return Argument(argument.name, {**argument.schema, "x-internal": True}, argument.required)


def record_id(name: str, example: str) -> Argument:
    """The id of the record to act on, which decides alone; only inverse calls give it."""
    return internal(text(name, "its id", "编号", privacy=Privacy.NONE, example=example))


def text(
    name: str,
    en: str,
    zh: str,
    *,
    privacy: Privacy = Privacy.MESSAGE,
    max_length: int = 200,
    example: str = "",
    required: tuple[str, ...] = NEVER,
) -> Argument:
    """Free text, kept as the user said it but for surrounding white space.

    Where it is short (``normalise.SHORT``) a line break in it becomes a blank.
    """
    schema: dict[str, JsonValue] = {"type": "string", "minLength": 1, "maxLength": max_length}
    if example:
        schema["examples"] = [example]
    return _argument(name, schema, en, zh, "text", privacy, required)


def person(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """A contact as the user calls them; the tool looks it up in the contacts."""
    return _phrase(name, en, zh, "person", Privacy.PERSON, required, "Mira Kovač", "王小明")


def phone_number(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """A telephone number in any usual writing; normalised to E.164 (ITU-T)."""
    return _phrase(name, en, zh, "phone", Privacy.PHONE, required, "138 0013 8000", "+49 30 901820")


def app(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """An app by any of its names in either language; normalised to its package name."""
    return _phrase(name, en, zh, "app", Privacy.NONE, required, "WeChat", "微信")


def moment(
    name: str,
    en: str,
    zh: str,
    *,
    required: tuple[str, ...] = NEVER,
    finds: tuple[str, ...] = NEVER,
    zone: str = "",
) -> Argument:
    """A point in time as a phrase; normalised to local ``YYYY-MM-DDTHH:MM``.

    On the actions ``finds`` it tells which record is meant: it may be past, and a clock time
    without a day is normalised to ``THH:MM``. ``zone`` names the argument whose clock it is read
    by, the phone's where that is absent.
    """
    made = _phrase(name, en, zh, "moment", Privacy.NONE, required, "7:30 tomorrow", "后天下午三点")
    if finds:
        made.schema["x-finds"] = list(finds)
    if zone:
        made.schema["x-zone"] = zone
    return made


def clock(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """A time of day as a phrase, on no particular day; normalised to ``HH:MM``."""
    return _phrase(name, en, zh, "clock", Privacy.NONE, required, "10:30 pm", "晚上十点半")


def day(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """A day as a phrase; normalised to ``YYYY-MM-DD``."""
    return _phrase(name, en, zh, "day", Privacy.NONE, required, "next Friday", "大后天")


def duration(name: str, en: str, zh: str, *, required: tuple[str, ...] = NEVER) -> Argument:
    """A length of time as a phrase; normalised to seconds."""
    return _phrase(name, en, zh, "duration", Privacy.NONE, required, "1 h 20 min", "一刻钟")


def field(name: str, type_: str, *, privacy: Privacy = Privacy.NONE) -> tuple[str, JsonValue]:
    """One field of a result: its JSON type (``string``, ``integer``...) and privacy class."""
    return name, {"type": type_, "x-privacy": privacy.value}


def needs(kind: str, value: str = "", *, code: str, on: tuple[str, ...] = ALWAYS) -> Precondition:
    """A precondition on the actions ``on``; failing it is the fault ``code``."""
    return Precondition(kind=kind, value=value, code=code, actions=on)


def undone_by(tool_name: str, **arguments: JsonValue) -> Inverse:
    """The inverse call; ``$result.x`` and ``$argument.x`` refer to the call being undone.

    It restores the state exactly (ids aside) when it follows a call that changed something; a
    call without changes has nothing to undo. It names a record by a ``record_id``.
    """
    return Inverse(tool=tool_name, arguments=arguments)


def tool(
    *,
    domain: Domain,
    en: str,
    zh: str,
    cues_en: str,
    cues_zh: str,
    arguments: Sequence[Argument],
    results: Sequence[tuple[str, JsonValue]],
    effects: Effect | dict[str, Effect],
    mechanism: Mechanism,
    preconditions: Sequence[Precondition] = (),
    errors: Sequence[str] = (),
    inverses: Inverse | dict[str, Inverse] | None = None,
    conflicts: Sequence[str] = (),
    changes: Sequence[str] = (),
    long_tail: bool = False,
) -> Callable[[Callable[..., dict[str, JsonValue]]], Tool]:
    """Make a ``Tool`` named after the decorated function.

    ``errors`` are the codes the function itself may raise; those of ``preconditions`` and of
    normalisation (``invalid_argument``, ``missing_argument``) are added. Raises
    ``TypeError`` when the function's parameters are not exactly the declared arguments; that of a
    ``long_tail`` tool, which nothing calls, takes none (see ``simulated.authoring``).
    """

    def decorate(act: Callable[..., dict[str, JsonValue]]) -> Tool:
        name = act.__name__
        declared = [argument.name for argument in arguments]
        taken = list(inspect.signature(act).parameters)[1:]
        if not long_tail and taken != declared:
            raise TypeError(f"{name} takes {taken} but declares {declared}")
        codes = ["invalid_argument"]
        if any(argument.required for argument in arguments):
            codes.append("missing_argument")
        codes += [*errors, *(condition.code for condition in preconditions)]
        spec = ToolSpec(
            name=name,
            domain=domain,
            description=Bilingual(en=en, zh=zh),
            cues=Bilingual(en=cues_en, zh=cues_zh),
            arguments=_object(arguments),
            required_by_action=_required_by_action(arguments),
            results={"type": "object", "properties": dict(results)},
            effects=_effects(effects, arguments),
            preconditions=tuple(preconditions),
            errors=tuple(dict.fromkeys(codes)),
            inverses=_by_action(inverses) if inverses else {},
            conflicts=tuple(conflicts),
            changes=tuple(changes),
            mechanism=mechanism,
            long_tail=long_tail,
        )
        return Tool(spec, act)

    return decorate


def _effects(
    effects: Effect | dict[str, Effect], arguments: Sequence[Argument]
) -> dict[str, Effect]:
    """Keyed by action; one effect given for all holds for each action there is."""
    if isinstance(effects, dict):
        return effects
    chosen = next((each for each in arguments if each.name == "action"), None)
    actions: Any = chosen.schema["enum"] if chosen else ALWAYS
    return dict.fromkeys(actions, effects)


def _by_action(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {ANY_ACTION: value}


def _object(arguments: Sequence[Argument]) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": {argument.name: argument.schema for argument in arguments},
        "required": [argument.name for argument in arguments if argument.required == ALWAYS],
        "additionalProperties": False,
    }


def _required_by_action(arguments: Sequence[Argument]) -> dict[str, tuple[str, ...]]:
    needed: dict[str, tuple[str, ...]] = {}
    for argument in arguments:
        if argument.required != ALWAYS:
            for name in argument.required:
                needed[name] = (*needed.get(name, ()), argument.name)
    return needed


def _phrase(
    name: str,
    en: str,
    zh: str,
    kind: str,
    privacy: Privacy,
    required: tuple[str, ...],
    *examples: str,
) -> Argument:
    schema: dict[str, JsonValue] = {
        "type": "string",
        "minLength": 1,
        "maxLength": 80,
        "examples": list(examples),
    }
    return _argument(name, schema, en, zh, kind, privacy, required)


def _argument(
    name: str,
    schema: dict[str, JsonValue],
    en: str,
    zh: str,
    kind: str,
    privacy: Privacy,
    required: tuple[str, ...],
) -> Argument:
    described: dict[str, JsonValue] = {
        **schema,
        "description": en,
        "x-zh": zh,
        "x-kind": kind,
        "x-privacy": privacy.value,
    }
    return Argument(name, described, required)
