"""Mobile data: what each app used, and the limit after which it is switched off."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    app,
    choice,
    field,
    integer,
    internal,
    needs,
    number,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("applications",)
PERIODS = ("today", "week", "month")
NETWORKS = ("any", "mobile", "wifi")
Megabytes = Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class DataUse:
    """Megabytes that one app, filed under its package, used over each network."""

    mobile_today: Megabytes
    mobile_week: Megabytes
    mobile_month: Megabytes
    wifi_today: Megabytes
    wifi_week: Megabytes
    wifi_month: Megabytes


@dataclass(frozen=True, slots=True)
class DataPlan:
    """The month's limit for mobile data (``None``: none), and the day on which it begins anew."""

    limit_mb: Annotated[int, Field(ge=1)] | None = None
    warn_percent: Annotated[int, Field(ge=1, le=100)] = 80
    reset_day: Annotated[int, Field(ge=1, le=31)] = 1


DATA_USE = Table("data_use", DataUse)
DATA_PLAN = Singleton("data_plan", DataPlan)


def installed_package(store: Store, package: str) -> str:
    """The package among the installed apps. Raises the fault ``not_installed``."""
    rows = store.all(INSTALLED)
    if package in rows:
        return package
    for key, row in rows.items():
        if fold(package) == fold(row.label):
            return key
    raise ToolFailure("not_installed", f"{label_of(package)} is not installed")


def used_mb(store: Store) -> int:
    """Mobile data used in this cycle by all apps."""
    return sum(row.mobile_month for row in store.all(DATA_USE).values())


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="how much data apps used over mobile or Wi-Fi, by period",
    zh="流量用量：各应用走移动网或无线用了多少",
    cues_en="data usage gigabytes used consumed eating my data which app used most how much data "
    "left this month megabytes burned through allowance",
    cues_zh="流量用了多少 用了几个G 还剩多少流量 哪个软件费流量 偷跑流量 本月流量 "
    "今天用了多少 跑了多少 流量消耗",
    arguments=[
        app("app", "which app, all if absent", "哪个应用，缺省为全部"),
        choice("network", NETWORKS, "over which network", "走哪种网络", default="any"),
        choice("period", PERIODS, "since when", "时间段", default="month"),
    ],
    results=[
        field("total_mb", "integer"),
        field("apps", "array"),
        field("limit_mb", "integer"),
        field("left_mb", "integer"),
    ],
    effects=Effect.READ,
    errors=["not_installed"],
    mechanism=Mechanism.PROVIDER,
)
def query_data_usage(
    store: Store, app: str | None, network: str, period: str
) -> dict[str, JsonValue]:
    """What was used, the hungriest app first, and what is left of a limit."""
    package = None if app is None else installed_package(store, app)
    rows = store.all(DATA_USE).items()
    found = [(key, _of(row, network, period)) for key, row in rows if package in (None, key)]
    found.sort(key=lambda item: (-item[1], item[0]))
    limit = store.only(DATA_PLAN).limit_mb
    left = {} if limit is None else {"limit_mb": limit, "left_mb": max(0, limit - used_mb(store))}
    apps: list[JsonValue] = [{"app": label_of(key), "megabytes": used} for key, used in found]
    return {"total_mb": sum(used for _, used in found), "apps": apps, **left}


def _of(row: DataUse, network: str, period: str) -> int:
    over = ("mobile", "wifi") if network == "any" else (network,)
    return sum(getattr(row, f"{each}_{period}") for each in over)


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="monthly mobile data limit: set limit, warning or start day, remove, check",
    zh="每月流量上限：设上限、预警或起始日，取消、查看",
    cues_en="data limit cap allowance plan warn me when at percent used billing cycle starts on "
    "the don't go over gigabytes a month cut off stop at unlimited",
    cues_zh="流量上限 流量套餐 限额 超了就断 每月几个G 流量提醒 用到多少提醒我 "
    "月结日 起始日 别超 不限量",
    arguments=[
        action("set_limit", "set_warning", "set_start_day", "remove", "query"),
        number("gigabytes", "limit in GB", "上限，单位 GB", example=5, required=("set_limit",)),
        integer(
            "percent",
            1,
            100,
            "share used at which to warn",
            "用到多少时提醒",
            unit="percent",
            required=("set_warning",),
        ),
        integer(
            "start_day",
            1,
            31,
            "day of the month it begins",
            "每月起始日",
            unit="day of the month",
            required=("set_start_day",),
        ),
        internal(text("restored", "plan to put back", "要恢复的设置", example="5120 80 1 on")),
    ],
    results=[
        field("limit_gb", "number"),
        field("percent", "integer"),
        field("start_day", "integer"),
        field("used_mb", "integer"),
        field("left_mb", "integer"),
        field("days_left", "integer"),
        field("mobile_data_paused", "boolean"),
        field("changed", "boolean"),
        field("previous", "string"),
    ],
    effects={
        **dict.fromkeys(("set_limit", "set_warning", "set_start_day", "remove"), Effect.WRITE),
        "query": Effect.READ,
    },
    preconditions=[needs("sim", code="no_sim")],
    inverses={
        each: undone_by("manage_data_limit", action="remove", restored="$result.previous")
        for each in ("set_limit", "set_warning", "set_start_day", "remove")
    },
    changes=["manage_mobile_data"],
    mechanism=Mechanism.UI,
)
def manage_data_limit(
    store: Store,
    action: str,
    gigabytes: float | None,
    percent: int | None,
    start_day: int | None,
    restored: str | None,
) -> dict[str, JsonValue]:
    """Change or tell the plan; a limit that is already reached switches mobile data off."""
    before, was_on = store.only(DATA_PLAN), store.only(RADIOS).mobile_data
    if restored is not None:
        _restore(store, restored)
    elif action == "set_limit":
        _set_limit(store, gigabytes or 0)
    elif action == "set_warning":
        store.update(DATA_PLAN, warn_percent=percent)
    elif action == "set_start_day":
        store.update(DATA_PLAN, reset_day=start_day)
    elif action == "remove":
        store.update(DATA_PLAN, limit_mb=None)
    return {
        **_view(store),
        "mobile_data_paused": was_on and not store.only(RADIOS).mobile_data,
        "changed": before != store.only(DATA_PLAN),
        "previous": _written(before, on=was_on),
    }


def _set_limit(store: Store, gigabytes: float) -> None:
    if not 0.01 <= gigabytes <= 10_000:
        raise ToolFailure("invalid_argument", "a limit lies between 0.01 and 10000 GB")
    limit = round(gigabytes * 1024)
    store.update(DATA_PLAN, limit_mb=limit)
    if used_mb(store) >= limit:
        store.update(RADIOS, mobile_data=False)


def _written(plan: DataPlan, *, on: bool) -> str:
    state = "on" if on else "off"
    return f"{plan.limit_mb or 0} {plan.warn_percent} {plan.reset_day} {state}"


def _restore(store: Store, written: str) -> None:
    try:
        limit, warn, start, state = written.split()
        plan = DataPlan(int(limit) or None, int(warn), int(start))
    except ValueError as error:
        raise ToolFailure("invalid_argument", f"{written!r:.40} is no data plan") from error
    store.put(DATA_PLAN, ONLY, plan)
    if state == "on" and not store.only(RADIOS).airplane_mode:
        store.update(RADIOS, mobile_data=True)


def _view(store: Store) -> dict[str, JsonValue]:
    plan, used = store.only(DATA_PLAN), used_mb(store)
    limit = plan.limit_mb
    left = {} if limit is None else {"limit_gb": limit / 1024, "left_mb": max(0, limit - used)}
    return {
        "percent": plan.warn_percent,
        "start_day": plan.reset_day,
        "used_mb": used,
        "days_left": _days_left(store, plan.reset_day),
        **left,
    }


def _days_left(store: Store, reset_day: int) -> int:
    """Until the next cycle begins; a month that is too short begins it on its last day."""
    today = store.only(DEVICE).clock.date()
    length = monthrange(today.year, today.month)[1]
    start = min(reset_day, length)
    if today.day < start:
        return start - today.day
    after = monthrange(today.year + today.month // 12, today.month % 12 + 1)[1]
    return length - today.day + min(reset_day, after)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A month of use by some of the apps, and a limit that is not reached."""
    packages = [key for key, row in store.all(INSTALLED).items() if not row.built_in]
    for key in random.sample(packages, min(18, len(packages))):
        mobile, wifi = random.randrange(2, 400), random.randrange(10, 4000)
        row = DataUse(mobile // 40, mobile // 5, mobile, wifi // 30, wifi // 5, wifi)
        store.put(DATA_USE, key, row)
    limit = random.choice((8, 10, 20, 30)) * 1024
    store.put(DATA_PLAN, ONLY, DataPlan(limit, 80, random.choice((1, 1, 5, 15))))
