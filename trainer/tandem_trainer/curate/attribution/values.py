"""What a call was given: grounding, and keeping track of what was said and found before."""

from __future__ import annotations

from collections.abc import Iterator

from tandem_edge.bench.naming import names
from tandem_edge.bench.saying import holds, says
from tandem_shared.events import Outcome
from tandem_shared.experience import Failing
from tandem_trainer.curate.attribution.finding import Finding, at_end, by_call
from tandem_trainer.curate.attribution.serving import on_condition
from tandem_trainer.curate.attribution.trying import (
    Missing,
    came_about,
    failed,
    faulty,
    hits,
    missing_of,
    repeated,
)
from tandem_trainer.curate.case import Case, Placed
from tandem_trainer.curate.surroundings import NO_TOOL

SHORTEST = 2
"""Characters of a value from which it can be told where it was said."""


def wrong_value(case: Case) -> Iterator[Finding]:
    """Looks at calls of a right tool that missed: in a later turn, or where an earlier result
    says what was wanted, track was lost; else the argument is wrong."""
    for missing in missing_of(case):
        undone = came_about(case, missing.change) if missing.change else None
        if undone is not None:
            evidence = f"{undone.name} did what was wanted, and a later call undid it"
            yield by_call(Failing.STATE_TRACKING, undone, evidence, 0.75)
            continue
        for call in hits(case, missing)[-1:]:
            failing = _which(case, call, missing)
            sure = 0.9 if call.wrote else 0.6
            evidence = f"{call.name} was called, but not so that {missing.what} came of it"
            yield by_call(failing, call, evidence, sure)


def switched(case: Case) -> Iterator[Finding]:
    """Looks at unwanted writes while something is missing: the tool that tells what the request
    depends on was made to change it."""
    for call in case.unwanted_writes if case.lacks_work else ():
        if on_condition(case, call):
            evidence = f"{call.name} changed what it had to look at"
            yield by_call(Failing.GROUNDING, call, evidence, 0.7)


def wrongly_written(case: Case) -> Iterator[Finding]:
    """Looks at faults that say the call was wrong as written, and that were not overcome."""
    for missing in missing_of(case):
        wrong = [call for call in failed(case, missing) if faulty(case, call, missing)]
        if any(repeated(case, call) for call in wrong):
            continue
        for call in [each for each in wrong if each.code != NO_TOOL][:1]:
            evidence = f"{call.name} was written wrongly ({call.code})"
            yield by_call(_which(case, call, missing), call, evidence, 0.8)


def wrong_words(case: Case) -> Iterator[Finding]:
    """Looks at questions, refusals and briefs: the right kind, but about something else."""
    for kind, outcome in (("ask", Outcome.ASKED), ("refuse", Outcome.REFUSED)):
        for place, wanted in case.wanted_turns[kind].items():
            turns = case.turns_of(place)
            turn = turns[0 if kind == "ask" else -1] if turns else None
            if turn and turn.outcome is outcome and not names(turn.text, wanted.about):
                evidence = f"it {outcome.value}, but not about the right thing: {turn.text}"
                yield at_end(Failing.GROUNDING, case, place, evidence, 0.8)
    for wanted in case.wanted_turns["hand_off"].values():
        briefs = [each for each in case.attempt.hand_offs if each.agent == wanted.agent]
        if briefs and not any(holds(each.brief, wanted.about) for each in briefs):
            evidence = f"the brief for {wanted.agent} lacks some of what matters"
            yield at_end(Failing.GROUNDING, case, wanted.turn, evidence, 0.85)


def out_of_order(case: Case) -> Iterator[Finding]:
    """Looks at wanted calls that were all made: one came too early or in another turn."""
    if case.misplaced:
        last = next(
            call
            for call in reversed(case.calls)
            if call.name in {wanted.name for wanted in case.task.criteria.calls}
        )
        evidence = "every wanted call was made, but not in its order or turn"
        yield by_call(Failing.STATE_TRACKING, last, evidence, 0.85)


def result_ignored(case: Case) -> Iterator[Finding]:
    """Looks at replies that lack what they should say: a result of the attempt says it."""
    if case.lacks_work:
        return
    for place in case.reply_lacks:
        groups = case.task.criteria.reply[place]
        if case.turns_of(place) and holds(case.results_before(len(case.calls)), groups):
            evidence = f"the reply does not say what was found: {case.last_word(place)}"
            yield at_end(Failing.STATE_TRACKING, case, place, evidence, 0.8)


def turn_forgotten(case: Case) -> Iterator[Finding]:
    """Looks at later turns: nothing was called in one though in an earlier one something was,
    whether it worked or not, and something is missing."""
    if not case.lacks_work or len(case.task.turns) < 2:
        return
    acted = {call.task_turn for call in case.calls}
    wanted = {missing.task_turn for missing in missing_of(case)}
    declining = set(case.wanted_turns["ask"]) | set(case.wanted_turns["refuse"])
    for place in range(1, len(case.task.turns)):
        idle = bool(case.turns_of(place)) and place not in acted | declining
        if idle and acted & set(range(place)) and wanted & {None, place}:
            said = f"turn {place + 1} changed or added to what was asked, and nothing was done"
            yield at_end(Failing.STATE_TRACKING, case, place, said, 0.75)


def _which(case: Case, call: Placed, missing: Missing) -> Failing:
    if call.task_turn > 0:
        return Failing.STATE_TRACKING
    said, found = "\n".join(case.task.turns), case.results_before(call.place)
    written = "\n".join(map(str, call.record.call.arguments.values()))
    for value in missing.values:
        known = len(value) >= SHORTEST and found and says(found, value)
        if known and not says(said, value) and not says(written, value):
            return Failing.STATE_TRACKING
    return Failing.GROUNDING
