"""Reading what the model answered: foreign until it has passed the tool's schema."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from jsonschema import Draft202012Validator
from pydantic import JsonValue

from tandem_edge.phone.simulated.records import Schema
from tandem_edge.phone.simulated.shape import Record, Shape
from tandem_shared.text import one_line
from tandem_shared.tools import ToolFault, ToolResult

_READERS = {
    "day": date.fromisoformat,
    "moment": datetime.fromisoformat,
    "clock": time.fromisoformat,
}


class BadAnswer(ValueError):
    """The answer is not one the service may give; the message tells the model what is wrong."""


def read_answer(answer: Any, shape: Shape, schema: Schema) -> ToolResult:
    """The result or fault that ``answer`` says, its strings made harmless. Raises ``BadAnswer``."""
    _check(answer, schema)
    if "fault" in answer:
        fault = answer["fault"]
        message = one_line(fault["message"])
        return ToolResult(ok=False, fault=ToolFault(code=fault["code"], message=message))
    return ToolResult(ok=True, data=_ordered(answer["result"], shape))


def _check(answer: Any, schema: Schema) -> None:
    """Against the branch that was chosen, so that the error says what is wrong with it."""
    branches: Any = schema.get("anyOf", [schema])
    wanted = "fault" if isinstance(answer, dict) and "fault" in answer else "result"
    branch = next((one for one in branches if wanted in one["properties"]), branches[0])
    error = next(iter(Draft202012Validator(branch).iter_errors(answer)), None)
    if error is not None:
        where = ".".join(map(str, error.absolute_path))
        raise BadAnswer(f"{where}: {error.message}" if where else error.message)


def _ordered(result: dict[str, Any], shape: Shape) -> dict[str, JsonValue]:
    """The result with its fields in the schema's order, the id first."""
    if shape.does.verb == "list":
        return {shape.plural: [_record(record, shape) for record in result[shape.plural]]}
    return _record(result, shape)


def _record(record: Record, shape: Shape) -> dict[str, JsonValue]:
    clean = {name: _harmless(record[name]) for name in shape.fields if name in record}
    for name, value in clean.items():
        reader = _READERS.get(str(shape.fields[name]["x-kind"]))
        try:
            if reader is not None:
                reader(value)
        except ValueError as error:
            raise BadAnswer(f"{name}: {value} is not on the calendar") from error
    return clean


def _harmless(value: Any) -> Any:
    if isinstance(value, str):
        return one_line(value) or "-"
    if isinstance(value, list):
        return [_harmless(one) for one in value]
    if isinstance(value, dict):
        return {name: _harmless(one) for name, one in value.items()}
    return value
