"""Calendars and events (android.provider.CalendarContract)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tandem_edge.phone.catalogue.time_management.calendar import EVENTS, Event
from tandem_edge.phone.catalogue.time_management.calendars import CALENDARS
from tests.fakes.android_phone.commands.providers.table import (
    Provider,
    Row,
    Table,
    milliseconds,
    number_of,
)
from tests.fakes.android_phone.model import Model

AUTHORITY = "com.android.calendar"
_EVENT = (
    "_id calendar_id title description eventLocation dtstart dtend eventTimezone allDay duration "
    "rrule deleted eventStatus"
).split()
_CALENDAR = "_id name calendar_displayName account_name account_type visible isPrimary".split()


def _calendars(phone: Model) -> Iterator[Row]:
    for key, row in phone.store.all(CALENDARS).items():
        number = number_of(key)
        yield {
            "_id": number,
            "name": row.name,
            "calendar_displayName": row.name,
            "account_name": "owner@phone",
            "account_type": "LOCAL",
            "visible": int(row.shown),
            "isPrimary": int(number == 1),
        }


def _events(phone: Model) -> Iterator[Row]:
    for key, row in phone.store.all(EVENTS).items():
        start = milliseconds(row.start.replace(tzinfo=ZoneInfo(row.timezone)))
        yield {
            "_id": number_of(key),
            "calendar_id": number_of(row.calendar),
            "title": row.title,
            "eventLocation": row.place,
            "dtstart": start,
            "dtend": start + row.minutes * 60_000,
            "eventTimezone": row.timezone,
            "allDay": 0,
            "deleted": 0,
            "eventStatus": 1,
        }


def _insert(phone: Model, values: Row) -> None:
    for needed in ("calendar_id", "dtstart", "eventTimezone"):
        if values.get(needed) is None:
            raise ValueError(f"{needed} must not be empty when inserting an event")
    if values.get("dtend") is None and values.get("duration") is None:
        raise ValueError("DTEND and DURATION cannot both be null for an event.")
    calendar = f"calendar{values['calendar_id']}"
    if phone.store.get(CALENDARS, calendar) is None:
        raise ValueError(f"Calendar {values['calendar_id']} does not exist")
    made = _fields(values)
    phone.store.add(EVENTS, Event(**{"title": "", "place": "", **made, "calendar": calendar}))


def _fields(values: Row, before: Event | None = None) -> dict[str, Any]:
    """Fields of an event from columns; those that are not among them stay as they were."""
    made: dict[str, Any] = {}
    if "title" in values:
        made["title"] = str(values["title"])
    if "eventLocation" in values:
        made["place"] = str(values["eventLocation"] or "")
    zone = str(values.get("eventTimezone") or (before.timezone if before else ""))
    if "eventTimezone" in values:
        made["timezone"] = zone
    start = values.get("dtstart")
    if start is not None:
        begins = datetime.fromtimestamp(int(start) / 1000, ZoneInfo(zone))
        made["start"] = begins.replace(tzinfo=None)
    if start is not None and values.get("dtend") is not None:
        made["minutes"] = max(1, (int(values["dtend"] or 0) - int(start)) // 60_000)
    elif values.get("duration"):
        made["minutes"] = _minutes(str(values["duration"]))
    return made


def _minutes(duration: str) -> int:
    """RFC 5545 in the forms that calendars write: ``P3600S``, ``PT1H30M``."""
    total, digits = 0, ""
    for letter in duration:
        if letter.isdecimal():
            digits += letter
        elif digits:
            total += int(digits) * {"W": 604800, "D": 86400, "H": 3600, "M": 60, "S": 1}[letter]
            digits = ""
    return max(1, total // 60)


def _update(phone: Model, row: Row, values: Row) -> None:
    key = f"event{row['_id']}"
    before = phone.store.get(EVENTS, key)
    if before is not None:
        merged = {"dtstart": row["dtstart"], **values} if "dtend" in values else values
        phone.store.update(EVENTS, key, **_fields(merged, before))


def _delete(phone: Model, row: Row) -> None:
    phone.store.remove(EVENTS, f"event{row['_id']}")


PROVIDER = Provider(
    {
        "calendars": Table(tuple(_CALENDAR), _calendars),
        "events": Table(tuple(_EVENT), _events, _insert, _update, _delete),
    },
    read="READ_CALENDAR",
    write="WRITE_CALENDAR",
)
