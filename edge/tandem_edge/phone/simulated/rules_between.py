"""Rules for one answer against those before it, and against what the task states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tandem_edge.phone.simulated.account import THE_TASK, Contradiction, StatedFact
from tandem_edge.phone.simulated.authoring import MOST_LISTED
from tandem_edge.phone.simulated.book import Book, Case, over
from tandem_edge.phone.simulated.compare import same
from tandem_edge.phone.simulated.ledger import Fact
from tandem_edge.phone.simulated.records import Schema
from tandem_edge.phone.simulated.shape import Record

NOT_FOUND = "not_found"


def between(case: Case, book: Book) -> Iterator[Contradiction]:
    """Every contradiction of one answer with the answers before it."""
    if not case.answer.result.ok:
        yield from _denied(case, book)
        return
    for record in case.records:
        yield from _new_id(case, record, book)
        yield from _back_again(case, record, book)
        yield from _unexplained(case, record, book)
        yield from _copied(case, record, book)
        yield from _stated(case, record, book)
    if case.shape.does.verb == "list":
        yield from _vanished(case, book)


def _denied(case: Case, book: Book) -> Iterator[Contradiction]:
    """``not_found`` for records that the service, or the task, spoke of."""
    fault = case.answer.result.fault
    if fault is None or fault.code != NOT_FOUND:
        return
    asked = [(kind, case.arguments.get(name)) for name, kind in case.shape.refers.items()]
    for kind, key in asked:
        if key is None or len(asked) > 1:
            continue  # with two records named, either may be the one that is missing
        facts = book.ledger.facts(kind, str(key))
        if facts and not _may_be_gone(case, kind, facts, book):
            step = max(fact.step for fact in facts.values())
            yield case.against("denied", step, "", f"{kind} {key} was there, now it is not")
        elif any(_names(fact, case, kind, str(key)) for fact in book.account.facts):
            yield case.against("denied", THE_TASK, "", f"the task has {kind} {key}")
        book.deny(kind, str(key), case.step)


def _may_be_gone(case: Case, kind: str, facts: dict[str, Fact], book: Book) -> bool:
    """A service may drop a record that has come to its end, but not while nothing happens."""
    since = max(fact.step for fact in facts.values())
    return (
        kind == case.shape.kind
        and over(case.shape, facts)
        and book.something_happened(since, case.step)
    )


def _names(fact: StatedFact, case: Case, kind: str, key: str) -> bool:
    return fact.kind == kind == case.shape.kind and fact.about.get(case.shape.key) == key


def _new_id(case: Case, record: Record, book: Book) -> Iterator[Contradiction]:
    facts = book.ledger.facts(case.shape.kind, case.key(record))
    if case.shape.does.verb == "create" and facts:
        step = min(fact.step for fact in facts.values())
        yield case.against("id_taken", step, case.key(record), "an older record has this id")


def _back_again(case: Case, record: Record, book: Book) -> Iterator[Contradiction]:
    step = book.denied.get((case.shape.kind, case.key(record)))
    if step is not None and case.shape.does.verb != "create":
        yield case.against("reappeared", step, case.key(record), "the service had said it is not")


def _unexplained(case: Case, record: Record, book: Book) -> Iterator[Contradiction]:
    """Fields that are not as they were, though no call and no passing time explains it."""
    if case.shape.does.verb == "create":
        return
    key = case.key(record)
    for name, fact in book.ledger.facts(case.shape.kind, key).items():
        schema = case.shape.fields.get(name)
        if schema is None or name not in record or same(schema, fact.value, record[name]):
            continue
        by_this_call = case.shape.writes and name in case.shape.does.sets
        by_call = book.changed_by_call(case.shape.kind, key, name, fact.step, case.step)
        if by_this_call or by_call or _by_time(schema, fact, record[name], case, book):
            continue
        detail = f"{name} was {fact.value!r}, now it is {record[name]!r}"
        yield case.against(_rule_for(schema, fact.value, record[name]), fact.step, key, detail)


def _by_time(schema: Schema, fact: Fact, now: Any, case: Case, book: Book) -> bool:
    """Whether the change comes by itself: live figures, and a status that goes on."""
    passed = book.time_passed(fact.step, case.step)
    if schema.get("x-live"):
        return passed or book.any_write(fact.step, case.step)
    return schema["x-kind"] == "status" and passed and not _backwards(schema, fact.value, now)


def _backwards(schema: Schema, before: Any, now: Any) -> bool:
    stages: Any = schema["x-order"]
    ends: Any = schema["x-ends"]
    if before in ends:
        return True  # an end is never left
    return now not in ends and stages.index(now) < stages.index(before)


def _rule_for(schema: Schema, before: Any, now: Any) -> str:
    back = schema["x-kind"] == "status" and _backwards(schema, before, now)
    return "status_back" if back else "changed"


def _copied(case: Case, record: Record, book: Book) -> Iterator[Contradiction]:
    """A record that refers to another has its lasting fields as the other had them."""
    for name in case.shape.of_kind("id"):
        kind = str(case.shape.fields[name]["x-record"])
        facts = book.ledger.facts(kind, str(record.get(name, "")))
        if kind == case.shape.kind:
            continue
        for field, schema in case.shape.fields.items():
            if not schema.get("x-copied") or field not in record or field not in facts:
                continue
            if not same(schema, facts[field].value, record[field]):
                detail = f"{field} is {record[field]!r}, {kind} had {facts[field].value!r}"
                yield case.against("not_copied", facts[field].step, case.key(record), detail)


def _stated(case: Case, record: Record, book: Book) -> Iterator[Contradiction]:
    """Against the task's own facts, until a call of this attempt changes them."""
    key, fields = case.key(record), case.shape.fields
    whole = {**(book.ledger.view(case.shape.kind, key) or {}), **record}
    for fact in book.account.facts:
        if fact.kind != case.shape.kind or not _is(whole, fact.about, fields):
            continue
        for name, value in fact.says.items():
            if name not in record or same(fields[name], value, record[name]):
                continue
            mine = case.shape.writes and name in case.shape.does.sets
            if mine or book.changed_by_call(case.shape.kind, key, name, -1, case.step):
                continue
            detail = f"{name} is {record[name]!r}, the task says {value!r}"
            yield case.against("not_as_stated", THE_TASK, key, detail)


def _is(record: Record, about: Record, fields: Any) -> bool:
    return all(
        name in record and same(fields[name], value, record[name]) for name, value in about.items()
    )


def _vanished(case: Case, book: Book) -> Iterator[Contradiction]:
    """Records that this list ought to hold and does not."""
    if len(case.records) >= MOST_LISTED:
        return
    here = {case.key(record) for record in case.records}
    for key, facts in book.known(case.shape.kind):
        if key in here or (case.shape.kind, key) in book.denied:
            continue
        step = _why_expected(case, key, facts, book)
        if step is not None:
            yield case.against("vanished", step, key, "this list should hold it and does not")


def _why_expected(case: Case, key: str, facts: dict[str, Fact], book: Book) -> int | None:
    """The answer that makes the record belong into this list, if one does."""
    latest = max(fact.step for fact in facts.values())
    if case.shape.does.whole and _fits(case, facts) and not over(case.shape, facts):
        return latest
    for earlier in reversed(book.lists):
        same_call = (earlier.answer.call.name, earlier.arguments) == (
            case.answer.call.name,
            case.arguments,
        )
        span = earlier.step, case.step
        if not same_call or book.time_passed(*span) or book.touched(key, *span):
            continue
        if key in {earlier.key(one) for one in earlier.records}:
            return earlier.step
    return None


def _fits(case: Case, facts: dict[str, Fact]) -> bool:
    """Whether what is known of a record fits every filter of the list; in doubt not."""
    fields = {str(schema.get("x-argument")): name for name, schema in case.shape.fields.items()}
    for argument, value in case.arguments.items():
        if argument == "action":
            continue
        fact = facts.get(fields.get(argument, ""))
        if fact is None or not same(case.shape.fields[fields[argument]], fact.value, value):
            return False
    return True
