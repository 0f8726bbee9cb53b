"""Calendar spans in which a file or photo was made: this week, last month, last year."""

from __future__ import annotations

from datetime import date, datetime, timedelta

PERIODS = ("this_week", "last_week", "this_month", "last_month", "this_year", "last_year")


def within(when: datetime, day: str | None, period: str | None, today: date) -> bool:
    """Whether ``when`` falls on ``day`` (ISO) and in ``period``; what is absent allows all."""
    if day is not None and when.date().isoformat() != day:
        return False
    if period is None:
        return True
    first, after = span_of(period, today)
    return first <= when.date() < after


def span_of(period: str, today: date) -> tuple[date, date]:
    """First day of ``period`` and the day after its last; weeks begin on Monday."""
    which, _, unit = period.partition("_")
    if unit == "week":
        first = today - timedelta(days=today.weekday())
        week = timedelta(days=7)
        return (first, first + week) if which == "this" else (first - week, first)
    first = today.replace(day=1) if unit == "month" else today.replace(month=1, day=1)
    return (first, _next(first, unit)) if which == "this" else (_before(first, unit), first)


def _next(first: date, unit: str) -> date:
    if unit == "year":
        return first.replace(year=first.year + 1)
    return (first + timedelta(days=31)).replace(day=1)


def _before(first: date, unit: str) -> date:
    if unit == "year":
        return first.replace(year=first.year - 1)
    return (first - timedelta(days=1)).replace(day=1)
