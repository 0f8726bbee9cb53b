"""What the screen does by the clock: dark theme, and warmer colours at night."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any, Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    clock,
    field,
    integer,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.display_sound.clock_hours import (
    ClockTime,
    Edge,
    HoursOf,
    after_sunset,
    next_edge,
    on_days,
    within,
)
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Percent
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("display",)
SCHEDULES = ("off", "sunset", "hours")
Schedule = Literal["off", "sunset", "hours"]


@dataclass(frozen=True, slots=True)
class DarkHours:
    """When the dark theme comes by itself; ``turns`` is when it comes or goes next."""

    schedule: Schedule = "off"
    start: ClockTime = "22:00"
    end: ClockTime = "07:00"
    turns: Edge | None = None


@dataclass(frozen=True, slots=True)
class NightLight:
    """Less blue light: now, how much less, and when by itself."""

    enabled: bool = False
    warmth: Percent = 50
    schedule: Schedule = "off"
    start: ClockTime = "22:00"
    end: ClockTime = "07:00"
    turns: Edge | None = None


DARK_HOURS = Singleton("dark_hours", DarkHours)
NIGHT_LIGHT = Singleton("night_light", NightLight)


def _hours(store: Store, row: DarkHours | NightLight) -> HoursOf:
    if row.schedule == "sunset":
        return after_sunset(store.only(DEVICE).timezone)
    return on_days(row.start, row.end, "daily")


def _follow(store: Store, table: Singleton[Any], schedule: str) -> bool:
    """Keep ``schedule`` from now on; whether it is dark by it at present."""
    store.update(table, schedule=schedule)
    hours, now = _hours(store, store.only(table)), store.only(DEVICE).clock
    turns = None if schedule == "off" else next_edge(now, hours)
    store.update(table, turns=turns)
    return schedule != "off" and within(now, hours)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="dark theme schedule: sunset to sunrise or own hours; set, check",
    zh="定时深色：日落到日出或自定时段自动切换，可设置、查看",
    cues_en="schedule dark mode automatically at night sunset sunrise from ten until seven evening "
    "theme switches by itself stop switching",
    cues_zh="定时深色模式 自动切换 日落 日出 天黑 天亮 晚上自动变黑 几点到几点 跟着太阳 别自动换",
    arguments=[
        action("set", "query"),
        choice("schedule", SCHEDULES, "when it is dark", "什么时候变深色", required=("set",)),
        clock("start", "own hours: when they begin", "自定时段的开始"),
        clock("end", "own hours: when they end", "自定时段的结束"),
        state_argument(),
    ],
    results=[
        field("schedule", "string"),
        field("start", "string"),
        field("end", "string"),
        field("dark_now", "boolean"),
        field("changed", "boolean"),
        STATE,
    ],
    effects={"set": Effect.WRITE, "query": Effect.READ},
    inverses={
        "set": undone_by(
            "schedule_dark_mode",
            action="set",
            schedule="$argument.schedule",
            state="$result.previous",
        )
    },
    changes=["manage_dark_mode"],
    mechanism=Mechanism.SHELL,
)
def schedule_dark_mode(
    store: Store,
    action: str,
    schedule: str | None,
    start: str | None,
    end: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Let the theme change by itself; it takes at once the side that the hours give it now."""
    before = store.only(DARK_HOURS)
    previous = packed(store, (DARK_HOURS, ONLY), (DISPLAY, ONLY))
    if state is not None:
        put_back(store, state, DARK_HOURS, DISPLAY)
    elif action == "set":
        if schedule == "hours":
            store.update(DARK_HOURS, **_own(start, end))
        dark = _follow(store, DARK_HOURS, str(schedule))
        if schedule != "off":
            store.update(DISPLAY, dark_mode=dark)
    shown = _shown(store, before) | {"dark_now": store.only(DISPLAY).dark_mode}
    return shown if action == "query" else shown | {"previous": previous}


def _own(start: str | None, end: str | None) -> dict[str, str]:
    if start is None or end is None:
        raise ToolFailure("missing_argument", "say from when to when")
    return {"start": start, "end": end}


def _shown(store: Store, before: DarkHours) -> dict[str, JsonValue]:
    after = store.only(DARK_HOURS)
    own = after.schedule == "hours"
    return {
        "schedule": after.schedule,
        "start": after.start if own else "",
        "end": after.end if own else "",
        "changed": after != before,
    }


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="night light, less blue light: on, off, warmth, schedule, check",
    zh="护眼模式：减少蓝光，开关、调冷暖、定时、取消定时、查看",
    cues_en="night light blue light filter eye comfort warm warmer yellow amber tint eyes tired "
    "reading in bed before sleep sunset schedule warmth",
    cues_zh="护眼 蓝光 防蓝光 夜览 护眼模式 屏幕发黄 暖一点 眼睛酸 睡前看手机 定时护眼 别那么黄",
    arguments=[
        action("enable", "disable", "schedule", "unschedule", "query"),
        integer("warmth", 0, 100, "how warm", "暖色程度", unit="percent"),
        clock("start", "when it comes, sunset if absent", "开始时间，缺省为日落"),
        clock("end", "when it goes, sunrise if absent", "结束时间，缺省为日出"),
        state_argument(),
    ],
    results=[
        field("enabled", "boolean"),
        field("warmth", "integer"),
        field("schedule", "string"),
        field("start", "string"),
        field("end", "string"),
        field("changed", "boolean"),
        STATE,
    ],
    effects={"query": Effect.READ}
    | dict.fromkeys(("enable", "disable", "schedule", "unschedule"), Effect.WRITE),
    inverses={
        action: undone_by("manage_night_light", action=action, state="$result.previous")
        for action in ("enable", "disable", "schedule", "unschedule")
    },
    changes=["set_color_mode"],
    mechanism=Mechanism.SHELL,
)
def manage_night_light(
    store: Store,
    action: str,
    warmth: int | None,
    start: str | None,
    end: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Switch the night light, say how warm it is, or let it follow the clock."""
    before, previous = store.only(NIGHT_LIGHT), packed(store, (NIGHT_LIGHT, ONLY))
    if state is not None:
        put_back(store, state, NIGHT_LIGHT)
    elif action != "query":
        _change_light(store, action, start, end)
        if warmth is not None:
            store.update(NIGHT_LIGHT, warmth=warmth)
    after = store.only(NIGHT_LIGHT)
    own = after.schedule == "hours"
    shown: dict[str, JsonValue] = {
        "enabled": after.enabled,
        "warmth": after.warmth,
        "schedule": after.schedule,
        "start": after.start if own else "",
        "end": after.end if own else "",
        "changed": after != before,
    }
    return shown if action == "query" else shown | {"previous": previous}


def _change_light(store: Store, action: str, start: str | None, end: str | None) -> None:
    if action in ("enable", "disable"):
        store.update(NIGHT_LIGHT, enabled=action == "enable")
    elif action == "unschedule":
        _follow(store, NIGHT_LIGHT, "off")
    elif start is None and end is None:
        store.update(NIGHT_LIGHT, enabled=_follow(store, NIGHT_LIGHT, "sunset"))
    else:
        store.update(NIGHT_LIGHT, **_own(start, end))
        store.update(NIGHT_LIGHT, enabled=_follow(store, NIGHT_LIGHT, "hours"))


def _upcoming(store: Store) -> datetime | None:
    turns = (store.only(DARK_HOURS).turns, store.only(NIGHT_LIGHT).turns)
    return min((when for when in turns if when is not None), default=None)


def _happen(store: Store, when: datetime) -> None:
    dark, light = store.only(DARK_HOURS), store.only(NIGHT_LIGHT)
    if dark.turns is not None and dark.turns <= when:
        hours = _hours(store, dark)
        store.update(DISPLAY, dark_mode=within(when, hours))
        store.update(DARK_HOURS, turns=next_edge(when, hours))
    if light.turns is not None and light.turns <= when:
        hours = _hours(store, light)
        store.update(NIGHT_LIGHT, enabled=within(when, hours), turns=next_edge(when, hours))


DARK_CLOCK = Timer(_upcoming, _happen)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Some phones follow the sun, some their owner's bedtime, most (the everyday one) nothing."""
    store.update(NIGHT_LIGHT, warmth=random.randrange(30, 90, 5))
    if cast is Cast.EVERYDAY:
        return
    if random.random() < 0.3:
        store.update(NIGHT_LIGHT, enabled=_follow(store, NIGHT_LIGHT, "hours"))
    if random.random() < 0.2:
        store.update(DISPLAY, dark_mode=_follow(store, DARK_HOURS, "sunset"))
