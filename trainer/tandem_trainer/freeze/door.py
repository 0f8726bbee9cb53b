"""The door: why something may not become training data. Nothing passes that has a reason here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from tandem_shared.errors import TandemError, UsageError
from tandem_shared.experience import (
    TRAINABLE,
    Approval,
    Curated,
    Decision,
    Proposal,
    Review,
    Rollout,
)
from tandem_shared.tasks import CANARY, Task
from tandem_shared.text import known_as
from tandem_trainer.freeze.contamination import Guard
from tandem_trainer.freeze.messages import messages

MARK = CANARY.split()[-1]
"""The part of the canary that is found whatever stands around it."""
TOGETHER = 256
"""Members whose texts are looked at together."""
SHOWN = 3
"""Reasons that an error's sentence tells."""


class NotApproved(TandemError):
    """Nobody has approved exactly this proposal."""


class Refused(TandemError):
    """Something in a proposal may not be learned from; ``reasons`` says what and why, by name."""

    def __init__(self, reasons: dict[str, tuple[str, ...]]) -> None:
        shown = [f"{name[:24]} {why[0]}" for name, why in sorted(reasons.items())[:SHOWN]]
        more = f" and {len(reasons) - SHOWN:,} more" if len(reasons) > SHOWN else ""
        super().__init__(
            f"{len(reasons):,} of the proposal may not be learned from: {'; '.join(shown)}{more}",
            hint="propose anew without them, and have that approved",
        )
        self.reasons = reasons


@dataclass(frozen=True)
class Member:
    """A rollout, called ``name``, with all that decides whether it may be learned from.

    ``curated`` is the record that stands after review, ``case`` the name of the one that reviews
    speak of. ``needs_review`` is whether the review queue asks for a person.
    """

    name: str
    rollout: Rollout
    curated: Curated
    case: str
    needs_review: bool
    decision: Decision | None = None
    reviews: tuple[Review, ...] = ()


@dataclass(frozen=True)
class Rules:
    """What the door knows: wordings and families to keep unseen, and what was taken back."""

    guard: Guard
    withdrawn: frozenset[str] = frozenset()
    quarantined: frozenset[str] = field(default_factory=frozenset)


def approved(proposal: Proposal, approvals: Iterable[Approval]) -> Approval:
    """The first approval of exactly this proposal, if nobody's last word on it is to reject.

    Raises ``NotApproved``: also for a proposal that was changed since, whose name is another.
    """
    mine = sorted(
        (each for each in approvals if each.proposal == proposal.id),
        key=lambda each: (each.at, each.id),
    )
    last = {known_as(each.person): each for each in mine}
    if rejected := sorted(each.person for each in last.values() if each.decision == "reject"):
        who = ", ".join(rejected)
        raise NotApproved(f"the proposal was rejected by {who}", hint="propose anew")
    if not mine:
        raise NotApproved(
            f"nobody has approved proposal {proposal.id[:12]} as it is now",
            hint="have it approved; a change makes another proposal of it",
        )
    return next(each for each in mine if last[known_as(each.person)] == each)


def refusals(members: Iterable[Member], rules: Rules) -> dict[str, tuple[str, ...]]:
    """Why members may not be learned from, by rollout; those that may are not in it."""
    found: dict[str, tuple[str, ...]] = {}
    rest = iter(members)
    while some := list(islice(rest, TOGETHER)):
        rules.guard.learn(each.rollout for each in some)
        for member in some:
            if why := tuple(reasons(member, rules)):
                found[member.name] = why
    return found


def reasons(member: Member, rules: Rules) -> Iterator[str]:
    """Everything that speaks against ``member``."""
    rollout = member.rollout
    yield from task_reasons(rollout.task, rules)
    if MARK in rollout.model_dump_json().casefold():
        yield "holds the benchmark's canary"
    if member.name in rules.withdrawn:
        yield "was withdrawn"
    if member.name in rules.quarantined:
        yield "is in quarantine"
    yield from _review_reasons(member)
    yield from _record_reasons(member)
    yield from rules.guard.reasons(rollout)


def task_reasons(task: Task, rules: Rules) -> Iterator[str]:
    """What speaks against learning from ``task`` at all."""
    if task.split not in TRAINABLE:
        yield f"is of a {task.split.value} task"
    if (task.dimension, task.family) in rules.guard.families:
        yield f"is of {task.family}, a family of the benchmark"
    if MARK in task.model_dump_json().casefold():
        yield "has the benchmark's canary in its task"


def _review_reasons(member: Member) -> Iterator[str]:
    """What came from a device or left curation in doubt needs a person, whoever says otherwise."""
    if member.decision in (Decision.REJECT, Decision.QUARANTINE):
        yield f"was reviewed: {member.decision.value}"
    doubtful = bool(member.rollout.source or member.curated.doubts or member.needs_review)
    if member.decision is None and doubtful:
        yield "needs a review that nobody has made"
    if member.decision is not None and not _stood_by(member):
        yield "has a decision that no review bears out"


def _stood_by(member: Member) -> bool:
    """Whether a review says so, and of the record that stands: the one that was looked at, or the
    one that it was corrected to."""
    return any(
        (each.case, each.decision) == (member.case, member.decision)
        and (each.corrected.id if each.corrected else each.case) == member.curated.id
        for each in member.reviews
    )


def _record_reasons(member: Member) -> Iterator[str]:
    rollout, curated = member.rollout, member.curated
    if rollout.id != member.name:
        yield "is not what it is named after"
    if curated.rollout != member.name or rollout.trajectory.task != rollout.task.id:
        yield "has records that speak of something else"
    if rollout.verdict is None or not rollout.verdict.passed:
        yield "did not do its task"
    if not (curated.completed and curated.suitable):
        yield "is not fit to be learned from"
    try:
        if not any(message.train for message in messages(rollout, curated)):
            yield "has nothing in it to be learned"
    except UsageError as error:
        yield str(error)


Find = Callable[[str], Member]
"""Gives the member that a rollout's name stands for; raises ``KeyError`` when there is none."""
