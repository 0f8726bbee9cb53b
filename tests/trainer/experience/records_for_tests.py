"""Small records of every kind, told apart by numbers."""

from __future__ import annotations

from datetime import UTC, datetime

from tandem_shared.events import Outcome
from tandem_shared.experience import (
    Approval,
    Curated,
    Dataset,
    Decision,
    Diagnosis,
    Identified,
    Policy,
    PolicyKind,
    Proposal,
    Review,
    Rollout,
)
from tandem_shared.tasks import (
    Capability,
    Checker,
    Criteria,
    Dimension,
    InitialState,
    Provenance,
    Split,
    Task,
)
from tandem_shared.trajectories import StepRecord, Trajectory, TurnRecord, Verdict
from tandem_trainer.experience.records import KeptTask

DIGEST = "0" * 64
POLICY = Policy(kind=PolicyKind.SCRIPTED, name="does-nothing")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def task(number: int = 0) -> Task:
    return Task(
        id=f"tool.en.single{number}",
        family=f"single{number}",
        split=Split.TRAIN,
        dimension=Dimension.TOOL,
        capability=Capability.GROUNDING,
        language="zh" if number % 2 else "en",
        difficulty=1,
        turns=("打开蓝牙" if number % 2 else "Turn on Bluetooth",),
        initial=InitialState(cast="train", seed=number),
        tools=("set_bluetooth",),
        criteria=Criteria(checker=Checker.STATE),
        provenance=Provenance(kind="generated", source=f"line {number}"),
    )


def kept_task(number: int = 0, source: str = "") -> KeptTask:
    return KeptTask(task=task(number), source=source)


def rollout(
    number: int = 0, *, trial: int = 0, passed: bool | None = True, source: str = ""
) -> Rollout:
    step = StepRecord(text="[]", token_ids=(1, 2))
    turn = TurnRecord(turn=0, said="x", steps=(step,), outcome=Outcome.DONE, text="done")
    made = Trajectory(
        task=task(number).id,
        planner=POLICY.name,
        seed=trial,
        backend="sandbox",
        turns=(turn,),
        fault="" if passed is not None else "it broke",
    )
    verdict = None if passed is None else Verdict(passed=passed)
    return Rollout(
        task=task(number),
        policy=POLICY,
        trial=trial,
        source=source,
        trajectory=made,
        verdict=verdict,
    )


def curated(number: int = 0) -> Curated:
    return Curated(rollout=rollout(number).id, rules="1", completed=True, suitable=True)


def review(number: int = 0) -> Review:
    return Review(
        case=curated(number).id,
        reviewer="r",
        decision=Decision.APPROVE,
        reason="right",
        at=NOW,
    )


def proposal(number: int = 0) -> Proposal:
    return Proposal(additions=(rollout(number).id,))


def approval(number: int = 0) -> Approval:
    of = proposal(number).id
    return Approval(proposal=of, person="p", decision="approve", reason="good", at=NOW)


def dataset(number: int = 0) -> Dataset:
    return Dataset(
        proposal=proposal(number).id,
        approval=approval(number).id,
        rollouts=1,
        languages={"en": 1},
        parts=(),
    )


def one_of_each(number: int = 0) -> list[Identified]:
    diagnosis = Diagnosis(policy=POLICY, round=number, tasks=(), gaps=())
    return [
        kept_task(number),
        rollout(number),
        curated(number),
        review(number),
        diagnosis,
        proposal(number),
        approval(number),
    ]
