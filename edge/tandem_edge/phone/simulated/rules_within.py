"""Rules for one answer alone: against its own call, and within itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tandem_edge.phone.simulated.account import Contradiction
from tandem_edge.phone.simulated.book import Case
from tandem_edge.phone.simulated.compare import CENT, line_fields, plain, same, total_of
from tandem_edge.phone.simulated.records import Schema
from tandem_edge.phone.simulated.shape import Record

TIMES = ("day", "moment", "clock")


def within(case: Case) -> Iterator[Contradiction]:
    """Every contradiction that one answer shows by itself."""
    yield from _twice(case)
    for record in case.records:
        yield from _right_record(case, record)
        yield from _repeats_arguments(case, record)
        yield from _status_set(case, record)
        yield from _sums(case, record)
        yield from _order_of_times(case, record)


def _twice(case: Case) -> Iterator[Contradiction]:
    keys = [case.key(record) for record in case.records]
    for key in dict.fromkeys(keys):
        if keys.count(key) > 1:
            yield case.itself("twice", key, "one list holds it more than once")


def _right_record(case: Case, record: Record) -> Iterator[Contradiction]:
    asked = case.shape.named(case.arguments) if case.shape.does.verb != "create" else ""
    if asked and asked != case.key(record):
        yield case.itself("wrong_record", case.key(record), f"{asked} was asked for")


def _repeats_arguments(case: Case, record: Record) -> Iterator[Contradiction]:
    """A new or changed record is as the call wants it; a found one fits the call's filters."""
    for name, schema in case.shape.fields.items():
        if name not in record:
            continue
        if schema["x-kind"] == "items":
            yield from _repeats_in_lines(case, record, name, schema)
            continue
        wanted = case.arguments.get(str(schema.get("x-argument")))
        if wanted is None or _repeats(case, schema, wanted, record[name]):
            continue
        detail = f"{name} is {record[name]!r}, the call says {wanted!r}"
        yield case.itself("not_as_called", case.key(record), detail)


def _repeats(case: Case, schema: Schema, wanted: Any, value: Any) -> bool:
    if schema["x-kind"] == "name" and not case.shape.writes:
        return True  # words to search by need not be the whole name
    if schema["x-kind"] == "name":
        return plain(wanted) in plain(value)  # a service may complete an address
    return same(schema, wanted, value)


def _repeats_in_lines(
    case: Case, record: Record, name: str, schema: Schema
) -> Iterator[Contradiction]:
    """Where lines repeat arguments, one line repeats all of them."""
    wanted = {
        field: case.arguments[str(inner["x-argument"])]
        for field, inner in line_fields(schema).items()
        if inner.get("x-argument") in case.arguments
    }
    fields = line_fields(schema)
    fits = any(
        all(_repeats(case, fields[field], value, line[field]) for field, value in wanted.items())
        for line in record[name]
    )
    if wanted and case.shape.writes and not fits:
        yield case.itself("not_as_called", case.key(record), f"no line of {name} is {wanted}")


def _status_set(case: Case, record: Record) -> Iterator[Contradiction]:
    wanted, found = case.shape.does.status, record.get("status")
    if wanted and found is not None and found != wanted:
        detail = f"its status is {found}, this call makes it {wanted}"
        yield case.itself("not_as_called", case.key(record), detail)


def _sums(case: Case, record: Record) -> Iterator[Contradiction]:
    for name, schema in case.shape.fields.items():
        terms: Any = schema.get("x-sum")
        if not terms or name not in record:
            continue
        total = total_of(record, terms)
        if total is not None and abs(total - record[name]) > CENT:
            detail = f"{name} is {record[name]:g}, {' + '.join(terms)} is {total:g}"
            yield case.itself("wrong_sum", case.key(record), detail)


def _order_of_times(case: Case, record: Record) -> Iterator[Contradiction]:
    for name, schema in case.shape.fields.items():
        if schema["x-kind"] not in TIMES or name not in record:
            continue
        earlier = str(schema.get("x-after", ""))
        if earlier in record and record[name] < record[earlier]:
            detail = f"{name} {record[name]} lies before {earlier} {record[earlier]}"
            yield case.itself("wrong_order", case.key(record), detail)
        if schema.get("x-past") and record[name] > case.answer.clock:
            detail = f"{name} {record[name]} has not come yet, it is {case.answer.clock}"
            yield case.itself("wrong_order", case.key(record), detail)
