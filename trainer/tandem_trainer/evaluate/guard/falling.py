"""How the guard's scores of a new file stand to its parent's, item by item."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tandem_edge.bench.runs.scoring import Z
from tandem_trainer.evaluate.guard.asking import Answer
from tandem_trainer.evaluate.guard.items import SETS, Item

WHOLE = "all"
"""The mean of the sets."""


@dataclass(frozen=True)
class Score:
    """Points of 100, of the new file and of its parent on the same items.

    ``error`` is the standard error of the difference of the two, paired by item; ``sureness`` are
    the points by which the mean probability of right answers differs, which moves before answers
    do.
    """

    items: int
    new: float
    parent: float
    error: float
    sureness: float

    @property
    def change(self) -> float:
        """By how many points the new file is better; negative where it is worse."""
        return self.new - self.parent


def scores(
    items: Sequence[Item], new: Mapping[str, Answer], parent: Mapping[str, Answer]
) -> dict[str, Score]:
    """Of each set, of each of its languages, and of the sets' mean."""
    found: dict[str, Score] = {}
    for name in SETS:
        of_set = [item for item in items if item.set == name]
        found[name] = _score(of_set, new, parent)
        for language in ("en", "zh"):
            half = [item for item in of_set if item.language == language]
            found[f"{name} {language}"] = _score(half, new, parent)
    return {WHOLE: _mean([found[name] for name in SETS]), **found}


def falls(found: Mapping[str, Score], points: float) -> list[str]:
    """What has fallen by more than ``points``: the sets' mean by itself, a set where chance does
    not explain it (the upper end of its 95 % interval lies below)."""
    limits = {WHOLE: 0.0}
    limits.update({name: Z * found[name].error for name in SETS})
    return [
        f"guard: {name} {found[name].change:+.1f} points (standard error {found[name].error:.1f}), "
        f"{points:g} may be lost"
        for name, margin in limits.items()
        if found[name].change + margin < -points
    ]


def _score(items: Sequence[Item], new: Mapping[str, Answer], parent: Mapping[str, Answer]) -> Score:
    def differences(of: Callable[[Answer], float]) -> list[float]:
        return [of(new[item.id]) - of(parent[item.id]) for item in items]

    steps = differences(lambda answer: float(answer.right))
    deviation = statistics.stdev(steps) if len(steps) > 1 else 0.0
    return Score(
        items=len(items),
        new=100 * statistics.fmean(new[item.id].right for item in items),
        parent=100 * statistics.fmean(parent[item.id].right for item in items),
        error=100 * deviation / math.sqrt(len(steps)),
        sureness=100 * statistics.fmean(differences(lambda answer: answer.sureness)),
    )


def _mean(of: Sequence[Score]) -> Score:
    return Score(
        items=sum(each.items for each in of),
        new=statistics.fmean(each.new for each in of),
        parent=statistics.fmean(each.parent for each in of),
        error=math.sqrt(sum(each.error**2 for each in of)) / len(of),
        sureness=statistics.fmean(each.sureness for each in of),
    )
