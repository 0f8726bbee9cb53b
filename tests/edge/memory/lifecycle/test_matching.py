"""Words, names and patterns are found as people mean them, and no pattern takes long."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.lifecycle.matching import (
    begins_words,
    demand_pattern,
    fits_pattern,
    has_words,
)
from tandem_shared.errors import UsageError

LONG = "a" * 20_000
QUICK_S = 0.5


@pytest.mark.parametrize(
    ("text", "words", "whole", "begun"),
    [
        ("Hannah is here", "Ann", False, False),
        ("Annette is here", "Ann", False, True),
        ("it was ANN's", "ann", True, True),
        ("my passwords", "password", False, True),
        ("王明说好", "王明", True, True),
        ("國慶節放假", "国庆", True, True),
        ("４７１１", "4711", True, True),
        ("47\u200b11", "4711", True, True),
        ("浙A１２３４５", "12345", True, True),
        ("浙A12345", "１２３４５", True, True),
        ("浙A12345", "1234", False, True),
        ("浙A12345", "a12345", True, True),
        ("vitamin B12", "12", True, True),
        ("room 123", "23", False, False),
        ("nothing", "", False, False),
    ],
)
def test_words_are_found_as_words(text: str, words: str, whole: bool, begun: bool) -> None:
    assert (has_words(text, words), begins_words(text, words)) == (whole, begun)


@pytest.mark.parametrize(
    "pattern", ["(a+)+b", "(a|a)*b", "(a|aa)+$b", "(?:a{0,30}){0,33}b", "a.*b"]
)
def test_a_pattern_that_would_blow_up_elsewhere_is_matched_at_once(pattern: str) -> None:
    demand_pattern(pattern)
    start = time.perf_counter()
    assert not fits_pattern(LONG, pattern)
    assert time.perf_counter() - start < QUICK_S


@pytest.mark.parametrize(
    "pattern",
    ["", "(", "(?=a)b", r"(a)\1", "a*", "x" * 201, "(?:[a-z]{0,99}){0,99}x", r"\w{1,999}x"],
)
def test_what_is_no_pattern_is_refused_with_an_example(pattern: str) -> None:
    with pytest.raises(UsageError) as caught:
        demand_pattern(pattern)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("text", "pattern", "fits"),
    [
        ("浙A１２３４５", "[0-9]{5}", True),
        ("浙A12345", "１２３４５", True),
        ("浙A12345", "浙Ａ[０-９]{5}", True),
        ("47\u200b11", "4711", True),
        ("卡（主）", "（主）", True),
        ("卡主", "（主）", False),
        ("卡?", "卡？", True),
        ("卡", "卡？", False),
    ],
)
def test_a_pattern_fits_in_either_width(text: str, pattern: str, fits: bool) -> None:
    assert fits_pattern(text, pattern) is fits


@given(st.text(max_size=40))
def test_any_text_is_a_pattern_or_refused(pattern: str) -> None:
    try:
        demand_pattern(pattern)
    except UsageError:
        return
    fits_pattern("I like jazz, 我喜欢爵士乐", pattern)


@given(st.text(alphabet="ab喜 \n", max_size=12), st.text(alphabet="ab喜", min_size=1, max_size=4))
def test_a_literal_pattern_fits_what_has_it(text: str, literal: str) -> None:
    assert fits_pattern(text, literal) == bool(re.search(re.escape(literal), text))
