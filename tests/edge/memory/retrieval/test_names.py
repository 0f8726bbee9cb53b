"""Names in pinyin, and the characters that they are written with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.crossing import others_of
from tandem_edge.memory.retrieval.dictionary import characters, surnames
from tandem_edge.memory.retrieval.names import pinyin_names, reads_as, spellings


@pytest.mark.parametrize(
    ("question", "term", "written"),
    [
        ("Where was Doubao found?", "doubao", "豆包"),
        ("What did A Jie leave me?", "jie", "阿杰"),
        ("Did Wangxiaoming call?", "wangxiaom", "小明"),
        ("Why did I swap with Master Lei?", "lei", "雷"),
        ("What did Mr Qi say?", "qi", "齐"),
        ("When does Mrs Lei teach?", "lei", "雷"),
        ("When does Zhang Wei arrive?", "wei", "张伟"),
        ("What did Su Yi say?", "yi", "苏懿"),
    ],
)
def test_a_name_in_pinyin_stands_for_the_name_in_characters(
    question: str, term: str, written: str
) -> None:
    assert (written,) in [other.terms for other in others_of(question)[term]]


def test_a_single_syllable_stands_for_surnames_only() -> None:
    assert "雷" in surnames("lei") and "类" in characters("lei") - surnames("lei")


@pytest.mark.parametrize("name", ["小满", "胡小满", "小满姐"])
def test_somebody_is_named_by_pinyin(name: str) -> None:
    assert reads_as("When does Xiaoman arrive?", name)
    assert not reads_as("When does Xiaoman arrive?", "小雨")


@pytest.mark.parametrize(
    ("question", "syllable"),
    [("What did Mr Qi say?", "qi"), ("When does Mrs Lei teach?", "lei"), ("Did Dr He call?", "he")],
)
def test_a_title_is_no_part_of_the_name(question: str, syllable: str) -> None:
    assert pinyin_names(question) == {syllable: (syllable,)}


@pytest.mark.parametrize(
    ("name", "other"), [("齐老师", "雷老师"), ("齐先生", "王先生"), ("老齐", "老雷")]
)
def test_a_surname_with_a_title_names_whoever_has_it(name: str, other: str) -> None:
    assert reads_as("What did Mr Qi say?", name) and not reads_as("What did Mr Qi say?", other)


@pytest.mark.parametrize(
    "question", ["When does it end?", "我的 Doubao 在哪", "Tang?", "", "Strength", "Ask Mr Smith"]
)
def test_what_is_no_name_in_pinyin_names_nobody(question: str) -> None:
    assert pinyin_names(question) == {}


@given(st.text(max_size=60))
def test_any_question_can_be_asked(question: str) -> None:
    names = pinyin_names(question)
    assert all(1 <= len(syllables) <= 3 for syllables in names.values())
    assert all(spellings(syllables) for syllables in names.values())
