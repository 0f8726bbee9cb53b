"""Local days and times on a command line."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

import click

from tandem_edge.languages.catalogue import _

DAY = "%Y-%m-%d"
TIMES = ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M")


@dataclass(frozen=True)
class Told:
    """A day, or a moment, in the local zone: when it begins, and the first moment after it."""

    start: datetime
    end: datetime


class LocalTime(click.ParamType[Told]):
    """``2026-03-01``, which is the whole day, or ``2026-03-01 14:30``."""

    name = "time"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """See ``click.ParamType.get_metavar``."""
        return "DAY|'DAY HH:MM'"

    def convert(
        self, value: str | Told, param: click.Parameter | None, ctx: click.Context | None
    ) -> Told:
        """See ``click.ParamType.convert``."""
        if isinstance(value, Told):
            return value
        if (day := _read(value, DAY)) is not None:
            return Told(day.astimezone(), _next_day(day).astimezone())
        for form in TIMES:
            if (moment := _read(value, form)) is not None:
                return Told(moment.astimezone(), moment.astimezone())
        self.fail(_("a day is like 2026-03-01, a time like '2026-03-01 14:30'"), param, ctx)


def _read(text: str, form: str) -> datetime | None:
    try:
        return datetime.strptime(text.strip(), form)
    except ValueError:
        return None


def _next_day(day: datetime) -> datetime:
    """The next midnight of the clock on the wall: a day may have 23 or 25 hours."""
    return day + timedelta(days=1)
