"""How long apps were used on the days before, and how long they may be used a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    app,
    boolean,
    choice,
    duration,
    field,
    integer,
    internal,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import (
    INSTALLED,
    App,
    find_app,
    when_uninstalled,
)
from tandem_edge.phone.catalogue.apps_storage.listings import CATEGORIES, in_category
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("applications",)
DAYS = 28
SPANS = {"yesterday": 1, "week": 7, "month": DAYS}
LONGEST = 24 * 60
Minutes = Annotated[int, Field(ge=0, le=LONGEST)]


@dataclass(frozen=True, slots=True)
class AppHistory:
    """Minutes of use on each of the last ``DAYS`` days, yesterday first."""

    minutes: Annotated[tuple[Minutes, ...], Field(min_length=DAYS, max_length=DAYS)]


@dataclass(frozen=True, slots=True)
class CountedDay:
    """The day that ``minutes_today`` of the apps counts; none on a phone never used."""

    day: date | None = None


HISTORY = Table("app_history", AppHistory)
COUNTED = Singleton("counted_day", CountedDay)
_UNUSED = AppHistory((0,) * DAYS)


@tool(
    domain=Domain.APPS_STORAGE,
    en="screen time on past days: total, ranking, by app or category",
    zh="前几天的屏幕使用时间：总时长、排行，可按应用或类别",
    cues_en="screen time yesterday this past week last month average how many hours most used app "
    "compared with the week before addicted digital wellbeing report",
    cues_zh="屏幕时间 屏幕使用 昨天用了 最近一周 这个月 每天平均 用得最多 比上周 使用报告 "
    "刷了几个小时 排行",
    arguments=[
        choice("period", tuple(SPANS), "yesterday, last 7 or 28 days", "昨天、近7天或近28天"),
        app("app", "which app", "哪个应用"),
        choice("category", CATEGORIES, "kind of apps", "应用类别"),
    ],
    results=[
        field("total_minutes", "integer"),
        field("daily_minutes", "integer"),
        field("previous_total_minutes", "integer"),
        field("apps", "array"),
    ],
    effects=Effect.READ,
    errors=["not_installed"],
    mechanism=Mechanism.PROVIDER,
)
def query_app_usage(
    store: Store, period: str | None, app: str | None, category: str | None
) -> dict[str, JsonValue]:
    """Screen time before today, the most used first, against as many days before that."""
    days = SPANS[period or "week"]
    keys = list(store.all(INSTALLED)) if app is None else [find_app(store, app)]
    kept = [key for key in keys if category is None or in_category(key, category)]
    used = {key: _minutes(store, key) for key in kept}
    ranked = sorted(kept, key=lambda key: (-sum(used[key][:days]), key))
    total = sum(sum(used[key][:days]) for key in kept)
    return {
        "total_minutes": total,
        "daily_minutes": total // days,
        "previous_total_minutes": sum(sum(used[key][days : 2 * days]) for key in kept),
        "apps": [_usage_view(store, key, sum(used[key][:days])) for key in ranked[:10]],
    }


def _minutes(store: Store, package: str) -> tuple[int, ...]:
    return (store.get(HISTORY, package) or _UNUSED).minutes


def _usage_view(store: Store, package: str, minutes: int) -> dict[str, JsonValue]:
    return {"app": store.all(INSTALLED)[package].label, "package": package, "minutes": minutes}


@tool(
    domain=Domain.APPS_STORAGE,
    en="daily time limit on an app: set, remove, query",
    zh="应用使用限时：每天最多用多久，可设置、取消、查询",
    cues_en="limit cap no more than minutes a day allow only hours restrict addicted cut down "
    "block after too much stop me from wasting time on kid game lift the limit",
    cues_zh="限时 限制时长 每天最多 一天只许 最多玩 控制 戒 防沉迷 管住 上限 解除限制 "
    "别让我刷太久 时间到",
    arguments=[
        action("set", "remove", "query"),
        app("app", "which app", "哪个应用", required=("set", "remove")),
        duration("time", "how long a day", "每天多久", required=("set",)),
        internal(integer("minutes", 0, LONGEST, "limit before", "之前的限制", unit="minutes")),
        internal(boolean("running", "whether it was open", "之前是否开着", default=None)),
    ],
    results=[
        field("app", "string"),
        field("package", "string"),
        field("limit_minutes", "integer"),
        field("minutes_today", "integer"),
        field("previous_minutes", "integer"),
        field("was_running", "boolean"),
        field("changed", "boolean"),
        field("limits", "array"),
    ],
    effects={"set": Effect.WRITE, "remove": Effect.WRITE, "query": Effect.READ},
    errors=["not_installed"],
    inverses={
        name: undone_by(
            "manage_app_limit",
            action="remove",
            app="$result.package",
            minutes="$result.previous_minutes",
            running="$result.was_running",
        )
        for name in ("set", "remove")
    },
    conflicts=["open_app"],
    changes=["close_app"],
    mechanism=Mechanism.UI,
)
def manage_app_limit(
    store: Store,
    action: str,
    app: str | None,
    time: int | None,
    minutes: int | None,
    running: bool | None,
) -> dict[str, JsonValue]:
    """Limit an app's minutes a day; one that has used them up closes. Limits can be lifted.

    To remove with ``minutes`` and ``running`` puts back what was.
    """
    if action == "query":
        keys = store.all(INSTALLED) if app is None else [find_app(store, app)]
        rows = {key: store.all(INSTALLED)[key] for key in keys}
        return {"limits": [_limit_view(key, row) for key, row in rows.items() if row.limit_minutes]}
    key = find_app(store, str(app))
    before = store.all(INSTALLED)[key]
    limit = _whole_minutes(time or 0) if action == "set" else minutes or 0
    after = store.update(INSTALLED, key, limit_minutes=limit)
    open_now = before.running and not after.used_up if running is None else running
    after = store.update(INSTALLED, key, running=open_now)
    return {
        **_limit_view(key, after),
        "previous_minutes": before.limit_minutes,
        "was_running": before.running,
        "changed": before != after,
    }


def _whole_minutes(seconds: int) -> int:
    if not 60 <= seconds <= LONGEST * 60:
        raise ToolFailure("invalid_argument", "a limit is between one minute and a whole day")
    return seconds // 60


def _limit_view(package: str, row: App) -> dict[str, JsonValue]:
    return {
        "app": row.label,
        "package": package,
        "limit_minutes": row.limit_minutes,
        "minutes_today": row.minutes_today,
    }


def _next_midnight(store: Store) -> datetime | None:
    day = store.only(COUNTED).day
    return None if day is None else datetime.combine(day, datetime.min.time()) + timedelta(days=1)


def _turn_the_day(store: Store, when: datetime) -> None:
    """What was today's use is yesterday's; after a jump of the clock the days between are idle."""
    today, counted = store.only(DEVICE).clock.date(), store.only(COUNTED).day
    idle = (0,) * ((today - (counted or today)).days - 1)
    for key, row in store.all(INSTALLED).items():
        if row.minutes_today or store.get(HISTORY, key) is not None:
            minutes = (*idle[:DAYS], row.minutes_today, *_minutes(store, key))[:DAYS]
            store.put(HISTORY, key, AppHistory(minutes))
    for key in list(store.all(INSTALLED)):
        store.update(INSTALLED, key, minutes_today=0)
    store.update(COUNTED, day=today)


MIDNIGHT = Timer(upcoming=_next_midnight, happen=_turn_the_day)


@when_uninstalled
def _forget_history(store: Store, package: str) -> None:
    if store.get(HISTORY, package) is not None:
        store.remove(HISTORY, package)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Four weeks of use, and limits on two apps that still leave time today."""
    store.update(COUNTED, day=store.only(DEVICE).clock.date())
    rhythm = [random.randrange(20, 180) for _ in range(3 * DAYS)]
    for key, row in store.all(INSTALLED).items():
        at = random.randrange(2 * DAYS)
        days = rhythm[at : at + DAYS]
        minutes = tuple(row.minutes_today * percent // 100 for percent in days)
        store.put(HISTORY, key, AppHistory(minutes))
    free = [key for key, row in store.all(INSTALLED).items() if not row.built_in]
    for key in random.sample(free, 2):
        store.update(INSTALLED, key, limit_minutes=random.choice((100, 120, 150)))
