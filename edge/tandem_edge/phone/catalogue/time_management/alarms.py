"""Alarms: they ring at a clock time, once or on a rhythm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
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
    ],
    results=[
        field("alarm_id", "string"),
        field("rings_at", "string"),
        field("label", "string", privacy=Privacy.MESSAGE),
        field("repeat", "string"),
        field("enabled", "boolean"),
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
        "enable": undone_by("manage_alarm", action="disable", alarm_id="$result.alarm_id"),
        "disable": undone_by("manage_alarm", action="enable", alarm_id="$result.alarm_id"),
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
) -> dict[str, JsonValue]:
    """Create, delete, switch or list alarms. With ``enabled``, one is put back as it was."""
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
        store.remove(ALARMS, key)
    else:
        alarm = store.update(ALARMS, key, enabled=action == "enable")
    return _view(key, alarm)


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


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A few ordinary alarms, all still to come."""
    now = store.only(DEVICE).clock
    for hour, minute, label, repeat in (
        (6, 40, "上班", "weekdays"),
        (9, 30, "Sunday market", "weekends"),
        (13, 10, "午休结束", "daily"),
        (22, 0, "Take pills", "daily"),
    ):
        when = now.replace(hour=hour, minute=minute + random.choice((0, 5, 10)), second=0)
        when = _first_ring(when + timedelta(days=when <= now), repeat)
        enabled = random.random() < 0.8
        store.add(ALARMS, Alarm(when, label, repeat, enabled))  # type: ignore[arg-type]
