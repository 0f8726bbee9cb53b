"""Marking steps that went wrong, in failed attempts and in those that came through.

``RULES`` lists what is looked at beside what attribution has found: each rule yields marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tandem_shared.experience import Failing, Mark
from tandem_shared.tools import Change, Effect
from tandem_trainer.curate.attribution.finding import Finding
from tandem_trainer.curate.attribution.trying import mended
from tandem_trainer.curate.case import ENDED, Case, Placed
from tandem_trainer.curate.surroundings import CALLS_WRONG, NO_TOOL

Rule = Callable[[Case], Iterator[Mark]]


def written_wrongly(case: Case) -> Iterator[Mark]:
    """Looks at faults that say that a call was written wrongly, or that there is no such tool."""
    for call in case.calls:
        if call.code in CALLS_WRONG:
            yield _mark(call, Failing.GROUNDING, call.code, mended(case, call))
        elif call.code == NO_TOOL:
            yield _mark(call, Failing.ROUTING, call.code, mended(case, call))


def made_again(case: Case) -> Iterator[Mark]:
    """Looks at calls that were made before in the turn with the same outcome and changed nothing:
    after a fault that does not pass, or reading what was read."""
    for call in case.calls:
        fault = call.record.result.fault
        if fault is not None and fault.retryable:
            continue
        if any(_same(call, other) for other in case.calls[: call.place]):
            failing = Failing.RECOVERY if fault else Failing.OVER_CALLING
            evidence = f"{call.name} was called before with the same outcome"
            yield _mark(call, failing, evidence, bool(fault) and mended(case, call))


def needless_writes(case: Case) -> Iterator[Mark]:
    """Looks at attempts that came through: a call wrote something that no longer shows in the end,
    though the user did not change their mind."""
    if not case.verdict.passed:
        return
    net = {(change.table, change.key): change.after for change in case.attempt.changes}
    for call in case.calls:
        changes = call.record.changes
        gone = changes and all(
            net.get((change.table, change.key)) != change.after for change in changes
        )
        later = any(other.place > call.place and other.wrote for other in case.calls)
        alone = len({other.task_turn for other in case.calls}) == 1
        if gone and later and alone and call.record.effect is Effect.WRITE:
            evidence = f"what {call.name} wrote was written over"
            if not any(_builds_on(change, case) for change in changes):
                yield _mark(call, Failing.OVER_CALLING, evidence, recovered=True)


def not_read(case: Case) -> Iterator[Mark]:
    """Looks at answers that led to no call and did not end the turn: they could not be read."""
    for at, turn in enumerate(case.attempt.turns):
        for step, answer in enumerate(turn.steps):
            last = step == len(turn.steps) - 1
            if not answer.calls and not (last and turn.outcome in ENDED):
                evidence = "the answer could not be understood"
                done = any(later.calls for later in turn.steps[step + 1 :])
                yield Mark(
                    turn=at, step=step, failing=Failing.GROUNDING, evidence=evidence, recovered=done
                )


RULES: tuple[Rule, ...] = (written_wrongly, made_again, needless_writes, not_read)


def marks_of(case: Case, findings: tuple[Finding, ...]) -> tuple[Mark, ...]:
    """A mark for each step that went wrong, the first reason for each, in order."""
    found = [
        Mark(turn=each.turn, step=each.step, failing=each.failing, evidence=each.evidence)
        for each in findings
    ]
    found += [mark for rule in RULES for mark in rule(case)]
    kept: dict[tuple[int, int], Mark] = {}
    for mark in found:
        kept.setdefault((mark.turn, mark.step), mark)
    return tuple(kept[place] for place in sorted(kept))


def _mark(call: Placed, failing: Failing, evidence: str, recovered: bool) -> Mark:
    return Mark(
        turn=call.turn, step=call.step, failing=failing, evidence=evidence, recovered=recovered
    )


def _same(call: Placed, other: Placed) -> bool:
    one, two = call.record, other.record
    nothing = not one.changes and not two.changes
    same_turn = call.task_turn == other.task_turn
    return same_turn and nothing and one.call == two.call and one.result == two.result


def _builds_on(change: Change, case: Case) -> bool:
    """Whether a wanted change is of the record that ``change`` wrote: a step on the way there."""
    wanted = case.task.criteria.changes
    return any(each.table == change.table and each.key == change.key for each in wanted)
