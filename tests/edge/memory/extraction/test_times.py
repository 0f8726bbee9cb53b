"""Times as they are told, resolved against the turn's date and zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.memory.extraction.times import Precision, find_times, resolve_time
from tests.edge.memory.extraction.saying import NOW

CASES = [
    ("today", "2026-03-10", "2026-03-11", "day"),
    ("yesterday", "2026-03-09", "2026-03-10", "day"),
    ("the day before yesterday", "2026-03-08", "2026-03-09", "day"),
    ("the day after tomorrow", "2026-03-12", "2026-03-13", "day"),
    ("last Tuesday", "2026-03-03", "2026-03-04", "day"),
    ("next Friday", "2026-03-20", "2026-03-21", "day"),
    ("this Friday", "2026-03-13", "2026-03-14", "day"),
    ("two weeks ago", "2026-02-23", "2026-03-02", "week"),
    ("three days ago", "2026-03-07", "2026-03-08", "day"),
    ("a couple of months ago", "2026-01-01", "2026-02-01", "month"),
    ("in two weeks", "2026-03-23", "2026-03-30", "week"),
    ("five years ago", "2021-01-01", "2022-01-01", "year"),
    ("next month", "2026-04-01", "2026-05-01", "month"),
    ("last month", "2026-02-01", "2026-03-01", "month"),
    ("last year", "2025-01-01", "2026-01-01", "year"),
    ("in 2021", "2021-01-01", "2022-01-01", "year"),
    ("March 2024", "2024-03-01", "2024-04-01", "month"),
    ("in June", "2026-06-01", "2026-07-01", "month"),
    ("last summer", "2025-06-01", "2025-09-01", "season"),
    ("last winter", "2025-12-01", "2026-03-01", "season"),
    ("summer 2019", "2019-06-01", "2019-09-01", "season"),
    ("this weekend", "2026-03-14", "2026-03-16", "week"),
    ("last weekend", "2026-03-07", "2026-03-09", "week"),
    ("the end of March", "2026-03-21", "2026-04-01", "week"),
    ("2 April", "2026-04-02", "2026-04-03", "day"),
    ("April 2nd, 2024", "2024-04-02", "2024-04-03", "day"),
    ("2024-04-02", "2024-04-02", "2024-04-03", "day"),
    ("the ninth of April", "2026-04-09", "2026-04-10", "day"),
    ("May the seventh", "2026-05-07", "2026-05-08", "day"),
    ("the twenty-second of June", "2026-06-22", "2026-06-23", "day"),
    ("Saturday the eleventh", "2026-04-11", "2026-04-12", "day"),
    ("last Christmas", "2025-12-25", "2025-12-26", "day"),
    ("Chinese New Year 2025", "2025-01-29", "2025-01-30", "day"),
    ("last night", "2026-03-09 18:00", "2026-03-10 06:00", "part"),
    ("tomorrow at 5pm", "2026-03-11 17:00", "2026-03-11 17:01", "minute"),
    ("yesterday afternoon at 3", "2026-03-09 15:00", "2026-03-09 15:01", "minute"),
    ("今天", "2026-03-10", "2026-03-11", "day"),
    ("前天", "2026-03-08", "2026-03-09", "day"),
    ("大后天", "2026-03-13", "2026-03-14", "day"),
    ("上周三", "2026-03-04", "2026-03-05", "day"),
    ("上上周五", "2026-02-27", "2026-02-28", "day"),
    ("下周五晚上八点", "2026-03-20 20:00", "2026-03-20 20:01", "minute"),
    ("下下周", "2026-03-23", "2026-03-30", "week"),
    ("这个月底", "2026-03-21", "2026-04-01", "week"),
    ("下个月5号", "2026-04-05", "2026-04-06", "day"),
    ("上个月", "2026-02-01", "2026-03-01", "month"),
    ("三个月前", "2025-12-01", "2026-01-01", "month"),
    ("半年前", "2025-09-01", "2025-10-01", "month"),
    ("三天后", "2026-03-13", "2026-03-14", "day"),
    ("两周前", "2026-02-23", "2026-03-02", "week"),
    ("去年", "2025-01-01", "2026-01-01", "year"),
    ("去年秋天", "2025-09-01", "2025-12-01", "season"),
    ("2019年", "2019-01-01", "2020-01-01", "year"),
    ("二零一九年", "2019-01-01", "2020-01-01", "year"),
    ("2019年3月", "2019-03-01", "2019-04-01", "month"),
    ("明年3月", "2027-03-01", "2027-04-01", "month"),
    ("4月2号下午三点", "2026-04-02 15:00", "2026-04-02 15:01", "minute"),
    ("2024年4月2日", "2024-04-02", "2024-04-03", "day"),
    ("周末", "2026-03-14", "2026-03-16", "week"),
    ("昨晚", "2026-03-09 18:00", "2026-03-10 06:00", "part"),
    ("大年初一", "2027-02-06", "2027-02-07", "day"),
    ("除夕", "2027-02-05", "2027-02-06", "day"),
    ("农历八月十五", "2026-09-25", "2026-09-26", "day"),
    ("去年中秋", "2025-10-06", "2025-10-07", "day"),
    ("腊月廿三", "2027-01-30", "2027-01-31", "day"),
    ("明年春节", "2027-02-06", "2027-02-07", "day"),
    ("國慶節", "2026-10-01", "2026-10-02", "day"),
]


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=NOW.tzinfo)


@pytest.mark.parametrize(
    ("said", "start", "end", "precision"), CASES, ids=[row[0] for row in CASES]
)
def test_a_time_is_an_interval(said: str, start: str, end: str, precision: str) -> None:
    span = resolve_time(said, NOW)
    assert span is not None
    assert (span.start, span.end) == (moment(start), moment(end))
    assert span.precision is Precision(precision)


@pytest.mark.parametrize(
    "said",
    [
        "the weekend before my birthday",
        "two weeks after we moved",
        "the day before the exam",
        "some day",
        "I may go",
        "march on",
        "at 5",
        "30 February",
        "in 3021",
        "2月30号",
        "我生日前一周",
        "有一天",
        "一点儿",
        "十三月",
        "早饭",
        "三号线",
    ],
)
def test_what_cannot_be_resolved_is_no_time(said: str) -> None:
    assert find_times(said, NOW) == ()


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("I met her on Friday", 6),
        ("I'm meeting her on Friday", 13),
        ("周五我去了医院", 6),
        ("周五我要去医院", 13),
    ],
)
def test_a_bare_day_lies_where_the_words_around_it_say(said: str, day: int) -> None:
    (span,) = find_times(said, NOW)
    assert span.start == NOW.replace(day=day, hour=0)


def test_two_times_are_two_intervals() -> None:
    first, second = find_times("I moved in 2019 and left last month", NOW)
    assert first.start.year == 2019 and second.start.month == 2
    assert first.end <= second.start


def test_days_are_those_of_the_speakers_zone() -> None:
    at = datetime(2026, 3, 10, 23, 30, tzinfo=ZoneInfo("America/New_York"))
    span = resolve_time("yesterday", at)
    assert span is not None and span.start == datetime(2026, 3, 9, tzinfo=at.tzinfo)
    assert span.start.utcoffset() == at.utcoffset()


WORDS = st.sampled_from(
    (
        "last next this two 3 三 weeks week ago days in the end of March may 周 三 上 "
        "下 个 月 年 初 农历 八月 十五 底 at 5 pm 点 "
        "2021 christmas before my birthday 昨天 晚上 除夕 半 前 后 31 号 0 99"
    ).split(" ")
)


@settings(max_examples=300, deadline=None)
@given(
    parts=st.lists(WORDS, min_size=1, max_size=8),
    joint=st.sampled_from(["", " "]),
    at=st.datetimes(min_value=datetime(1903, 1, 1), max_value=datetime(2098, 1, 1)),
)
def test_any_words_give_intervals_in_order_or_none(
    parts: list[str], joint: str, at: datetime
) -> None:
    text = joint.join(parts)
    found = find_times(text, at.replace(tzinfo=NOW.tzinfo))
    assert all(span.start < span.end for span in found)
    assert [span.at for span in found] == sorted(span.at for span in found)
    assert all(one.at[1] <= two.at[0] for one, two in pairwise(found))


@given(weeks=st.integers(0, 60))
def test_weeks_ago_are_whole_weeks(weeks: int) -> None:
    span = resolve_time(f"{weeks} weeks ago", NOW)
    assert span is not None
    assert span.start.weekday() == 0 and span.end - span.start == timedelta(days=7)
    assert span.start <= NOW - timedelta(weeks=weeks) < span.end


@given(text=st.text(max_size=120), at=st.datetimes())
def test_no_text_and_no_date_raises(text: str, at: datetime) -> None:
    find_times(text, at.replace(tzinfo=NOW.tzinfo))


@pytest.mark.parametrize(
    "said",
    ["every Sunday", "Friday nights", "I may first ask", "当天就回家", "每周二", "逢礼拜二"],
)
def test_what_comes_again_and_again_is_no_day(said: str) -> None:
    assert find_times(said, NOW) == ()


@pytest.mark.parametrize(
    ("said", "year"), [("颈椎是三月二十五号查的", 2025), ("三月二十五号去查", 2026)]
)
def test_a_verb_before_de_tells_of_the_past(said: str, year: int) -> None:
    (span,) = find_times(said, NOW)
    assert (span.start.year, span.start.month, span.start.day) == (year, 3, 25)


def test_a_day_without_a_month_is_the_nearest_where_a_preposition_says_so() -> None:
    assert [span.start.day for span in find_times("it starts on the nineteenth", NOW)] == [19]
    assert find_times("she was the first to come", NOW) == ()
