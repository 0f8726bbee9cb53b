"""Records that only the store and the steps of the flywheel know, beside the shared contracts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pydantic import JsonValue

from tandem_edge.bench.tasks.plans import Plan
from tandem_shared.experience import Identified
from tandem_shared.tasks import Task
from tandem_shared.tools import Frozen


class KeptTask(Identified):
    """A task as it is kept: with how it can be done, where that is known, and its lineage.

    ``source`` is the pseudonym of the device whose experience it was made from, or empty;
    ``made_from`` are the digests or lines that it came from.
    """

    task: Task
    plan: Plan | None = None
    source: str = ""
    made_from: tuple[str, ...] = ()


class StepState(StrEnum):
    """How far a step has come. One that was killed stays ``BEGUN`` until it is run again."""

    BEGUN = "begun"
    DONE = "done"


class StepInputs(Identified):
    """What a step was run on: its name, and the digests and options that decide its result."""

    kind: str
    inputs: dict[str, JsonValue]


class Step(Frozen):
    """A step that was run. Its ``id`` is that of its inputs, so the same work is one step.

    ``outputs`` is the digest of what came of it; empty until it is done.
    """

    id: str
    kind: str
    inputs: dict[str, JsonValue]
    state: StepState
    outputs: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What a curation made of one rollout: the curated record, what it did in which group as one
    digest (``acts``), and why a person should look at it, by name."""

    rollout: str
    curated: str
    acts: str
    concerns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Labelled:
    """A look with what its curated record says, without reading the record."""

    look: Look
    policy: str
    label: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Tried:
    """How many rollouts there are of a policy, called so and with this digest, in a round."""

    policy: str
    digest: str
    round: int
    rollouts: int


@dataclass(frozen=True, slots=True)
class Damage:
    """A record that cannot be read: in which table, under which id, and what is wrong with it."""

    table: str
    id: str
    why: str


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What taking a source back touched: counts of its tasks and rollouts, and the data sets that
    hold any of them, in order of their ids."""

    source: str
    tasks: int
    rollouts: int
    datasets: tuple[str, ...]
