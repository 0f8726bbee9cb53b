"""What one action's answer looks like: read from a long-tail tool's spec, for all who need it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.simulated.authoring import MOST_LISTED, OFFLINE, Does
from tandem_edge.phone.simulated.records import Schema
from tandem_shared.tools import ToolSpec

Record = dict[str, Any]
"""One record as JSON values, its id among them."""
_OWN_FAULTS = frozenset({"invalid_argument", "missing_argument", OFFLINE})
"""Codes that the phone gives before the service is asked."""
FAULT_TEXT = 120
_SHOWN = frozenset(
    "type enum pattern minimum maximum minLength maxLength minItems maxItems items properties "
    "required additionalProperties const".split()
)


@dataclass(frozen=True)
class Shape:
    """The kind of record that an action deals with, and what it does to one."""

    kind: str
    plural: str
    key: str
    fields: Mapping[str, Schema]
    does: Does
    refers: Mapping[str, str]
    """Argument to the kind of record it names."""
    mine: bool
    faults: tuple[str, ...]
    """Codes the service may answer with."""

    @property
    def writes(self) -> bool:
        """Whether the action makes or changes a record."""
        return self.does.verb in ("create", "update")

    def named(self, arguments: Mapping[str, Any]) -> str:
        """The id of this kind of record that ``arguments`` give, or ``""``."""
        ids = (arguments.get(name) for name, kind in self.refers.items() if kind == self.kind)
        return next((str(found) for found in ids if found is not None), "")

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """Names of the fields of ``kind`` of value (``x-kind``)."""
        return tuple(name for name, schema in self.fields.items() if schema["x-kind"] == kind)

    def records(self, data: Mapping[str, Any]) -> list[Record]:
        """The records in an answer's data."""
        if self.does.verb == "list":
            return [record for record in data.get(self.plural, []) if isinstance(record, dict)]
        return [dict(data)]


def shape_of(spec: ToolSpec, action: str) -> Shape:
    """The shape of ``action``'s answer. Raises ``KeyError`` unless the tool is a long-tail one."""
    return _shapes(spec.name, spec.model_dump_json())[action]


def answer_schema(shape: Shape, fixed: Mapping[str, JsonValue] | None = None) -> Schema:
    """JSON Schema of what the service may answer: a result of this shape, or a fault.

    ``fixed`` are values that fields of the record must have, since the call or an earlier answer
    says so; a grammar then leaves no other choice.
    """
    record = record_schema(shape, fixed or {})
    if shape.does.verb == "list":
        many: Schema = {"type": "array", "items": record, "maxItems": MOST_LISTED}
        record = _object({shape.plural: many}, [shape.plural])
    result = _object({"result": record}, ["result"])
    if not shape.faults:
        return result
    message: Schema = {"type": "string", "minLength": 1, "maxLength": FAULT_TEXT}
    code: Schema = {"type": "string", "enum": [*shape.faults]}
    fault = _object({"code": code, "message": message}, ["code", "message"])
    return {"anyOf": [result, _object({"fault": fault}, ["fault"])]}


def record_schema(shape: Shape, fixed: Mapping[str, JsonValue]) -> Schema:
    """JSON Schema of one record, without marks."""
    fields: dict[str, JsonValue] = {
        name: {"const": fixed[name]} if name in fixed else shown(schema)
        for name, schema in shape.fields.items()
    }
    return _object(fields, [name for name, schema in shape.fields.items() if not optional(schema)])


def optional(schema: Schema) -> bool:
    """Whether a record may leave the field out."""
    return bool(schema.get("x-optional"))


def shown(schema: Schema) -> Schema:
    """``schema`` with what a grammar and a validator understand, and nothing else."""
    clean: Schema = {}
    for key, value in schema.items():
        if key == "properties" and isinstance(value, dict):
            clean[key] = {name: shown(field) for name, field in value.items()}  # type: ignore[arg-type]
        elif key == "items" and isinstance(value, dict):
            clean[key] = shown(value)
        elif key in _SHOWN:
            clean[key] = value
    return clean


def _object(properties: Mapping[str, JsonValue], required: list[str]) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [*required],
        "additionalProperties": False,
    }


@lru_cache(maxsize=256)
def _shapes(name: str, spec_json: str) -> dict[str, Shape]:
    spec = ToolSpec.model_validate_json(spec_json)
    results: Any = spec.results
    plural = str(results["x-plural"])
    fields = {field: schema for field, schema in results["properties"].items() if field != plural}
    key = next(iter(fields))
    refers = {
        argument: str(schema["x-refers"])
        for argument, schema in spec.properties.items()
        if "x-refers" in schema
    }
    faults = tuple(code for code in spec.errors if code not in _OWN_FAULTS)
    return {
        action: Shape(
            results["x-record"],
            plural,
            key,
            fields,
            Does.model_validate(does),
            refers,
            bool(results["x-mine"]),
            faults,
        )
        for action, does in results["x-actions"].items()
    }
