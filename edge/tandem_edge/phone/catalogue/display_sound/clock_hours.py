"""Hours of the day that come again: from one clock time to another, or while the sun is down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal

from pydantic import Field, NaiveDatetime

ClockTime = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
Edge = Annotated[NaiveDatetime, Field(ge=datetime(1970, 1, 1), lt=datetime(2102, 1, 1))]
"""When hours begin or end next: at most some days after any ``Wall``."""
Days = Literal["daily", "weekdays", "weekends"]
DAYS: tuple[Days, ...] = ("daily", "weekdays", "weekends")
HoursOf = Callable[[date], tuple[str, str] | None]
"""The clock times at which the hours that begin on a day begin and end, if any do."""

_WEEKDAYS = {"daily": range(7), "weekdays": range(5), "weekends": range(5, 7)}
_SUN = (
    ("17:00", "07:20"),
    ("17:35", "06:55"),
    ("18:10", "06:15"),
    ("18:40", "05:30"),
    ("19:10", "05:00"),
    ("19:30", "04:45"),
    ("19:25", "05:00"),
    ("18:55", "05:25"),
    ("18:10", "05:55"),
    ("17:25", "06:20"),
    ("16:55", "06:50"),
    ("16:45", "07:15"),
)
"""Sunset and sunrise by month at 40 degrees north; half a year apart in the south."""


def on_days(start: str, end: str, days: str) -> HoursOf:
    """From ``start`` to ``end`` on ``days``; an end that is not later is of the next day."""
    return lambda day: (start, end) if day.weekday() in _WEEKDAYS[days] else None


def after_sunset(timezone: str) -> HoursOf:
    """From sunset to sunrise."""
    months_on = 6 if timezone.startswith("Australia/") else 0
    return lambda day: _SUN[(day.month - 1 + months_on) % 12]


def within(when: datetime, hours: HoursOf) -> bool:
    """Whether ``when`` lies in the hours."""
    return any(begin <= when < end for begin, end in _around(when, hours))


def next_edge(when: datetime, hours: HoursOf) -> datetime:
    """The first moment after ``when`` at which the hours begin or end."""
    return min(edge for both in _around(when, hours) for edge in both if edge > when)


def _around(when: datetime, hours: HoursOf) -> Iterator[tuple[datetime, datetime]]:
    for ahead in range(-1, 9):
        day = when.date() + timedelta(days=ahead)
        found = hours(day)
        if found is not None:
            begin, end = (datetime.combine(day, time.fromisoformat(clock)) for clock in found)
            yield begin, end if end > begin else end + timedelta(days=1)
