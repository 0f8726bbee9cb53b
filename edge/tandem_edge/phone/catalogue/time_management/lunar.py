"""The Chinese lunar calendar, and the feasts of both calendars."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Literal, get_args

FIRST, LAST = date(1901, 1, 1), date(2100, 12, 31)
"""Days whose lunar date is told."""

Feast = Literal[
    "new_year",
    "valentines",
    "spring_festival",
    "lantern_festival",
    "qingming",
    "easter",
    "labour_day",
    "dragon_boat",
    "qixi",
    "mid_autumn",
    "national_day",
    "double_ninth",
    "halloween",
    "thanksgiving",
    "winter_solstice",
    "christmas",
    "lunar_new_years_eve",
]
FEASTS: tuple[Feast, ...] = get_args(Feast)
_FIXED = {
    "new_year": (1, 1),
    "valentines": (2, 14),
    "labour_day": (5, 1),
    "national_day": (10, 1),
    "halloween": (10, 31),
    "christmas": (12, 25),
}
_LUNAR = {
    "spring_festival": (1, 1),
    "lantern_festival": (1, 15),
    "dragon_boat": (5, 5),
    "qixi": (7, 7),
    "mid_autumn": (8, 15),
    "double_ninth": (9, 9),
}
_TERMS = {"qingming": "清明", "winter_solstice": "冬至"}


@dataclass(frozen=True, slots=True)
class LunarDay:
    """A day of the lunar calendar; ``written`` is how Chinese calendars print it."""

    year: int
    month: int
    day: int
    leap: bool
    written: str


@cache
def lunar_of(day: date) -> LunarDay | None:
    """The lunar date of ``day``, or ``None`` outside ``FIRST`` to ``LAST``."""
    if not FIRST <= day <= LAST:
        return None
    from lunar_python import Solar

    found = Solar.fromYmd(day.year, day.month, day.day).getLunar()
    month = int(found.getMonth())
    written = f"{found.getMonthInChinese()}月{found.getDayInChinese()}"
    return LunarDay(int(found.getYear()), abs(month), int(found.getDay()), month < 0, written)


@cache
def solar_of(year: int, month: int, day: int) -> date:
    """The day on which lunar ``month`` and ``day`` of ``year`` fall.

    In a month that has no thirtieth it is the twenty-ninth. A leap month does not count.
    """
    from lunar_python import Lunar, LunarMonth

    days = int(LunarMonth.fromYm(year, month).getDayCount())
    found = Lunar.fromYmd(year, month, min(day, days)).getSolar()
    return date(int(found.getYear()), int(found.getMonth()), int(found.getDay()))


def next_yearly(month: int, day: int, lunar: bool, today: date) -> date:
    """The first such day of the year from ``today`` on, in either calendar."""
    for year in range(today.year - 1, today.year + 3):
        found = solar_of(year, month, day) if lunar else _in_year(year, month, day)
        if found >= today:
            return found
    raise ValueError(f"there is no day {month}-{day}")


def _in_year(year: int, month: int, day: int) -> date:
    """29 February is the 28th where there is none."""
    while True:
        try:
            return date(year, month, day)
        except ValueError:
            day -= 1


def next_feast(feast: str, today: date) -> date:
    """The first day of ``feast`` from ``today`` on."""
    for year in range(today.year - 1, today.year + 3):
        found = _feast(feast, year)
        if found >= today:
            return found
    raise ValueError(f"there is no feast {feast}")


@cache
def _feast(feast: str, year: int) -> date:
    if feast in _FIXED:
        return date(year, *_FIXED[feast])
    if feast in _LUNAR:
        return solar_of(year, *_LUNAR[feast])
    if feast == "lunar_new_years_eve":
        return solar_of(year, 1, 1) - timedelta(days=1)
    if feast == "thanksgiving":
        first = date(year, 11, 1)
        return first + timedelta(days=(3 - first.weekday()) % 7 + 21)
    return _easter(year) if feast == "easter" else _term(_TERMS[feast], year)


def _term(name: str, year: int) -> date:
    from lunar_python import Solar

    day = Solar.fromYmd(year, 7, 1).getLunar().getJieQiTable()[name]
    return date(int(day.getYear()), int(day.getMonth()), int(day.getDay()))


def _easter(year: int) -> date:
    """Western Easter, by the anonymous Gregorian algorithm."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return date(year, f // 31, f % 31 + 1)
