"""Events, in the calendar provider."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tandem_edge.phone.android.readings.agenda import CALENDAR, CALENDAR_LIST, EVENT_LIST
from tandem_edge.phone.android.recipe import Each, Procedure, Recipe, Scope, delete, insert, update

_EVENTS = f"{CALENDAR}/events"
_FIELDS = (
    "events.title",
    "events.start",
    "events.minutes",
    "events.place",
    "events.timezone",
)


def _at(minutes_on: bool) -> Callable[[Scope], int]:
    """Milliseconds since 1970 of an event's beginning or end."""

    def derive(scope: Scope) -> int:
        new = scope["new"]
        start = datetime.fromisoformat(new["start"]).replace(tzinfo=ZoneInfo(new["timezone"]))
        length = timedelta(minutes=new["minutes"] if minutes_on else 0)
        return int(start.timestamp() * 1000) + int(length.total_seconds() * 1000)

    return derive


def _calendar(scope: Scope) -> str:
    """Where a new event goes: where one is put back, else the phone's own choice."""
    return str(scope["arg"].get("calendar") or scope["fact"]["calendar"])


_TIMES = (
    "dtstart:l:{made.start}",
    "dtend:l:{made.end}",
    "eventTimezone:s:{new.timezone}",
)
_CHANGE = Procedure(
    reads=(CALENDAR_LIST, EVENT_LIST),
    ways=(
        (
            Each(
                "events",
                "insert",
                (
                    insert(
                        _EVENTS,
                        "calendar_id:i:{made.calendar|key}",
                        "title:s:{new.title}",
                        "eventLocation:s:{new.place}",
                        *_TIMES,
                    ),
                ),
            ),
            Each("events", "update", (update(_EVENTS, "_id={key|key}", *_TIMES),)),
            Each("events", "delete", (delete(_EVENTS, "_id={key|key}"),)),
        ),
    ),
    made={"start": _at(False), "end": _at(True), "calendar": _calendar},
    proves=_FIELDS,
    once=True,
)

RECIPES = {
    "manage_schedule": Recipe(
        {"query": Procedure(reads=(CALENDAR_LIST, EVENT_LIST)), "*": _CHANGE},
        (
            "series (events with a rule) and guests are not told: neither is changed here",
            "Huawei and Xiaomi may keep the provider from adb",
        ),
    ),
}
