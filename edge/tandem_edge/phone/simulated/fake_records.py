"""Making up and changing records for ``fake.Bookkeeper``: any kind, from its fields' marks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from tandem_edge.phone.simulated.compare import line_fields, same, total_of
from tandem_edge.phone.simulated.records import Schema
from tandem_edge.phone.simulated.shape import Record, Shape, optional


def drawn(
    shape: Shape, record: Record, arguments: Mapping[str, Any], clock: str, random: Random
) -> None:
    """Fill in every field of ``record`` that it lacks."""
    for name, schema in shape.fields.items():
        if name in record:
            continue
        said = arguments.get(str(schema.get("x-argument")))
        if said is not None:
            record[name] = said
        elif not (optional(schema) and random.random() < 0.2):
            record[name] = _value(name, schema, record, arguments, clock, random)
    summed(shape, record)


def redrawn(
    shape: Shape, record: Record, arguments: Mapping[str, Any], clock: str, random: Random
) -> None:
    """Set what an update of this shape sets: by the call, or to something new."""
    for name in shape.does.sets:
        schema = shape.fields[name]
        said = arguments.get(str(schema.get("x-argument")))
        if name == "status" and shape.does.status:
            record[name] = shape.does.status
        elif said is not None:
            record[name] = said
        elif schema["x-kind"] == "count":
            low: Any = schema["minimum"]
            record[name] = max(low, record[name] - 1)
        else:
            record[name] = _value(name, schema, record, {}, clock, random)
    summed(shape, record)


def later(shape: Shape, record: Record, random: Random) -> None:
    """What time does by itself: a status goes one stage on, live figures change."""
    for name, schema in shape.fields.items():
        if name not in record:
            continue
        if schema.get("x-live") and random.random() < 0.5:
            record[name] = _value(name, schema, record, {}, "", random)
        if schema["x-kind"] == "status" and not ended(shape, record) and random.random() < 0.4:
            stages: Any = schema["x-order"]
            record[name] = stages[stages.index(record[name]) + 1]


def ended(shape: Shape, record: Record) -> bool:
    """Whether the record's status can change no more."""
    schema = shape.fields.get("status")
    if schema is None:
        return False
    stages: Any = schema["x-order"]
    ends: Any = schema["x-ends"]
    return record["status"] in (*ends, stages[-1])


def fits(shape: Shape, record: Record, arguments: Mapping[str, Any]) -> bool:
    """Whether a record fits a list's filters."""
    return all(
        same(schema, arguments[str(schema["x-argument"])], record.get(name))
        for name, schema in shape.fields.items()
        if schema.get("x-argument") in arguments
    )


def summed(shape: Shape, record: Record) -> Record:
    """``record`` with its sums made right, where all their parts are there."""
    for name, schema in shape.fields.items():
        terms: Any = schema.get("x-sum")
        total = total_of(record, terms) if terms and name in record else None
        if total is not None:
            record[name] = round(total, 2)
    return record


def _value(
    name: str,
    schema: Schema,
    record: Record,
    arguments: Mapping[str, Any],
    clock: str,
    random: Random,
) -> Any:
    low: Any = schema.get("minimum")
    high: Any = schema.get("maximum")
    values: Any = schema.get("examples") or schema.get("enum")
    match schema["x-kind"]:
        case "name" | "note" | "choice":
            return random.choice(values)
        case "status":
            stages: Any = schema["x-order"]
            return random.choice(stages[:2]) if len(stages) > 2 else stages[0]
        case "money":
            return round(random.uniform(low, high), random.choice((0, 1, 2)))
        case "count":
            return random.randint(low, high)
        case "flag":
            return random.random() < 0.5
        case "items":
            return _lines(schema, arguments, random)
        case kind:
            return _time(str(kind), schema, record, arguments, clock, random)


def _lines(schema: Schema, arguments: Mapping[str, Any], random: Random) -> list[Record]:
    fields = line_fields(schema)
    lines = []
    for place in range(random.randint(1, 3)):
        line = {name: _value(name, inner, {}, {}, "", random) for name, inner in fields.items()}
        if place == 0:
            line |= {
                name: arguments[str(inner["x-argument"])]
                for name, inner in fields.items()
                if inner.get("x-argument") in arguments
            }
        lines.append(line)
    return lines


def _time(
    kind: str,
    schema: Schema,
    record: Record,
    arguments: Mapping[str, Any],
    clock: str,
    random: Random,
) -> str:
    before = record.get(str(schema.get("x-after", "")))
    if kind == "clock":
        hour = int(before[:2]) + random.randint(3, 9) if before else random.randint(6, 10)
        return f"{min(hour, 23):02d}:{random.choice((0, 30)):02d}"
    if kind == "day":
        start = date.fromisoformat(str(before or clock[:10]))
        return (start + timedelta(days=random.randint(1 if before else 0, 15))).isoformat()
    if before:
        moment = datetime.fromisoformat(str(before)) + timedelta(minutes=random.randint(20, 150))
    elif schema.get("x-past"):
        moment = datetime.fromisoformat(clock) - timedelta(minutes=random.randint(0, 300))
    else:
        day = str(arguments.get("day") or _soon(clock, random))
        moment = datetime.fromisoformat(
            f"{day}T{random.randint(8, 20):02d}:{random.choice((0, 15, 30)):02d}"
        )
    return moment.strftime("%Y-%m-%dT%H:%M")


def _soon(clock: str, random: Random) -> str:
    return (date.fromisoformat(clock[:10]) + timedelta(days=random.randint(1, 6))).isoformat()
