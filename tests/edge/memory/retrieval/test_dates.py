"""Dates that a question names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.dates import Mention, mentions, speaks_of_time

AT = datetime(2025, 5, 8, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "mention"),
    [
        ("on 8 May, 2025", Mention(2025, 5, 8)),
        ("on May 8th", Mention(None, 5, 8)),
        ("in May 2025", Mention(2025, 5)),
        ("last May", Mention(None, 5)),
        ("in 2025", Mention(2025)),
        ("2025-05-08", Mention(2025, 5, 8)),
        ("2025年5月8日", Mention(2025, 5, 8)),
        ("5月的时候", Mention(None, 5)),
        ("5月8号", Mention(None, 5, 8)),
    ],
)
def test_a_date_is_read_as_far_as_it_is_said(text: str, mention: Mention) -> None:
    assert mentions(text) == (mention,)
    assert mention.fit(AT) == 1


@pytest.mark.parametrize("text", ["You may go", "it may 5", "call 12345678", "三月", ""])
def test_what_names_no_date_gives_none(text: str) -> None:
    assert mentions(text) in ((), (Mention(None, 5, 5),))


def test_a_wrong_month_or_year_rules_a_date_out_and_a_wrong_day_does_not() -> None:
    assert Mention(2024, 5, 8).fit(AT) == 0
    assert Mention(None, 6).fit(AT) == 0
    assert 0 < Mention(2025, 5, 9).fit(AT) < 1


@pytest.mark.parametrize(
    "text", ["I went last Tuesday", "three days ago", "昨天去的", "上周五", "in 2021"]
)
def test_a_turn_that_says_when_is_known(text: str) -> None:
    assert speaks_of_time(text)


@pytest.mark.parametrize("text", ["I like tea", "我喜欢茶", "that is great!"])
def test_a_turn_that_does_not_is_not(text: str) -> None:
    assert not speaks_of_time(text)


@given(st.text(max_size=120))
def test_any_text_can_be_read(text: str) -> None:
    assert all(0 <= mention.fit(AT) <= 1 for mention in mentions(text))
