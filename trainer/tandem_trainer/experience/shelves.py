"""Which table a kind of record lies in, and what of it is filtered on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from tandem_shared.canonical import digest
from tandem_shared.experience import (
    Approval,
    Curated,
    Dataset,
    Diagnosis,
    Identified,
    Policy,
    Proposal,
    Review,
    Rollout,
)
from tandem_trainer.experience import tables
from tandem_trainer.experience.records import KeptTask

T = TypeVar("T", bound=Identified)
Cell = str | int | float | bool | None
Columns = dict[str, Cell]


@dataclass(frozen=True)
class Shelf:
    """One kind of record: its table, and the columns of a record."""

    table: Any
    columns: Callable[[Any], Columns]


def _task(kept: KeptTask) -> Columns:
    task = kept.task
    return {
        "task": task.id,
        "family": task.family,
        "split": task.split.value,
        "language": task.language,
        "dimension": task.dimension.value,
        "capability": task.capability.value,
        "difficulty": task.difficulty,
        "source": kept.source,
        "provenance": task.provenance.kind,
    }


def _rollout(rollout: Rollout) -> Columns:
    task, verdict = rollout.task, rollout.verdict
    return {
        "task": task.id,
        "family": task.family,
        "split": task.split.value,
        "language": task.language,
        "capability": task.capability.value,
        "policy": rollout.policy.name,
        "policy_digest": policy_digest(rollout.policy),
        "round": rollout.round,
        "group_name": rollout.group,
        "trial": rollout.trial,
        "passed": None if verdict is None else verdict.passed,
        "valid": verdict is not None,
        "source": rollout.source,
        "steps": sum(len(turn.steps) for turn in rollout.trajectory.turns),
    }


def _curated(curated: Curated) -> Columns:
    return {
        "rollout": curated.rollout,
        "rules": curated.rules,
        "completed": curated.completed,
        "suitable": curated.suitable,
        "failing": curated.failing.value if curated.failing else "",
        "confidence": curated.confidence,
        "doubts": len(curated.doubts),
    }


def _review(review: Review) -> Columns:
    return {
        "curated": review.case,
        "reviewer": review.reviewer,
        "decision": review.decision.value,
    }


def _diagnosis(diagnosis: Diagnosis) -> Columns:
    return {
        "policy": diagnosis.policy.name,
        "policy_digest": policy_digest(diagnosis.policy),
        "round": diagnosis.round,
    }


def _proposal(proposal: Proposal) -> Columns:
    return {"parent": proposal.parent, "diagnosis": proposal.diagnosis}


def _approval(approval: Approval) -> Columns:
    return {
        "proposal": approval.proposal,
        "person": approval.person,
        "decision": approval.decision,
    }


def _dataset(dataset: Dataset) -> Columns:
    return {
        "proposal": dataset.proposal,
        "approval": dataset.approval,
        "parent": dataset.parent,
    }


def policy_digest(policy: Policy) -> str:
    """What a policy is looked up by: two of the same name may differ."""
    return digest(policy.model_dump(mode="json"))


SHELVES: Mapping[type[Identified], Shelf] = {
    KeptTask: Shelf(tables.TASKS, _task),
    Rollout: Shelf(tables.ROLLOUTS, _rollout),
    Curated: Shelf(tables.CURATED, _curated),
    Review: Shelf(tables.REVIEWS, _review),
    Diagnosis: Shelf(tables.DIAGNOSES, _diagnosis),
    Proposal: Shelf(tables.PROPOSALS, _proposal),
    Approval: Shelf(tables.APPROVALS, _approval),
    Dataset: Shelf(tables.DATASETS, _dataset),
}
