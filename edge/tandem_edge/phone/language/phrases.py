"""Times as people say them, in English and Chinese, resolved against the phone's clock.

| said | meant |
|---|---|
| a clock time without a day | the next time it occurs: ``7:30`` at 09:00 is tomorrow's |
| an hour without am, pm or part of the day | the 24-hour clock as written: ``at 3`` is 03:00 |
| a part of the day (``evening``, ``凌晨``) | picks the hour; one it cannot hold is an error |
| a night (``tonight``, ``晚上``), ``midnight`` | is of the day it begins on: ``今晚十二点`` and \
``tonight at 1`` are 00:00 and 01:00 tomorrow; ``零点`` begins its day; after midnight \
``tonight`` is still the night that is not over |
| a bare weekday | the next such day strictly after today |
| ``this``/``这`` and a weekday | that day of this week, Monday to Sunday |
| ``next``/``下`` and a weekday | that day of the following week, Monday to Sunday |
| ``the weekend`` | this week's Saturday, or today when it is Sunday |
| a date without a year or month | the next one to come that exists |
| ``in two weeks``, ``三天后`` | that day at this clock time; ``in a month`` stays in the month |
| a day without a clock time, as a moment | an error: the time is missing |
| a past moment | an error, unless said by a full date, ``yesterday``, ``last`` or ``ago`` |
| ``by Friday``, ``until 5 pm``, ``周五之前`` | the day or time it names |
| ``this time tomorrow``, ``下周这个时候`` | that day at this clock time |
| ``2026-03-11T07:30Z``, ``...+08:00`` | that moment on the phone's clock |
| a word that is not understood | an error that names it |

Results are naive wall time; in a daylight-saving gap they name a time the clock skips.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from tandem_edge.phone.language.reading import LAST_DAY, NIGHT, NOON, WEEKEND, PhraseError, Reading
from tandem_edge.phone.language.wording import read

__all__ = ["PhraseError", "parse_day", "parse_duration", "parse_known_moment", "parse_moment"]

_DAY = timedelta(days=1)
_MONTHS = range(1, 13)
_YEARS_AHEAD = 9  # 29 February comes again within eight


def parse_moment(phrase: str, now: datetime) -> datetime:
    """A point in time (naive local wall time) meant by ``phrase`` at ``now``."""
    reading = read(phrase)
    try:
        moment = _local(_moment(reading, now), reading, now)
    except OverflowError:
        raise PhraseError(f"{phrase!r} is beyond the calendar") from None
    return moment.replace(microsecond=0)


def parse_known_moment(phrase: str, now: datetime) -> tuple[datetime, bool]:
    """``parse_moment`` of what may have passed, and whether ``phrase`` says which day.

    ``this morning at 6:45`` at 09:00 is today's; a clock time without a day is the next one.
    """
    reading = read(phrase)
    reading.past = True
    says_day = _says_day(reading) or reading.length is not None
    try:
        moment = _local(_moment(reading, now), reading, now)
    except OverflowError:
        raise PhraseError(f"{phrase!r} is beyond the calendar") from None
    return moment.replace(microsecond=0), says_day


def parse_day(phrase: str, now: datetime) -> date:
    """The day meant by ``phrase`` at ``now``; a clock time in it is understood and dropped."""
    reading = read(phrase)
    try:
        if reading.length is not None or reading.same_time or reading.utc_offset is not None:
            return _local(_moment(reading, now), reading, now).date()
        if not _says_day(reading) or (reading.direction == 1 and not _says_time(reading)):
            raise PhraseError(f"on which day? {phrase!r} names none")
        today = _wall(now).replace(hour=0, minute=0, second=0, microsecond=0)
        return _first(reading, today, timedelta(0), today).date()
    except OverflowError:
        raise PhraseError(f"{phrase!r} is beyond the calendar") from None


def parse_duration(phrase: str) -> timedelta:
    """The length of time meant by ``phrase``."""
    reading = read(phrase)
    if reading.number is not None:
        raise PhraseError(f"{reading.number} what? e.g. {reading.number} minutes")
    if _says_day(reading) or _says_time(reading) or reading.direction == -1:
        raise PhraseError(f"{phrase!r} is a point in time, not a length of it")
    if reading.length is None:
        raise PhraseError(f"how long? {phrase!r} names no length of time")
    months, days, seconds = reading.length
    if months or not days + seconds:
        raise PhraseError(f"how many days, hours or minutes is {phrase!r}?")
    try:
        return timedelta(days=days, seconds=seconds)
    except OverflowError:
        raise PhraseError(f"{phrase!r} is too long") from None


def _local(moment: datetime, reading: Reading, now: datetime) -> datetime:
    """``moment`` as the phone's clock shows it, if it was stated with an offset from UTC."""
    if reading.utc_offset is None:
        return moment
    if now.tzinfo is None:
        raise PhraseError(f"{reading.text!r} is of a zone, and this clock is of none")
    aware = (moment - timedelta(minutes=reading.utc_offset)).replace(tzinfo=UTC)
    return _wall(aware.astimezone(now.tzinfo)).replace(fold=0)


def _wall(now: datetime) -> datetime:
    return now.replace(tzinfo=None)


def _says_day(reading: Reading) -> bool:
    stated = (reading.offset, reading.weekday, reading.week, reading.day)
    wider = (reading.year, reading.years_on, reading.month, reading.months_on)
    return any(value is not None for value in (*stated, *wider))


def _says_time(reading: Reading) -> bool:
    return bool(reading.clock or reading.parts or reading.hour_cue or reading.same_time)


def _moment(reading: Reading, now: datetime) -> datetime:
    if reading.same_time:
        _at_this_time(reading, now)
    if reading.length is not None:
        return _from_now(reading, now)
    if reading.direction is not None:
        raise PhraseError(f"how long from now is {reading.text!r}?")
    wall, time = _wall(now), _time(reading)
    if not _says_day(reading):
        return _first(reading, wall - _DAY, time, wall + timedelta(microseconds=1))
    this_night = _midnight(wall.date()) - _DAY + time
    if _says_tonight_only(reading) and time >= _DAY and this_night > wall:
        return this_night
    return _first(reading, wall, time, wall.replace(second=0, microsecond=0))


def _says_tonight_only(reading: Reading) -> bool:
    others = (reading.weekday, reading.week, reading.day, reading.month, reading.year)
    wider = (reading.months_on, reading.years_on)
    tonight = reading.offset == 0 and NIGHT in reading.parts
    return tonight and all(value is None for value in (*others, *wider))


def _at_this_time(reading: Reading, now: datetime) -> None:
    """``this time tomorrow``, ``this time next week``: where no day is said, the one it is now."""
    if reading.length is None and not _says_day(reading):
        raise PhraseError(f"on which day is {reading.text!r}?")
    reading.state("clock", (now.hour, now.minute, 0))
    if reading.week is not None and reading.weekday is None:
        reading.weekday = now.weekday()
    if reading.months_on is not None or reading.years_on is not None:
        reading.day = reading.day or now.day
    if reading.years_on is not None:
        reading.month = reading.month or now.month


def _from_now(reading: Reading, now: datetime) -> datetime:
    """``in 20 minutes``, ``三天后``, and with a clock time ``in three days at 9``."""
    months, days, seconds = reading.length or (0, 0, 0)
    sign = reading.direction
    if sign is None:
        raise PhraseError(f"from when? e.g. in {reading.text}")
    if _says_day(reading):
        raise PhraseError(f"{reading.text!r} says both a day and a time from now")
    there = _months_later(_wall(now), sign * months) + sign * timedelta(days=days)
    if _says_time(reading) or reading.number is not None:
        if seconds or not months + days:
            raise PhraseError(f"{reading.text!r} says both a clock time and a time from now")
        return _midnight(there.date()) + _time(reading)
    return _elapse(there, sign * timedelta(seconds=seconds), now)


def _elapse(start: datetime, seconds: timedelta, now: datetime) -> datetime:
    """Hours that pass on a stopwatch, even across a change to or from daylight saving."""
    if now.tzinfo is None or not seconds:
        return start + seconds
    aware = start.replace(tzinfo=now.tzinfo, fold=now.fold).astimezone(UTC) + seconds
    return _wall(aware.astimezone(now.tzinfo)).replace(fold=0)


def _months_later(start: datetime, months: int) -> datetime:
    year, month = _month_at(start.year, start.month + months)
    return start.replace(year=year, month=month, day=min(start.day, monthrange(year, month)[1]))


def _month_at(year: int, month: int) -> tuple[int, int]:
    years, index = divmod(month - 1, 12)
    if not 1 <= year + years <= 9998:
        raise OverflowError
    return year + years, index + 1


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day)


def _time(reading: Reading) -> timedelta:
    """The clock time stated, as time since midnight: 24 hours and more for the small hours."""
    hour, minute, second = _clock(reading)
    could_be = _hours(hour) if reading.parts else [hour]
    fitting = [hour for hour in could_be if all(hour in part for part in reading.parts)]
    if not fitting:
        raise PhraseError(f"{reading.text!r}: that part of the day has no such hour")
    return timedelta(hours=fitting[0], minutes=minute, seconds=second)


def _hours(said: int) -> list[int]:
    """Hours since midnight that ``said`` may be: 12-hour clock up to 12, else as written."""
    if said == 0:
        return [0, 24]
    return [said % 12, said % 12 + 12, said % 12 + 24] if said <= 12 else [said]


def _clock(reading: Reading) -> tuple[int, int, int]:
    number = reading.number
    if number is not None and reading.clock is not None:
        raise PhraseError(f"{number} what? {reading.text!r} has a clock time already")
    if number is not None:
        return _bare_hour(reading, number)
    if reading.clock is not None:
        return reading.clock
    if NOON in reading.parts:
        return (12, 0, 0)
    raise PhraseError(f"at what time {reading.text}?" if reading.text.strip() else "at what time?")


def _bare_hour(reading: Reading, number: int) -> tuple[int, int, int]:
    placed = _says_time(reading) or _says_day(reading) or reading.length
    if reading.needs_unit or not placed:
        raise PhraseError(f"{number} what? e.g. {number}:00 or in {number} minutes")
    if number > 24:
        raise PhraseError(f"there is no hour {number} in {reading.text!r}")
    return (number, 0, 0)


def _first(reading: Reading, start: datetime, time: timedelta, floor: datetime) -> datetime:
    """The first moment, on a day that ``reading`` may mean, that is not before ``floor``."""
    day = tried = None
    for day in _days(reading, start.date()):
        tried = _midnight(day) + time
        if tried >= floor or _may_be_past(reading):
            break
    if day is None or tried is None:
        raise PhraseError(f"there is no such day as {reading.text!r}")
    if tried >= floor or _may_be_past(reading) or reading.past:
        _agree(reading, day, start.date())
        return tried
    raise PhraseError(f"{reading.text!r} ({tried:%Y-%m-%d %H:%M}) has passed")


def _may_be_past(reading: Reading) -> bool:
    relative = (reading.offset, reading.week, reading.months_on, reading.years_on)
    return reading.year is not None or any(value is not None and value < 0 for value in relative)


def _days(reading: Reading, start: date) -> Iterator[date]:
    """The days ``reading`` may mean, in order."""
    wider = (reading.month, reading.months_on, reading.year, reading.years_on)
    if reading.day is not None or any(value is not None for value in wider):
        return _dates(reading, start)
    if reading.offset is not None:
        return iter([start + reading.offset * _DAY])
    if reading.weekday is not None:
        return iter([_weekday(reading, reading.weekday, start)])
    if reading.week is not None:
        raise PhraseError(f"which day of the week is {reading.text!r}?")
    return (start + ahead * _DAY for ahead in range(4))


def _weekday(reading: Reading, weekday: int, start: date) -> date:
    today = start.weekday()
    monday = start + (7 * (reading.week or 0) - today) * _DAY
    if weekday == WEEKEND:
        return start if today == 6 and not reading.week else monday + 5 * _DAY
    if reading.week is None:
        return start + ((weekday - today - 1) % 7 + 1) * _DAY
    return monday + weekday * _DAY


def _dates(reading: Reading, start: date) -> Iterator[date]:
    """The calendar's days that have the stated day, month and year."""
    if reading.day is None:
        raise PhraseError(f"which day is {reading.text!r}?")
    for year, month in _months(reading, start):
        last = monthrange(year, month)[1]
        day = last if reading.day == LAST_DAY else reading.day
        if 1 <= day <= last:
            yield date(year, month, day)


def _months(reading: Reading, start: date) -> Iterator[tuple[int, int]]:
    year = reading.year
    if year is None and reading.years_on is not None:
        year = start.year + reading.years_on
    if reading.months_on is not None:
        if reading.month or year is not None:
            raise PhraseError(f"{reading.text!r} says two different months")
        yield _month_at(start.year, start.month + reading.months_on)
    elif reading.month is not None:
        years = range(start.year, start.year + _YEARS_AHEAD) if year is None else [year]
        yield from (_month_at(year, reading.month) for year in years if reading.month in _MONTHS)
    elif year is not None:
        raise PhraseError(f"which month is {reading.text!r}?")
    else:
        yield from (_month_at(start.year, start.month + ahead) for ahead in range(12))


def _agree(reading: Reading, day: date, today: date) -> None:
    """A day said in two ways, ``Friday, March 13``, must be one day."""
    monday = today + (7 * (reading.week or 0) - today.weekday()) * _DAY
    names = (WEEKEND, day.weekday()) if day.weekday() > 4 else (day.weekday(),)
    agreed = (
        reading.offset is None or day == today + reading.offset * _DAY,
        reading.week is None or monday <= day < monday + 7 * _DAY,
        reading.weekday is None or reading.weekday in names,
    )
    if not all(agreed):
        raise PhraseError(f"{reading.text!r} says two different days")
