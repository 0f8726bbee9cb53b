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
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import named, the_one
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
        moment("time", "when it rings", "响铃时间", required=("create",)),
        text("label", "its name", "名称", example="Morning run"),
        choice("repeat", REPEATS, "rhythm", "重复", default="once"),
        internal(boolean("enabled", "whether a new one is on", "新建时是否开启", default=True)),
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
        "create": undone_by("manage_alarm", action="delete", label="$result.alarm_id"),
        "delete": undone_by(
            "manage_alarm",
            action="create",
            time="$result.rings_at",
            label="$result.label",
            repeat="$result.repeat",
            enabled="$result.enabled",
        ),
        "enable": undone_by("manage_alarm", action="disable", label="$result.alarm_id"),
        "disable": undone_by("manage_alarm", action="enable", label="$result.alarm_id"),
    },
    mechanism=Mechanism.INTENT,
)
def manage_alarm(
    store: Store, action: str, time: str | None, label: str | None, repeat: str, enabled: bool
) -> dict[str, JsonValue]:
    """Create, delete, switch or list alarms."""
    if action == "query":
        return {"alarms": [_view(key, alarm) for key, alarm in _matching(store, time, label)]}
    if action == "create":
        when = _first_ring(datetime.fromisoformat(str(time)), repeat)
        return _create(store, Alarm(when, label or "", repeat, enabled))  # type: ignore[arg-type]
    key, alarm = the_one(_matching(store, time, label), "alarm", _describe)
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


def _first_ring(when: datetime, repeat: str) -> datetime:
    """The first time from ``when`` on that falls on a day of the rhythm."""
    while when.weekday() not in _DAYS.get(repeat, range(7)):
        when += timedelta(days=1)
    return when


def _matching(store: Store, time: str | None, label: str | None) -> list[tuple[str, Alarm]]:
    """Alarms by clock time and label; an exact date decides between alarms at the same clock."""
    alarms = store.all(ALARMS)
    found = list(alarms.items()) if label is None else named(alarms, label, lambda a: a.label)
    if time is not None:
        when = datetime.fromisoformat(time)
        found = [(key, alarm) for key, alarm in found if alarm.next.time() == when.time()]
        found = [(key, alarm) for key, alarm in found if alarm.next == when] or found
    return sorted(found, key=lambda item: item[1].next)


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


def populate(store: Store, random: Random) -> None:
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
