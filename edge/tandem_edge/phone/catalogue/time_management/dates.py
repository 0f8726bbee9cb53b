"""Sums with days."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from pydantic import JsonValue

from tandem_edge.phone.authoring import ToolFailure, action, choice, day, field, integer, tool
from tandem_edge.phone.catalogue.time_management.lunar import FEASTS, lunar_of, next_feast
from tandem_edge.phone.normalise import FIRST_YEAR, LAST_YEAR
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism

UNITS = ("days", "workdays", "weeks", "months", "years")
MOST = 40_000


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="date sums: days between, add or subtract, weekday and lunar date, festivals",
    zh="日期推算：相差几天、往前往后推、星期几和农历、节日是哪天",
    cues_en="how many days until how long since countdown to weeks from what date is days after "
    "before ago day of the week which weekday Christmas Easter Chinese New Year when is due",
    cues_zh="还有几天 过了多少天 相隔 多少天后是几号 往后数 星期几 农历几号 阴历 春节是哪天 "
    "中秋 几个工作日 倒数日 放假",
    arguments=[
        action("difference", "add", "describe", "festival"),
        day("day", "from which day, today if absent", "从哪天起，缺省为今天"),
        day("until", "to which day", "到哪天", required=("difference",)),
        integer(
            "amount",
            -MOST,
            MOST,
            "how many to add, negative to go back",
            "往后推多少，往前推为负",
            unit="of its unit",
            required=("add",),
        ),
        choice("unit", UNITS, "of what", "单位", default="days"),
        choice("festival", FEASTS, "which festival", "哪个节日", required=("festival",)),
    ],
    results=[
        field("day", "string"),
        field("weekday", "string"),
        field("days", "integer"),
        field("workdays", "integer"),
        field("weeks", "number"),
        field("week_of_year", "integer"),
        field("lunar", "string"),
    ],
    effects={
        "difference": Effect.READ,
        "add": Effect.READ,
        "describe": Effect.READ,
        "festival": Effect.READ,
    },
    errors=["out_of_range"],
    mechanism=Mechanism.NONE,
)
def calculate_date(
    store: Store,
    action: str,
    day: str | None,
    until: str | None,
    amount: int | None,
    unit: str,
    festival: str | None,
) -> dict[str, JsonValue]:
    """Days between two days, a day so far from another, or what day a day or a festival is."""
    today = store.only(DEVICE).clock.date()
    start = date.fromisoformat(day) if day else today
    if action == "difference":
        return _between(start, date.fromisoformat(str(until)))
    if action == "add":
        return _told(_moved(start, amount or 0, unit), start)
    if action == "festival":
        return _told(next_feast(str(festival), start), today)
    return _told(start, today)


def _between(start: date, end: date) -> dict[str, JsonValue]:
    days = (end - start).days
    return {
        "day": end.isoformat(),
        "weekday": f"{end:%A}",
        "days": days,
        "workdays": _workdays(start, end) if days >= 0 else -_workdays(end, start),
        "weeks": round(days / 7, 2),
    }


def _workdays(start: date, end: date) -> int:
    """Mondays to Fridays after ``start``, ``end`` included."""
    weeks, rest = divmod((end - start).days, 7)
    return weeks * 5 + sum((start.weekday() + 1 + ahead) % 7 < 5 for ahead in range(rest))


def _moved(start: date, amount: int, unit: str) -> date:
    try:
        if unit in ("months", "years"):
            moved = _months_later(start, amount * (12 if unit == "years" else 1))
        elif unit == "workdays":
            moved = _workdays_later(start, amount)
        else:
            moved = start + timedelta(days=amount * (7 if unit == "weeks" else 1))
    except (OverflowError, ValueError) as error:
        raise ToolFailure("out_of_range", "that is beyond the calendar") from error
    if not FIRST_YEAR <= moved.year <= LAST_YEAR:
        raise ToolFailure("out_of_range", f"dates go from {FIRST_YEAR} to {LAST_YEAR}")
    return moved


def _months_later(start: date, months: int) -> date:
    years, index = divmod(start.month - 1 + months, 12)
    year, month = start.year + years, index + 1
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise OverflowError
    return date(year, month, min(start.day, monthrange(year, month)[1]))


def _workdays_later(start: date, amount: int) -> date:
    step = 1 if amount >= 0 else -1
    moved = start
    for _ in range(abs(amount)):
        moved += timedelta(days=step)
        while moved.weekday() > 4:
            moved += timedelta(days=step)
    return moved


def _told(day: date, today: date) -> dict[str, JsonValue]:
    lunar = lunar_of(day)
    return {
        "day": day.isoformat(),
        "weekday": f"{day:%A}",
        "days": (day - today).days,
        "week_of_year": day.isocalendar().week,
        "lunar": lunar.written if lunar else "",
    }
