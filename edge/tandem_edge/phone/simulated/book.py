"""The validator's own book: what was said of every record, when, and which calls changed it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tandem_edge.phone.simulated.account import Account, Answer, Contradiction
from tandem_edge.phone.simulated.ledger import Fact, Ledger
from tandem_edge.phone.simulated.shape import Record, Shape


@dataclass(frozen=True)
class Case:
    """One answer under judgement, with its shape and the records it gives."""

    step: int
    answer: Answer
    shape: Shape
    records: list[Record]

    @property
    def arguments(self) -> dict[str, Any]:
        """The normalised arguments of the call."""
        return dict(self.answer.arguments)

    def key(self, record: Record) -> str:
        """The id of one of its records."""
        return str(record.get(self.shape.key, ""))

    def against(self, rule: str, against: int, key: str, detail: str) -> Contradiction:
        """This answer is at odds with another one about the record ``key``."""
        record = f"{self.shape.kind} {key}".strip()
        return Contradiction(
            rule=rule, step=self.step, against=against, record=record, detail=detail
        )

    def itself(self, rule: str, key: str, detail: str) -> Contradiction:
        """This answer is at odds with its own call or within itself."""
        return self.against(rule, self.step, key, detail)


@dataclass
class Book:
    """Everything that the answers before said, in the order it was said."""

    account: Account
    ledger: Ledger = field(default_factory=Ledger)
    writes: list[tuple[int, str, str, tuple[str, ...]]] = field(default_factory=list)
    """``(step, kind, id, fields it may set)`` of every successful write."""
    lists: list[Case] = field(default_factory=list)
    denied: dict[tuple[str, str], int] = field(default_factory=dict)
    """Records that the service said it does not have, and where it said so."""

    def enter(self, case: Case) -> None:
        """Take a judged answer down."""
        for record in case.records:
            key = case.key(record)
            self.ledger.note(case.shape.kind, key, record, case.step)
            self.denied.pop((case.shape.kind, key), None)
            if case.shape.writes:
                sets = case.shape.does.sets
                self.writes.append((case.step, case.shape.kind, key, sets))
        if case.answer.result.ok and case.shape.does.verb == "list":
            self.lists.append(case)

    def deny(self, kind: str, key: str, step: int) -> None:
        """Take down that the service does not know a record."""
        self.denied.setdefault((kind, key), step)

    def known(self, kind: str) -> Iterator[tuple[str, dict[str, Fact]]]:
        """Every record of ``kind`` by id."""
        yield from self.ledger.records.get(kind, {}).items()

    def changed_by_call(self, kind: str, key: str, name: str, since: int, upto: int) -> bool:
        """Whether a write after ``since`` and up to ``upto`` may have set the field."""
        return any(
            since < step <= upto and (kind, key) == (of, to) and name in sets
            for step, of, to, sets in self.writes
        )

    def any_write(self, since: int, upto: int) -> bool:
        """Whether anything was written between the two answers."""
        return any(since < step <= upto for step, *_ in self.writes)

    def time_passed(self, since: int, upto: int) -> bool:
        """Whether the phone's clock went on between the two answers."""
        answers = self.account.answers
        return answers[since].clock < answers[upto].clock

    def touched(self, key: str, since: int, upto: int) -> bool:
        """Whether a call between the two answers wrote this record or one that refers to it."""
        steps = {step for step, *_ in self.writes if since < step <= upto}
        return any(key in self.account.answers[step].arguments.values() for step in steps)

    def something_happened(self, since: int, upto: int) -> bool:
        """Whether time passed or anything was written between the two answers."""
        return self.time_passed(since, upto) or self.any_write(since, upto)


def over(shape: Shape, facts: dict[str, Fact]) -> bool:
    """Whether a record has come to its end, so that a service may stop listing it."""
    schema, fact = shape.fields.get("status"), facts.get("status")
    if schema is None or fact is None or schema["x-kind"] != "status":
        return False
    stages: Any = schema["x-order"]
    ends: Any = schema["x-ends"]
    return fact.value in ends or fact.value == stages[-1]
