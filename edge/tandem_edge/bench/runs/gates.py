"""Gates: what tasks demand beside what is to be done, and how many attempts passed them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tandem_edge.bench.recording import searches_of
from tandem_edge.bench.runs.records import Result
from tandem_edge.bench.runs.scoring import Share
from tandem_shared.tasks import Task
from tandem_shared.trajectories import Trajectory


@dataclass(frozen=True)
class Gate:
    """What some tasks want opened or found, and what of it an attempt had."""

    wanted: Callable[[Task], Sequence[str]]
    had: Callable[[Trajectory], Sequence[str]]


GATES = {
    "memory_retrieved": Gate(lambda task: task.criteria.retrieves, lambda made: made.retrieved),
    "memory_in_first_search": Gate(
        lambda task: task.criteria.retrieves, lambda made: next(iter(searches_of(made)), ())
    ),
    "skill_loaded": Gate(lambda task: task.criteria.loads, lambda made: made.loaded),
}


def gates_of(tasks: Sequence[Task], results: Mapping[str, Result]) -> dict[str, Share]:
    """Shares of the tasks with a gate that passed it; a task that was not attempted has not."""
    found: dict[str, Share] = {}
    for name, gate in GATES.items():
        gated = [task for task in tasks if gate.wanted(task)]
        tried = [(task, results[task.id].trajectory) for task in gated if task.id in results]
        passed = sum(set(gate.wanted(task)) <= set(gate.had(made)) for task, made in tried)
        if gated:
            found[name] = Share(passed, len(gated))
    return found
