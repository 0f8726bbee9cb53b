"""What the services have said so far: every record by id, with the call that each field is from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tandem_edge.phone.simulated.records import Schema
from tandem_edge.phone.simulated.shape import Record, Shape

PASSING = ("note", "status")
"""Kinds of value that a service may say otherwise without a call that changes them."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One field's value and the place of the answer that said it last."""

    value: Any
    step: int


@dataclass
class Ledger:
    """Facts by kind of record, by id, by field. A field that an answer left out is kept."""

    records: dict[str, dict[str, dict[str, Fact]]] = field(default_factory=dict)

    def note(self, kind: str, key: str, record: Record, step: int) -> None:
        """Enter a record as answer ``step`` gave it."""
        known = self.records.setdefault(kind, {}).setdefault(key, {})
        known.update({name: Fact(value, step) for name, value in record.items()})

    def facts(self, kind: str, key: str) -> dict[str, Fact]:
        """What is known of one record, by field; empty when there is none."""
        return self.records.get(kind, {}).get(key, {})

    def view(self, kind: str, key: str) -> Record | None:
        """One record as it was last said to be, or ``None``."""
        facts = self.facts(kind, key)
        return {name: fact.value for name, fact in facts.items()} if facts else None

    def of_kinds(self, kinds: frozenset[str]) -> Iterator[tuple[str, str, int, Record]]:
        """``(kind, id, last step, record)`` of every record of these kinds."""
        for kind in sorted(kinds):
            for key, facts in self.records.get(kind, {}).items():
                latest = max(fact.step for fact in facts.values())
                yield kind, key, latest, {name: fact.value for name, fact in facts.items()}


def lasting(schema: Schema) -> bool:
    """Whether a field of this schema stays as it is until a call changes it."""
    return schema["x-kind"] not in PASSING and not schema.get("x-live")


def fixed_by(shape: Shape, arguments: dict[str, Any], ledger: Ledger) -> Record:
    """The values that this answer's record must have: by the call, and by what was said before."""
    fixed = _repeated(shape, arguments)
    if shape.does.verb in ("find", "update") and (key := shape.named(arguments)):
        fixed = {**_remembered(shape, ledger.view(shape.kind, key) or {}), **fixed, shape.key: key}
    if shape.does.verb == "create":
        fixed = {**_copied(shape, fixed, ledger), **fixed}
    if shape.does.status:
        fixed["status"] = shape.does.status
    return fixed


def _repeated(shape: Shape, arguments: dict[str, Any]) -> Record:
    """Fields that repeat an argument. A list is held to its filters, but not to words."""
    loose = ("note",) if shape.writes else ("note", "name")
    return {
        name: arguments[str(schema["x-argument"])]
        for name, schema in shape.fields.items()
        if schema.get("x-argument") in arguments and schema["x-kind"] not in loose
    }


def _remembered(shape: Shape, known: Record) -> Record:
    return {
        name: value
        for name, value in known.items()
        if lasting(shape.fields[name]) and name not in shape.does.sets
    }


def _copied(shape: Shape, fixed: Record, ledger: Ledger) -> Record:
    """Fields that are the same in the record which the new one refers to."""
    found: Record = {}
    for name in shape.of_kind("id"):
        kind, key = str(shape.fields[name]["x-record"]), str(fixed.get(name, ""))
        referred = (ledger.view(kind, key) if kind != shape.kind else None) or {}
        found |= {
            field: referred[field]
            for field, schema in shape.fields.items()
            if schema.get("x-copied") and field in referred
        }
    return found
