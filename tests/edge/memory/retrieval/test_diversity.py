"""Fewer results that say the same."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.diversity import RELEVANCE, SPREAD, diverse
from tandem_edge.memory.retrieval.pool import Floats

SCORES = np.asarray([3.0, 2.9, 2.5, 0.1], np.float32)
TWINS: Floats = np.asarray([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32)


def test_a_copy_of_the_best_falls_behind_something_new() -> None:
    assert diverse(SCORES, TWINS, [0, 1, 2, 3], 3, SPREAD) == [0, 2, 1]


def test_without_vectors_or_without_wish_the_order_stays() -> None:
    assert diverse(SCORES, None, [0, 1, 2, 3], 3, SPREAD) == [0, 1, 2]
    assert diverse(SCORES, TWINS, [0, 1, 2, 3], 3, 1.0) == [0, 1, 2]


def test_what_is_hardly_relevant_stays_behind_however_new() -> None:
    assert diverse(SCORES, TWINS, [0, 1, 2, 3], 4, RELEVANCE)[-1] == 3


@given(st.integers(1, 12), st.integers(0, 15), st.integers(0, 99))
def test_it_chooses_each_at_most_once_and_the_best_first(size: int, count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=size).astype(np.float32)
    vectors = rng.normal(size=(size, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    order = [int(at) for at in np.argsort(-scores)]
    chosen = diverse(scores, vectors, order, count, SPREAD)
    assert len(chosen) == len(set(chosen)) == min(count, size)
    assert chosen[:1] == order[: min(1, count)]
