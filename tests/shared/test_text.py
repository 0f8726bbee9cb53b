"""Foreign text made safe: nothing a terminal obeys survives, words do."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_shared.text import escape_controls, known_as, one_line, visible

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
SEQUENCES = [
    "\x1b[31m",
    "\x1b[2J",
    "\x9b1;2H",
    "\x1b]0;title\x07",
    "\x1b]8;;http://x\x1b\\",
    "\x1bP1$r\x1b\\",
    "\x1b_apc\x9c",
    "\x1bc",
    "\x1b",
    "\x9d0;t",
]
anything = st.text(
    st.characters() | st.sampled_from("\x1b\x9b[]m;\x07\\P\r\n\t" + BIDI), max_size=200
) | st.lists(st.text(max_size=5) | st.sampled_from(SEQUENCES)).map("".join)


def obeyed(text: str) -> list[str]:
    """Characters that a terminal or a layout would act on rather than show."""
    return [
        sign
        for sign in text
        if (unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\t") or sign in BIDI
    ]


@given(anything)
def test_visible_leaves_no_control_character(text: str) -> None:
    assert obeyed(visible(text)) == []


@given(anything)
def test_visible_twice_is_visible_once(text: str) -> None:
    assert visible(visible(text)) == visible(text)


@given(anything, st.integers(min_value=0, max_value=50))
def test_a_limit_is_kept_and_the_cut_is_shown(text: str, limit: int) -> None:
    cut = visible(text, limit=limit)
    assert len(cut) <= max(limit, 1)
    assert cut == visible(text) or cut.endswith("…")


@pytest.mark.parametrize("sequence", SEQUENCES, ids=ascii)
def test_a_whole_escape_sequence_goes_with_its_parameters(sequence: str) -> None:
    assert visible(f"{sequence}") == ""
    assert visible(f"王小明{sequence}").startswith("王小明")


@pytest.mark.parametrize(
    "text", ["plain", "王小明 👩‍👩‍👧", "[/bad] [b + 1", "a\n\tb", "naïve – “x”"]
)
def test_words_are_kept_as_they_are(text: str) -> None:
    assert visible(text) == text


@given(anything)
def test_one_line_has_no_line_break(text: str) -> None:
    assert len(one_line(text).splitlines()) <= 1
    assert "\t" not in one_line(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | anything,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(anything, inner, max_size=4),
)


@given(json_values)
def test_escaped_json_is_the_same_value_and_obeys_nothing(value: object) -> None:
    printed = escape_controls(json.dumps(value, ensure_ascii=False))
    assert json.loads(printed) == value
    assert obeyed(printed) == []
    printed.encode()


@pytest.mark.parametrize(
    "hidden",
    ["\U000e0049\U000e0067", "\u00ad", "\u3164", "\u115f", "\u2063", "\U000e0101", "\ufeff"],
)
def test_what_is_invisible_yet_read_by_machines_is_removed(hidden: str) -> None:
    assert visible(f"hi {hidden}there") == "hi there"
    assert hidden not in escape_controls(json.dumps(hidden, ensure_ascii=False))


@pytest.mark.parametrize("kept", ["👩‍👧", "❤️", "می‌خواهم", "कर्‍ता"])
def test_joiners_that_writing_needs_stay(kept: str) -> None:
    assert visible(kept) == kept


@pytest.mark.parametrize(
    "name", ["Ann", " ann\u200b", "\uff41\uff4e\uff4e", "a\u200dnn", "\x1b[1mANN"]
)
def test_a_person_is_known_however_the_name_is_typed(name: str) -> None:
    assert known_as(name) == "ann"


@pytest.mark.parametrize("name", ["", " \n", "\u200b", "\u2060\u200d", "\u3164"])
def test_a_name_that_shows_nothing_is_empty(name: str) -> None:
    assert known_as(name) == ""


def test_people_with_other_names_are_others() -> None:
    assert len({known_as(each) for each in ("李雷", "李蕾", "ann lee", "annlee", "bo")}) == 5
