"""From verdicts to figures: shares with intervals, the weighted overall, paired comparisons."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tandem_shared.tasks import Dimension, Task

WEIGHTS = {
    Dimension.TOOL: 0.5,
    Dimension.MEMORY: 0.2,
    Dimension.SKILLS: 0.2,
    Dimension.SUBAGENT: 0.1,
}
"""Of the four dimensions in the overall score (arXiv 2608.23035)."""
Z = 1.959964
"""Standard normal quantile of a two-sided 95 % interval."""
RESAMPLES = 2000


@dataclass(frozen=True)
class Share:
    """``passed`` of ``total``, with a 95 % interval; shares run from 0 to 1."""

    passed: int
    total: int

    @property
    def value(self) -> float:
        """The share itself; of nothing it is 0."""
        return self.passed / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (Wilson 1927), which holds near 0 and 1 too."""
        n = self.total
        if not n:
            return 0.0, 1.0
        centre = self.value + Z * Z / (2 * n)
        margin = Z * math.sqrt(self.value * (1 - self.value) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        return max(0.0, (centre - margin) / scale), min(1.0, (centre + margin) / scale)


@dataclass(frozen=True)
class Overall:
    """The weighted score over the dimensions that the tasks cover, in points of 100."""

    points: float
    low: float
    high: float
    complete: bool
    """Whether all four dimensions are covered; otherwise weights are shared out among the rest."""


def shares(
    tasks: Iterable[Task], passed: Mapping[str, bool], by: Callable[[Task], str]
) -> dict[str, Share]:
    """Shares of tasks done, by some property. A task without a verdict counts as not done."""
    counts: dict[str, list[bool]] = defaultdict(list)
    for task in tasks:
        counts[by(task)].append(passed.get(task.id, False))
    return {name: Share(sum(done), len(done)) for name, done in sorted(counts.items())}


def overall(tasks: Sequence[Task], passed: Mapping[str, bool]) -> Overall:
    """The weighted score; the interval is that of the weighted sum (normal approximation)."""
    found = shares(tasks, passed, lambda task: task.dimension.value)
    weights = {Dimension(name): WEIGHTS[Dimension(name)] for name in found}
    scale = sum(weights.values()) or 1.0
    value = sum(weights[Dimension(n)] / scale * share.value for n, share in found.items())
    variance = sum(
        (weights[Dimension(n)] / scale) ** 2 * share.value * (1 - share.value) / share.total
        for n, share in found.items()
    )
    margin = Z * math.sqrt(variance)
    points = (100 * value, 100 * max(0.0, value - margin), 100 * min(1.0, value + margin))
    return Overall(*points, complete=len(found) == len(WEIGHTS))


@dataclass(frozen=True)
class Comparison:
    """Two runs on the same tasks: who alone did how many, and how sure the difference is.

    ``difference`` is of the shares, first minus second, with a paired bootstrap 95 % interval;
    ``p_value`` is the exact two-sided McNemar test's (McNemar 1947).
    """

    tasks: int
    only_first: int
    only_second: int
    difference: float
    low: float
    high: float
    p_value: float


def compare(first: Mapping[str, bool], second: Mapping[str, bool], seed: int = 0) -> Comparison:
    """Compare two runs over the tasks that both tried. Raises ``ValueError`` if there is none."""
    common = sorted(set(first) & set(second))
    if not common:
        raise ValueError("the two runs have no task in common")
    steps = [int(first[task]) - int(second[task]) for task in common]
    random, n = Random(seed), len(steps)
    means = sorted(sum(random.choices(steps, k=n)) / n for _ in range(RESAMPLES))
    wins, losses = steps.count(1), steps.count(-1)
    return Comparison(
        n,
        wins,
        losses,
        sum(steps) / n,
        means[int(0.025 * RESAMPLES)],
        means[int(0.975 * RESAMPLES) - 1],
        _mcnemar(wins, losses),
    )


def _mcnemar(wins: int, losses: int) -> float:
    n, least = wins + losses, min(wins, losses)
    if not n:
        return 1.0
    tail: float = sum(math.comb(n, k) for k in range(least + 1)) / 2**n
    return min(1.0, 2 * tail)
