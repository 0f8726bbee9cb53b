"""Health readings: what people measure of themselves, written down and looked back on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from statistics import mean
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    choice,
    day,
    field,
    needs,
    number,
    record_id,
    tool,
    undone_by,
    unit,
)
from tandem_edge.phone.language.units import convert
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Metric = Literal[
    "weight",
    "steps",
    "sleep",
    "heart_rate",
    "blood_pressure",
    "blood_sugar",
    "temperature",
    "water",
    "blood_oxygen",
]
METRICS: tuple[Metric, ...] = get_args(Metric)
SUMMARIES = ("latest", "average", "total", "highest", "lowest", "trend", "list")
Value = Annotated[float, Field(ge=0, le=200_000)]
SHOWN = 20
ALLOWED = needs("permission", "health", code="no_permission")
UNLOCKED = needs("unlocked", code="locked")


class Measure(NamedTuple):
    """What a metric is kept in, and what a living person can have."""

    unit: str
    low: float
    high: float
    adds_up: bool = False
    """Whether a day's readings are parts of one amount."""


MEASURES: dict[str, Measure] = {
    "weight": Measure("kg", 2, 400),
    "steps": Measure("steps", 0, 120_000, adds_up=True),
    "sleep": Measure("hours", 0, 24, adds_up=True),
    "heart_rate": Measure("bpm", 25, 240),
    "blood_pressure": Measure("mmHg", 40, 280),
    "blood_sugar": Measure("mmol/L", 0.5, 45),
    "temperature": Measure("c", 30, 44),
    "water": Measure("ml", 1, 8_000, adds_up=True),
    "blood_oxygen": Measure("percent", 50, 100),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """One measurement in its metric's unit; ``second`` is the lower blood pressure, else 0."""

    metric: Metric
    value: Value
    at: Wall
    second: Value = 0
    source: Literal["manual", "watch", "phone"] = "manual"


READINGS = Table("readings", Reading, prefix="reading")


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="record a health value: weight, blood pressure, water, sleep; or delete one",
    zh="记录健康数据：体重、血压、喝水、睡眠等，或删除一条",
    cues_en="log my weight weigh i weigh drank glass of water slept hours blood pressure over "
    "sugar glucose heart rate pulse bpm fever body temperature oxygen steps walked today wrong "
    "entry",
    cues_zh="记体重 记血压 高压 低压 血糖 喝了 毫升水 睡了 小时 心率 体温 发烧 血氧 步数 量了 "
    "称了 记录一下 记错了",
    arguments=[
        action("add", "delete"),
        choice("metric", METRICS, "what was measured", "测的什么", required=ALWAYS),
        number(
            "value",
            "the value, upper blood pressure",
            "数值，血压填高压",
            example=71.5,
            required=("add",),
        ),
        number("second", "lower blood pressure", "低压", example=80),
        unit("unit", "unit of value", "数值的单位"),
        day("day", "which day, today if absent", "哪一天，缺省为今天"),
        record_id("reading_id", "reading3"),
    ],
    results=[
        field("reading_id", "string"),
        field("metric", "string", privacy=Privacy.MESSAGE),
        field("value", "number", privacy=Privacy.MESSAGE),
        field("second", "number", privacy=Privacy.MESSAGE),
        field("unit", "string"),
        field("at", "string"),
    ],
    effects={"add": Effect.WRITE, "delete": Effect.IRREVERSIBLE},
    preconditions=[ALLOWED, UNLOCKED],
    errors=["not_found"],
    inverses={
        "add": undone_by(
            "log_health",
            action="delete",
            metric="$result.metric",
            reading_id="$result.reading_id",
        )
    },
    changes=["query_health"],
    mechanism=Mechanism.PROVIDER,
)
def log_health(
    store: Store,
    action: str,
    metric: str,
    value: float | None,
    second: float | None,
    unit: str | None,
    day: str | None,
    reading_id: str | None,
) -> dict[str, JsonValue]:
    """Write a reading down, or delete the newest of a metric and day."""
    if action == "add":
        amount = _amount(metric, value or 0, unit)
        reading = Reading(metric, amount, _when(store, day), _lower(metric, amount, second))  # type: ignore[arg-type]
        return _view(store.add(READINGS, reading), reading)
    found = [
        (key, row)
        for key, row in store.all(READINGS).items()
        if row.metric == metric and day in (None, row.at.date().isoformat())
    ]
    if reading_id is not None:
        found = [(key, row) for key, row in found if key == reading_id]
    newest = sorted(found, key=lambda item: item[1].at)[-1:]
    key, reading = the_one(newest, "reading", lambda row: f"{row.metric} {row.at}")
    return _view(key, store.remove(READINGS, key))


def _amount(metric: str, value: float, said: str | None) -> float:
    """``value`` in the metric's own unit, if it is one that a person can have."""
    measure, amount = MEASURES[metric], float(value)
    if said is not None and said != measure.unit:
        converted = convert(amount, said, measure.unit) if measure.unit in _CONVERTED else None
        if converted is None:
            raise ToolFailure("invalid_argument", f"{metric} is not measured in {said}")
        amount = round(converted, 2)
    if not measure.low <= amount <= measure.high:
        raise ToolFailure("invalid_argument", f"{amount:g} cannot be a {metric}")
    return amount


_CONVERTED = {"kg", "c", "ml"}


def _lower(metric: str, upper: float, second: float | None) -> float:
    if metric != "blood_pressure":
        if second is not None:
            raise ToolFailure("invalid_argument", f"{metric} is one value")
        return 0
    if second is None or not 20 <= second < upper:
        raise ToolFailure("invalid_argument", "blood pressure is two values, the upper first")
    return float(second)


def _when(store: Store, day: str | None) -> datetime:
    now = store.only(DEVICE).clock
    on = now.date() if day is None else date.fromisoformat(day)
    if on > now.date():
        raise ToolFailure("invalid_argument", f"{on} is still to come")
    return datetime.combine(on, now.time())


def _view(key: str, row: Reading) -> dict[str, JsonValue]:
    return {
        "reading_id": key,
        "metric": row.metric,
        "value": row.value,
        "second": row.second,
        "unit": MEASURES[row.metric].unit,
        "at": row.at.strftime("%Y-%m-%dT%H:%M"),
    }


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="look up health values over days: latest, average, total, highest, trend",
    zh="查健康数据：某段日子的最近值、平均、总量、最高、趋势",
    cues_en="how many steps did I walk how did I sleep average heart rate my weight lately "
    "gained lost weight this week last month blood pressure readings enough water so far health "
    "report",
    cues_zh="走了多少步 睡得怎么样 睡了几个小时 平均心率 胖了 瘦了 体重变化 血压多少 喝够水 这周 "
    "上个月 健康报告",
    arguments=[
        choice("metric", METRICS, "what to look up", "查什么", required=ALWAYS),
        choice("summary", SUMMARIES, "how to sum it up", "怎么汇总", default="latest"),
        day("since", "first day, a week ago if absent", "起始日期，缺省为一周前"),
        day("until", "last day, today if absent", "结束日期，缺省为今天"),
    ],
    results=[
        field("metric", "string", privacy=Privacy.MESSAGE),
        field("summary", "string"),
        field("value", "number", privacy=Privacy.MESSAGE),
        field("second", "number", privacy=Privacy.MESSAGE),
        field("unit", "string"),
        field("at", "string"),
        field("count", "integer"),
        field("readings", "array", privacy=Privacy.MESSAGE),
    ],
    effects=Effect.READ,
    preconditions=[ALLOWED, UNLOCKED],
    errors=["no_data"],
    mechanism=Mechanism.PROVIDER,
)
def query_health(
    store: Store, metric: str, summary: str, since: str | None, until: str | None
) -> dict[str, JsonValue]:
    """Sum up readings; what adds up (steps, sleep, water) is summed by day first."""
    rows = _between(store, metric, since, until)
    if not rows:
        raise ToolFailure("no_data", f"there is no {metric} in these days")
    result: dict[str, JsonValue] = {
        "metric": metric,
        "summary": summary,
        "unit": MEASURES[metric].unit,
        "count": len(rows),
    }
    if summary == "list":
        return {**result, "readings": [_view("", row) for row in reversed(rows[-SHOWN:])]}
    return {**result, **_summed_up(summary, rows)}


def _between(store: Store, metric: str, since: str | None, until: str | None) -> list[Reading]:
    """Readings of the days from ``since`` to ``until``, by day where they add up."""
    last = store.only(DEVICE).clock.date() if until is None else date.fromisoformat(until)
    first = last - timedelta(days=6) if since is None else date.fromisoformat(since)
    if first > last:
        raise ToolFailure("invalid_argument", "the first day is after the last")
    rows = [
        row
        for row in store.all(READINGS).values()
        if row.metric == metric and first <= row.at.date() <= last
    ]
    rows.sort(key=lambda row: row.at)
    return _by_day(rows) if MEASURES[metric].adds_up else rows


def _by_day(rows: list[Reading]) -> list[Reading]:
    days: dict[date, Reading] = {}
    for row in rows:
        before = days.get(row.at.date())
        total = round(row.value + (before.value if before else 0), 2)
        days[row.at.date()] = Reading(row.metric, total, row.at, source=row.source)
    return list(days.values())


_PICK: dict[str, Callable[[Sequence[Reading]], Reading]] = {
    "latest": lambda rows: rows[-1],
    "highest": lambda rows: max(rows, key=lambda row: row.value),
    "lowest": lambda rows: min(rows, key=lambda row: row.value),
}


def _summed_up(summary: str, rows: list[Reading]) -> dict[str, JsonValue]:
    if summary in _PICK:
        row = _PICK[summary](rows)
        at = row.at.strftime("%Y-%m-%dT%H:%M")
        return {"value": row.value, "second": row.second, "at": at}
    values, seconds = [row.value for row in rows], [row.second for row in rows]
    if summary == "trend":
        return {"value": round(values[-1] - values[0], 2), "second": seconds[-1] - seconds[0]}
    if summary == "total":
        return {"value": round(sum(values), 2), "second": 0.0}
    return {"value": round(mean(values), 2), "second": round(mean(seconds), 2)}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two weeks of a person who measures some things daily and others now and then."""
    today = store.only(DEVICE).clock.replace(hour=0, minute=0, second=0, microsecond=0)
    weight, upper = random.uniform(50, 90), random.randrange(108, 139)
    for ago in range(14, -1, -1):
        midnight = today - timedelta(days=ago)
        _add(store, "sleep", round(random.uniform(5, 8.5), 1), midnight, 0, "watch")
        if ago:
            _add(store, "steps", random.randrange(1_500, 16_000), midnight + timedelta(hours=22))
            for hour in random.sample(range(8, 22), 2):
                at = midnight + timedelta(hours=hour)
                _add(store, "water", random.choice((200, 250, 300, 500)), at, 0, "manual")
            rate = random.randrange(56, 82)
            _add(store, "heart_rate", rate, midnight + timedelta(hours=7), 0, "watch")
        if ago % 3 == 1:
            weight += random.uniform(-0.6, 0.5)
            _add(store, "weight", round(weight, 1), midnight + timedelta(hours=6), 0, "manual")
            second = upper - random.randrange(36, 48)
            evening = midnight + timedelta(hours=20)
            _add(store, "blood_pressure", upper, evening, second, "manual")
            upper += random.randrange(-5, 6)
    for metric, value in (("blood_sugar", 5.4), ("temperature", 36.6), ("blood_oxygen", 98.0)):
        at = today - timedelta(hours=random.randrange(5, 90))
        _add(store, metric, round(value + random.uniform(-0.4, 0.5), 1), at, 0, "manual")


def _add(
    store: Store,
    metric: str,
    value: float,
    at: datetime,
    second: float = 0,
    source: str = "phone",
) -> None:
    store.add(READINGS, Reading(metric, float(value), at, second, source))  # type: ignore[arg-type]
