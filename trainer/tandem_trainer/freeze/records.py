"""The rows of a frozen data set: examples, tasks to practise on, and where each example is from."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from tandem_shared.canonical import canonical_bytes
from tandem_shared.experience import Approval, Dataset, Decision, Policy, Proposal, Review, Weight
from tandem_shared.tasks import Task
from tandem_shared.tools import Frozen
from tandem_trainer.freeze.door import Member
from tandem_trainer.freeze.messages import DIALECT, Message, Trained, messages, trained_tokens

EVEN = Weight(of="", weight=1.0, why="nothing speaks for more or less")
Part = Literal["parent", "addition", "repair", "preserved"]


class Example(Frozen):
    """One trajectory to learn from. ``tokens`` is empty where nothing was sampled."""

    id: str
    """The rollout's name."""
    task: str
    family: str
    capability: str
    language: str
    difficulty: int
    policy: str
    """Kind of the policy: ``planner`` where it was sampled, ``oracle`` where it was written."""
    dialect: str
    tools: tuple[str, ...]
    calls: int
    weight: float
    messages: tuple[Message, ...]
    tokens: tuple[Trained, ...]


class Practice(Frozen):
    """A resettable task to sample from. ``task`` is its canonical JSON: its arguments have any
    shape, which no table of typed columns holds."""

    id: str
    language: str
    capability: str
    difficulty: int
    weight: float
    why: str
    evidence: tuple[str, ...]
    task: str


class Lineage(Frozen):
    """Where one example came from, why it is there, and why it has its weight."""

    id: str
    task: str
    round: int
    policy: Policy
    source: str
    """Pseudonym of the device that it was synced from, or empty."""
    parts: tuple[Part, ...]
    """As what the proposal has it."""
    weight: Weight
    case: str
    """The curated record that reviews speak of."""
    curated: str
    """The one that stands."""
    rules: str
    decision: Decision | None
    reviews: tuple[Review, ...]


class Explained(Frozen):
    """An example's lineage with the data set's."""

    dataset: Dataset
    proposal: Proposal
    approval: Approval
    lineage: Lineage


class Sayings:
    """What a proposal says, found by what it says it of."""

    def __init__(self, proposal: Proposal) -> None:
        self._of = {each.of: each for each in proposal.weights}
        self._parts: dict[Part, frozenset[str]] = {
            "addition": frozenset(proposal.additions),
            "repair": frozenset(proposal.repairs),
            "preserved": frozenset(proposal.preserved),
        }

    def parts(self, rollout: str) -> tuple[Part, ...]:
        """As what the proposal has the rollout; only the parent's where it names it nowhere."""
        found = tuple(part for part, names in self._parts.items() if rollout in names)
        return found or ("parent",)

    def of_example(self, rollout: str, task: str, before: Weight | None) -> Weight:
        """The weight of the rollout, else of its task, else what it had before, else 1."""
        return self._of.get(rollout) or self._of.get(task) or before or EVEN

    def of_task(self, task: str) -> Weight:
        """The weight of a task; 1 where none is given."""
        return self._of.get(task, EVEN)


def example(member: Member, weight: Weight) -> Example:
    """The row of a rollout."""
    rollout = member.rollout
    task = rollout.task
    return Example(
        id=member.name,
        task=task.id,
        family=task.family,
        capability=task.capability.value,
        language=task.language,
        difficulty=task.difficulty,
        policy=rollout.policy.kind.value,
        dialect=rollout.policy.dialect or DIALECT,
        tools=task.tools,
        calls=len(rollout.trajectory.calls),
        weight=weight.weight,
        messages=messages(rollout, member.curated),
        tokens=trained_tokens(rollout, member.curated),
    )


def practice(task: Task, weight: Weight) -> Practice:
    """The row of a task."""
    return Practice(
        id=task.id,
        language=task.language,
        capability=task.capability.value,
        difficulty=task.difficulty,
        weight=weight.weight,
        why=weight.why,
        evidence=weight.evidence,
        task=canonical_bytes(task.model_dump(mode="json")).decode(),
    )


def lineage(member: Member, weight: Weight, parts: tuple[Part, ...]) -> Lineage:
    """Where a rollout came from."""
    return Lineage(
        id=member.name,
        task=member.rollout.task.id,
        round=member.rollout.round,
        policy=member.rollout.policy,
        source=member.rollout.source,
        parts=parts,
        weight=weight,
        case=member.case,
        curated=member.curated.id,
        rules=member.curated.rules,
        decision=member.decision,
        reviews=tuple(sorted(member.reviews, key=lambda each: (each.at, each.id))),
    )


def line(record: Frozen) -> bytes:
    """``record`` as one line of canonical JSON."""
    value: JsonValue = record.model_dump(mode="json")
    return canonical_bytes(value) + b"\n"
