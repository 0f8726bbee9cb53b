"""Terms, and the columns and expressions of a full-text index that are made of them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.terms import (
    chinese_column,
    is_chinese,
    surfaces,
    terms,
    word_column,
)

PHRASE = re.compile(r'"[^\W_]+"')


def test_english_words_are_stemmed_and_stop_words_left_out() -> None:
    assert terms("She was running with the ponies") == ["run", "poni"]


def test_a_possessive_and_a_contraction_leave_no_half_words() -> None:
    assert terms("Ana's sister won't say") == ["ana", "sister", "sai"]


def test_chinese_is_cut_into_characters_and_pairs_without_the_common_ones() -> None:
    assert terms("我在杭州") == ["杭", "州", "我在", "在杭", "杭州"]


def test_a_two_character_name_is_a_term_of_its_own() -> None:
    assert "佳佳" in terms("今天和佳佳吃饭")


def test_a_number_reads_the_same_however_it_is_written() -> None:
    assert terms("1,000") == terms("１０００") == ["1000"]


def test_a_hexagram_is_a_symbol_and_no_chinese_character() -> None:
    assert not is_chinese("\u4dc0") and is_chinese("\u4dbf") and is_chinese("\u4e00")
    assert terms("\u4dc0 tea \u4dff") == ["tea"] and terms("茶\u4dc0叶") == ["茶", "叶"]
    assert chinese_column("茶\u4dc0叶") == "茶 叶" and word_column("\u4dc0") == ""


def test_both_scripts_of_a_mixed_text_give_terms() -> None:
    found = terms("用Quizlet背单词")
    assert "quizlet" in found and "单词" in found


def test_the_columns_keep_the_scripts_apart() -> None:
    text = "Met 小雨 at the Café"
    assert word_column(text) == "met at the café"
    assert chinese_column(text) == "小 雨 小雨"


@given(st.text(max_size=200))
def test_any_text_has_terms_without_blanks_quotes_or_upper_case(text: str) -> None:
    for term, surface in surfaces(text).items():
        assert not re.search(r"[\s\"'A-Z]", term + surface)


@given(st.text(alphabet="abc XYZ小雨,.1", max_size=60))
def test_case_never_matters(text: str) -> None:
    assert terms(text.upper()) == terms(text.lower())
