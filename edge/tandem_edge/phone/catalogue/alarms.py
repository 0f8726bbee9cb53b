"""Alarms: they ring at a clock time, once or on a rhythm."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    moment,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

REPEATS = ("once", "daily", "weekdays", "weekends")


@dataclass(frozen=True, slots=True)
class Alarm:
    """``next`` is the local time it rings next; with ``repeat`` only its clock time recurs."""

    next: datetime
    label: str = ""
    repeat: str = "once"
    enabled: bool = True


ALARMS = Table("alarms", Alarm, prefix="alarm")


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="alarms that ring at a clock time: create, delete, switch or list them",
    zh="闹钟：在某个钟点响铃，可新建、删除、开关或查看",
    cues_en="wake me up get me up ring at morning alarm clock",
    cues_zh="叫我起床 叫醒我 喊我起来 几点响",
    arguments=[
        action("create", "delete", "enable", "disable", "query"),
        moment("time", "when it rings", "响铃时间", required=("create",)),
        text("label", "its name", "名称", example="Morning run"),
        choice("repeat", REPEATS, "rhythm", "重复", default="once"),
    ],
    results=[
        field("alarm_id", "string"),
        field("rings_at", "string"),
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
        "create": undone_by("manage_alarm", action="delete", time="$result.rings_at"),
        "delete": undone_by(
            "manage_alarm",
            action="create",
            time="$result.rings_at",
            label="$result.label",
            repeat="$result.repeat",
        ),
        "enable": undone_by("manage_alarm", action="disable", time="$result.rings_at"),
        "disable": undone_by("manage_alarm", action="enable", time="$result.rings_at"),
    },
    mechanism=Mechanism.INTENT,
)
def manage_alarm(
    store: Store, action: str, time: str | None, label: str | None, repeat: str
) -> dict[str, JsonValue]:
    """Create, delete, switch or list alarms."""
    if action == "query":
        return {"alarms": [_view(key, alarm) for key, alarm in _matching(store, time, label)]}
    if action == "create":
        return _create(store, datetime.fromisoformat(str(time)), label or "", repeat)
    key, alarm = _the_one(store, time, label)
    if action == "delete":
        store.remove(ALARMS, key)
    else:
        alarm = store.update(ALARMS, key, enabled=action == "enable")
    return _view(key, alarm)


def _create(store: Store, when: datetime, label: str, repeat: str) -> dict[str, JsonValue]:
    alarm = Alarm(when, label, repeat)
    for key, other in store.all(ALARMS).items():
        if other == alarm:
            raise ToolFailure("already_exists", f"{key} already rings then")
    return _view(store.add(ALARMS, alarm), alarm)


def _matching(store: Store, time: str | None, label: str | None) -> list[tuple[str, Alarm]]:
    clock = time[11:] if time else None
    return [
        (key, alarm)
        for key, alarm in store.all(ALARMS).items()
        if (clock is None or alarm.next.strftime("%H:%M") == clock)
        and (label is None or label.casefold() in alarm.label.casefold())
    ]


def _the_one(store: Store, time: str | None, label: str | None) -> tuple[str, Alarm]:
    found = _matching(store, time, label)
    if not found:
        raise ToolFailure("not_found", "no alarm matches")
    if len(found) > 1:
        several = "; ".join(f"{alarm.next:%H:%M} {alarm.label}".strip() for _, alarm in found)
        raise ToolFailure("ambiguous", f"several alarms match: {several}")
    return found[0]


def _view(key: str, alarm: Alarm) -> dict[str, JsonValue]:
    return {
        "alarm_id": key,
        "rings_at": alarm.next.strftime("%Y-%m-%dT%H:%M"),
        "label": alarm.label,
        "repeat": alarm.repeat,
        "enabled": alarm.enabled,
    }


def populate(store: Store, random: Random) -> None:
    """A few ordinary alarms."""
    today = store.only(DEVICE).clock.replace(hour=0, minute=0)
    for hour, minute, label, repeat in (
        (6, 50, "上班", "weekdays"),
        (9, 30, "Sunday market", "weekends"),
        (13, 10, "午休结束", "daily"),
    ):
        shift = random.choice((0, 5, 10))
        when = today.replace(hour=hour, minute=minute + shift)
        store.add(ALARMS, Alarm(when, label, repeat, enabled=random.random() < 0.8))
