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
    gloss,
    looked_up,
    match_expression,
    others_of,
    rarest,
    standing,
    words_of,
)
from tandem_edge.memory.retrieval.pool import Statistics
from tandem_edge.memory.retrieval.search import pose, search
from tandem_edge.memory.retrieval.shelf import Shelf
from tandem_edge.memory.retrieval.terms import surfaces, terms
from tests.edge.memory.retrieval.made import passages
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


def test_a_gloss_says_each_term_in_the_words_that_are_most_usual_there() -> None:
    frequency = {"疫苗": 5, "接种": 2, "菌苗": 1}
    assert gloss(standing(others_of("my vaccine"), frequency), frequency) == "疫苗 接种"
    assert gloss(standing(others_of("我的疫苗"), {"vaccin": 1}), {"vaccin": 1}) == "vaccine"
    assert gloss({}, frequency) == ""


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


class Bilingual:
    """An embedder of four words, the same axis for a word in either language."""

    name = identity = "bilingual"
    dimension = 4

    def queries(self, texts: list[str]) -> np.ndarray:
        """A vector a text: its one known word's axis, or the last one."""
        words = {"疫苗": 0, "vaccine": 3, "brother": 1}
        return np.eye(4, dtype=np.float32)[[words.get(text.split()[-1], 3) for text in texts]]

    passages = queries


def test_a_question_is_asked_in_both_languages_where_both_are_spoken() -> None:
    lines = (("1", "Ana", "疫苗约在二十二号。"), ("1", "Leo", "My brother broke his arm."))
    shelf = Shelf(passages(lines), np.eye(2, 4, dtype=np.float32))
    query = pose("when is the vaccine", shelf, Bilingual())
    assert query.across is not None and query.across[0, 0] > 0.5
    assert search(query, shelf, None, 1)[0].passage.id == "t0"


def test_a_question_is_asked_once_where_one_language_is_spoken() -> None:
    shelf = Shelf(passages((("1", "Leo", "My brother broke his arm."),)))
    assert pose("when is the vaccine", shelf, Bilingual()).across is None


def test_a_question_in_two_parts_is_asked_as_a_whole_and_part_by_part_in_both_languages() -> None:
    lines = (
        ("1", "Ana", "疫苗约在二十二号，诊所在桥边。"),
        ("1", "Leo", "My brother broke his arm."),
    )
    embedder, text = HashedEmbedder(), "When is the vaccine and where is the clinic?"
    query = pose(text, Shelf(passages(lines)), embedder)
    parts = [text, "When is the vaccine", "where is the clinic?"]
    assert query.vectors is not None and query.across is not None
    assert np.array_equal(query.vectors, embedder.queries(parts))
    assert query.across.shape == query.vectors.shape
    assert np.linalg.norm(query.across, axis=1) == pytest.approx(1, abs=1e-5)


def test_the_commonest_terms_are_left_out_from_where_all_stand_in_too_many_texts() -> None:
    often = {"a1": 50, "b1": 3, "c1": 40, "d1": 900, "e1": 0}
    assert rarest(often, 8) == ["b1", "c1", "a1", "d1"]
    assert rarest(often, 8, texts=100) == ["b1", "c1", "a1"]
    assert rarest(often, 8, texts=42) == rarest(often, 1) == ["b1"]
    assert rarest({"d1": 900}, 8, texts=100) == ["d1"]


def test_a_name_in_pinyin_is_asked_for_as_the_memory_writes_it() -> None:
    seen: list[str] = []

    class Listening(Bilingual):
        def queries(self, texts: list[str]) -> np.ndarray:
            seen.extend(texts)
            return super().queries(texts)

    lines = (("1", "Ana", "豆包飞走了，疫苗没打。"), ("1", "Leo", "哎呀。"))
    shelf = Shelf(passages(lines), np.eye(2, 4, dtype=np.float32))
    pose("Did Doubao get the vaccine?", shelf, Listening())
    assert {*seen[-1].split()} == {"豆包", "疫苗"}
