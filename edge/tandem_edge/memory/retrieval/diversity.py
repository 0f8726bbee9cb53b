"""Fewer results that say the same: maximal marginal relevance (Carbonell and Goldstein 1998)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tandem_edge.memory.retrieval.pool import Floats

RELEVANCE = 0.85
"""How much relevance counts against newness. High: two turns that are alike are often both asked
for, and a near copy is what has to go."""
SPREAD = 0.75
"""The same when results are wanted from many occasions."""


def diverse(
    scores: Floats, vectors: Floats | None, order: Sequence[int], count: int, share: float
) -> list[int]:
    """The first ``count`` places of ``order``, each the best that is not like one before it.

    ``scores`` is ``[passages]``, ``vectors`` ``[passages, dimension]`` of unit length; ``share`` is
    ``RELEVANCE`` or less. The best stays first. Without vectors the order stays as it is.
    """
    if vectors is None or len(order) <= 2 or share >= 1:
        return list(order[:count])
    left = list(order)
    relevance = _unit(scores[left])
    near = np.zeros(len(left), np.float32)
    alike = _unit_rows(vectors[left] @ vectors[left].T)
    chosen: list[int] = []
    open_ = np.ones(len(left), bool)
    while open_.any() and len(chosen) < count:
        value = np.where(open_, share * relevance - (1 - share) * near, -np.inf)
        best = int(value.argmax())
        open_[best] = False
        chosen.append(left[best])
        near = np.maximum(near, alike[best])
    return chosen


def _unit(values: Floats) -> Floats:
    low, span = values.min(), float(np.ptp(values))
    return np.asarray((values - low) / span if span else np.ones_like(values), np.float32)


def _unit_rows(cosines: Floats) -> Floats:
    """Cosines from 0 for the least alike pair of the pool to 1: the embedder's start near .7."""
    low = float(cosines.min())
    return np.asarray((cosines - low) / max(1 - low, 1e-6), np.float32)
