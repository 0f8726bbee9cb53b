"""Whether a simulated world kept to its own story: an account is judged, never mended.

The rules read nothing but the tools' specs and the account. What a rule is about is in
``rules_within`` (an answer and its own call) and ``rules_between`` (an answer and what was said
before, or what the task states). Free text may be re-phrased at will.
"""

from __future__ import annotations

from collections.abc import Iterator

from jsonschema import Draft202012Validator

from tandem_edge.phone.catalogue import Catalogue
from tandem_edge.phone.simulated.account import Account, Answer, Contradiction, Standing
from tandem_edge.phone.simulated.book import Book, Case
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.rules_between import between
from tandem_edge.phone.simulated.rules_within import within
from tandem_edge.phone.simulated.shape import answer_schema, shape_of
from tandem_edge.phone.simulated.world import SIMULATOR_FAILED


def validate(account: Account, services: Catalogue | None = None) -> Account:
    """``account`` with its standing: ``consistent``, or ``inconsistent`` and why."""
    found = tuple(contradictions(account, services or load_services()))
    standing = Standing.INCONSISTENT if found else Standing.CONSISTENT
    return account.model_copy(update={"standing": standing, "contradictions": found})


def contradictions(account: Account, services: Catalogue) -> Iterator[Contradiction]:
    """Everything in ``account`` that contradicts something, in the order it was said."""
    book = Book(account)
    for step, answer in enumerate(account.answers):
        case = _case(step, answer, services)
        if isinstance(case, Contradiction):
            yield case
            continue
        yield from within(case)
        yield from between(case, book)
        book.enter(case)


def _case(step: int, answer: Answer, services: Catalogue) -> Case | Contradiction:
    """The answer with its shape, or why it cannot be judged, which no account may contain."""

    def unusable(rule: str, detail: str) -> Contradiction:
        return Contradiction(rule=rule, step=step, against=step, record="", detail=detail)

    spec, fault = services.spec(answer.call.name), answer.result.fault
    if spec is None or not spec.long_tail:
        return unusable("unknown_tool", f"{answer.call.name} is no long-tail tool")
    if fault is not None and fault.code == SIMULATOR_FAILED:
        return unusable("simulator_failed", fault.message)
    action = spec.action_of(answer.arguments)
    if action not in spec.actions:
        return unusable("unknown_action", f"{spec.name} has no action {action}")
    shape = shape_of(spec, action)
    data = answer.result.data
    said = {"fault": {"code": fault.code, "message": fault.message}} if fault else {"result": data}
    error = next(iter(Draft202012Validator(answer_schema(shape)).iter_errors(said)), None)
    if error is not None:
        return unusable("not_in_schema", error.message)
    return Case(step, answer, shape, shape.records(data) if answer.result.ok else [])
