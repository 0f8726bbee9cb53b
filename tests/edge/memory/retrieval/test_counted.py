"""What is noted of a text once says what its words would say again."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.counted import Counts, NotedCounts, WordCounts, note
from tandem_edge.memory.retrieval.pool import Passage, dated
from tandem_edge.memory.retrieval.terms import surfaces, terms

TEXTS = st.text(st.sampled_from("ab n't’' ,.1000２?!杭州我的Éß\u0301\n"), max_size=40)
SPEAKERS = st.sampled_from(["", "owner", "Ana", "王明", "don't", "2026", "é\u0301"])
TIMES = st.datetimes(datetime(1990, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC))


def alike(one: Counts, other: Counts, asked: list[str]) -> None:
    assert np.array_equal(one.plain(asked), other.plain(asked))
    assert np.array_equal(one.dated(asked), other.dated(asked))
    for name in ("lengths", "dated_lengths", "forms"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


@given(st.lists(st.tuples(TEXTS, SPEAKERS, TIMES, st.booleans()), max_size=6), TEXTS)
def test_counts_from_notes_are_those_of_the_words(
    said: list[tuple[str, str, datetime, bool]], asked: str
) -> None:
    some = [Passage(f"p{at}", text, who, when) for at, (text, who, when, _) in enumerate(said)]
    shown = [dated(p) if turn else p.text for p, (*_, turn) in zip(some, said, strict=True)]
    notes = {p.id: note(p.text, text) for p, text in zip(some, shown, strict=True)}
    wanted = [*surfaces(asked), *surfaces(dated(some[0]) if some else "")]
    alike(NotedCounts(some, notes), WordCounts(some), wanted)


def test_the_day_and_the_speaker_count_apart_from_the_words() -> None:
    ana = Passage("p", "tea with Ana", "Ana", datetime(2026, 3, 9, tzinfo=UTC))
    counted, asked = NotedCounts([ana], {"p": note(ana.text, dated(ana))}), ["ana", "tea", "2026"]
    assert counted.plain(asked).T.tolist() == [[1, 1, 0]]
    assert counted.dated(asked).T.tolist() == [[2, 1, 1]]
    assert (counted.lengths.item(), counted.dated_lengths.item()) == (2, 6)


def test_what_is_searched_ends_with_the_words_themselves() -> None:
    with pytest.raises(ValueError, match="ends with"):
        note("tea", "tea on Monday")


@given(TEXTS)
def test_a_note_is_four_bytes_a_term(text: str) -> None:
    noted = note(text, f"9 March 2026 {text}")
    assert noted.own == len(terms(text))
    assert noted.length == len(terms(f"9 March 2026 {text}")) == len(noted.codes) / 4


def test_nothing_counts_in_no_passages() -> None:
    assert NotedCounts([], {}).plain(["tea"]).shape == (1, 0)


@pytest.mark.parametrize(
    ("text", "codes", "form"),
    [
        ("I moved to Porto in 2021", "78373eef 828c9e9d ed5ea3e3", 3437),
        (
            "我搬到杭州了？",
            "d9100ffc 025ea63e 654d5bec 65edfbf6 156b7630 4b1948aa 32ef52f4 5a7129bc",
            51,
        ),
        ("Running late, Ana's ponies?", "c0a47650 951f2a6f e26f9f77 486ce0c6", 1026),
    ],
)
def test_what_is_noted_changes_with_a_migration_only(text: str, codes: str, form: int) -> None:
    """Another result means that memories which are there tell something else: note them anew."""
    noted = note(text, text)
    assert (noted.codes.hex(" ", 4), noted.form) == (codes, form)
