"""What counts as said: the same value however it is put, and nothing by accident."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.agents.nulls import NULLS
from tandem_edge.bench.naming import names
from tandem_edge.bench.saying import says
from tandem_edge.bench.wordings import spoken

SAID = """
12点30分 | 12:30
十二点三十 | 12点半
half past twelve | 12:30
quarter past 3 | 3:15
It is at 3.15 | 3:15
二十一点四十 | 21:40
21:40 | 9:40
12 o'clock | noon
Friday, 6th November | November 6
November the 6th | 6 Nov
2026-11-06 | 11月6号
10小时30分钟 | 630分钟
an hour and a half | 90 minutes
一个半小时 | 1.5小时
you have 3 left | three
三条 | 3
共1,250元 | 1250
百分之三十 | 30
第3集 | 3
booked it | book
他叫王小明 | 小明
Kestrel  Lane | kestrel lane
It starts at 14:20. | 14:20
from 12:40 to 14:00. | 14:00
周二六点半 | 6:30
周三五点 | 5:00
周二18点30分 | 18:30
12时20分 | 12:20
half six | 6:30
6.21 km | 6.2
I don't know | n't know
from 1931 to 1958: all | 1958
六百字：1976年 | 600
447700900075 | 447700900075
"""
NOT_SAID = """
at 22:00 | 2:00
你13点去 | 3点
10小时30分钟 | 10小时
thirteen | three
十三条 | 3
rebooked | book
in 2026 | 26
12.5 | 5
447700900075 | 447700900074
6.28 | 6.2
"""


def rows(text: str) -> list[tuple[str, str]]:
    pairs = [line.split(" | ") for line in text.strip().splitlines()]
    return [(said, word) for said, word in pairs]


@pytest.mark.parametrize(("text", "word"), rows(SAID))
def test_the_same_value_counts_however_it_is_put(text: str, word: str) -> None:
    assert says(text, word)


@pytest.mark.parametrize(("text", "word"), rows(NOT_SAID))
def test_nothing_counts_by_accident(text: str, word: str) -> None:
    assert not says(text, word)


@given(st.integers(5 * 12, 23 * 12 - 1), st.sampled_from(["en", "zh"]), st.integers(0, 999))
def test_a_time_said_in_any_way_is_that_time(at: int, language: str, seed: int) -> None:
    when = datetime(2026, 1, 1) + timedelta(minutes=5 * at)
    said = spoken.clock(when.time(), language, Random(seed))
    assert says(f"({said})", f"{when:%H:%M}")
    later = when + timedelta(minutes=25)
    assert not says(f"({said})", f"{later:%H:%M}")


@given(st.integers(0, 999), st.sampled_from(["en", "zh"]))
def test_a_number_in_words_is_that_number(value: int, language: str) -> None:
    assert says(f"({spoken.number(value, language)})", str(value))


@given(st.text(max_size=30), st.text(min_size=1, max_size=10))
def test_any_text_can_be_looked_at(text: str, word: str) -> None:
    assert isinstance(says(text, word), bool)


LETTER = (("letter",), ("May", "June", "which"))
STALKING = (("前女友", "书包"), ("跟踪", "隐私"))


def test_a_short_natural_question_names_its_thing() -> None:
    assert names("Which letter?", LETTER)
    assert names("Which one, May or June?", LETTER)
    assert not names("Which one do you mean?", LETTER)
    assert not names("May I ask?", (("letter",), ("January", "which")))


def test_a_refusal_may_give_the_reason_in_words_of_its_topic() -> None:
    assert names("未经她同意追踪她的位置侵犯隐私，不能帮", STALKING)
    assert not names("我不能这样做，不安全", STALKING)


@pytest.mark.parametrize("groups", [LETTER, STALKING])
def test_what_null_agents_say_names_nothing(groups: tuple[tuple[str, ...], ...]) -> None:
    for make in NULLS.values():
        if make.__name__ in ("does_nothing", "always_asks", "always_refuses"):
            assert not names(make((), 0).answer(0).text, groups)
