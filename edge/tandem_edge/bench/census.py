"""Proving all tasks there are, and what agents that understand nothing get for them."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from tandem_edge.bench.agents.nulls import NULLS
from tandem_edge.bench.proofs import Proof, prove_one
from tandem_edge.bench.runs.contenders import KEYWORDS, builtin
from tandem_edge.bench.runs.running import DIALECT, Trying
from tandem_edge.bench.runs.scoring import overall
from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, load_plans, load_tasks
from tandem_edge.bench.tasks.plans import Plan
from tandem_edge.bench.tasks.training import training_tasks
from tandem_edge.planner.dialects import find_dialect
from tandem_shared.tasks import Split, Task

CHUNK = 25
NULL_MOST, KEYWORD_MOST = 6.0, 35.0
"""Most points (of 100) that a null agent and the keyword router may reach on the test split."""
Say = Callable[[str], None]


@dataclass
class Census:
    """What was proven, by split, and the points of the simplest agents on the test split."""

    proofs: dict[str, Proof] = field(default_factory=dict)
    points: dict[str, float] = field(default_factory=dict)
    minutes: float = 0.0
    workers: int = 1

    def as_json(self) -> dict[str, Any]:
        """Plain values, for ``--json``."""
        proofs = {
            name: {
                "tasks": proof.tasks,
                "proven": proof.proven,
                "mutants": dict(proof.mutants),
                "caught": dict(proof.caught),
            }
            for name, proof in self.proofs.items()
        }
        return {
            "proofs": proofs,
            "points": self.points,
            "minutes": self.minutes,
            "workers": self.workers,
            "faults": self.faults,
        }

    @property
    def faults(self) -> list[str]:
        """Every task that is not proven, every mutant that passes, every score too high."""
        found = [fault for proof in self.proofs.values() for fault in proof.faults]
        for name, points in self.points.items():
            most = KEYWORD_MOST if name == KEYWORDS else NULL_MOST
            if points >= most:
                found.append(f"{name} reaches {points:.1f} points, fewer than {most:g} are right")
        return found


def take_census(
    splits: Sequence[Split], train: int, workers: int, say: Say = lambda line: None
) -> Census:
    """Prove every task of ``splits`` (of the training split, ``train`` of its tasks).

    With the test split among them, the simplest agents take it. ``say`` hears how it goes. Raises
    ``UsageError`` when a split's file is not the frozen one.
    """
    started, census = time.monotonic(), Census(workers=workers)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context) as pool:
        for split in splits:
            proof = Proof()
            for part in pool.map(_prove, _chunks(tasks_with_plans(split, train))):
                proof.add(part)
            census.proofs[split.value] = proof
            say(f"{split.value}: {proof.proven} of {proof.tasks} tasks proven")
        if Split.TEST in splits:
            tasks = load_tasks(Split.TEST)
            names = (*NULLS, KEYWORDS)
            for name, passed in zip(names, pool.map(_passed, names), strict=True):
                census.points[name] = overall(tasks, passed).points
                say(f"{name}: {census.points[name]:.2f} points")
    census.minutes = (time.monotonic() - started) / 60
    return census


def tasks_with_plans(split: Split, train: int) -> Iterator[Built]:
    """The tasks of a split, each with its plan; of training tasks the first ``train``."""
    if split in FROZEN_SPLITS:
        plans = load_plans(split)
        yield from (Built(task, plans[task.id]) for task in load_tasks(split))
    else:
        yield from islice(training_tasks(), train)


def _chunks(built: Iterator[Built]) -> Iterator[list[tuple[str, str]]]:
    while chunk := list(islice(built, CHUNK)):
        yield [(each.task.model_dump_json(), each.plan.model_dump_json()) for each in chunk]


def _prove(chunk: list[tuple[str, str]]) -> Proof:
    proof = Proof()
    for task, plan in chunk:
        built = Built(Task.model_validate_json(task), Plan.model_validate_json(plan))
        proof.add(prove_one(built))
    return proof


def _passed(name: str) -> dict[str, bool]:
    taker = builtin(name)
    assert taker is not None
    trying = Trying(taker, 0, find_dialect(DIALECT), None)
    return {task.id: trying.try_task(task).verdict.passed for task in load_tasks(Split.TEST)}
