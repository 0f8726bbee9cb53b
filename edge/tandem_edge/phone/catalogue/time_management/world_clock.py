"""What time it is elsewhere, and what a time there is here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    field,
    moment,
    tool,
    undone_by,
    zone,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, ZoneName
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy


@dataclass(frozen=True, slots=True)
class WorldClock:
    """A zone on the world clock's list."""

    zone: ZoneName


CLOCKS = Table("world_clocks", WorldClock, prefix="clock")


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="world clock: current time in other cities; add, remove, show",
    zh="世界时钟：看别的城市现在几点，添加或移除城市",
    cues_en="what time is it in over there right now abroad city clock list overseas awake yet "
    "morning there track timezone add Tokyo remove London",
    cues_zh="那边现在几点 国外几点 当地时间 现在几点了 时差 那头天亮了吗 加个城市 去掉城市 "
    "世界时间 海外",
    arguments=[
        action("add", "remove", "query"),
        zone("city", "which city or zone", "哪个城市或时区", required=("add", "remove")),
    ],
    results=[
        field("zone", "string", privacy=Privacy.LOCATION),
        field("time", "string"),
        field("hours_ahead", "number"),
        field("changed", "boolean"),
        field("clocks", "array", privacy=Privacy.LOCATION),
    ],
    effects={"add": Effect.WRITE, "remove": Effect.WRITE, "query": Effect.READ},
    errors=["not_found"],
    inverses={
        "add": undone_by("manage_world_clock", action="remove", city="$result.zone"),
        "remove": undone_by("manage_world_clock", action="add", city="$result.zone"),
    },
    mechanism=Mechanism.UI,
)
def manage_world_clock(store: Store, action: str, city: str | None) -> dict[str, JsonValue]:
    """Add or remove a city, or tell the time: in one city, or in all on the list."""
    listed = {row.zone: key for key, row in store.all(CLOCKS).items()}
    if action == "query" or city is None:
        wanted = listed if city is None else [city]
        return {"clocks": [_view(store, each) for each in wanted]}
    if action == "remove" and city not in listed:
        raise ToolFailure("not_found", f"{city} is not on the list")
    changed = action == "remove" or city not in listed
    if action == "remove":
        store.remove(CLOCKS, listed[city])
    elif changed:
        store.add(CLOCKS, WorldClock(city))
    return {**_view(store, city), "changed": changed}


def _view(store: Store, zone: str) -> dict[str, JsonValue]:
    now = store.only(DEVICE).now
    return _there(now, now.astimezone(ZoneInfo(zone)), zone)


def _there(here: datetime, there: datetime, zone: str) -> dict[str, JsonValue]:
    return {
        "zone": zone,
        "time": there.strftime("%Y-%m-%dT%H:%M"),
        "hours_ahead": _offset(there) - _offset(here),
    }


def _offset(when: datetime) -> float:
    ahead = when.utcoffset()
    return ahead.total_seconds() / 3600 if ahead else 0.0


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="convert a clock time from one time zone to another",
    zh="时间换算：把某地的钟点换成另一地的时间",
    cues_en="when it is in what time is that here your time my time their time difference zone "
    "EST GMT PST noon there equals call starts at London time translate hour",
    cues_zh="时差换算 那边几点相当于 北京时间 当地时间 换成 对应几点 是我们这儿几点 折算 "
    "纽约时间 伦敦时间 等于几点",
    arguments=[
        moment(
            "time", "the time there", "那边的时间", required=ALWAYS, finds=ALWAYS, zone="source"
        ),
        zone("source", "where it is said, the phone's zone if absent", "原时区，缺省为本机时区"),
        zone(
            "target", "where it is wanted, the phone's zone if absent", "目标时区，缺省为本机时区"
        ),
    ],
    results=[
        field("source", "string", privacy=Privacy.LOCATION),
        field("target", "string", privacy=Privacy.LOCATION),
        field("source_time", "string"),
        field("target_time", "string"),
        field("days_later", "integer"),
        field("hours_ahead", "number"),
    ],
    effects=Effect.READ,
    errors=["same_zone"],
    mechanism=Mechanism.NONE,
)
def convert_time(
    store: Store, time: str, source: str | None, target: str | None
) -> dict[str, JsonValue]:
    """What ``time`` on the clock of ``source`` is in ``target``; without a day, today's there."""
    device = store.only(DEVICE)
    source, target = source or device.timezone, target or device.timezone
    if source == target:
        raise ToolFailure("same_zone", f"{source} and {target} have one clock: name another zone")
    here = _read(time, device.now.astimezone(ZoneInfo(source)))
    there = here.astimezone(ZoneInfo(target))
    return {
        "source": source,
        "target": target,
        "source_time": here.strftime("%Y-%m-%dT%H:%M"),
        "target_time": there.strftime("%Y-%m-%dT%H:%M"),
        "days_later": (there.date() - here.date()).days,
        "hours_ahead": _offset(there) - _offset(here),
    }


def _read(time: str, now: datetime) -> datetime:
    whole = f"{now:%Y-%m-%d}{time}" if time.startswith("T") else time
    return datetime.fromisoformat(whole).replace(tzinfo=now.tzinfo)


_POOL = (
    ("Europe/London", "Asia/Tokyo"),
    ("America/New_York", "Asia/Dubai"),
    ("Europe/Paris", "Asia/Singapore"),
    ("America/Los_Angeles", "Asia/Seoul"),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two places or more where somebody one knows lives."""
    for zones in cast.of(_POOL):
        for name in zones:
            store.add(CLOCKS, WorldClock(name))
