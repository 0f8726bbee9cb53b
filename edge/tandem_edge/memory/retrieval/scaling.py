"""Numbers of a pool made comparable from query to query: z-scores, shares, reciprocal ranks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tandem_edge.memory.retrieval.pool import Floats

RECIPROCAL = 5.0
"""Added to a rank before 1 is divided by it: differences matter among the first ten or so."""
FLAT = 1e-6
"""Below it nothing differs."""


def z_scores(values: Floats) -> Floats:
    """How many standard deviations above the mean; all 0 where nothing differs."""
    if not len(values) or float(np.ptp(values)) < FLAT:
        return np.zeros(len(values), np.float32)
    return np.asarray((values - values.mean()) / values.std(), np.float32)


def reciprocal_ranks(values: Floats) -> Floats:
    """1 for the best, less for each rank below; ties share the better rank."""
    ordered = np.sort(-values)
    rank = np.searchsorted(ordered, -values, side="left")
    return np.asarray((1 + RECIPROCAL) / (1 + RECIPROCAL + rank), np.float32)


def shares(values: Floats) -> Floats:
    """Values over the best of them, or 0 where there is none."""
    best = float(values.max(initial=0.0))
    return np.asarray(values / best if best > FLAT else np.zeros_like(values), np.float32)


class Groups:
    """Rows that belong together, such as the passages of a session."""

    def __init__(self, names: Sequence[str]) -> None:
        numbers: dict[str, int] = {}
        of = [numbers.setdefault(name, len(numbers)) for name in names]
        self.of = np.asarray(of, np.int64)
        self.size = np.bincount(self.of, minlength=len(numbers))
        self.first = np.cumsum(self.size) - self.size

    def best(self, values: Floats) -> Floats:
        """The greatest of each row's group ``[rows]``."""
        most = np.full(len(self.size), -np.inf, np.float32)
        np.maximum.at(most, self.of, values)
        return np.asarray(most[self.of], np.float32)

    def mean_of_best(self, values: Floats, count: int) -> Floats:
        """The mean of the ``count`` greatest of each row's group ``[rows]``, the least first."""
        ordered = values[np.lexsort((values, self.of))]
        total = np.zeros(len(self.size), np.float32)
        for place in range(min(count, len(values)), 0, -1):
            has = self.size >= place
            total[has] += ordered[(self.first + self.size)[has] - place]
        mean = total / np.minimum(self.size, count).astype(np.float32)
        return np.asarray(mean[self.of], np.float32)

    def reciprocal_ranks(self, values: Floats) -> Floats:
        """As the function of that name, within each row's group."""
        order = np.lexsort((-values, self.of))
        of, ordered = self.of[order], values[order]
        place = np.arange(len(order))
        new = np.ones(len(order), bool)
        new[1:] = (of[1:] != of[:-1]) | (ordered[1:] != ordered[:-1])
        tied = np.maximum.accumulate(np.where(new, place, 0))
        rank = np.empty(len(order), np.int64)
        rank[order] = tied - self.first[of]
        return np.asarray((1 + RECIPROCAL) / (1 + RECIPROCAL + rank), np.float32)


def rank_of_groups(score: Floats) -> Floats:
    """Reciprocal ranks of sessions: all passages of one share one rank."""
    ordered = np.unique(-score)
    rank = np.searchsorted(ordered, -score)
    return np.asarray((1 + RECIPROCAL) / (1 + RECIPROCAL + rank), np.float32)
