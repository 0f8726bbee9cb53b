"""Calendar events, kept in the time zone they were made in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    day,
    duration,
    field,
    internal,
    moment,
    needs,
    record_id,
    text,
    tool,
    undone_by,
    zone,
)
from tandem_edge.phone.catalogue.time_management.engagements import (
    HOME,
    LIFE,
    MORE,
    PERSONAL,
    Plan,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall, ZoneName
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

LONGEST = 14 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody asked to come; ``replies`` is when a pending one will answer, on this phone."""

    name: str
    number: str
    answer: Literal["pending", "accepted", "declined", "tentative"] = "pending"
    replies: Wall | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """``start`` is wall time in ``timezone``, the zone that the event was made in.

    ``calendar`` is the id of the calendar it is in.
    """

    title: str
    start: Wall
    minutes: Annotated[int, Field(gt=0, le=LONGEST // 60)]
    place: str
    timezone: ZoneName
    calendar: str = PERSONAL
    guests: tuple[Guest, ...] = ()


EVENTS = Table("events", Event, prefix="event")


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="calendar events: create, delete, reschedule or look up",
    zh="日历日程：新建、删除、改期或查询",
    cues_en="calendar diary agenda schedule appointment meeting event dentist birthday put in "
    "book pencil in block out called off cancelled move postpone when is what do I have on",
    cues_zh="日历 日程 安排 约 会议 开会 预约 看牙 生日 记到日历 占个日子 改期 推迟 取消 "
    "哪天 几点开会 有什么安排",
    arguments=[
        action("create", "delete", "reschedule", "query"),
        text(
            "title",
            "what it is called",
            "日程名称",
            example="Dentist",
            required=("create", "delete", "reschedule"),
        ),
        moment(
            "start",
            "when it begins",
            "开始时间",
            required=("create", "reschedule"),
            finds=("delete", "query"),
            zone="timezone",
        ),
        duration("duration", "how long, 1 hour if absent", "时长，缺省一小时"),
        day("day", "which day to look at", "查哪一天"),
        text("place", "where", "地点", privacy=Privacy.ADDRESS, example="Room 3"),
        zone("timezone", "zone of start, the phone's if absent", "开始时间所在时区"),
        record_id("event_id", "event3"),
        internal(
            text("calendar", "its calendar", "日历编号", privacy=Privacy.NONE, example=PERSONAL)
        ),
    ],
    results=[
        field("event_id", "string"),
        field("title", "string", privacy=Privacy.MESSAGE),
        field("start", "string"),
        field("local_start", "string"),
        field("duration", "string"),
        field("place", "string", privacy=Privacy.ADDRESS),
        field("timezone", "string", privacy=Privacy.LOCATION),
        field("calendar", "string"),
        field("previous_start", "string"),
        field("previous_duration", "string"),
        field("previous_timezone", "string", privacy=Privacy.LOCATION),
        field("overlaps", "array", privacy=Privacy.MESSAGE),
        field("events", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "delete": Effect.WRITE,
        "reschedule": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("unlocked", code="locked")],
    errors=["already_exists", "not_found", "ambiguous", "has_guests"],
    inverses={
        "create": undone_by(
            "manage_schedule",
            action="delete",
            title="$result.title",
            event_id="$result.event_id",
        ),
        "delete": undone_by(
            "manage_schedule",
            action="create",
            title="$result.title",
            start="$result.start",
            duration="$result.duration",
            place="$result.place",
            timezone="$result.timezone",
            calendar="$result.calendar",
        ),
        "reschedule": undone_by(
            "manage_schedule",
            action="reschedule",
            title="$result.title",
            event_id="$result.event_id",
            start="$result.previous_start",
            duration="$result.previous_duration",
            timezone="$result.previous_timezone",
        ),
    },
    mechanism=Mechanism.PROVIDER,
)
def manage_schedule(
    store: Store,
    action: str,
    title: str | None,
    start: str | None,
    duration: int | None,
    day: str | None,
    place: str | None,
    timezone: str | None,
    event_id: str | None,
    calendar: str | None,
) -> dict[str, JsonValue]:
    """Create, delete, reschedule or look up events."""
    length = _minutes(duration)
    if action == "create":
        zone = timezone or store.only(DEVICE).timezone
        begins_at = datetime.fromisoformat(str(start))
        made = (str(title), begins_at, length or 60, place or "", zone, calendar or PERSONAL)
        return _create(store, Event(*made))
    found = _on(store, chosen(store.all(EVENTS), event_id, title, lambda row: row.title), day)
    if action != "reschedule" and start is not None:
        found = [(key, event) for key, event in found if begins(store, event, start, timezone)]
    if action == "query":
        return {"events": [_view(store, key, event) for key, event in found]}
    key, event = the_one(found, "event", describe)
    if action == "reschedule":
        return _reschedule(store, key, str(start), length or event.minutes, timezone)
    return _delete(store, key, event)


def _create(store: Store, event: Event) -> dict[str, JsonValue]:
    _refuse_twin(store, "", event)
    key = store.add(EVENTS, event)
    return _view(store, key, event) | {"overlaps": overlaps(store, key, event)}


def _delete(store: Store, key: str, event: Event) -> dict[str, JsonValue]:
    """Guests would wait in vain: they have to be told first, which nobody can take back."""
    if event.guests:
        names = ", ".join(guest.name for guest in event.guests)
        raise ToolFailure("has_guests", f"{names} are invited: withdraw that first")
    store.remove(EVENTS, key)
    return _view(store, key, event)


def _reschedule(
    store: Store, key: str, start: str, minutes: int, timezone: str | None
) -> dict[str, JsonValue]:
    before = store.all(EVENTS)[key]
    event = store.update(
        EVENTS,
        key,
        start=datetime.fromisoformat(start),
        minutes=minutes,
        timezone=timezone or store.only(DEVICE).timezone,
    )
    _refuse_twin(store, key, event)
    return {
        **_view(store, key, event),
        "overlaps": overlaps(store, key, event),
        "previous_start": before.start.strftime("%Y-%m-%dT%H:%M"),
        "previous_duration": f"{before.minutes} minutes",
        "previous_timezone": before.timezone,
    }


def _refuse_twin(store: Store, own_key: str, event: Event) -> None:
    for key, other in store.all(EVENTS).items():
        if key != own_key and other == event:
            raise ToolFailure("already_exists", f"{key} is already that event")


def _minutes(seconds: int | None) -> int | None:
    if seconds is None:
        return None
    if not 0 < seconds <= LONGEST or seconds % 60:
        raise ToolFailure("invalid_argument", "an event lasts whole minutes, from 1 to 14 days")
    return seconds // 60


def _on(store: Store, found: list[tuple[str, Event]], day: str | None) -> list[tuple[str, Event]]:
    """Those that begin on ``day`` or are still on then, in order of time."""
    if day is not None:
        opens = datetime.fromisoformat(day)
        closes = opens + timedelta(days=1)
        spans = [(span(store, event), key, event) for key, event in found]
        found = [
            (key, event)
            for (start, end), key, event in spans
            if start < closes and (end > opens or start >= opens)
        ]
    return sorted(found, key=lambda item: _local(store, item[1]))


def begins(store: Store, event: Event, start: str, timezone: str | None = None) -> bool:
    """Whether it begins at ``start``, a clock time with or without its day, in ``timezone``."""
    zone = timezone or store.only(DEVICE).timezone
    there = event.start.replace(tzinfo=ZoneInfo(event.timezone)).astimezone(ZoneInfo(zone))
    if event.timezone == zone:
        there = event.start
    return there.strftime("T%H:%M" if start.startswith("T") else "%Y-%m-%dT%H:%M") == start


def _local(store: Store, event: Event) -> datetime:
    """The event's start on the phone's own clock."""
    device = store.only(DEVICE).timezone
    if event.timezone == device:
        return event.start
    there = event.start.replace(tzinfo=ZoneInfo(event.timezone))
    return there.astimezone(ZoneInfo(device)).replace(tzinfo=None)


def span(store: Store, event: Event) -> tuple[datetime, datetime]:
    """When an event begins and ends on the phone's own clock."""
    start = _local(store, event)
    return start, start + timedelta(minutes=event.minutes)


def overlaps(store: Store, key: str, event: Event) -> list[JsonValue]:
    """Titles of the other events in the time of this one."""
    start, end = span(store, event)
    spans = [
        (*span(store, other), other.title)
        for other_key, other in store.all(EVENTS).items()
        if other_key != key
    ]
    return [title for opens, closes, title in spans if opens < end and start < closes]


def describe(event: Event) -> str:
    """Title and time, to tell look-alikes apart."""
    return f"{event.title} on {event.start:%Y-%m-%d %H:%M}"


def _view(store: Store, key: str, event: Event) -> dict[str, JsonValue]:
    return {
        "event_id": key,
        "title": event.title,
        "start": event.start.strftime("%Y-%m-%dT%H:%M"),
        "local_start": _local(store, event).strftime("%Y-%m-%dT%H:%M"),
        "duration": f"{event.minutes} minutes",
        "place": event.place,
        "timezone": event.timezone,
        "calendar": event.calendar,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Weeks around today, in both languages and several time zones.

    On the everyday phone what ``MORE`` adds comes after what was always there.
    """
    if cast is Cast.EVERYDAY:
        _fill(store, random, LIFE, (-5, 17))
        _fill(store, random, [plan for entry in MORE for plan in entry], (62, 150))
        return
    known = LIFE[:8] + LIFE[10:]
    alike = ((LIFE[8], LIFE[9]), *((plan,) for plan in known))
    _fill(store, random, [plan for entry in cast.of((*MORE, *alike)) for plan in entry], (-5, 17))


def _fill(store: Store, random: Random, plans: Sequence[Plan], days: tuple[int, int]) -> None:
    device = store.only(DEVICE)
    today = device.clock.replace(hour=0, minute=0, second=0, microsecond=0)
    for title, place, timezone, minutes, calendar in plans:
        start = today + timedelta(
            days=random.randrange(*days),
            hours=random.randrange(8, 19),
            minutes=random.choice((0, 15, 30)),
        )
        zone = device.timezone if timezone == HOME else timezone
        store.add(EVENTS, Event(title, start, minutes, place, zone, calendar))
