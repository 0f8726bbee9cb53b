"""Going on after a fault, and not ending too early: recovery and premature end."""

from __future__ import annotations

from collections.abc import Iterator

from tandem_shared.events import Outcome
from tandem_shared.experience import Failing
from tandem_trainer.curate.attribution.finding import (
    Finding,
    at_end,
    by_call,
    told,
    unwanted_ends,
)
from tandem_trainer.curate.attribution.trying import failed, faulty, hits, missing_of, repeated
from tandem_trainer.curate.case import ENDED, Case
from tandem_trainer.curate.surroundings import NO_TOOL


def fault_not_overcome(case: Case) -> Iterator[Finding]:
    """Looks at faults before something missing: the same call was made again and failed again, or
    what hindered a right call was not dealt with."""
    for missing in missing_of(case):
        for call in failed(case, missing)[-1:]:
            again = repeated(case, call)
            if call.code != NO_TOOL and (again or not faulty(case, call, missing)):
                how = "the same call was made again" if again else "it was given up"
                evidence = f"{call.name} failed ({call.code}) and {how}"
                yield by_call(Failing.RECOVERY, call, evidence, 0.85)


def not_understood(case: Case) -> Iterator[Finding]:
    """Looks at turns that ran out of steps: answers that could not be read, or faults."""
    for turn in case.attempt.turns:
        unread = sum(not step.calls for step in turn.steps)
        faults = sum(not each.result.ok for step in turn.steps for each in step.calls)
        if turn.outcome is Outcome.BUDGET and unread + faults:
            evidence = f"{unread} answers were not understood, {faults} calls failed, to the end"
            yield at_end(Failing.RECOVERY, case, turn.turn, evidence, 0.7)


def gave_up_asking(case: Case) -> Iterator[Finding]:
    """Looks at questions and refusals that were not wanted: a fault came right before."""
    for at, turn in unwanted_ends(case):
        before = [record for step in turn.steps for record in step.calls][-1:]
        if before and before[0].result.fault is not None:
            evidence = f"after {before[0].result.fault.code} it {turn.outcome.value}: {turn.text}"
            step = max(len(turn.steps) - 1, 0)
            yield Finding(Failing.RECOVERY, at, step, told(evidence), 0.7)


def declined(case: Case) -> Iterator[Finding]:
    """Looks at questions and refusals where it should act: nothing was even tried."""
    for at, turn in unwanted_ends(case):
        if not any(step.calls for step in turn.steps):
            evidence = told(f"it {turn.outcome.value} where it should act: {turn.text}")
            yield Finding(Failing.PREMATURE_END, at, max(len(turn.steps) - 1, 0), evidence, 0.9)


def ended_too_early(case: Case) -> Iterator[Finding]:
    """Looks at turns that ended by themselves: something wanted was never tried, or a question or
    refusal came where it should act, or none where one had to come."""
    for _, turn in unwanted_ends(case):
        evidence = f"it {turn.outcome.value} where it should act: {turn.text}"
        yield at_end(Failing.PREMATURE_END, case, turn.turn, evidence, 0.9)
    for missing in missing_of(case):
        place = len(case.task.turns) - 1 if missing.task_turn is None else missing.task_turn
        if _ended(case, place) and not hits(case, missing) and not failed(case, missing):
            evidence = f"it ended, and {missing.what} was never tried"
            yield at_end(Failing.PREMATURE_END, case, place, evidence, 0.85)
    for kind in ("ask", "refuse"):
        for place in case.wanted_turns[kind]:
            turns = case.turns_of(place)
            if turns and turns[0].outcome is Outcome.DONE:
                evidence = f"it ended as done, and had to {kind}"
                yield at_end(Failing.PREMATURE_END, case, place, evidence, 0.8)


def said_too_little(case: Case) -> Iterator[Finding]:
    """Looks at replies, searches and skills that are missing where nothing else is."""
    for place in case.reply_lacks:
        evidence = f"the last word lacks what was asked for: {case.last_word(place)}"
        yield at_end(Failing.PREMATURE_END, case, place, evidence, 0.6)
    gates = [each for each in case.verdict.reasons if each.endswith(("retrieved", "loaded"))]
    for reason in gates:
        yield at_end(Failing.PREMATURE_END, case, 0, f"it ended, and {reason}", 0.6)
    for reason in case.verdict.reasons:
        if reason.startswith("only ") and reason.endswith("turns were reached"):
            place = len(case.attempt.turns) - 1
            yield at_end(Failing.PREMATURE_END, case, max(place, 0), reason, 0.5)


def _ended(case: Case, task_turn: int) -> bool:
    """Whether a turn, or the last that was reached, ended by itself."""
    turns = case.turns_of(task_turn) or case.attempt.turns[-1:]
    return not turns or turns[-1].outcome in ENDED
