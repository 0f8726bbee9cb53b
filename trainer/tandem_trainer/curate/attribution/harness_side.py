"""What the harness is to blame for: exposure, retrieval, stale memory, guidance, feedback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tandem_edge.bench.saying import says
from tandem_edge.harness.recall import terms
from tandem_edge.harness.repeats import Repeats
from tandem_shared.experience import Failing
from tandem_shared.trajectories import TurnRecord
from tandem_trainer.curate.attribution.finding import Finding, at_end, by_call
from tandem_trainer.curate.attribution.trying import missing_of
from tandem_trainer.curate.case import DECLINED, Case, Placed, strings
from tandem_trainer.curate.surroundings import LOAD, SEARCH

FEWEST_WORDS = 3
"""A fault's message with fewer says only that something failed."""
BROKE = "tool_broke"
"""Code of a fault of the tool's own, which no other call mends."""
ALIKE = 0.3
"""Share of words (Jaccard) from which two memories are about the same thing."""


def exposure(case: Case) -> Iterator[Finding]:
    """Looks at what was offered: for something missing, no tool that brings it about was."""
    offered = set(case.task.tools)
    lacking = list(missing_of(case))
    if any(missing.tools & offered for missing in lacking):
        lacking = []  # what else is missing may be a side effect of the same call
    for missing in lacking:
        if missing.tools:
            turn = missing.task_turn or 0
            said = f"{missing.what} was wanted and no tool for it was offered"
            yield at_end(Failing.EXPOSURE, case, turn, said, 0.95)
    for tool, gates in ((SEARCH, case.task.criteria.retrieves), (LOAD, case.task.criteria.loads)):
        if gates and tool not in offered:
            yield at_end(Failing.EXPOSURE, case, 0, f"{tool} was needed and not offered", 0.95)


def stale_memory(case: Case) -> Iterator[Finding]:
    """Looks at wrong calls: a value that only an outdated memory says was used."""
    golden = set(case.task.criteria.retrieves)
    told = {memory.key: memory.text for memory in case.task.resources.memories}
    current = "\n".join(text for key, text in told.items() if key in golden)
    said = "\n".join(case.task.turns)
    for call in _wrong_calls(case):
        for key, text in _outdated(case, call.place, golden, told):
            for value in strings(dict(call.record.call.arguments)):
                if len(value) > 1 and says(text, value) and not says(f"{current}\n{said}", value):
                    evidence = f"{call.name} used {value!r} from {key}, which is outdated"
                    yield by_call(Failing.STALE_MEMORY, call, evidence, 0.8)


def retrieval(case: Case) -> Iterator[Finding]:
    """Looks at searches of memory: one was made, and what the task rests on was not among them."""
    searches = [call for call in case.calls if call.name == SEARCH and call.record.result.ok]
    for key in case.task.criteria.retrieves:
        if searches and key not in case.attempt.retrieved:
            evidence = f"{len(searches)} searches of memory did not give {key}"
            yield by_call(Failing.RETRIEVAL, searches[-1], evidence, 0.8)


def guidance(case: Case) -> Iterator[Finding]:
    """Looks at skills and notices: the wrong thing done is what one of them told to do."""
    skills = [call for call in case.calls if call.name == LOAD and call.record.result.ok]
    for call in case.unwanted_writes:
        for skill in skills:
            if skill.place < call.place and call.name in "\n".join(_texts(skill)):
                evidence = f"the skill that was opened names {call.name}, which was not wanted"
                yield by_call(Failing.GUIDANCE, call, evidence, 0.6)
    for at, turn in enumerate(case.attempt.turns):
        if case.rollout.policy.harness and _told_to_stop(case, turn):
            evidence = "told to ask or end after a passing fault, it did"
            step = max(len(turn.steps) - 1, 0)
            yield Finding(Failing.GUIDANCE, at, step, evidence, 0.6)


def feedback(case: Case) -> Iterator[Finding]:
    """Looks at faults that were not overcome: the message says no more than that it failed."""
    for call in case.calls:
        fault = call.record.result.fault
        if fault is None or fault.retryable or _overcome(case, call):
            continue
        silent = len(fault.message.split()) < FEWEST_WORDS or fault.code == BROKE
        if silent and case.lacks_work:
            evidence = f"the fault of {call.name} does not say what to mend: {fault.message}"
            yield by_call(Failing.FEEDBACK, call, evidence, 0.7)


def _wrong_calls(case: Case) -> list[Placed]:
    wanted = {id(call) for call in case.unwanted_writes}
    tools = {call.name for call in case.missing_calls}
    return [call for call in case.calls if id(call) in wanted or call.name in tools]


def _outdated(
    case: Case, place: int, golden: set[str], told: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """Key and text of memories found before ``place`` that something newer took the place of."""
    order = list(told)
    for call in case.calls[:place]:
        for row in _rows(call):
            key, text = str(row.get("key", "")), str(row.get("text", ""))
            newer = [gold for gold in golden if gold in told and key in told]
            replaced = any(
                order.index(gold) > order.index(key) and _alike(told[gold], text) for gold in newer
            )
            if key not in golden and (row.get("past") is True or replaced):
                yield key, text


def _rows(call: Placed) -> list[dict[str, Any]]:
    found = call.record.result.data.get("memories") if call.name == SEARCH else None
    return [row for row in found if isinstance(row, dict)] if isinstance(found, list) else []


def _alike(one: str, two: str) -> bool:
    first, second = set(terms(one)), set(terms(two))
    return len(first & second) >= ALIKE * len(first | second) > 0


def _texts(call: Placed) -> list[str]:
    return list(strings(call.record.result.data))


def _told_to_stop(case: Case, turn: TurnRecord) -> bool:
    """Whether the turn ended with a question or refusal right after the harness's notice about
    faults that pass."""
    if turn.outcome not in DECLINED or len(turn.steps) < 2:
        return False
    repeats, notice, passing = Repeats(case.task.language), "", False
    for step in turn.steps[:-1]:
        for record in step.calls:
            changed = bool(record.changes)
            notice, _ = repeats.watch(record.call, record.result, changed=changed)
            passing = record.result.fault is not None and record.result.fault.retryable
    return bool(notice) and passing


def _overcome(case: Case, failed: Placed) -> bool:
    return any(
        call.place > failed.place and call.name == failed.name and call.record.result.ok
        for call in case.calls
    )
