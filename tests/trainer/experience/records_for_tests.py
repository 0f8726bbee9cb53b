"""Small records of every kind, told apart by numbers."""

from __future__ import annotations

from datetime import UTC, datetime

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
from tandem_shared.tasks import Capability, Task
from tandem_trainer.experience.records import KeptTask
from tests.trainer import rollouts_for_tests as small

DIGEST = "0" * 64
POLICY = Policy(kind=PolicyKind.SCRIPTED, name="does-nothing")
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def task(number: int = 0) -> Task:
    chinese = bool(number % 2)
    return small.task(
        f"single{number}",
        said=("打开蓝牙" if chinese else "Turn on Bluetooth",),
        language="zh" if chinese else "en",
        capability=Capability.GROUNDING,
    )


def kept_task(number: int = 0, source: str = "") -> KeptTask:
    return KeptTask(task=task(number), source=source)


def rollout(
    number: int = 0, *, trial: int = 0, passed: bool | None = True, source: str = ""
) -> Rollout:
    return small.rollout(
        task(number), passed=passed, trial=trial, source=source, policy=POLICY, calls=()
    )


def curated(number: int = 0) -> Curated:
    return small.curated(rollout(number))


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
