"""Calendars, events, alarms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tandem_edge.phone.android.recipe import Listing, Row, reading
from tandem_edge.phone.android.view import Unreadable, View
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS, LONGEST
from tandem_edge.phone.catalogue.time_management.calendars import CALENDARS

CALENDAR = "content://com.android.calendar"


def _calendars(rows: Sequence[Row], view: View) -> None:
    """The fact ``calendar`` is where new events go: the primary calendar, else the first."""
    shown = [
        (
            f"{CALENDARS.prefix}{row['_id']}",
            {"name": row["calendar_displayName"] or "", "shown": row["visible"] != "0"},
        )
        for row in rows
    ]
    view.list(CALENDARS, shown)
    primary = [row["_id"] for row in rows if row["isPrimary"] == "1"] or [
        row["_id"] for row in rows
    ]
    if primary:
        view.facts["calendar"] = primary[0]


CALENDAR_LIST = Listing(
    f"{CALENDAR}/calendars",
    ("visible", "isPrimary"),
    ("calendar_displayName",),
    _calendars,
    ("calendars", "fact.calendar"),
    sort="_id ASC",
)


def _events(rows: Sequence[Row], view: View) -> None:
    view.list(EVENTS, _understood(rows))


def _understood(rows: Sequence[Row]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Those with a beginning and an end; a series keeps a rule and a length instead."""
    for row in rows:
        start, end, zone = row["dtstart"], row["dtend"], row["eventTimezone"]
        if start is None or end is None or zone is None:
            continue
        minutes = (int(end) - int(start)) // 60_000
        if 0 < minutes <= LONGEST // 60:
            yield f"{EVENTS.prefix}{row['_id']}", _event(row, int(start), minutes, zone)


def _event(row: Row, start: int, minutes: int, zone: str) -> dict[str, Any]:
    try:
        begins = datetime.fromtimestamp(start / 1000, ZoneInfo(zone)).replace(tzinfo=None)
    except (LookupError, ValueError, OSError) as error:
        raise Unreadable(f"an event's zone {zone[:40]!r} is unknown") from error
    return {
        "title": row["title"] or "",
        "start": begins,
        "minutes": minutes,
        "place": row["eventLocation"] or "",
        "timezone": zone,
        "calendar": f"{CALENDARS.prefix}{row['calendar_id']}",
    }


EVENT_LIST = Listing(
    f"{CALENDAR}/events",
    ("calendar_id", "dtstart", "dtend"),
    ("title", "eventLocation", "eventTimezone"),
    _events,
    ("events",),
    where="deleted=0",
    sort="_id ASC",
)


def _alarm_clocks(out: str, view: View) -> None:
    """When alarm clocks ring, as local ``YYYY-MM-DDTHH:MM``."""
    found = re.findall(r"triggerTime=(\d{4}-\d\d-\d\d) (\d\d:\d\d)", out)
    view.facts["alarm_clocks"] = [f"{day}T{clock}" for day, clock in found]


ALARM_CLOCKS = reading("dumpsys alarm", _alarm_clocks, "fact.alarm_clocks")
