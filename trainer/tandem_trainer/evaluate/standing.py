"""How a new file's run of the benchmark stands to its parent's, task by task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tandem_edge.bench.runs.gates import GATES, Gate
from tandem_edge.bench.runs.records import Result, RunFolder
from tandem_edge.bench.runs.report import tasks_of
from tandem_edge.bench.runs.scoring import Comparison, Overall, Share, compare, overall
from tandem_shared.tasks import Task

SURE = 0.05
"""McNemar's p value from which on down a difference is not taken for chance."""


@dataclass(frozen=True)
class Regression:
    """A task that the parent did and the new file does not, and why not."""

    task: str
    language: str
    dimension: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class GateStanding:
    """How many of the tasks with a gate passed it; ``p_value`` is McNemar's, paired by task."""

    new: Share
    parent: Share
    p_value: float

    @property
    def change(self) -> float:
        """In points of 100; negative where the new file passes it less often."""
        return 100 * (self.new.value - self.parent.value)


@dataclass(frozen=True)
class Standing:
    """A new file against its parent. ``success`` is new minus parent; both are weighted scores."""

    tasks: int
    invalid: int
    """Attempts of the new file in which the planner broke."""
    new: Overall
    parent: Overall
    success: Comparison
    languages: dict[str, Comparison]
    gates: dict[str, GateStanding]
    regressions: list[Regression]
    gains: list[str]

    def falls(self, gate_points: float) -> list[str]:
        """Why the new file may not take the parent's place; gates may lose ``gate_points``."""
        found = [
            f"success: {100 * one.difference:+.1f} points {where}(p = {one.p_value:.3g})"
            for where, one in (("", self.success), *_named(self.languages))
            if one.difference < 0 and one.p_value <= SURE
        ]
        return found + [
            f"gate: {name} {gate.change:+.1f} points (p = {gate.p_value:.3g}), "
            f"{gate_points:g} may be lost"
            for name, gate in self.gates.items()
            if gate.change < -gate_points
        ]

    def as_json(self) -> dict[str, object]:
        """Plain values."""
        return {**asdict(self), "gates": {name: _plain(g) for name, g in self.gates.items()}}


def _plain(gate: GateStanding) -> dict[str, object]:
    return {
        "new": gate.new.value,
        "parent": gate.parent.value,
        "tasks": gate.new.total,
        "change": gate.change,
        "p_value": gate.p_value,
    }


def _named(languages: Mapping[str, Comparison]) -> list[tuple[str, Comparison]]:
    return [(f"in {name} ", one) for name, one in languages.items()]


def standing(new: Path, parent: Path) -> Standing:
    """Compare two run folders that have tried the same tasks. Raises ``UsageError``."""
    tasks = tasks_of(RunFolder(new).info())
    ours, theirs = results_of(new), results_of(parent)
    passed, before = _passed(ours), _passed(theirs)
    return Standing(
        tasks=len(tasks),
        invalid=sum(bool(each.trajectory.fault) for each in ours.values()),
        new=overall(tasks, passed),
        parent=overall(tasks, before),
        success=compare(passed, before),
        languages={
            language: _compared([t for t in tasks if t.language == language], passed, before)
            for language in ("en", "zh")
            if any(task.language == language for task in tasks)
        },
        gates=_gates(tasks, ours, theirs),
        regressions=[
            Regression(t.id, t.language, t.dimension.value, ours[t.id].verdict.reasons)
            for t in tasks
            if before[t.id] and not passed[t.id]
        ],
        gains=[task.id for task in tasks if passed[task.id] and not before[task.id]],
    )


def results_of(out: Path) -> dict[str, Result]:
    """Every result of a run, by its task. Raises ``UsageError``."""
    return {result.task: result for result in RunFolder(out).results()}


def _passed(results: Mapping[str, Result]) -> dict[str, bool]:
    return {name: result.verdict.passed for name, result in results.items()}


def _compared(
    tasks: Sequence[Task], first: Mapping[str, bool], second: Mapping[str, bool]
) -> Comparison:
    names = [task.id for task in tasks]
    return compare({n: first[n] for n in names}, {n: second[n] for n in names})


def _gates(
    tasks: Sequence[Task], ours: Mapping[str, Result], theirs: Mapping[str, Result]
) -> dict[str, GateStanding]:
    found: dict[str, GateStanding] = {}
    for name, gate in GATES.items():
        gated = [task for task in tasks if gate.wanted(task)]
        if not gated:
            continue
        new, parent = (_gated(gate, gated, of) for of in (ours, theirs))
        found[name] = GateStanding(
            Share(sum(new.values()), len(gated)),
            Share(sum(parent.values()), len(gated)),
            compare(new, parent).p_value,
        )
    return found


def _gated(gate: Gate, tasks: Sequence[Task], results: Mapping[str, Result]) -> dict[str, bool]:
    """Which of ``tasks`` passed the gate."""
    return {
        task.id: set(gate.wanted(task)) <= set(gate.had(results[task.id].trajectory))
        for task in tasks
    }
