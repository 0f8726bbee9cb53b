"""Experience and what becomes of it: kept, curated, reviewed, diagnosed, proposed, frozen.

Everything here is identified by the SHA-256 of its canonical JSON, so that a record can be named in
another without a database, and the same work done again gives the same names.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from tandem_shared.canonical import digest
from tandem_shared.tasks import Capability, Split, Task
from tandem_shared.tools import Frozen
from tandem_shared.trajectories import Trajectory, Verdict

Digest = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Share = Annotated[float, Field(ge=0, le=1)]


class Identified(Frozen):
    """A record that is named by what it says."""

    @property
    def id(self) -> str:
        """Hex SHA-256 of the record's canonical JSON."""
        return digest(self.model_dump(mode="json"))


class PolicyKind(StrEnum):
    """Who acted. Only a planner's steps were sampled; an oracle knows how the task is done."""

    ORACLE = "oracle"
    PLANNER = "planner"
    SCRIPTED = "scripted"


class Policy(Frozen):
    """A policy with all that decides what it does, beside chance.

    ``sha256`` is of the planner's file and ``adapter`` of its LoRA, empty where there is none;
    ``harness`` is the digest of the harness's configuration, empty without the harness. A
    ``temperature`` of 0 takes the most likely token always.
    """

    kind: PolicyKind
    name: str
    sha256: str = ""
    adapter: str = ""
    dialect: str = ""
    harness: str = ""
    temperature: Annotated[float, Field(ge=0)] = 0.0


class Tokens(Frozen):
    """Token ids as the planner saw and sampled them, never written anew (``ids``), and which of
    them it sampled (``sampled``, as long); a new one begins where a prompt does not go on from the
    one before."""

    ids: tuple[int, ...]
    sampled: tuple[bool, ...]


class Rollout(Identified):
    """One attempt at a task, as it is kept. ``verdict`` is ``None`` exactly when the record is
    invalid (``Trajectory.fault``), which is not the same as failed.

    ``trial`` is the attempt's place among those of its group: the same task, policy and round.
    ``source`` is the pseudonym of the device that it was synced from, or empty.
    """

    task: Task
    policy: Policy
    round: int = 0
    trial: int = 0
    source: str = ""
    trajectory: Trajectory
    tokens: tuple[Tokens, ...] = ()
    verdict: Verdict | None

    @property
    def group(self) -> str:
        """What its group is called."""
        return group_name(self.task, self.policy, self.round)


def group_name(task: Task, policy: Policy, round_: int) -> str:
    """What the attempts at a task by a policy in a round are called together.

    By content, too: generated tasks of one id may differ.
    """
    of_task, of_policy = (digest(each.model_dump(mode="json"))[:12] for each in (task, policy))
    return f"{task.id}.{of_task}@{of_policy}.{round_}"


class Failing(StrEnum):
    """What a failure is put down to: the first six are the policy's, the others the harness's
    (arXiv 2609.29892, section 3)."""

    ROUTING = "routing"
    GROUNDING = "grounding"
    STATE_TRACKING = "state_tracking"
    RECOVERY = "recovery"
    PREMATURE_END = "premature_end"
    OVER_CALLING = "over_calling"
    GUIDANCE = "guidance"
    EXPOSURE = "exposure"
    RETRIEVAL = "retrieval"
    STALE_MEMORY = "stale_memory"
    FEEDBACK = "feedback"


class Mark(Frozen):
    """A step that went wrong: its place among the trajectory's turns and that turn's steps, what it
    is put down to, and what shows it."""

    turn: int
    step: int
    failing: Failing
    evidence: str
    recovered: bool = False
    """A later step made good what this one did: that step is worth learning from, this one not."""


class Curated(Identified):
    """What curation says of one rollout. Whether it was completed and whether it is fit to be
    learned from are two questions.

    ``confidence`` is that of ``failing`` and ``suitable``; ``doubts`` say why a person should look,
    ``unfit`` why nothing should be learned from it.
    """

    rollout: Digest
    rules: str
    """Version of the rules that said so."""
    completed: bool
    suitable: bool
    borne_out: bool = True
    """Whether the record shows what it claims; one that does not is no success."""
    failing: Failing | None = None
    marks: tuple[Mark, ...] = ()
    capabilities: tuple[Capability, ...] = ()
    confidence: Share = 1.0
    doubts: tuple[str, ...] = ()
    unfit: tuple[str, ...] = ()


class Decision(StrEnum):
    """What a reviewer says of a case."""

    APPROVE = "approve"
    CORRECT = "correct"
    REJECT = "reject"
    QUARANTINE = "quarantine"


class Review(Identified):
    """One reviewer's word on one curated record; never changed, only followed by another.

    ``corrected`` is what should stand instead, exactly for ``Decision.CORRECT``; ``before`` is the
    review by the same reviewer that this one takes the place of.
    """

    case: Digest
    """The curated record."""
    reviewer: str
    decision: Decision
    reason: str
    corrected: Curated | None = None
    before: str = ""
    at: datetime


class Standing(StrEnum):
    """How a policy stands with a task (arXiv 2609.29892, section 3)."""

    MASTERED = "mastered"
    UNSTABLE = "unstable"
    FAILING = "failing"
    UNTRIED = "untried"


class TaskStanding(Frozen):
    """How often a policy did a task, with the bounds of a 95 % interval for the rate (Wilson 1927,
    doi 10.1080/01621459.1927.10502953). Invalid attempts count in neither."""

    task: str
    tries: int
    passed: int
    low: Share
    high: Share
    standing: Standing


class Trait(StrEnum):
    """What a task has about it, beside what it asks for, that some policies fail at."""

    UNITS = "units"
    """A quantity is said in another unit than the one that the tool counts in."""
    LATER_TURN = "later_turn"
    """Something has to be done in a turn after the first."""


class Gap(Frozen):
    """A capability, or a failing within it, that falls short; ``evidence`` are rollouts.

    With a ``trait``, it is what attempts fail at that have it, and others do not.
    """

    capability: Capability
    failing: Failing | None
    trait: Trait | None = Field(default=None, exclude_if=lambda trait: trait is None)
    rate: Share
    """Of attempts that passed (on dev, which is never trained on), or that failed so."""
    tries: int
    evidence: tuple[Digest, ...]


class Diagnosis(Identified):
    """What a policy can do and cannot, by tasks and capabilities."""

    policy: Policy
    round: int
    tasks: tuple[TaskStanding, ...]
    gaps: tuple[Gap, ...]


class Weight(Frozen):
    """How often a rollout or a task is drawn, against 1, why, and what shows it."""

    of: str
    weight: Annotated[float, Field(ge=0)]
    why: str
    evidence: tuple[str, ...] = ()


class WantedTasks(Frozen):
    """New tasks that a gap asks for; with a ``trait``, only such as have it."""

    capability: Capability
    failing: Failing | None = None
    trait: Trait | None = Field(default=None, exclude_if=lambda trait: trait is None)
    tools: tuple[str, ...] = ()
    count: Annotated[int, Field(ge=1)]
    why: str
    evidence: tuple[str, ...] = ()


class Proposal(Identified):
    """What the next data set should be; becomes one only when a person approves it.

    ``preserved`` are rollouts of mastered tasks that stay, so that they are not unlearned.
    """

    parent: str = ""
    """The data set that it changes."""
    diagnosis: str = ""
    additions: tuple[Digest, ...] = ()
    removals: tuple[Digest, ...] = ()
    weights: tuple[Weight, ...] = ()
    repairs: tuple[Digest, ...] = ()
    quarantine: tuple[Digest, ...] = ()
    preserved: tuple[Digest, ...] = ()
    wanted: tuple[WantedTasks, ...] = ()
    indicators: dict[str, float] = Field(default_factory=dict)


class Approval(Identified):
    """A person's word on a proposal."""

    proposal: Digest
    person: str
    decision: Literal["approve", "reject"]
    reason: str
    at: datetime


class Part(Frozen):
    """A file of a frozen data set."""

    name: str
    sha256: Digest
    bytes: int
    rows: int


class Dataset(Identified):
    """A frozen data set: what it was made of, and its files. Its name is its content."""

    proposal: Digest
    approval: Digest
    parent: str = ""
    rollouts: int
    languages: dict[str, int]
    parts: tuple[Part, ...]


TRAINABLE = frozenset({Split.TRAIN})
"""Splits whose tasks and trajectories may be learned from; the others are refused at the door."""
