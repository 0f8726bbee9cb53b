"""Alarms: they ring at a clock time, once or on a rhythm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    choice,
    field,
    internal,
    moment,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.normalise import LAST_YEAR
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

REPEATS = ("once", "daily", "weekdays", "weekends")
_DAYS = {"weekdays": range(5), "weekends": range(5, 7)}


@dataclass(frozen=True, slots=True)
class Alarm:
    """``next`` is the local time it rings next; with ``repeat`` only its clock time recurs."""

    next: Wall
    label: str = ""
    repeat: Literal["once", "daily", "weekdays", "weekends"] = "once"
    enabled: bool = True


ALARMS = Table("alarms", Alarm, prefix="alarm")


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="alarms ringing at a clock time: create, delete, enable, disable, list",
    zh="闹钟：在某个钟点响铃，可新建、删除、开关或查看",
    cues_en="wake me up get me up out of bed sleep in oversleep ring at o'clock morning every day "
    "weekdays alarm clock set an alarm cancel alarm wake-up snooze",
    cues_zh="叫我起床 叫醒我 喊我起来 起床 几点响 设个闹钟 定个闹钟 别睡过头 每天早上 "
    "工作日 周末 闹铃 醒来 响铃",
    arguments=[
        action("create", "delete", "enable", "disable", "query"),
        moment(
            "time",
            "when it rings",
            "响铃时间",
            required=("create",),
            finds=("delete", "enable", "disable", "query"),
        ),
        text("label", "its name", "名称", example="Morning run"),
        choice("repeat", REPEATS, "rhythm", "重复", default="once"),
        internal(boolean("enabled", "whether one put back is on", "恢复时是否开启", default=None)),
        record_id("alarm_id", "alarm3"),
        internal(moment("put_back", "its time before", "原来的响铃时间")),
    ],
    results=[
        field("alarm_id", "string"),
        field("rings_at", "string"),
        field("label", "string", privacy=Privacy.MESSAGE),
        field("repeat", "string"),
        field("enabled", "boolean"),
        field("previous_rings_at", "string"),
        field("alarms", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "delete": Effect.WRITE,
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by("manage_alarm", action="delete", alarm_id="$result.alarm_id"),
        "delete": undone_by(
            "manage_alarm",
            action="create",
            time="$result.rings_at",
            label="$result.label",
            repeat="$result.repeat",
            enabled="$result.enabled",
        ),
        "enable": undone_by(
            "manage_alarm",
            action="disable",
            alarm_id="$result.alarm_id",
            put_back="$result.previous_rings_at",
        ),
        "disable": undone_by(
            "manage_alarm",
            action="enable",
            alarm_id="$result.alarm_id",
            put_back="$result.previous_rings_at",
        ),
    },
    mechanism=Mechanism.INTENT,
)
def manage_alarm(
    store: Store,
    action: str,
    time: str | None,
    label: str | None,
    repeat: str,
    enabled: bool | None,
    alarm_id: str | None,
    put_back: str | None,
) -> dict[str, JsonValue]:
    """Create, delete, switch or list alarms.

    With ``enabled`` or ``put_back``, one is put back as it was.
    """
    if action == "create":
        when = datetime.fromisoformat(str(time))
        if enabled is None:
            when = _first_ring(_to_come(when, repeat, store.only(DEVICE).clock), repeat)
        alarm = Alarm(when, label or "", repeat, enabled is not False)  # type: ignore[arg-type]
        return _create(store, alarm)
    found = _matching(store, time, label, alarm_id)
    if action == "query":
        return {"alarms": [_view(key, alarm) for key, alarm in found]}
    key, alarm = the_one(found, "alarm", _describe)
    if action == "delete":
        return _view(key, store.remove(ALARMS, key))
    return _switch(store, key, alarm, action == "enable", put_back)


def _switch(
    store: Store, key: str, alarm: Alarm, on: bool, put_back: str | None
) -> dict[str, JsonValue]:
    """One switched on again rings when its clock time next comes."""
    when = alarm.next
    if put_back is not None:
        when = datetime.fromisoformat(put_back)
    elif on and not alarm.enabled:
        when = _first_ring(_to_come(when, "daily", store.only(DEVICE).clock), alarm.repeat)
    after = store.update(ALARMS, key, enabled=on, next=when)
    return {**_view(key, after), "previous_rings_at": alarm.next.strftime("%Y-%m-%dT%H:%M")}


def _create(store: Store, alarm: Alarm) -> dict[str, JsonValue]:
    for key, other in store.all(ALARMS).items():
        if replace(other, enabled=alarm.enabled) == alarm:
            raise ToolFailure("already_exists", f"{key} already rings then")
    return _view(store.add(ALARMS, alarm), alarm)


def _to_come(when: datetime, repeat: str, now: datetime) -> datetime:
    """``when``, or for a rhythm that began before ``now`` the next time on that clock."""
    this_minute = now.replace(second=0, microsecond=0)
    if when >= this_minute:
        return when
    if repeat == "once":
        raise ToolFailure("invalid_argument", f"{when:%Y-%m-%d %H:%M} has passed")
    today = datetime.combine(now.date(), when.time())
    return today + timedelta(days=today < this_minute)


def next_ring(alarm: Alarm, now: datetime) -> datetime | None:
    """When a repeating alarm rings after ``now``; ``None`` beyond the phone's calendar."""
    when = datetime.combine(now.date(), alarm.next.time())
    when += timedelta(days=when <= now)
    try:
        return _first_ring(when, alarm.repeat)
    except ToolFailure:
        return None


def rings_on(alarm: Alarm, day: date) -> bool:
    """Whether an alarm that is on rings on ``day``."""
    if not alarm.enabled or day < alarm.next.date():
        return False
    return day == alarm.next.date() or (
        alarm.repeat != "once" and day.weekday() in _DAYS.get(alarm.repeat, range(7))
    )


def _first_ring(when: datetime, repeat: str) -> datetime:
    """The first time from ``when`` on that falls on a day of the rhythm."""
    while when.weekday() not in _DAYS.get(repeat, range(7)):
        when += timedelta(days=1)
    if when.year > LAST_YEAR:
        raise ToolFailure("invalid_argument", f"this phone's dates end with {LAST_YEAR}")
    return when


def _matching(
    store: Store, time: str | None, label: str | None, alarm_id: str | None
) -> list[tuple[str, Alarm]]:
    """Alarms by label and by clock time, and by the day where ``time`` has one."""
    found = chosen(store.all(ALARMS), alarm_id, label, lambda alarm: alarm.label)
    if time is not None:
        found = [(key, alarm) for key, alarm in found if _rings(alarm, time)]
    return sorted(found, key=lambda item: item[1].next)


def _rings(alarm: Alarm, time: str) -> bool:
    if time.startswith("T"):
        return alarm.next.strftime("T%H:%M") == time
    when = datetime.fromisoformat(time)
    if alarm.repeat == "once":
        return alarm.next.replace(second=0, microsecond=0) == when
    same_clock = (alarm.next.hour, alarm.next.minute) == (when.hour, when.minute)
    return same_clock and when.weekday() in _DAYS.get(alarm.repeat, range(7))


def _describe(alarm: Alarm) -> str:
    return f"{alarm.next:%H:%M} {alarm.label}".strip()


def _view(key: str, alarm: Alarm) -> dict[str, JsonValue]:
    return {
        "alarm_id": key,
        "rings_at": alarm.next.strftime("%Y-%m-%dT%H:%M"),
        "label": alarm.label,
        "repeat": alarm.repeat,
        "enabled": alarm.enabled,
    }


_EVERYDAY = (
    (6, 40, "上班", "weekdays"),
    (9, 30, "Sunday market", "weekends"),
    (13, 10, "午休结束", "daily"),
    (22, 0, "Take pills", "daily"),
)
_POOL = (
    ((6, 20, "Early shift", "weekdays"), (6, 50, "Late shift", "weekdays")),
    ((8, 40, "Dog walk", "weekends"), (20, 10, "Dog walk", "daily")),
    ((7, 30, "Gym", "weekdays"), (10, 0, "Gym", "weekends")),
    ((9, 0, "Church", "weekends"), (11, 20, "Choir", "weekends")),
    ((7, 0, "送孩子上学", "weekdays"), (16, 30, "接孩子放学", "weekdays")),
    ((6, 10, "晨跑", "daily"), (19, 30, "夜跑", "daily")),
    ((5, 50, "赶高铁", "once"), (6, 30, "赶飞机", "once")),
    ((12, 30, "午睡起床", "daily"), (14, 0, "下午开工", "weekdays")),
    ((21, 0, "Vitamins", "daily"), (21, 30, "Inhaler", "daily")),
    ((15, 0, "School run", "weekdays"), (17, 30, "Football practice", "weekdays")),
    ((8, 0, "Lie-in", "weekends"), (6, 0, "Airport taxi", "once")),
    ((13, 40, "Power nap over", "daily"), (16, 0, "Tea time", "weekdays")),
    ((21, 40, "吃降压药", "daily"), (7, 40, "吃维生素", "daily")),
    ((22, 20, "该睡觉了", "daily"), (23, 0, "关电脑", "daily")),
    ((9, 20, "周末懒觉", "weekends"), (8, 10, "周末早市", "weekends")),
    ((18, 30, "做晚饭", "daily"), (11, 30, "做午饭", "weekends")),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A few ordinary alarms, all still to come."""
    now = store.only(DEVICE).clock
    everyday = cast is Cast.EVERYDAY
    rows = _EVERYDAY if everyday else [row for entry in cast.of(_POOL) for row in entry]
    for hour, minute, label, repeat in rows:
        when = now.replace(hour=hour, minute=minute, second=0)
        when += timedelta(minutes=random.choice((0, 5, 10)))
        when = _first_ring(when + timedelta(days=when <= now), repeat)
        enabled = random.random() < 0.8
        store.add(ALARMS, Alarm(when, label, repeat, enabled))  # type: ignore[arg-type]
