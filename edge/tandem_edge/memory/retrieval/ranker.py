"""The order of a pool's passages: learned from synthetic talk, or a plain sum without the file.

The ranker is a LambdaMART model (Burges 2010, MSR-TR-2010-82) in ``ranker.txt``, trained on
conversations that a generator made (``python -m tandem_trainer.memory_ranker``), never on a
benchmark. It looks at the best passages by the plain sum; what lies below keeps the sum's order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from tandem_edge.logs import log
from tandem_edge.memory.retrieval.pool import Floats
from tandem_edge.memory.retrieval.signals import GROUPS, NAMES, Signals
from tandem_edge.memory.retrieval.trees import Forest, parse_forest
from tandem_shared.errors import TandemError, TrustError

Places = NDArray[np.int64]
FILE = "ranker.txt"
LOOKED_AT = 60
"""Passages that the trees order: nine in ten right ones are among the sum's best 60, and the next
60 would hold few more for twice the time."""
STEADY = 0.6
"""How much of the plain sum is added to the trees' score. The trees know only what was generated;
the sum knows nothing and so is wrong about nothing new."""


@dataclass(frozen=True)
class Ranking:
    """``order`` holds places in the pool, best first; ``scores`` ``[passages]`` their scores."""

    order: tuple[int, ...]
    scores: Floats


def rank(found: Signals, forest: Forest | None) -> Ranking:
    """Rank a pool by its signals, with the trees if they are there."""
    by_sum = np.argsort(-found.z_sum, kind="stable").astype(np.int64)
    if forest is None:
        return Ranking(tuple(map(int, by_sum)), found.z_sum)
    best = by_sum[:LOOKED_AT]
    rows = found.matrix[best]
    scores = _below(found.z_sum, by_sum)
    scores[best] = forest.scores(rows) - forest.base + STEADY * found.z_sum[best]
    scores[by_sum[LOOKED_AT:]] += scores[best].min(initial=0.0)
    order = np.argsort(-scores, kind="stable")
    return Ranking(tuple(map(int, order)), np.asarray(scores, np.float32))


def explained(
    found: Signals, forest: Forest | None, places: Sequence[int]
) -> list[dict[str, float]]:
    """What each group of signals adds to the score of the passages at ``places``, by the names of
    ``Why``."""
    if forest is None:
        return [{"neighbours": float(found.z_sum[place])} for place in places]
    rows = forest.parts(found.matrix[[*places]])
    return [
        _grouped(row, STEADY * float(found.z_sum[place]))
        for place, row in zip(places, rows, strict=True)
    ]


@lru_cache(maxsize=1)
def shipped_forest() -> Forest | None:
    """The trees in this package; nothing, and a line in the log, when they cannot be used."""
    try:
        text = resources.files(__package__).joinpath(FILE).read_text("ascii")
        return checked(parse_forest(text))
    except (OSError, UnicodeError, TandemError) as error:
        log(f"memory is ranked without the trained ranker: {type(error).__name__}")
        return None


def checked(forest: Forest) -> Forest:
    """``forest`` if it was trained on the signals we have. Raises ``TrustError``."""
    if forest.names != NAMES:
        raise TrustError(
            "the ranker was trained on other signals", hint="train it again, or remove the file"
        )
    return forest


def _below(z_sum: Floats, order: Places) -> Floats:
    """Scores for what is not looked at: all under 0, in the sum's order."""
    least = np.zeros(len(z_sum), np.float32)
    least[order] = -np.arange(len(order)) / max(len(order), 1)
    return least


def _grouped(row: Floats, steady: float) -> dict[str, float]:
    at, found = 0, {}
    for group, names in GROUPS.items():
        found[group] = float(row[at : at + len(names)].sum())
        at += len(names)
    found["neighbours"] += steady
    return found
