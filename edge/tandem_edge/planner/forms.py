"""What dialects share: the answers that are no tool calls, tools as JSON, texts cut to size."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import JsonValue, ValidationError

from tandem_edge.planner.actions import Ask, Calls, Done, Refuse, Step
from tandem_edge.planner.dialects import Misread
from tandem_edge.planner.trimming import trimmed
from tandem_shared.text import one_line, visible
from tandem_shared.tools import ANY_ACTION, ToolCall, ToolResult, ToolSpec

MOST_CALLS = 6
"""Calls that may go in one step."""
LONGEST_SAID = 300
"""Characters of a question, a reason or an answer."""
LONGEST_TEXT = 160
CONTROL = {"done": "answer", "ask": "question", "refuse": "reason"}
"""What ends a turn, written like a call, and its one argument."""
ABOUT_CONTROL = {
    "en": {
        "done": "the request is carried out; says so to the user",
        "ask": "something needed was not said; asks the user",
        "refuse": "impossible or harmful; says why",
    },
    "zh": {
        "done": "请求已完成，告诉用户",
        "ask": "缺少必要信息，询问用户",
        "refuse": "做不到或有危害，说明原因",
    },
}


def decision_of(calls: Sequence[ToolCall]) -> Step:
    """The step that ``calls`` are; a control call first ends the turn, later ones are dropped.

    Raises ``Misread`` when there are none.
    """
    if not calls:
        raise Misread("the answer holds no call")
    first = calls[0]
    if first.name not in CONTROL:
        return Calls(tuple(call for call in calls if call.name not in CONTROL)[:MOST_CALLS])
    said = str(first.arguments.get(CONTROL[first.name], ""))
    return control_step(first.name, said)


def control_step(name: str, said: str) -> Step:
    """The step that ends a turn with ``said``."""
    text = visible(said, limit=LONGEST_SAID).strip()
    match name:
        case "done":
            return Done(text)
        case "ask":
            return Ask(text)
        case _:
            return Refuse(text)


def call_of(value: Any, arguments: str) -> ToolCall:
    """A call from a JSON object whose arguments stand under the key ``arguments``.

    Arguments that are themselves a JSON text are read. Raises ``Misread``.
    """
    if not isinstance(value, dict) or not isinstance(value.get("name"), str):
        raise Misread("a call is an object with a name")
    given = value.get(arguments, {})
    if isinstance(given, str):
        given = loaded(given)
    try:
        return ToolCall(name=value["name"], arguments=given if given is not None else {})
    except ValidationError as error:
        raise Misread(f"the {arguments} of {value['name'][:40]} are no JSON object") from error


def loaded(text: str) -> Any:
    """The JSON value in ``text``. Raises ``Misread``."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Misread("the answer is not complete JSON") from error


def values_in(text: str) -> Iterator[Any]:
    """The JSON objects that stand one after the other in ``text``, with anything between them."""
    decoder = json.JSONDecoder(parse_constant=_refuse)
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise Misread("the answer is not complete JSON") from error
        yield value
        at = text.find("{", end)


def plain_step(text: str) -> Step:
    """What an answer in plain words means: a question is one, anything else ends the turn.

    Raises ``Misread`` when nothing was said.
    """
    said = visible(text).strip()
    if not said:
        raise Misread("the answer is empty")
    return control_step("ask" if said.endswith(("?", "？")) else "done", said)


def without_thinking(text: str) -> str:
    """``text`` after the last ``</think>``: what a reasoning model says when it has thought."""
    return text.rpartition("</think>")[2].strip()


def outcome_text(result: ToolResult) -> str:
    """What a planner is told of a result: JSON on one line, in which no markup can be written.

    ``<`` is escaped, so that nothing out of the phone opens or closes a tag of a dialect.
    """
    if result.fault is not None:
        message = one_line(result.fault.message, limit=LONGEST_TEXT)
        told: Any = {"ok": False, "error": result.fault.code, "message": message}
    else:
        told = {"ok": True, "result": trimmed(result.data)}
    text = json.dumps(told, ensure_ascii=False)
    return text.replace("<", "\\u003c").replace("\u2028", " ").replace("\u2029", " ")


def function_of(spec: ToolSpec, language: str) -> dict[str, Any]:
    """A tool as an OpenAI function: name, description and JSON Schema of its parameters."""
    described = spec.description.zh if language == "zh" else spec.description.en
    properties = {name: _property(schema, language) for name, schema in spec.offered.items()}
    return _function(spec.name, described, properties, list(spec.required(ANY_ACTION)))


def control_functions(language: str) -> list[dict[str, Any]]:
    """What ends a turn, as functions."""
    about = ABOUT_CONTROL[language]
    return [
        _function(name, about[name], {argument: {"type": "string"}}, [argument])
        for name, argument in CONTROL.items()
    ]


def functions_of(specs: Iterable[ToolSpec], language: str) -> list[dict[str, Any]]:
    """Every tool and control as functions, the tools first."""
    return [*(function_of(spec, language) for spec in specs), *control_functions(language)]


MORE = {"en": "More tools:", "zh": "更多工具："}
"""Announces tools that come on offer in the middle of a turn."""


def offer_text(specs: Iterable[ToolSpec], language: str) -> str:
    """Further tools as JSON functions, one a line."""
    functions = (function_of(spec, language)["function"] for spec in specs)
    return "\n".join([MORE[language], *(json.dumps(f, ensure_ascii=False) for f in functions)])


def call_schemas(specs: Iterable[ToolSpec], arguments: str) -> list[JsonValue]:
    """JSON Schemas of every call: an object with ``name`` and, under ``arguments``, an object.

    One form for each group of actions that need the same arguments; controls come last.
    """
    return [*call_forms(specs, arguments), *control_forms(arguments)]


def call_forms(specs: Iterable[ToolSpec], arguments: str) -> list[JsonValue]:
    """The part of ``call_schemas`` that is tools."""
    return [form for spec in specs for form in _forms(spec, arguments)]


def control_forms(arguments: str) -> list[JsonValue]:
    """The part of ``call_schemas`` that ends a turn."""
    text: JsonValue = {"type": "string"}
    return [_named(name, {said: text}, [said], arguments) for name, said in CONTROL.items()]


def _forms(spec: ToolSpec, arguments: str) -> Iterator[JsonValue]:
    groups: dict[tuple[str, ...], list[str]] = {}
    for action in spec.actions:
        groups.setdefault(spec.required(action), []).append(action)
    for needed, actions in groups.items():
        properties: dict[str, JsonValue] = {
            name: {"enum": [*actions]} if name == "action" else _bare(schema)
            for name, schema in spec.offered.items()
        }
        yield _named(spec.name, properties, list(needed), arguments)


def _bare(schema: Mapping[str, JsonValue]) -> JsonValue:
    # Lengths are left to the tool: in a grammar each character of a limit is a rule of its own.
    kept = ("enum",) if "enum" in schema else ("type", "minimum", "maximum")
    return {key: schema[key] for key in kept if key in schema}


def _named(
    name: str, properties: dict[str, JsonValue], required: list[str], arguments: str
) -> JsonValue:
    inner: JsonValue = {
        "type": "object",
        "properties": properties,
        "required": [*required],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"name": {"const": name}, arguments: inner},
        "required": ["name", arguments],
        "additionalProperties": False,
    }


def _property(schema: Mapping[str, JsonValue], language: str) -> dict[str, JsonValue]:
    about = schema.get("x-zh" if language == "zh" else "description", "")
    kept = ("type", "enum", "minimum", "maximum", "items")
    return {key: schema[key] for key in kept if key in schema} | {"description": about}


def _function(
    name: str, about: str, properties: Mapping[str, Any], required: list[str]
) -> dict[str, Any]:
    parameters = {"type": "object", "properties": {**properties}, "required": required}
    function = {"name": name, "description": about, "parameters": parameters}
    return {"type": "function", "function": function}


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number")
