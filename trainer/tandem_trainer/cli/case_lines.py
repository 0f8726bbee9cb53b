"""A case of the review queue, as a person reads it.

What others wrote in it is data: it is shortened here, and made safe by what prints it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pydantic import JsonValue

if TYPE_CHECKING:
    from tandem_shared.tasks import Criteria, Groups
    from tandem_shared.tools import Change
    from tandem_shared.trajectories import CallRecord, TurnRecord
    from tandem_trainer.flywheel.reviewing import Shown

MOST = 200
"""Characters of one value that are shown."""
BAR = "\n      | "


def lines(found: Shown) -> Iterator[str]:
    """What was wanted, done and found of a case. A text of several lines goes on behind a bar: it
    cannot pass for what is said of it."""
    return (BAR.join(line.splitlines()) for line in _told(found))


def _told(found: Shown) -> Iterator[str]:
    said, rollout = found.curated, found.rollout
    yield f"case {said.id}"
    yield f"task {rollout.task.id}, by {rollout.policy.name}, source {rollout.source or 'here'}"
    yield from wanted(rollout.task.criteria)
    for turn in rollout.trajectory.turns:
        yield from _turn(turn)
    yield "changed in the end:"
    yield from (f"  {altered(each)}" for each in rollout.trajectory.changes)
    verdict = rollout.verdict
    yield f"checker: {'invalid' if verdict is None else 'passed' if verdict.passed else 'failed'}"
    yield from (f"  {reason}" for reason in (verdict.reasons if verdict else ()))
    yield (
        f"rules: completed {said.completed}, suitable {said.suitable}, "
        f"failing {said.failing or 'none'}, confidence {said.confidence:.2f}"
    )
    yield from (f"  {each}" for each in (*said.doubts, *said.unfit))
    for each in found.reviews:
        yield f"{each.at:%Y-%m-%d} {each.reviewer}: {each.decision.value} ({each.reason})"


def wanted(criteria: Criteria) -> Iterator[str]:
    """What counts as done; turns are counted from 1."""
    yield f"counts as done, by {criteria.checker.value}:"
    for call in criteria.calls:
        yield f"  turn {call.turn + 1}: {call.name} {_values(call.arguments)}"
    yield from (f"  {altered(change)}" for change in criteria.changes)
    for each in criteria.behaviour:
        yield f"  turn {each.turn + 1}: {each.kind} {each.agent}: {_words(each.about)}"
    for memory in criteria.memory:
        after = _words(memory.about) if memory.about else "gone"
        yield f"  memory {memory.key or 'new'}: {after}"
    for turn, groups in criteria.reply.items():
        yield f"  turn {turn + 1} says {_words(groups)}"
    for name in ("retrieves", "loads"):
        if those := getattr(criteria, name):
            yield f"  {name} {', '.join(those)}"


def altered(change: Change) -> str:
    """One record of the phone: of one that stays, the fields that are others afterwards."""
    place = f"{change.table} {change.key}"
    before, after = change.before, change.after
    if before is None:
        return f"{place}: new {_short(after)}"
    if after is None:
        return f"{place}: gone, was {_short(before)}"
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return f"{place}: {_short(before)} → {_short(after)}"
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    told = (f"{name} {_short(before.get(name))} → {_short(after.get(name))}" for name in names)
    return f"{place}: {', '.join(told) or 'as before'}"


def _turn(turn: TurnRecord) -> Iterator[str]:
    yield f"user: {turn.said}"
    for step in turn.steps:
        for record in step.calls:
            yield f"  {record.call.name} {_values(record.call.arguments)} -> {_result(record)}"
            yield from (f"    {altered(change)}" for change in record.changes)
    yield f"  {turn.outcome.value}: {turn.text}"


def _result(record: CallRecord) -> str:
    result = record.result
    return f"ok {_short(result.data)}" if result.ok else str(result.fault)


def _values(arguments: Mapping[str, JsonValue]) -> str:
    return ", ".join(f"{name}={_short(value)}" for name, value in arguments.items())


def _words(groups: Groups) -> str:
    return " and ".join("/".join(group) for group in groups)


def _short(value: JsonValue) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MOST else f"{text[:MOST]}…"
