"""The vector index: what it finds, and that it is only a cache."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.memory.retrieval import vectors
from tandem_edge.memory.retrieval.pool import Floats
from tandem_edge.memory.retrieval.vectors import DIMENSION, RESCORED, VectorIndex
from tandem_shared.errors import UsageError


def unit(count: int, seed: int = 3) -> Floats:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSION)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def index_of(rows: Floats) -> VectorIndex:
    index = VectorIndex(lambda keys: rows[list(keys)])
    index.add(range(len(rows)), rows)
    return index


def test_the_best_are_those_of_an_exact_search_with_exact_cosines() -> None:
    rows, query = unit(400), unit(1, seed=4)[0]
    exact = rows @ query
    found = index_of(rows).search(query, 10)
    assert [key for key, _ in found] == list(np.argsort(-exact)[:10])
    assert [score for _, score in found] == pytest.approx(np.sort(exact)[::-1][:10], abs=1e-6)


def test_half_precision_vectors_are_scored_again_too() -> None:
    rows = unit(80)
    index = VectorIndex(lambda keys: rows[list(keys)].astype(np.float16))
    index.add(range(80), rows)
    (first, *_) = index.search(rows[7], 3)
    assert first[0] == 7 and first[1] == pytest.approx(1, abs=1e-3)


def test_more_than_are_scored_again_can_be_asked_for() -> None:
    found = index_of(unit(200)).search(unit(1)[0], 120)
    assert len(found) == 120 > RESCORED
    assert len({key for key, _ in found}) == 120


def test_a_removed_vector_is_not_found() -> None:
    rows = unit(50)
    index = index_of(rows)
    assert index.remove([7, 999]) == 1
    assert 7 not in [key for key, _ in index.search(rows[7], 50)]


def test_a_key_that_is_added_again_is_replaced() -> None:
    rows = unit(2)
    index = VectorIndex(lambda keys: rows[[1] * len(keys)])
    index.add([5], rows[:1])
    index.add([5], rows[1:])
    assert len(index) == 1
    assert index.search(rows[1], 1) == [(5, pytest.approx(1, abs=1e-6))]


def test_a_rebuilt_index_finds_what_the_first_did() -> None:
    rows, query = unit(120), unit(1, seed=9)[0]
    index = index_of(rows)
    before = index.search(query, 20)
    index.rebuild((range(at, at + 40), rows[at : at + 40]) for at in (80, 0, 40))
    assert index.search(query, 20) == before


@pytest.mark.parametrize("expected", [0, 7, 500])
def test_how_many_are_expected_changes_nothing_but_the_room_taken(expected: int) -> None:
    rows, query = unit(120), unit(1, seed=9)[0]
    index = VectorIndex(lambda keys: rows[list(keys)])
    index.rebuild([(range(120), rows)], expected)
    assert len(index) == 120 and index.search(query, 20) == index_of(rows).search(query, 20)


def test_an_empty_index_finds_nothing() -> None:
    assert VectorIndex(lambda keys: unit(len(keys))).search(unit(1)[0], 5) == []


def test_without_faiss_nothing_is_held_and_nothing_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "has_faiss", lambda: False)
    rows = unit(5)
    index = index_of(rows)
    assert (len(index), index.search(rows[0], 3), index.remove([1])) == (0, [], 0)


@pytest.mark.parametrize("keys", [[1], [1, 1], [1, 2, 3]])
def test_keys_that_do_not_fit_the_rows_are_refused(keys: list[int]) -> None:
    with pytest.raises(UsageError):
        VectorIndex(lambda keys: unit(len(keys))).add(keys, unit(2))


def test_a_vector_with_no_number_in_it_is_refused() -> None:
    rows = unit(1)
    rows[0, 3] = np.nan
    with pytest.raises(UsageError, match="no number"):
        VectorIndex(lambda keys: rows).add([1], rows)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9)), max_size=20))
def test_after_any_adding_and_removing_it_holds_what_a_dictionary_would(
    steps: list[tuple[bool, int]],
) -> None:
    rows = unit(10)
    index, kept = VectorIndex(lambda keys: rows[list(keys)]), set()
    for adds, key in steps:
        if adds:
            index.add([key], rows[key : key + 1])
            kept.add(key)
        else:
            index.remove([key])
            kept.discard(key)
    assert {key for key, _ in index.search(rows[0], 10)} == kept
