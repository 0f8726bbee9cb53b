"""How a policy stands with each task, from its attempts at it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tandem_edge.bench.runs.scoring import Share
from tandem_shared.experience import Standing, TaskStanding
from tandem_trainer.diagnose.cases import Case


@dataclass(frozen=True)
class Bars:
    """Where mastered begins and failing ends, as bounds of the 95 % interval of a task's rate.

    What the report that we follow uses is not given. These are the bars that eight attempts can
    reach: of 8 passed 8 the interval begins at .676, of 8 passed none it ends at .324; one attempt
    of eight the other way makes a task unstable. A bar of .8 would take 16 attempts without one
    failure, and no task would be mastered in a round of usual size.
    """

    mastered: float = 0.65
    failing: float = 0.35


def standings(attempts: Iterable[Case], bars: Bars | None = None) -> tuple[TaskStanding, ...]:
    """One standing a task, in order of their ids. Invalid attempts are no tries.

    Attempts are of one policy and round; the caller has chosen them.
    """
    counts: dict[str, list[bool]] = defaultdict(list)
    for attempt in attempts:
        tries = counts[attempt.task]
        if attempt.passed is not None:
            tries.append(attempt.passed)
    return tuple(
        standing_of(task, len(tries), sum(tries), bars) for task, tries in sorted(counts.items())
    )


def standing_of(task: str, tries: int, passed: int, bars: Bars | None = None) -> TaskStanding:
    """The standing with a task that ``passed`` of ``tries`` attempts did."""
    bars = bars or Bars()
    low, high = Share(passed, tries).interval
    if not tries:
        standing = Standing.UNTRIED
    elif low >= bars.mastered:
        standing = Standing.MASTERED
    elif high <= bars.failing:
        standing = Standing.FAILING
    else:
        standing = Standing.UNSTABLE
    return TaskStanding(
        task=task, tries=tries, passed=passed, low=low, high=high, standing=standing
    )


def by_standing(
    found: Iterable[TaskStanding],
) -> Mapping[Standing, tuple[TaskStanding, ...]]:
    """Standings by their kind; every kind has an entry."""
    kept = tuple(found)
    return {kind: tuple(each for each in kept if each.standing is kind) for kind in Standing}
