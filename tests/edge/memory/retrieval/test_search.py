"""From a question to results: candidates, neighbours, order, and what a plan may show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval import ranker
from tandem_edge.memory.retrieval.forms import form_of
from tandem_edge.memory.retrieval.keyword import counts_of, dated_counts
from tandem_edge.memory.retrieval.pool import Floats, Passage
from tandem_edge.memory.retrieval.ranker import checked, explained, rank, shipped_forest
from tandem_edge.memory.retrieval.search import forget, fused, gather, search
from tandem_edge.memory.retrieval.shelf import Shelf
from tandem_edge.memory.retrieval.signals import NAMES, signals
from tandem_edge.memory.retrieval.terms import stem
from tandem_edge.memory.retrieval.trees import parse_forest
from tandem_shared.errors import TrustError
from tandem_shared.memory import Status
from tests.edge.memory.retrieval.made import START, axes, passages, pool, query


def unit(number: int, text: str, status: Status = Status.CURRENT) -> Passage:
    return Passage(f"u{number}", text, "", START, status=status)


def many(count: int) -> tuple[list[Passage], Floats]:
    """Turns of one session, each nearer to the first axis than the one before."""
    turns = [Passage(f"m{at}", f"tea number {at}", "Ana", START, "s", at) for at in range(count)]
    slope = np.linspace(0, 1, count, dtype=np.float32)
    return turns, np.stack([slope, np.sqrt(1 - slope**2)], axis=1)


def test_the_turn_that_answers_comes_first() -> None:
    hits = search(query("What did Ana make in the pottery class?"), Shelf(passages()), None, 3)
    assert "t2" in [hit.passage.id for hit in hits]


def test_neighbours_come_into_the_pool_and_others_do_not() -> None:
    found = gather(query("brother"), Shelf(passages()))
    assert [each.id for each in found.passages] == ["t4", "t5", "t6"]


def test_a_nearest_vector_is_a_candidate_without_a_common_word() -> None:
    vectors = axes(8)
    asked = query("xyzzy", vectors[2])
    assert search(asked, Shelf(passages(), vectors), None, 1)[0].passage.id == "t2"


def test_a_fact_makes_the_turn_that_it_rests_on_a_candidate() -> None:
    shelf = Shelf(passages(), facts={"t5": 1.0})
    assert search(query("hometown"), shelf, None, 1)[0].passage.id == "t5"


def test_a_superseded_fact_is_shown_to_a_plan_of_before_only() -> None:
    shelf = Shelf([unit(1, "Bank: First Harbor", Status.SUPERSEDED), unit(2, "Bank: Northwind")])
    now = search(query("Which bank do I use?"), shelf, None, 5)
    before = search(query("Which bank did I use before?"), shelf, None, 5)
    assert [hit.passage.id for hit in now] == ["u2"]
    assert {hit.passage.id for hit in before} == {"u1", "u2"}


@pytest.mark.parametrize("status", [Status.WITHDRAWN, Status.REJECTED])
def test_what_was_withdrawn_or_rejected_is_never_shown(status: Status) -> None:
    shelf = Shelf([unit(1, "Bank: First Harbor", status)])
    assert search(query("Which bank did I use before?"), shelf, None, 5) == []


def test_a_count_gathers_more_than_was_asked_for() -> None:
    turns = [replace(each, text=f"trip {each.text}") for each in passages()]
    assert len(search(query("How many trips did Ana make?"), Shelf(turns), None, 2)) == 6


def test_nothing_is_found_where_there_is_nothing() -> None:
    assert search(query("anything"), Shelf([]), None, 5) == []
    assert search(query("xyzzy"), Shelf(passages()), None, 5) == []
    assert search(query(""), Shelf(passages()), None, 5) == []


def test_no_word_of_what_was_searched_stays_cached_once_it_is_forgotten() -> None:
    forget()
    counts_of("What did Ana make?")
    search(query("What did Ana make?"), Shelf(passages()), None, 3)
    caches = (counts_of, dated_counts, form_of, stem)
    assert all(each.cache_info().currsize for each in caches)
    forget()
    assert not any(each.cache_info().currsize for each in caches)


@pytest.mark.parametrize(
    "asked", ["parcel47903x", "Where is parcel47903x?", "包裹parcel47903x在哪"]
)
def test_a_code_that_is_named_comes_first_however_near_other_texts_lie(asked: str) -> None:
    turns = [
        Passage(f"m{at}", f"parcel{at:05d}x is on shelf {at}", "Ana", START, "s", at)
        for at in (*range(40), 47903, *range(50, 90))
    ]
    vectors = np.tile(axes(8)[0], (len(turns), 1))
    vectors[40] = axes(8)[1]
    posed = query(asked, axes(8)[0])
    hits = search(posed, Shelf(turns, vectors), shipped_forest(), 5)
    assert hits[0].passage.id == "m47903" and len(hits) == 5


def test_a_code_that_stands_in_many_texts_names_none_of_them() -> None:
    turns = [Passage(f"m{at}", f"ward 40213 tea {at}", "", START, f"s{at}") for at in range(9)]
    turns.append(Passage("best", "ward 40213: the coffee machine is broken", "", START, "t"))
    hits = search(query("coffee machine 40213"), Shelf(turns), None, 1)
    assert hits[0].passage.id == "best"


def test_no_query_text_breaks_a_search() -> None:
    for text in ('"; DROP TABLE', "\x00", "NEAR(a b)", "🙂" * 50, "a" * 5000):
        search(query(text), Shelf(passages()), shipped_forest(), 5)


def test_the_shipped_ranker_was_trained_on_the_signals_we_have() -> None:
    forest = shipped_forest()
    assert forest is not None and forest.names == NAMES


def test_parts_of_a_ranked_result_add_up_to_its_score() -> None:
    found = signals(query("What did Ana make?", axes(8)[2]), pool(axes(8)))
    for forest in (shipped_forest(), None):
        ranking = rank(found, forest)
        parts = explained(found, forest, ranking.order)
        for at, part in zip(ranking.order, parts, strict=True):
            assert sum(part.values()) == pytest.approx(ranking.scores[at], abs=1e-4)


def test_what_stands_in_two_lists_comes_before_what_stands_in_one() -> None:
    assert fused([["a", "b", "c"], ["d", "c"]], 3) == ["c", "a", "d"]
    assert fused([["a", "a"], []], 5) == ["a"]


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=6), max_size=4), st.integers(0, 8))
def test_lists_that_are_fused_lose_nothing_but_the_worst(lists: list[list[str]], most: int) -> None:
    best = fused(lists, most)
    every = {each for one in lists for each in one}
    assert len(best) == len({*best}) == min(most, len(every)) and {*best} <= every


def test_scores_fall_along_the_order_even_below_what_the_trees_look_at() -> None:
    turns, vectors = many(90)
    asked = query("tea", np.asarray([1, 0], np.float32))
    ranking = rank(signals(asked, gather(asked, Shelf(turns, vectors))), shipped_forest())
    assert len(ranking.order) > 80 > ranker.LOOKED_AT
    assert (np.diff(ranking.scores[list(ranking.order)]) <= 1e-6).all()


def test_without_the_file_the_plain_sum_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranker, "FILE", "no_such_file.txt")
    shipped_forest.cache_clear()
    try:
        assert shipped_forest() is None
    finally:
        shipped_forest.cache_clear()
    found = signals(query("What did Ana make?"), pool())
    assert rank(found, None).order[0] == int(found.z_sum.argmax())


def test_a_ranker_of_other_signals_is_refused() -> None:
    text = "feature_names=a b\n\nTree=0\nnum_leaves=1\nnum_cat=0\nleaf_value=1\n"
    with pytest.raises(TrustError, match="other signals"):
        checked(parse_forest(text))
