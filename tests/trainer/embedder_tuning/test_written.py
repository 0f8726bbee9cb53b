"""The written entries: their form, and what is said of one that has not got it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_trainer.embedder_tuning.written import MARKS, read_entries, shipped_entries

HAN = re.compile("[\u3400-\u9fff]")
WORD = st.from_regex(r"[a-z]{1,8}( [a-z]{1,8})?", fullmatch=True)


def lines(texts: tuple[str, ...]) -> str:
    return "".join(f"{mark}: {text}\n" for mark, text in zip(MARKS, texts, strict=True))


@given(st.lists(st.tuples(WORD, WORD, WORD, WORD, WORD, WORD), max_size=4))
def test_entries_are_read_as_they_stand_whatever_heads_are_between(
    entries: list[tuple[str, str, str, str, str, str]],
) -> None:
    text = "# said of it\n" + "\n== part\n\n".join(lines(each) for each in entries)
    found = [[side for both in entry.texts for side in both] for entry in read_entries(text, "f")]
    assert found == [[*each] for each in entries]


def test_a_line_out_of_place_is_named() -> None:
    text = lines(("a", "b", "c", "d", "e", "f")).replace("答", "A")
    with pytest.raises(ValueError, match="f:4: a line that begins with 答: is wanted here"):
        list(read_entries(text, "f"))


def test_an_entry_that_breaks_off_is_named() -> None:
    with pytest.raises(ValueError, match="the last entry has 2 lines, not 6"):
        list(read_entries("Q: a\n问: b\n", "f"))


def test_every_shipped_entry_is_in_both_languages_and_none_stands_twice() -> None:
    entries = shipped_entries()
    assert len(entries) > 1500
    for entry in entries:
        for english, chinese in entry.texts:
            assert not HAN.search(english) and HAN.search(chinese), (english, chinese)
    asked = [(entry.question, entry.answer) for entry in entries]
    assert len({*asked}) == len(asked)
