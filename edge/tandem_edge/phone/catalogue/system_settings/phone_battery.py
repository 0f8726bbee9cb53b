"""The battery: how full it is, what drains it, and the saver that other families heed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    action,
    app,
    boolean,
    choice,
    field,
    integer,
    internal,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import (
    INSTALLED,
    find_app,
    when_uninstalled,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE, Percent
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("applications",)
PERIODS = ("last_charge", "last_week")
SHOWN = 8
HOURS_A_PERCENT = 0.22
MINUTES_A_PERCENT = 1.1
LONGER = 1.4
"""How much longer the battery lasts while the saver is on."""


@dataclass(frozen=True, slots=True)
class Battery:
    """``saver_at`` is the level at which the saver comes on by itself; 0 is never.

    Charging stops at ``limit`` percent. ``health`` is the capacity left of a new battery's.
    """

    saver: bool = False
    saver_at: Annotated[int, Field(ge=0, le=90)] = 0
    limit: Annotated[int, Field(ge=60, le=100)] = 100
    health: Percent = 94
    cycles: Annotated[int, Field(ge=0)] = 210


@dataclass(frozen=True, slots=True)
class Drain:
    """What one app took of the battery, in percent of all that was used; kept by package."""

    last_charge: Percent
    last_week: Percent
    background: Percent


BATTERY = Singleton("battery", Battery)
DRAINS = Table("battery_drains", Drain)


@condition("battery_saver_off")
def _battery_saver_off(store: Store, value: str) -> str:
    return "battery saver is on" if store.only(BATTERY).saver else ""


@condition("not_charging")
def _not_charging(store: Store, value: str) -> str:
    return "the phone is charging" if store.only(DEVICE).charging else ""


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="battery status: level, charging, time left, health, cycles",
    zh="电池状态：电量、充电情况、还能用多久、健康度",
    cues_en="battery percentage how much juice charge left will it last until full plugged in "
    "health wear capacity cycles dying power remaining",
    cues_zh="电量 还剩多少电 百分之几 充满 充上电没 撑到 还能用多久 电池健康 老化 循环次数 "
    "没电 续航",
    arguments=[],
    results=[
        field("percent", "integer"),
        field("charging", "boolean"),
        field("saver", "boolean"),
        field("saver_at", "integer"),
        field("limit", "integer"),
        field("hours_left", "number"),
        field("minutes_to_full", "integer"),
        field("health", "integer"),
        field("cycles", "integer"),
    ],
    effects=Effect.READ,
    mechanism=Mechanism.SHELL,
)
def query_battery(store: Store) -> dict[str, JsonValue]:
    """Tell how full the battery is, how long it lasts or takes to fill, and how it ages."""
    device, battery = store.only(DEVICE), store.only(BATTERY)
    hours = device.battery_percent * HOURS_A_PERCENT * (LONGER if battery.saver else 1)
    to_fill = max(0, battery.limit - device.battery_percent)
    return {
        "percent": device.battery_percent,
        "charging": device.charging,
        "saver": battery.saver,
        "saver_at": battery.saver_at,
        "limit": battery.limit,
        "hours_left": round(hours, 1),
        "minutes_to_full": round(to_fill * MINUTES_A_PERCENT) if device.charging else 0,
        "health": battery.health,
        "cycles": battery.cycles,
    }


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="battery saver: on, off, check, or at what level it starts itself",
    zh="省电模式：打开、关闭、查看，或设电量多低时自动开",
    cues_en="battery saver power saving low power mode save juice stretch make it last longer "
    "kicks in automatically below percent conserve",
    cues_zh="省电模式 省电 低电量模式 超级省电 省着点用 撑久一点 自动省电 低于 电量低 "
    "快没电了 续命",
    arguments=[
        action("enable", "disable", "schedule", "query"),
        integer(
            "percent",
            0,
            90,
            "level it starts at by itself, 0 for never",
            "自动开启的电量，0 为从不",
            unit="percent",
            required=("schedule",),
        ),
        internal(boolean("enabled", "whether it was on", "之前是否开启", default=None)),
    ],
    results=[
        field("enabled", "boolean"),
        field("changed", "boolean"),
        field("percent", "integer"),
        field("previous_percent", "integer"),
        field("previous_enabled", "boolean"),
    ],
    effects={
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "schedule": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("not_charging", code="charging", on=("enable",))],
    inverses={
        "enable": undone_by("manage_battery_saver", action="disable"),
        "disable": undone_by("manage_battery_saver", action="enable"),
        "schedule": undone_by(
            "manage_battery_saver",
            action="schedule",
            percent="$result.previous_percent",
            enabled="$result.previous_enabled",
        ),
    },
    conflicts=["sync_account", "manage_phone_backup", "manage_system_update"],
    mechanism=Mechanism.SHELL,
)
def manage_battery_saver(
    store: Store, action: str, percent: int | None, enabled: bool | None
) -> dict[str, JsonValue]:
    """Switch or read the saver, which holds back syncing, backups and big downloads.

    A level that has been reached already switches it on at once, except while charging.
    """
    before, device = store.only(BATTERY), store.only(DEVICE)
    after = before
    if action in ("enable", "disable"):
        after = store.update(BATTERY, saver=action == "enable")
    elif action == "schedule":
        reached = device.battery_percent <= (percent or 0) and not device.charging
        saver = before.saver or reached if enabled is None else enabled
        after = store.update(BATTERY, saver_at=percent, saver=saver)
    return {
        "enabled": after.saver,
        "changed": after != before,
        "percent": after.saver_at,
        "previous_percent": before.saver_at,
        "previous_enabled": before.saver,
    }


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="set the level at which charging stops, to protect the battery",
    zh="充电上限：充到多少就停，保护电池",
    cues_en="charging limit stop charging at charge only up to protect battery eighty percent "
    "overnight cap full charge overcharge adaptive",
    cues_zh="充电上限 充到多少 别充满 充到八十 停充 保护电池 电池保护 过充 整夜充电 充满",
    arguments=[
        integer(
            "percent",
            60,
            100,
            "where charging stops",
            "充到百分之几",
            unit="percent",
            required=ALWAYS,
        ),
    ],
    results=[
        field("percent", "integer"),
        field("previous_percent", "integer"),
        field("reached", "boolean"),
    ],
    effects=Effect.WRITE,
    inverses=undone_by("set_charging_limit", percent="$result.previous_percent"),
    mechanism=Mechanism.SHELL,
)
def set_charging_limit(store: Store, percent: int) -> dict[str, JsonValue]:
    """Set where charging stops; tells whether the battery is that full already."""
    previous = store.only(BATTERY).limit
    store.update(BATTERY, limit=percent)
    reached = store.only(DEVICE).battery_percent >= percent
    return {"percent": percent, "previous_percent": previous, "reached": reached}


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="which apps drain the battery, since last charge or over a week",
    zh="耗电排行：哪些应用费电，按上次充电后或近一周",
    cues_en="drain draining eating battery power hungry apps which app uses most battery usage "
    "background juice why is it dropping so fast culprit",
    cues_zh="耗电 费电 耗电排行 哪个应用 吃电 掉电快 电去哪了 后台耗电 偷电 用电情况",
    arguments=[
        app("app", "one app, the worst if absent", "某个应用，缺省为最费电的"),
        choice("period", PERIODS, "since when", "时间段", default="last_charge"),
    ],
    results=[field("period", "string"), field("apps", "array")],
    effects=Effect.READ,
    errors=["not_installed"],
    mechanism=Mechanism.SHELL,
)
def query_battery_usage(store: Store, app: str | None, period: str) -> dict[str, JsonValue]:
    """Tell what one app used of the battery, or the apps that used most of it."""
    rows = store.all(DRAINS)
    if app is None:
        keys = [key for key in rows if store.get(INSTALLED, key)]
        keys = sorted(keys, key=lambda key: (-getattr(rows[key], period), key))[:SHOWN]
    else:
        keys = [find_app(store, app)]
    return {"period": period, "apps": [_view(store, key, period) for key in keys]}


def _view(store: Store, key: str, period: str) -> dict[str, JsonValue]:
    row, owner = store.get(DRAINS, key) or Drain(0, 0, 0), store.get(INSTALLED, key)
    return {
        "app": owner.label if owner else key,
        "package": key,
        "percent": getattr(row, period),
        "background_percent": row.background,
    }


@when_uninstalled
def _forget(store: Store, package: str) -> None:
    if store.get(DRAINS, package):
        store.remove(DRAINS, package)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A battery that has aged a little, and what the apps in use took of it."""
    store.update(
        BATTERY,
        saver_at=random.choice((0, 0, 15, 20)),
        limit=random.choice((100, 100, 80)),
        health=random.randrange(82, 100),
        cycles=random.randrange(40, 700),
    )
    used = [(key, row.minutes_today + 5) for key, row in store.all(INSTALLED).items()]
    used = random.sample(used, min(len(used), 24))
    whole = sum(minutes for _, minutes in used) or 1
    for key, minutes in sorted(used, key=lambda item: (len(item[0]), item[0])):
        week = min(100, 100 * (minutes + random.randrange(20)) // (whole + 240))
        drain = Drain(100 * minutes // whole, week, random.randrange(0, 90, 5))
        store.put(DRAINS, key, drain)
