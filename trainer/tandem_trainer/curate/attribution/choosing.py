"""Which tool, and how much: routing and over-calling."""

from __future__ import annotations

from collections.abc import Iterator

from tandem_shared.events import Outcome
from tandem_shared.experience import Failing
from tandem_shared.tools import Effect
from tandem_trainer.curate.attribution.finding import (
    Finding,
    at_end,
    by_call,
    told,
    unwanted_ends,
)
from tandem_trainer.curate.attribution.serving import on_condition, serves
from tandem_trainer.curate.attribution.trying import Missing, failed, hits, missing_of
from tandem_trainer.curate.case import Case, Placed
from tandem_trainer.curate.surroundings import DELEGATE, LOAD, MEMORY_WRITERS, NO_TOOL, SEARCH

OPENERS = frozenset([SEARCH, LOAD, "search_skills"])
"""Tools that only look: calling one is never the wrong tool in the place of another."""


def wrong_tool(case: Case) -> Iterator[Finding]:
    """Looks at what is missing and was never tried: another tool was called in its place."""
    offered = set(case.task.tools)
    for missing in missing_of(case):
        if not missing.tools & offered or hits(case, missing) or failed(case, missing):
            continue
        instead = _instead(case, missing)
        if instead is not None:
            sure = 0.85 if instead.wrote else 0.55
            evidence = f"{instead.name} was called, and {missing.what} was wanted"
            yield by_call(Failing.ROUTING, instead, evidence, sure)


def not_opened(case: Case) -> Iterator[Finding]:
    """Looks at memory and skills: work was done without the search or the skill it needs."""
    worked = [call for call in case.calls if call.name not in OPENERS]
    searched = any(call.name == SEARCH for call in case.calls)
    offered = set(case.task.tools)
    if not worked and not (case.attempt.loaded and case.calls):
        return
    place = worked[0] if worked else case.calls[-1]
    if case.task.criteria.retrieves and not searched and SEARCH in offered:
        yield by_call(Failing.ROUTING, place, "memory was never searched", 0.8)
    for name in case.task.criteria.loads:
        if name not in case.attempt.loaded and LOAD in offered:
            others = f", but {case.attempt.loaded[0]} was" if case.attempt.loaded else ""
            yield by_call(Failing.ROUTING, place, f"skill {name} was not opened{others}", 0.85)


def wrong_agent(case: Case) -> Iterator[Finding]:
    """Looks at hand-offs: another sub-agent than the right one was briefed."""
    for wanted in case.wanted_turns["hand_off"].values():
        others = [each for each in case.attempt.hand_offs if each.agent != wanted.agent]
        if others and all(each.agent != wanted.agent for each in case.attempt.hand_offs):
            evidence = f"{others[0].agent} was briefed in the place of {wanted.agent}"
            call = _last(case, frozenset([DELEGATE]))
            if call is not None:
                yield by_call(Failing.ROUTING, call, evidence, 0.9)


def wrong_way_out(case: Case) -> Iterator[Finding]:
    """Looks at turns that had to end with a question or a refusal: one took the other's place; and
    at those that did all that was wanted, and then asked or refused."""
    pairs = (("ask", Outcome.REFUSED), ("refuse", Outcome.ASKED))
    for kind, outcome in pairs:
        for place in case.wanted_turns[kind]:
            turns = case.turns_of(place)
            if turns and turns[0].outcome is outcome:
                evidence = f"it {outcome.value}, and had to {kind}"
                yield at_end(Failing.ROUTING, case, place, evidence, 0.8)
    for at, turn in unwanted_ends(case):
        last = [record for step in turn.steps for record in step.calls][-1:]
        if last and last[0].result.ok and not case.lacks_work and not case.unwanted_writes:
            evidence = told(f"all was done, and it {turn.outcome.value}: {turn.text}")
            yield Finding(Failing.ROUTING, at, max(len(turn.steps) - 1, 0), evidence, 0.7)


def acted(case: Case) -> Iterator[Finding]:
    """Looks at turns that had to end with a question or a refusal: something was written first."""
    for kind in ("ask", "refuse"):
        for place in case.wanted_turns[kind]:
            at = [at for at, turn in enumerate(case.attempt.turns) if turn.turn == place]
            within = at[:1] if kind == "ask" else at
            for call in case.calls:
                if call.turn in within and (call.wrote or _irreversible(call)):
                    evidence = f"{call.name} acted, and it had to {kind}"
                    yield by_call(Failing.OVER_CALLING, call, evidence, 0.9)


def too_much(case: Case) -> Iterator[Finding]:
    """Looks at writes that nobody wanted, once nothing that was wanted is missing, and at turns
    that ran out of steps though their calls succeeded."""
    if not case.lacks_work:
        for call in case.unwanted_writes:
            yield by_call(Failing.OVER_CALLING, call, f"{call.name} was not wanted", 0.9)
        for key in case.memory[1]:
            evidence = f"memory {key} was touched and need not be"
            last = _last(case, frozenset(MEMORY_WRITERS))
            if last is not None:
                yield by_call(Failing.OVER_CALLING, last, evidence, 0.9)
    briefs = [call for call in case.calls if call.name == DELEGATE and call.record.result.ok]
    if len(briefs) > len(case.wanted_turns["hand_off"]):
        yield by_call(Failing.OVER_CALLING, briefs[-1], "it handed off more than wanted", 0.8)
    yield from _round_in_circles(case)


def _round_in_circles(case: Case) -> Iterator[Finding]:
    for turn in case.attempt.turns:
        calls = [record for step in turn.steps for record in step.calls]
        if turn.outcome is Outcome.BUDGET and calls and all(each.result.ok for each in calls):
            evidence = f"{len(calls)} calls succeeded and the turn did not end"
            yield at_end(Failing.OVER_CALLING, case, turn.turn, evidence, 0.7)


def _instead(case: Case, missing: Missing) -> Placed | None:
    """The call that stands in the place of what is missing."""
    for call in case.unwanted_writes:
        if missing.task_turn in (None, call.task_turn) and not on_condition(case, call):
            return call
    intended = frozenset[str]().union(*(each.tools for each in missing_of(case)))
    for call in [each for each in case.calls if each.name not in intended | OPENERS]:
        failed_to_write = bool(call.code) and call.record.effect is not Effect.READ
        if call.code == NO_TOOL or (
            (failed_to_write or _strays(case, call)) and not serves(case, call)
        ):
            return call
    return None


def _strays(case: Case, call: Placed) -> bool:
    """Whether a call is of no tool that was wanted, in a turn in which nothing was changed."""
    if call.name in {wanted.name for wanted in case.task.criteria.calls}:
        return False
    return not any(other.wrote for other in case.calls if other.task_turn == call.task_turn)


def _irreversible(call: Placed) -> bool:
    return call.record.result.ok and call.record.effect is Effect.IRREVERSIBLE


def _last(case: Case, names: frozenset[str]) -> Placed | None:
    return next((call for call in reversed(case.calls) if call.name in names), None)
