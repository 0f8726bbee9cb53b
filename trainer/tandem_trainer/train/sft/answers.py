"""Answers as the edge's planner can write them: its grammar knows one way to write each call."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from tandem_edge.planner.actions import Ask, Calls, Done, Refuse
from tandem_edge.planner.dialects import Dialect, Misread
from tandem_edge.planner.forms import CONTROL
from tandem_shared.tools import ANY_ACTION, ToolCall, ToolSpec

SIGNATURES = "signatures"


def canonical(text: str, dialect: Dialect, specs: Mapping[str, ToolSpec]) -> str:
    """``text`` as the grammar of ``dialect`` has it: no blanks, needed arguments first.

    What cannot be read, and other dialects' answers, stay as they are.
    """
    if dialect.name != SIGNATURES:
        return text
    try:
        decision = dialect.read(text)
    except Misread:
        return text
    return _written([_object(call, specs.get(call.name)) for call in _calls(decision)])


def _calls(decision: Calls | Ask | Refuse | Done) -> Sequence[ToolCall]:
    match decision:
        case Calls(calls):
            return calls
        case Ask(said):
            return [_control("ask", said)]
        case Refuse(said):
            return [_control("refuse", said)]
        case Done(said):
            return [_control("done", said)]


def _control(name: str, said: str) -> ToolCall:
    return ToolCall(name=name, arguments={CONTROL[name]: said})


def _object(call: ToolCall, spec: ToolSpec | None) -> dict[str, Any]:
    arguments = call.arguments if spec is None else _ordered(call.arguments, spec)
    return {"name": call.name, "arguments": arguments}


def _ordered(arguments: Mapping[str, JsonValue], spec: ToolSpec) -> dict[str, JsonValue]:
    """Arguments in the order of the grammar that llama.cpp makes of a schema."""
    needed = spec.required(str(arguments.get("action", ANY_ACTION)))
    places = {name: place for place, name in enumerate(spec.offered)}
    names = sorted(arguments, key=lambda name: (name not in needed, places.get(name, len(places))))
    return {name: arguments[name] for name in names}


def _written(calls: Sequence[Mapping[str, Any]]) -> str:
    return json.dumps(calls, ensure_ascii=False, separators=(",", ":"))
