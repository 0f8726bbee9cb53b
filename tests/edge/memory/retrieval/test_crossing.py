"""Words that find words across the two languages."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval import keyword
from tandem_edge.memory.retrieval.crossing import (
    MOST_TERMS,
    Other,
    looked_up,
    match_expression,
    others_of,
    rarest,
    standing,
    words_of,
)
from tandem_edge.memory.retrieval.pool import Statistics
from tandem_edge.memory.retrieval.search import pose
from tandem_edge.memory.retrieval.terms import surfaces, terms
from tests.fakes.hashed_embedder import HashedEmbedder

PHRASE = re.compile(r'"[\w]+"')


def found_by_words(question: str, *texts: str) -> list[float]:
    """BM25 of ``question`` over ``texts``."""
    counts = [Counter(terms(text)) for text in texts]
    statistics = keyword.statistics_of(counts)
    others = standing(others_of(question), statistics.frequency)
    weight = keyword.weights(surfaces(question), statistics, others)
    return [float(each) for each in keyword.bm25(weight, counts, statistics.mean_length, others)]


@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("When is my vaccination?", "疫苗约在二十二号。", "牙医约在二十二号。"),
        ("Who has my straw hat?", "草帽在面馆老板那里。", "雨伞在面馆老板那里。"),
        ("我的疫苗哪天打？", "The vaccine is on the 22nd.", "The dentist is on the 22nd."),
        ("谁拿了茶壶？", "Ben took the teapot.", "Ben took the train."),
        ("我开车去哪儿了？", "I drove to the coast.", "I walked to the coast."),
    ],
)
def test_words_of_one_language_find_words_of_the_other(
    question: str, right: str, wrong: str
) -> None:
    one, other = found_by_words(question, right, wrong)
    assert one > other


def test_a_word_of_three_characters_has_to_stand_whole() -> None:
    whole, apart = found_by_words(
        "Where is the smoke detector? kindergarten", "幼儿园在哪", "幼儿在园里"
    )
    assert whole > apart


def test_a_memory_in_one_language_is_searched_as_if_there_were_no_other() -> None:
    question = "When did Ana go to the pottery class?"
    counts = [Counter(terms(text)) for text in ("the pottery class", "a class of ants")]
    statistics = keyword.statistics_of(counts)
    assert standing(others_of(question), statistics.frequency) == {}


def test_a_term_that_many_translations_stand_for_weighs_less() -> None:
    statistics = Statistics(100, 5.0, {"tea": 2, "茶叶": 40})
    alone = keyword.weights(["tea"], statistics)
    with_other = keyword.weights(["tea"], statistics, {"tea": [Other(("茶叶",), ("茶叶",), 1.0)]})
    assert with_other["tea"] < alone["tea"]


def test_a_run_of_chinese_is_cut_into_the_longest_words() -> None:
    assert [*words_of("草帽老板")] == ["草帽", "老板"]


@given(st.text("草帽老板疫苗的了茶壶昆明市xy", max_size=12))
def test_words_of_a_run_are_the_run(run: str) -> None:
    assert "".join(words_of(run)) == run


def test_the_expression_holds_the_rarest_terms_only() -> None:
    query = " ".join(f"word{number}" for number in range(20))
    rare = {f"word{number}": number + 1 for number in range(20)}
    wanted = [f'"word{number}"' for number in range(MOST_TERMS)]
    assert match_expression(query, rare, {}).split(" OR ") == wanted


def test_the_expression_asks_for_translations_that_stand_somewhere() -> None:
    frequency = {"疫苗": 3, "接种": 0}
    expression = match_expression("my vaccine", frequency, others_of("my vaccine"))
    assert expression == '("疫苗")'


def test_a_term_that_stands_nowhere_is_not_asked_for() -> None:
    assert match_expression("tea coffee", {"coffe": 3}, {}) == '"coffee"'
    assert match_expression("tea", {}, {}) == ""


def test_the_words_of_the_expression_are_the_texts_own_so_that_the_index_stems_them() -> None:
    assert match_expression("relational", {"relat": 1}, {}) == '"relational"'
    assert match_expression(
        "搬家", {"move": 1}, {"搬家": [Other(("move",), ("moving",), 1.0)]}
    ) == ('("moving")')


@given(st.text(max_size=80))
@example("\u4dc0")
@example("我的\u4dc0疫苗")
def test_no_query_becomes_syntax(query: str) -> None:
    frequency = dict.fromkeys(looked_up(query), 1)
    expression = match_expression(query, frequency, others_of(query))
    phrases = [
        phrase
        for part in (expression.split(" OR ") if expression else [])
        for phrase in part.removeprefix("(").removesuffix(")").split(" AND ")
    ]
    assert all(PHRASE.fullmatch(phrase) for phrase in phrases)


def test_a_question_in_two_parts_is_asked_as_a_whole_and_part_by_part() -> None:
    embedder, text = HashedEmbedder(), "When is the vaccine and where is the clinic?"
    query = pose(text, embedder)
    parts = [text, "When is the vaccine", "where is the clinic?"]
    assert query.vectors is not None
    assert np.array_equal(query.vectors, embedder.queries(parts))


def test_the_commonest_terms_are_left_out_from_where_all_stand_in_too_many_texts() -> None:
    often = {"a1": 50, "b1": 3, "c1": 40, "d1": 900, "e1": 0}
    assert rarest(often, 8) == ["b1", "c1", "a1", "d1"]
    assert rarest(often, 8, texts=100) == ["b1", "c1", "a1"]
    assert rarest(often, 8, texts=42) == rarest(often, 1) == ["b1"]
    assert rarest({"d1": 900}, 8, texts=100) == ["d1"]
