"""Days, weeks, months, seasons and years as intervals: first day, and the day after the last."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum

from tandem_edge.phone.catalogue.time_management.lunar import next_feast, solar_of

DAY = timedelta(days=1)
FIRST_YEAR, LAST_YEAR = 1902, 2099
"""Years that are understood; the lunar tables end a little outside of them."""


class Precision(StrEnum):
    """How exactly an interval was said."""

    MINUTE = "minute"
    PART = "part"
    """A part of a day: a morning, a night."""
    DAY = "day"
    WEEK = "week"
    """A week, a weekend, or a third of a month."""
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class Now:
    """The day a turn was said on, and whether it tells of the past (bare days lie behind then) or
    of what is ``ahead``; of neither, where its words do not say."""

    day: date
    past: bool = False
    ahead: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """What one wording states: days (``end`` is the day after), hours of a day, or a clock time."""

    start: date | None = None
    end: date | None = None
    precision: Precision = Precision.DAY
    hours: tuple[int, int] | None = None
    """From, to; more than 24 is the next day."""
    clock: tuple[int, int] | None = None
    """Hour and minute; an hour of 1 to 12 may be of either half of the day."""
    exact: bool = field(default=True)
    """Whether ``clock`` says which half of the day it is."""


NOTHING = Piece()
"""A wording that is a time, but not one that can be resolved."""


def day(start: date) -> Piece:
    """One day."""
    return Piece(start, start + DAY, Precision.DAY)


def days(now: Now, offset: int) -> Piece:
    """The day ``offset`` days from today."""
    return day(now.day + offset * DAY)


def week(now: Now, offset: int) -> Piece:
    """The week, Monday to Sunday, ``offset`` weeks from this one."""
    monday = now.day + (7 * offset - now.day.weekday()) * DAY
    return Piece(monday, monday + 7 * DAY, Precision.WEEK)


def weekend(now: Now, offset: int) -> Piece:
    """The Saturday and Sunday of the week ``offset`` weeks from this one."""
    monday = now.day + (7 * offset - now.day.weekday()) * DAY
    return Piece(monday + 5 * DAY, monday + 7 * DAY, Precision.WEEK)


def weekday_of_week(now: Now, which: int, offset: int) -> Piece:
    """Day ``which`` (Monday is 0) of the week ``offset`` weeks from this one; a plan for a day of
    this week that is over ("this Saturday", on a Sunday) is for the next one."""
    over = now.ahead and offset == 0 and which < now.day.weekday()
    return day(now.day + (7 * (offset + over) - now.day.weekday() + which) * DAY)


def weekday(now: Now, which: int, past: bool) -> Piece:
    """The nearest such day strictly before (``past``) or after today."""
    ahead = (which - now.day.weekday() - 1) % 7 + 1
    return days(now, ahead - 7 if past and ahead < 7 else -7 if past else ahead)


def month(year: int, number: int) -> Piece:
    """A month; ``number`` may run past 12 or below 1 into other years."""
    years, index = divmod(number - 1, 12)
    start = date(year + years, index + 1, 1)
    return Piece(start, _next_month(start), Precision.MONTH)


def months(now: Now, offset: int) -> Piece:
    """The month ``offset`` months from this one."""
    return month(now.day.year, now.day.month + offset)


def named_month(now: Now, number: int, year: int | None = None) -> Piece:
    """A month by its name: of ``year``, else this one, the last one or the next one."""
    if year is None:
        year = now.day.year
        if now.past and number > now.day.month:
            year -= 1
        elif not now.past and number < now.day.month:
            year += 1
    return month(year, number)


def third(whole: Piece, which: int) -> Piece:
    """The first (0), middle (1) or last (2) third of a month; of a year, a month at its edge."""
    if whole.start is None or whole.end is None:
        return NOTHING
    if whole.precision is Precision.YEAR:
        return month(whole.start.year, (1, 6, 12)[which])
    if whole.precision is not Precision.MONTH:
        return NOTHING
    edges = (whole.start, whole.start + 10 * DAY, whole.start + 20 * DAY, whole.end)
    return Piece(edges[which], edges[which + 1], Precision.WEEK)


def year(number: int) -> Piece:
    """A year of the solar calendar. Raises ``ValueError`` outside ``FIRST_YEAR``-``LAST_YEAR``."""
    return Piece(date(_checked(number), 1, 1), date(number + 1, 1, 1), Precision.YEAR)


def _checked(number: int) -> int:
    if not FIRST_YEAR <= number <= LAST_YEAR:
        raise ValueError(f"no year {number}")
    return number


SEASONS = ("spring", "summer", "autumn", "winter")


def season(number: int, which: int) -> Piece:
    """A season of the northern half of the world by months (WMO): spring is March to May.

    A winter is of the year that it begins in.
    """
    first = month(number, 3 * which + 3).start
    last = month(number, 3 * which + 6).start
    return Piece(first, last, Precision.SEASON)


def near_season(now: Now, which: int, steps: int) -> Piece:
    """The season of this year (0), or the last one that is over (-1) or not yet begun (1)."""
    if steps == 0:
        return season(now.day.year, which)
    for away in range(3):
        found = season(now.day.year + away * steps, which)
        if found.start is None or found.end is None:
            break
        if (found.end <= now.day) if steps < 0 else (found.start > now.day):
            return found
    return NOTHING


def leaning_season(now: Now, which: int) -> Piece:
    """The season at hand or the nearest one that the turn tells of; nothing where it tells neither
    of the past nor of what is ahead: who likes to swim in summer means any."""
    if not (now.past or now.ahead):
        return NOTHING
    years = range(now.day.year - 1, now.day.year + 2)
    every = [season(year, which) for year in years if FIRST_YEAR <= year < LAST_YEAR]
    if now.past:
        fits = [each for each in every if each.start and each.start <= now.day]
        return fits[-1] if fits else NOTHING
    return next((each for each in every if each.end and each.end > now.day), NOTHING)


def of_month(now: Now, number: int, which: int, given: int | None = None) -> Piece:
    """A date: of ``given`` year, else the nearest one behind (``now.past``) or ahead."""
    if given is not None:
        return day(date(_checked(given), number, which))
    years = range(now.day.year, now.day.year + (-9 if now.past else 9), -1 if now.past else 1)
    for each in years:
        try:
            found = date(each, number, which)
        except ValueError:
            continue
        if (found <= now.day) if now.past else (found >= now.day):
            return day(found)
    raise ValueError(f"no day {number}-{which}")


def day_of_month(now: Now, which: int, weekday: int | None = None) -> Piece:
    """The nearest day ``which`` of a month, behind (``now.past``) or ahead; that is the
    ``weekday`` (0 is Monday) where one is given."""
    for step in range(12):
        whole = months(now, -step if now.past else step).start
        try:
            found = whole.replace(day=which) if whole else now.day
        except ValueError:
            continue
        fits = weekday is None or found.weekday() == weekday
        if fits and ((found <= now.day) if now.past else (found >= now.day)):
            return day(found)
    raise ValueError(f"no day {which}")


def lunar(now: Now, number: int, which: int, given: int | None = None) -> Piece:
    """A day of the lunar calendar, of ``given`` lunar year, else the nearest behind or ahead."""
    if not (1 <= number <= 12 and 1 <= which <= 30):
        raise ValueError(f"no lunar day {number}-{which}")
    if given is not None:
        return day(solar_of(_checked(given), number, which))
    found = [solar_of(each, number, which) for each in _around(now)]
    return day(_nearest(found, now))


def feast(now: Now, name: str, given: int | None = None) -> Piece:
    """A feast by its name in ``lunar.FEASTS``, of ``given`` year, else the nearest."""
    if given is not None:
        return day(next_feast(name, date(_checked(given), 1, 1)))
    found = [next_feast(name, date(each, 1, 1)) for each in _around(now)]
    return day(_nearest(found, now))


def _around(now: Now) -> range:
    if not FIRST_YEAR < now.day.year < LAST_YEAR:
        raise ValueError("outside the lunar tables")
    return range(now.day.year - 1, now.day.year + 2)


def _nearest(found: list[date], now: Now) -> date:
    if now.past:
        return max(each for each in found if each <= now.day)
    return min(each for each in found if each >= now.day)


def _next_month(start: date) -> date:
    return date(start.year + start.month // 12, start.month % 12 + 1, 1)
