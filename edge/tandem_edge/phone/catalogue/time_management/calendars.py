"""The calendars that events are in: which are shown, and how long ahead each reminds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    duration,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS, Event, describe, span
from tandem_edge.phone.catalogue.time_management.engagements import FAMILY, PERSONAL, WORK
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("calendar",)
CALENDAR_APP = "com.android.calendar"
LONGEST_AHEAD = 28 * 24 * 60


@dataclass(frozen=True, slots=True)
class Calendar:
    """Its events remind ``ahead`` minutes before they begin; ``None``: they do not."""

    name: str
    shown: bool = True
    ahead: Annotated[int, Field(ge=0, le=LONGEST_AHEAD)] | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """Up to when everything due has been told."""

    through: Wall | None = None


CALENDARS = Table("calendars", Calendar, prefix="calendar")
EVENT_WATCH = Singleton("event_watch", Watch, hidden=True)


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="calendars holding events: create, rename, delete, show, hide, set alerts, move event",
    zh="日历分组：新建、改名、删除、显示、隐藏、提前提醒、移入日程",
    cues_en="work calendar family calendar personal calendar separate calendar move this "
    "appointment into colour layer declutter alert before every event minutes ahead notify early "
    "school holidays shared",
    cues_zh="工作日历 家庭日历 个人日历 分类 单独建一个 挪到 归到 不显示 藏起来 提前多久提醒 "
    "日历提醒 提早通知 改个名",
    arguments=[
        action("create", "rename", "delete", "show", "hide", "set_alert", "move_event", "query"),
        text(
            "name",
            "which calendar",
            "哪个日历",
            example="Work",
            required=("create", "rename", "delete", "show", "hide", "set_alert", "move_event"),
        ),
        text("new_name", "its new name", "新名称", example="Office", required=("rename",)),
        text(
            "event",
            "title of the event to move",
            "要移的日程",
            example="Dentist",
            required=("move_event",),
        ),
        duration(
            "ahead", "how long before events to alert, none if absent", "提前多久提醒，缺省不提醒"
        ),
        record_id("calendar_id", "calendar3"),
        record_id("event_id", "event3"),
    ],
    results=[
        field("calendar_id", "string"),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("shown", "boolean"),
        field("ahead", "string"),
        field("changed", "boolean"),
        field("events_deleted", "integer"),
        field("event_id", "string"),
        field("event", "string", privacy=Privacy.MESSAGE),
        field("previous_name", "string", privacy=Privacy.MESSAGE),
        field("previous_ahead", "string"),
        field("previous_calendar_id", "string"),
        field("calendars", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "rename": Effect.WRITE,
        "delete": Effect.IRREVERSIBLE,
        "show": Effect.WRITE,
        "hide": Effect.WRITE,
        "set_alert": Effect.WRITE,
        "move_event": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("unlocked", code="locked")],
    errors=["already_exists", "not_found", "ambiguous", "protected", "has_guests"],
    inverses={
        "create": undone_by(
            "manage_calendar",
            action="delete",
            name="$result.name",
            calendar_id="$result.calendar_id",
        ),
        "rename": undone_by(
            "manage_calendar",
            action="rename",
            name="$result.name",
            new_name="$result.previous_name",
            calendar_id="$result.calendar_id",
        ),
        "show": undone_by(
            "manage_calendar",
            action="hide",
            name="$result.name",
            calendar_id="$result.calendar_id",
        ),
        "hide": undone_by(
            "manage_calendar",
            action="show",
            name="$result.name",
            calendar_id="$result.calendar_id",
        ),
        "set_alert": undone_by(
            "manage_calendar",
            action="set_alert",
            name="$result.name",
            calendar_id="$result.calendar_id",
            ahead="$result.previous_ahead",
        ),
        "move_event": undone_by(
            "manage_calendar",
            action="move_event",
            name="$result.name",
            event="$result.event",
            event_id="$result.event_id",
            calendar_id="$result.previous_calendar_id",
        ),
    },
    changes=["manage_schedule"],
    mechanism=Mechanism.PROVIDER,
)
def manage_calendar(
    store: Store,
    action: str,
    name: str | None,
    new_name: str | None,
    event: str | None,
    ahead: int | None,
    calendar_id: str | None,
    event_id: str | None,
) -> dict[str, JsonValue]:
    """Create, rename, delete, show, hide or list calendars, set their alert, move an event."""
    rows = store.all(CALENDARS)
    found = _called(rows, calendar_id, name)
    if action == "query":
        return {"calendars": [_view(key, row) for key, row in found]}
    if action == "create":
        _refuse_double(store, "", str(name))
        row = Calendar(str(name))
        return _view(store.add(CALENDARS, row), row)
    key, row = the_one(found, "calendar", lambda row: row.name)
    if action == "delete":
        return _delete(store, key, row)
    if action == "move_event":
        return _move(store, key, row, event, event_id)
    return _change(store, key, row, _fields(store, key, action, new_name, ahead))


def _called(
    rows: Mapping[str, Calendar], key: str | None, name: str | None
) -> list[tuple[str, Calendar]]:
    """Those meant by ``name``; the usual ones answer to their names in both languages."""
    if name is None or key is not None:
        return chosen(rows, key, name, lambda row: row.name)
    bare = fold(name).removesuffix("calendar").removesuffix("日历").strip()
    for said in (name, bare, _OTHER_NAME.get(bare, "")):
        found = chosen(rows, None, said, lambda row: row.name) if said else []
        if found:
            return found
    return []


def _fields(
    store: Store, key: str, action: str, new_name: str | None, ahead: int | None
) -> dict[str, str | int | bool | None]:
    if action == "rename":
        _refuse_double(store, key, str(new_name))
        return {"name": str(new_name)}
    return {"ahead": _minutes(ahead)} if action == "set_alert" else {"shown": action == "show"}


def _change(
    store: Store, key: str, before: Calendar, fields: dict[str, str | int | bool | None]
) -> dict[str, JsonValue]:
    after = store.update(CALENDARS, key, **fields)
    return {
        **_view(key, after),
        "changed": after != before,
        "previous_name": before.name,
        "previous_ahead": _said(before.ahead),
    }


def _minutes(seconds: int | None) -> int | None:
    if seconds is None:
        return None
    if seconds % 60 or not 0 <= seconds // 60 <= LONGEST_AHEAD:
        raise ToolFailure("invalid_argument", "an alert comes whole minutes ahead, up to 28 days")
    return seconds // 60


def _said(minutes: int | None) -> str:
    return "" if minutes is None else f"{minutes} minutes"


def _refuse_double(store: Store, own_key: str, name: str) -> None:
    for key, row in store.all(CALENDARS).items():
        if key != own_key and fold(row.name) == fold(name):
            raise ToolFailure("already_exists", f"there is a calendar {row.name}")


def _delete(store: Store, key: str, row: Calendar) -> dict[str, JsonValue]:
    """Its events go with it. The first calendar, which takes new events, stays."""
    if key == PERSONAL:
        raise ToolFailure("protected", f"{row.name} takes new events and has to stay")
    inside = [(id_, event) for id_, event in store.all(EVENTS).items() if event.calendar == key]
    for _, event in inside:
        if event.guests:
            raise ToolFailure("has_guests", f"people are invited to {event.title}")
    for event_key, _ in inside:
        store.remove(EVENTS, event_key)
    store.remove(CALENDARS, key)
    return {"calendar_id": key, "name": row.name, "events_deleted": len(inside)}


def _move(
    store: Store, key: str, row: Calendar, event: str | None, event_id: str | None
) -> dict[str, JsonValue]:
    found = chosen(store.all(EVENTS), event_id, event, lambda each: each.title)
    event_key, before = the_one(found, "event", describe)
    store.update(EVENTS, event_key, calendar=key)
    return {
        "calendar_id": key,
        "name": row.name,
        "event_id": event_key,
        "event": before.title,
        "changed": before.calendar != key,
        "previous_calendar_id": before.calendar,
    }


def _view(key: str, row: Calendar) -> dict[str, JsonValue]:
    return {
        "calendar_id": key,
        "name": row.name,
        "shown": row.shown,
        "ahead": _said(row.ahead),
    }


def is_shown(store: Store, event: Event) -> bool:
    """Whether the calendar of ``event`` is shown; one without a calendar is."""
    calendar = store.get(CALENDARS, event.calendar)
    return calendar is None or calendar.shown


def _alert(store: Store, event: Event) -> datetime | None:
    calendar = store.get(CALENDARS, event.calendar)
    if calendar is None or calendar.ahead is None:
        return None
    return span(store, event)[0] - timedelta(minutes=calendar.ahead)


def _upcoming(store: Store) -> datetime | None:
    told = store.only(EVENT_WATCH).through or store.only(DEVICE).clock
    alerts = (_alert(store, event) for event in store.all(EVENTS).values())
    return min((when for when in alerts if when is not None and when > told), default=None)


def _remind(store: Store, when: datetime) -> None:
    for event in list(store.all(EVENTS).values()):
        if _alert(store, event) == when:
            start = span(store, event)[0]
            text = f"{start:%H:%M} {event.place}".strip()
            notify(store, CALENDAR_APP, event.title, text, "reminder")
    store.update(EVENT_WATCH, through=when)


EVENT_TIMER = Timer(_upcoming, _remind)

_NAMES = (("Personal", "个人"), ("Work", "工作"), ("Family", "家庭"), ("Holidays", "节假日"))
_OTHER_NAME = {fold(en): zh for en, zh in _NAMES} | {zh: en for en, zh in _NAMES}
_MORE = (
    ("Book club", "读书会"),
    ("School", "学校"),
    ("Gym", "健身房"),
    ("Rota", "排班"),
    ("Choir", "合唱团"),
    ("Nursery", "幼儿园"),
    ("Football", "球队"),
    ("Allotment", "菜园"),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """The usual four, whose ids events know, and one or two of one's own."""
    chinese = store.only(DEVICE).language == "zh"
    for key, names in zip((PERSONAL, WORK, FAMILY, ""), _NAMES, strict=True):
        ahead = random.choice((10, 15, 30)) if key else None
        added = store.add(CALENDARS, Calendar(names[chinese], ahead=ahead))
        assert key in ("", added)
    for names in cast.of(_MORE)[:2]:
        store.add(CALENDARS, Calendar(names[chinese], shown=random.random() < 0.7))
    store.update(EVENT_WATCH, through=store.only(DEVICE).clock)
