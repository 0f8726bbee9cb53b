"""What the wordings say of times and numbers is understood as exactly what was meant."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import assume, given
from hypothesis import strategies as st

from tandem_edge.bench.wordings import spoken
from tandem_edge.phone.normalise import KINDS

LANGUAGE = st.sampled_from(["en", "zh"])
NOW = st.builds(
    lambda day, minutes, zone: (
        datetime(2026, 1, 5) + timedelta(days=day, minutes=5 * minutes)
    ).replace(tzinfo=ZoneInfo(zone)),
    st.integers(0, 350),
    st.integers(7 * 12, 21 * 12),
    st.sampled_from(["Asia/Shanghai", "Europe/London", "America/New_York"]),
)
SEEDED = st.integers(0, 10_000).map(Random)


def understood(kind: str, said: str, now: datetime) -> Any:
    return KINDS[kind](said, {"maxLength": 80, "x-unit": ""}, now)


@given(LANGUAGE, NOW, st.integers(0, 6), st.integers(5 * 12, 23 * 12 - 1), SEEDED)
def test_a_spoken_moment_is_that_moment(
    language: str, now: datetime, ahead: int, at: int, random: Random
) -> None:
    midnight = now.replace(hour=0, minute=0, tzinfo=None)
    when = midnight + timedelta(days=ahead, minutes=5 * at)
    assume(when > now.replace(tzinfo=None))
    said = spoken.moment(when, now.replace(tzinfo=None), language, random)
    assert understood("moment", said, now) == when.strftime("%Y-%m-%dT%H:%M")


@given(LANGUAGE, NOW, st.integers(5 * 12, 23 * 12 - 1), SEEDED)
def test_a_spoken_clock_time_is_that_time(
    language: str, now: datetime, at: int, random: Random
) -> None:
    when = datetime(2026, 1, 1) + timedelta(minutes=5 * at)
    assert understood("clock", spoken.clock(when.time(), language, random), now) == f"{when:%H:%M}"


@given(LANGUAGE, NOW, st.integers(0, 40), SEEDED)
def test_a_spoken_day_is_that_day(language: str, now: datetime, ahead: int, random: Random) -> None:
    day = now.date() + timedelta(days=ahead)
    assert understood("day", spoken.day(day, now.date(), language, random), now) == day.isoformat()


@given(LANGUAGE, NOW, st.integers(1, 300).map(lambda minutes: 60 * minutes) | st.just(45), SEEDED)
def test_a_spoken_length_is_that_length(
    language: str, now: datetime, seconds: int, random: Random
) -> None:
    assert understood("duration", spoken.duration(seconds, language, random), now) == seconds


@given(LANGUAGE, NOW, st.integers(0, 1200))
def test_a_spoken_number_is_that_number(language: str, now: datetime, value: int) -> None:
    assert understood("number", spoken.number(value, language), now) == value
