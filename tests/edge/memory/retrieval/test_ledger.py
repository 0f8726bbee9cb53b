"""No quote enters the ledger that its turn does not say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.ledger import LONGEST_QUOTE, Ledger
from tandem_shared.errors import TrustError

TURNS = {"t1": "I moved to  Hangzhou\nlast week, room １２.", "t2": "我上周搬到杭州了。"}


def test_a_quote_of_the_turns_own_words_enters() -> None:
    ledger = Ledger(TURNS.get)
    assert ledger.enter("t2", "搬到杭州").quote == "搬到杭州"
    assert [each.turn for each in ledger.entries] == ["t2"]


def test_white_space_and_full_width_forms_may_differ_but_the_turns_own_are_kept() -> None:
    ledger = Ledger(TURNS.get)
    assert ledger.enter("t1", "Hangzhou last week").quote == "Hangzhou\nlast week"
    assert ledger.enter("t1", " room 12").quote == "room １２"


@pytest.mark.parametrize(
    ("turn", "quote"),
    [("t1", "moved to Beijing"), ("t1", "I MOVED"), ("t9", "I moved"), ("t1", "  "), ("t1", "")],
)
def test_what_the_turn_does_not_say_is_refused(turn: str, quote: str) -> None:
    ledger = Ledger(TURNS.get)
    with pytest.raises(TrustError):
        ledger.enter(turn, quote)
    assert ledger.entries == []


def test_a_quote_that_is_a_page_is_refused() -> None:
    with pytest.raises(TrustError):
        Ledger(lambda turn: "a" * 1000).enter("t", "a" * (LONGEST_QUOTE + 1))


def test_the_same_quote_enters_once() -> None:
    ledger = Ledger(TURNS.get)
    ledger.enter("t2", "杭州")
    ledger.enter("t2", "杭州")
    assert len(ledger.entries) == 1


def test_entries_whose_turn_was_deleted_are_told() -> None:
    turns = dict(TURNS)
    ledger = Ledger(turns.get)
    kept, gone = ledger.enter("t1", "last week"), ledger.enter("t2", "杭州")
    del turns["t2"]
    assert ledger.broken() == (gone,) and kept in ledger.entries


@given(st.text(min_size=1, max_size=40), st.data())
def test_any_stretch_of_a_turn_can_be_quoted_and_is_found_in_it(
    raw: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(raw) - 1))
    quote = raw[start : data.draw(st.integers(start + 1, len(raw)))]
    if quote.strip():
        assert Ledger(lambda turn: raw).enter("t", quote).quote in raw
