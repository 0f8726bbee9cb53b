"""The call that takes another one back, filled in from what that one did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.protocol import Execution
from tandem_shared.tools import ANY_ACTION, Effect, ToolCall, ToolSpec

NOTHING_CHANGED = "it changed nothing"
IRREVERSIBLE = "it cannot be undone"
NO_INVERSE = "the phone has no way to undo it"


def inverse_of(spec: ToolSpec, execution: Execution) -> ToolCall | None:
    """The inverse that ``spec`` declares for the call; ``None`` if none, or it lacks a value."""
    action = spec.action_of(execution.arguments)
    declared = spec.inverses.get(action) or spec.inverses.get(ANY_ACTION)
    if declared is None:
        return None
    sources: dict[str, Mapping[str, Any]] = {
        "$result": execution.result.data,
        "$argument": execution.arguments,
    }
    try:
        arguments = {name: _value(said, sources) for name, said in declared.arguments.items()}
    except KeyError:
        return None
    return ToolCall(name=declared.tool, arguments=arguments)


def why_not(spec: ToolSpec, execution: Execution) -> str:
    """Why a call that was carried out cannot be undone, in a few words; ``""`` if it can."""
    if spec.effect_of(execution.arguments) is Effect.IRREVERSIBLE:
        return IRREVERSIBLE
    if not execution.changes:
        return NOTHING_CHANGED
    return "" if inverse_of(spec, execution) else NO_INVERSE


def _value(said: JsonValue, sources: dict[str, Mapping[str, Any]]) -> JsonValue:
    source, dot, name = said.partition(".") if isinstance(said, str) else ("", "", "")
    if not dot or source not in sources:
        return said
    value: JsonValue = sources[source][name]
    return value
