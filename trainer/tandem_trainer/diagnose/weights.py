"""How often a task is drawn for the next round, by how the policy stands with it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from tandem_shared.experience import Standing, TaskStanding, Weight
from tandem_trainer.diagnose.cases import Case
from tandem_trainer.diagnose.standings import by_standing

MASTERED, FAILING, UNTRIED = 0.25, 1.5, 1.0
"""Weights of tasks; an unstable one has from 1 to ``1 + SPREAD``, the most where it passes half the
time: there attempts differ, so that there is something to tell them apart by."""
SPREAD = 1.0
PRESERVED = 0.1
"""Share of mastered tasks of which a rollout is preserved; one at least."""
MOST_EVIDENCE = 16


def weights(
    found: Iterable[TaskStanding], tried: Mapping[str, Sequence[Case]]
) -> tuple[Weight, ...]:
    """A weight for each task, in order of their ids; the evidence are attempts at it.

    ``tried`` are valid attempts by task; a task without one has no evidence and gets no weight.
    """
    return tuple(
        Weight(
            of=each.task,
            weight=weight_of(each),
            why=f"{each.standing.value}: {each.passed} of {each.tries} passed "
            f"({each.low:.2f} to {each.high:.2f})",
            evidence=tuple(sorted(case.id for case in tried[each.task])[:MOST_EVIDENCE]),
        )
        for each in sorted(found, key=lambda each: each.task)
        if tried.get(each.task)
    )


def weight_of(standing: TaskStanding) -> float:
    """Less for what is mastered, more for what fails, most for what passes half the time.

    The rate is taken at the middle of its interval, so few attempts say little.
    """
    match standing.standing:
        case Standing.MASTERED:
            return MASTERED
        case Standing.FAILING:
            return FAILING
        case Standing.UNTRIED:
            return UNTRIED
        case Standing.UNSTABLE:
            middle = (standing.low + standing.high) / 2
            return round(1.0 + SPREAD * 4 * middle * (1 - middle), 6)


def preserved(
    found: Iterable[TaskStanding], fit: Mapping[str, Sequence[Case]], seed: int
) -> tuple[str, ...]:
    """One rollout each of some mastered tasks that have one fit to learn from, by seeded choice.

    A digest of the seed with the name decides, so neither the order of the inputs nor another
    task's coming or going changes who is chosen first.
    """
    names = [each.task for each in by_standing(found)[Standing.MASTERED] if fit.get(each.task)]
    ranked = sorted(names, key=lambda name: _drawn(seed, name))
    kept = ranked[: max(1, round(PRESERVED * len(ranked)))]
    return tuple(
        sorted(
            min((case.id for case in fit[name]), key=lambda id: _drawn(seed, id)) for name in kept
        )
    )


def _drawn(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()
