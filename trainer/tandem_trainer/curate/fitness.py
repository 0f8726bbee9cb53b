"""Whether anything should be learned from an attempt, apart from whether it was completed.

``RULES`` lists what makes it unfit; each rule yields one line for each reason. A failed attempt is
fit where a mistake in it was mended, and the mending can be verified: its marked steps are left out
and its right turns learned from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tandem_shared.experience import TRAINABLE, Failing, Mark, PolicyKind
from tandem_shared.tasks import CANARY
from tandem_trainer.curate.case import Case


@dataclass(frozen=True)
class Looked:
    """What curation knows of a case by now."""

    case: Case
    marks: tuple[Mark, ...]
    unsupported: tuple[str, ...]
    twin: str


Rule = Callable[[Looked], Iterator[str]]


def of_another_split(looked: Looked) -> Iterator[str]:
    """Looks at the task: only training tasks, and nothing that holds the benchmark's canary."""
    task = looked.case.task
    if task.split not in TRAINABLE:
        yield f"its task is of the {task.split.value} split"
    if CANARY in looked.case.rollout.model_dump_json():
        yield "it holds the benchmark's canary"


def not_borne_out(looked: Looked) -> Iterator[str]:
    """Looks at evidence: a record that does not bear out what it claims waits for a person."""
    if looked.unsupported:
        yield "quarantined: its record does not bear out what it claims"


def seen_before(looked: Looked) -> Iterator[str]:
    """Looks at other records: the same attempt was there before."""
    if looked.twin:
        yield f"the same attempt as {looked.twin}"


def lucky(looked: Looked) -> Iterator[str]:
    """Looks at successes: needless writes, or calls made again and again, on the way."""
    if looked.case.verdict.passed:
        for mark in looked.marks:
            if mark.failing is Failing.OVER_CALLING:
                yield f"done, but with needless calls: {mark.evidence}"
                return


def nothing_recovered(looked: Looked) -> Iterator[str]:
    """Looks at failures: nothing in it was mended in a way that can be verified."""
    if not looked.case.verdict.passed and not any(mark.recovered for mark in looked.marks):
        yield "failed, and no mistake in it was mended"


def of_a_script(looked: Looked) -> Iterator[str]:
    """Looks at the policy: a script with a planted weakness, or without understanding, is there to
    try the flywheel, and teaches nobody."""
    if looked.case.rollout.policy.kind is PolicyKind.SCRIPTED:
        yield "a script acted, which teaches nobody"


RULES: tuple[Rule, ...] = (
    of_a_script,
    of_another_split,
    not_borne_out,
    seen_before,
    lucky,
    nothing_recovered,
)


def unfit(looked: Looked) -> tuple[str, ...]:
    """Why nothing should be learned from it; nothing where it may."""
    return tuple(line for rule in RULES for line in rule(looked))
