"""Which curated records a person has to look at, and in which order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pydantic import JsonValue

from tandem_shared.canonical import digest
from tandem_shared.experience import Curated, PolicyKind, Rollout
from tandem_shared.tasks import Checker
from tandem_shared.tools import Domain, Effect, Privacy, ToolSpec
from tandem_shared.trajectories import CallRecord

SURE = 0.7
"""Confidence from which a label of the rules needs nobody to look."""
SANDBOX = "sandbox"
"""The one world whose state cannot contradict itself."""
MONEY = frozenset({"manage_expense", "split_bill", "book_ride", "manage_sim", "convert_currency"})
"""Tools that tell or move sums of money, beside those with a ``currency`` argument."""
GUARDED = frozenset({Privacy.OTP, Privacy.SECRET})
"""Classes of private fields whose mishandling does lasting harm."""
SpecOf = Callable[[str], ToolSpec | None]


class Concern(StrEnum):
    """Why a person should look; the most pressing first, which is the queue's order."""

    SAFETY = "safety"
    """It is to be learned from, and did what cannot be undone or touched money, secrets or the
    phone's security."""
    CONFLICTING = "conflicting"
    """The same acts in the same group were labelled otherwise."""
    SYNCED = "synced"
    """It came from a device, so nobody here has seen it happen."""
    WEAK = "weak"
    """It counts as completed, and little shows that it was."""
    DOUBTED = "doubted"
    """Curation itself had doubts."""
    UNSURE = "unsure"
    """The rules had little confidence."""


RANK = {concern: place for place, concern in enumerate(Concern)}


@dataclass(frozen=True)
class Looked:
    """What has to be known of a curated record to say whether a person should look at it.

    ``acts`` tells by one digest in which group what was done, ``label`` what was said of it.
    Whether to learn from it is no part of that: of equal attempts all but one are unfit, which
    contradicts nothing.
    """

    case: str
    """The curated record's name, which reviews give."""
    rollout: str
    acts: str
    label: str
    confidence: float
    concerns: tuple[Concern, ...]
    """Those that the record itself gives, most pressing first."""


@dataclass(frozen=True)
class Case:
    """A curated record and why a person should look at it (never empty in a queue)."""

    id: str
    rollout: str
    confidence: float
    concerns: tuple[Concern, ...]


def look(rollout: Rollout, curated: Curated, spec_of: SpecOf) -> Looked:
    """What is known of one record. ``spec_of`` knows a tool by its name."""
    return Looked(
        case=curated.id,
        rollout=curated.rollout,
        acts=_acts(rollout),
        label=f"{curated.completed}/{curated.failing or ''}",
        confidence=curated.confidence,
        concerns=_concerns(rollout, curated, spec_of),
    )


def queue(looked: Iterable[Looked]) -> tuple[Case, ...]:
    """The cases to look at, most pressing first, then least sure; equal ones by their names.

    What comes out does not depend on the order of ``looked``.
    """
    kept = list(looked)
    odd = conflicting(kept)
    cases = {each.case: _case(each, each.case in odd) for each in kept}
    return tuple(sorted((case for case in cases.values() if case.concerns), key=_order))


def conflicting(looked: Iterable[Looked]) -> frozenset[str]:
    """Records whose labels differ from those of the same acts in the same group, or from another
    record of the same rollout. What devices sent contradicts nothing that was made here: it waits
    for a person as it is, and must not have what is ours wait, too."""
    every = list(looked)
    synced = {each.case for each in every if Concern.SYNCED in each.concerns}
    ours = _differing(each for each in every if each.case not in synced)
    return ours | (_differing(every) & synced)


def _differing(looked: Iterable[Looked]) -> frozenset[str]:
    labels: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for each in looked:
        for key in (each.acts, each.rollout):
            labels[key][each.label].add(each.case)
    return frozenset(
        name
        for by_label in labels.values()
        if len(by_label) > 1
        for names in by_label.values()
        for name in names
    )


def _case(looked: Looked, odd: bool) -> Case:
    there = {*looked.concerns, *((Concern.CONFLICTING,) if odd else ())}
    concerns = tuple(concern for concern in Concern if concern in there)
    return Case(looked.case, looked.rollout, looked.confidence, concerns)


def _order(case: Case) -> tuple[int, int, float, str]:
    return (RANK[case.concerns[0]], -len(case.concerns), case.confidence, case.id)


def _concerns(rollout: Rollout, curated: Curated, spec_of: SpecOf) -> tuple[Concern, ...]:
    there = {
        Concern.SAFETY: curated.suitable and not _shown(rollout) and sensitive(rollout, spec_of),
        Concern.SYNCED: bool(rollout.source),
        Concern.WEAK: curated.completed and _weak(rollout),
        Concern.DOUBTED: bool(curated.doubts),
        Concern.UNSURE: curated.confidence < SURE,
    }
    return tuple(concern for concern, so in there.items() if so)


def _shown(rollout: Rollout) -> bool:
    """Whether our own oracle did it, which does what the task's author wrote and no more."""
    return rollout.policy.kind is PolicyKind.ORACLE and not rollout.source


def sensitive(rollout: Rollout, spec_of: SpecOf) -> bool:
    """Whether a call did something that cannot be undone, or touched money, secrets, security."""
    return any(_sensitive(record, spec_of) for _, record in rollout.trajectory.calls)


def _sensitive(record: CallRecord, spec_of: SpecOf) -> bool:
    if record.effect is Effect.IRREVERSIBLE or record.call.name in MONEY:
        return True
    spec = spec_of(record.call.name)
    if spec is None:
        return False
    fields: list[Mapping[str, JsonValue]] = [*spec.properties.values(), *_results(spec)]
    guarded = any(each.get("x-privacy") in GUARDED for each in fields)
    money = any(each.get("x-kind") == "currency" for each in fields)
    changes_security = spec.domain is Domain.SECURITY_PRIVACY and record.effect is not Effect.READ
    return guarded or money or changes_security


def _results(spec: ToolSpec) -> list[Mapping[str, JsonValue]]:
    properties = spec.results.get("properties")
    found = properties.values() if isinstance(properties, dict) else ()
    return [each for each in found if isinstance(each, dict)]


def _weak(rollout: Rollout) -> bool:
    """Whether little shows that it was done: another world's word for it, a verdict that says
    otherwise, or no call that worked where something had to be done."""
    if rollout.trajectory.backend != SANDBOX or rollout.verdict is None:
        return True
    by_words = rollout.task.criteria.checker in (Checker.BEHAVIOUR, Checker.BEHAVIOUR_RETRIEVAL)
    acted = any(record.result.ok for _, record in rollout.trajectory.calls)
    return not rollout.verdict.passed or not (acted or by_words)


def _acts(rollout: Rollout) -> str:
    """What was done in which group and what came of it, whatever was said about it."""
    calls: list[JsonValue] = [
        [turn, record.call.name, dict(record.arguments), record.result.ok]
        for turn, record in rollout.trajectory.calls
    ]
    ends: JsonValue = [turn.outcome.value for turn in rollout.trajectory.turns]
    return digest([rollout.group, calls, ends])
