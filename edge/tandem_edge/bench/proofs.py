"""Proving tasks: the oracle passes, the untouched state and every mutant fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.mutants import mutants
from tandem_edge.bench.tasks.building import Built
from tandem_edge.planner.dialects import find_dialect


@dataclass
class Proof:
    """What proving a set of tasks has shown."""

    tasks: int = 0
    proven: int = 0
    mutants: Counter[str] = field(default_factory=Counter)
    """How many of each kind were tried."""
    caught: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    """One line for each task whose oracle fails and each mutant that passes."""

    @property
    def caught_share(self) -> float:
        """Share of all mutants that failed their task, as they should."""
        return self.caught.total() / max(self.mutants.total(), 1)

    def add(self, other: Proof) -> None:
        """Take in what another proof has shown."""
        self.tasks += other.tasks
        self.proven += other.proven
        self.mutants += other.mutants
        self.caught += other.caught
        self.faults += other.faults


def prove(built: Iterable[Built]) -> Proof:
    """Try the oracle and every mutant on each task."""
    proof = Proof()
    for each in built:
        proof.add(prove_one(each))
    return proof


def prove_one(built: Built) -> Proof:
    """Try the oracle and every mutant on one task."""
    task, proof = built.task, Proof(tasks=1)
    dialect = find_dialect("signatures")
    verdict = check(task, attempt(task, Follows(built.plan), dialect))
    if not verdict.passed:
        proof.faults.append(f"{task.id}: the oracle fails: {'; '.join(verdict.reasons)}")
    for mutant in mutants(task, built.plan):
        kind = mutant.kind.split()[0]
        proof.mutants[kind] += 1
        if check(task, attempt(task, Follows(mutant.plan), dialect)).passed:
            proof.faults.append(f"{task.id}: a mutant passes: {mutant.kind}")
        else:
            proof.caught[kind] += 1
    proof.proven = int(not proof.faults)
    return proof
