"""What speaks for a passage."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tandem_edge.memory.retrieval import keyword
from tandem_edge.memory.retrieval.pool import Floats, Pool, Statistics
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.scaling import reciprocal_ranks, shares, z_scores
from tandem_edge.memory.retrieval.signals import NAMES, signals
from tests.edge.memory.retrieval.made import START, axes, passages, pool, query


def test_there_is_a_row_a_passage_and_a_column_a_signal() -> None:
    found = signals(query("What did Ana make?"), pool(axes(8)))
    assert found.matrix.shape == (8, len(NAMES)) and np.isfinite(found.matrix).all()
    assert len(set(NAMES)) == len(NAMES)


def test_an_answer_without_the_querys_words_is_lifted_by_the_turns_beside_it() -> None:
    found = signals(query("pottery class"), pool())
    answer, remark = 2, 7
    assert found.column("bm25")[answer] == found.column("bm25")[remark]
    assert found.column("bm25_smooth")[answer] > found.column("bm25_smooth")[remark]


def test_neighbours_of_another_session_do_not_count() -> None:
    found = signals(query("brother"), pool())
    last_of_first_session = 3
    assert found.column("bm25_next")[last_of_first_session] == 0


def test_smoothing_takes_half_from_beside_and_three_tenths_from_two_away() -> None:
    turns = passages()
    scores = keyword.bm25(
        keyword.weights(["brother"], pool().statistics),
        [keyword.dated_counts(each) for each in turns],
        pool().statistics.mean_length,
    )
    expected = np.zeros(8)
    expected[4:8] = scores[4] * np.asarray([1, 0.5, 0.3, 0])
    shown = signals(query("brother"), pool()).column("bm25_smooth")
    assert shown == pytest.approx(z_scores(np.asarray(expected, np.float32)), abs=1e-5)


def test_vectors_of_neighbours_are_mixed_in_before_the_cosine() -> None:
    vectors = axes(8)
    found = signals(query("x", vectors[2]), pool(vectors))
    mixed = 1 / np.sqrt(1 + 2 * 0.35**2)
    near = 0.35 / np.sqrt(1 + 2 * 0.35**2)
    gap = found.column("cosine_smooth_gap")
    assert gap[2] == 0 and gap[1] == pytest.approx(near - mixed, abs=1e-5)


def test_a_passage_is_as_near_as_to_the_part_of_the_question_that_it_is_nearest_to() -> None:
    vectors = axes(8)
    whole = (vectors[2] + vectors[6]) / np.float32(np.sqrt(2))
    several = replace(query("x"), vectors=np.stack([whole, vectors[2], vectors[6]]))
    part = signals(several, pool(vectors)).column("part")
    alone = signals(query("x", vectors[2]), pool(vectors)).column("part")
    assert part[2] == part[6] == part.max() == alone[2]
    assert list(np.flatnonzero(part > 0)) == [2, 6] and list(np.flatnonzero(alone > 0)) == [2]


def test_a_rare_kind_of_answer_speaks_for_the_passages_that_hold_it() -> None:
    found = signals(query("Which day did Leo's brother fall?"), pool())
    weight = found.column("answer_weight")
    assert list(np.flatnonzero(weight)) == [0, 4, 5] and found.column("answer_share").max() == 1
    assert (found.column("asks_typed") == 1).all()
    assert not signals(query("Why?"), pool()).column("answer_weight").any()


@pytest.mark.parametrize("asked", ["What did Ana make?", "ana's class", "Ana做了什么？"])
def test_the_speaker_who_is_named_is_told_from_the_others(asked: str) -> None:
    speaker = signals(query(asked), pool()).column("speaker")
    assert [bool(each) for each in speaker] == [each.speaker == "Ana" for each in passages()]


@pytest.mark.parametrize("asked", ["What did I make?", "我做了什么？"])
def test_i_is_the_owner(asked: str) -> None:
    assert signals(query(asked, owner="Leo"), pool()).column("speaker").sum() == 4
    assert signals(query(asked), pool()).column("speaker").sum() == 0


def test_names_of_things_count_apart_from_speakers() -> None:
    entity = signals(query("Does Ana use Quizlet?"), pool()).column("entity")
    assert list(np.flatnonzero(entity)) == [7]


def test_a_date_that_is_named_finds_what_was_said_then() -> None:
    date = signals(query("What happened in April 2025?"), pool()).column("date")
    assert list(np.flatnonzero(date)) == [4, 5, 6, 7]


def test_a_span_that_was_resolved_elsewhere_counts_as_a_date() -> None:
    span = (START + timedelta(days=29), START + timedelta(days=31))
    found = signals(Query("last month", spans=(span,)), pool()).column("date")
    assert list(np.flatnonzero(found)) == [0, 1, 2, 3]


def test_a_fact_speaks_for_the_turn_it_rests_on() -> None:
    plain = signals(query("hometown"), pool())
    told = signals(query("hometown"), pool(facts={"t5": 1.0}))
    assert told.z_sum[5] > plain.z_sum[5] and told.z_sum[4] == plain.z_sum[4]


def test_a_query_in_chinese_finds_the_chinese_turn() -> None:
    assert int(signals(query("搬到杭州"), pool()).z_sum.argmax()) == 5


def test_what_is_crossed_is_marked_for_the_ranker() -> None:
    crossed = signals(query("Where does Ana live?"), pool()).column("crossed")
    assert list(np.flatnonzero(crossed)) == [5, 6]


def test_without_vectors_meaning_says_nothing() -> None:
    found = signals(query("pottery", axes(1)[0]), pool())
    assert not found.column("cosine").any() and not found.column("has_vector").any()


def test_an_empty_pool_has_no_rows() -> None:
    found = signals(query("anything"), Pool([], Statistics(0, 0.0)))
    assert found.matrix.shape == (0, len(NAMES)) and found.z_sum.shape == (0,)


def test_the_order_of_the_pool_does_not_matter() -> None:
    turns, vectors = passages(), axes(8)
    mixed = np.random.default_rng(5).permutation(8)
    known = keyword.statistics_of([keyword.dated_counts(each) for each in turns])
    one = signals(query("What did Ana make in April?", vectors[2]), Pool(turns, known, vectors))
    other = signals(
        query("What did Ana make in April?", vectors[2]),
        Pool([turns[at] for at in mixed], known, vectors[mixed]),
    )
    assert other.matrix == pytest.approx(one.matrix[mixed], abs=1e-5)


def test_a_rarer_term_weighs_more_and_an_unknown_one_nothing() -> None:
    weight = keyword.weights(
        ["rare", "common", "none"], Statistics(100, 5, {"rare": 1, "common": 60})
    )
    assert weight["rare"] > weight["common"] > 0 and "none" not in weight


VALUES = arrays(np.float32, st.integers(1, 30), elements=st.floats(-50, 50, width=32))


@given(VALUES)
def test_ranks_and_shares_stay_between_nothing_and_one(values: Floats) -> None:
    assert ((reciprocal_ranks(values) > 0) & (reciprocal_ranks(values) <= 1)).all()
    assert (shares(np.abs(values)) <= 1).all() and reciprocal_ranks(values).max() == 1


@given(VALUES)
def test_z_scores_have_no_mean_and_keep_the_order(values: Floats) -> None:
    found = z_scores(values)
    assert abs(float(found.mean())) < 1e-3
    assert (np.diff(found[np.argsort(values)]) >= -1e-4).all()
