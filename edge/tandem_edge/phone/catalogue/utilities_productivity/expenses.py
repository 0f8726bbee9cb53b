"""Spending: what was paid for what, and how much that comes to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    day,
    field,
    number,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Category = Literal[
    "food", "transport", "shopping", "home", "fun", "health", "study", "gifts", "other"
]
CATEGORIES = (
    "food",
    "transport",
    "shopping",
    "home",
    "fun",
    "health",
    "study",
    "gifts",
    "other",
)
PERIODS = ("day", "week", "month", "year")
MOST_CENTS = 10**11


@dataclass(frozen=True, slots=True)
class Expense:
    """Money that was spent, in cents of the owner's own currency."""

    what: str
    cents: Annotated[int, Field(gt=0, le=MOST_CENTS)]
    category: Category
    on: date


EXPENSES = Table("expenses", Expense, prefix="expense")


def cents_of(amount: float) -> int:
    """``amount`` in cents. Raises the fault ``invalid_argument``."""
    cents = round(amount * 100) if abs(amount) < MOST_CENTS else 0
    if not 0 < cents <= MOST_CENTS:
        raise ToolFailure("invalid_argument", "an amount of money is at least 0.01")
    return cents


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="spending log: record, correct or delete an expense, total by category",
    zh="记账：记一笔支出，修改、删除，按类别统计花了多少",
    cues_en="expense spent paid cost budget log purchase track spending how much did I spend on "
    "this month receipt groceries coffee bookkeeping money went",
    cues_zh="记账 记一笔 花了 支出 开销 买了 付了 消费 这个月花了多少 流水 账本 花销 多少钱 账单",
    arguments=[
        action("add", "change", "delete", "query"),
        number("amount", "money spent", "金额", example=18.5, required=("add",)),
        text("what", "what it was for", "买了什么", example="lunch", required=("add",)),
        choice("category", CATEGORIES, "kind of spending", "类别"),
        day("day", "when, today if absent", "哪天，缺省今天"),
        choice("period", PERIODS, "span to total", "统计多久"),
        record_id("expense_id", "expense3"),
    ],
    results=[
        field("expense_id", "string"),
        field("what", "string", privacy=Privacy.MESSAGE),
        field("amount", "number"),
        field("category", "string"),
        field("day", "string"),
        field("previous_amount", "number"),
        field("previous_category", "string"),
        field("total", "number"),
        field("count", "integer"),
        field("by_category", "array"),
        field("expenses", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "add": Effect.WRITE,
        "change": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["not_found", "ambiguous"],
    inverses={
        "add": undone_by("manage_expense", action="delete", expense_id="$result.expense_id"),
        "delete": undone_by(
            "manage_expense",
            action="add",
            amount="$result.amount",
            what="$result.what",
            category="$result.category",
            day="$result.day",
        ),
        "change": undone_by(
            "manage_expense",
            action="change",
            expense_id="$result.expense_id",
            amount="$result.previous_amount",
            category="$result.previous_category",
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_expense(
    store: Store,
    action: str,
    amount: float | None,
    what: str | None,
    category: Any,
    day: str | None,
    period: str | None,
    expense_id: str | None,
) -> dict[str, JsonValue]:
    """Record spending or tell it; a changed expense keeps its day."""
    today = store.only(DEVICE).clock.date()
    if action == "add":
        on = date.fromisoformat(day) if day else today
        row = Expense(str(what), cents_of(amount or 0), category or "other", on)
        return _view(store.add(EXPENSES, row), row)
    found = chosen(store.all(EXPENSES), expense_id, what, lambda row: row.what)
    if action == "query":
        kept = [item for item in found if category in (None, item[1].category)]
        return _report(_within(kept, day, period, today))
    found = [item for item in found if day is None or item[1].on.isoformat() == day]
    if action == "change":
        key, before = the_one(found, "expense", _describe)
        return _change(store, key, before, amount, category)
    cents = None if amount is None else cents_of(amount)
    found = [item for item in found if cents in (None, item[1].cents)]
    key, row = the_one(found, "expense", _describe)
    return _view(key, store.remove(EXPENSES, key))


def _change(
    store: Store, key: str, before: Expense, amount: float | None, category: Any
) -> dict[str, JsonValue]:
    if amount is None and category is None:
        raise ToolFailure("invalid_argument", "say the right amount or category")
    cents = before.cents if amount is None else cents_of(amount)
    after = store.update(EXPENSES, key, cents=cents, category=category or before.category)
    return {
        **_view(key, after),
        "previous_amount": before.cents / 100,
        "previous_category": before.category,
    }


def _within(
    found: list[tuple[str, Expense]], day: str | None, period: str | None, today: date
) -> list[tuple[str, Expense]]:
    """Those on ``day``, or in the week, month or year that it lies in; else all."""
    if day is None and period is None:
        return found
    at = date.fromisoformat(day) if day else today
    spans = {"day": "%Y-%m-%d", "week": "%G-%V", "month": "%Y-%m", "year": "%Y"}
    form = spans[period or "day"]
    return [item for item in found if item[1].on.strftime(form) == at.strftime(form)]


def _report(found: list[tuple[str, Expense]]) -> dict[str, JsonValue]:
    sums: dict[str, int] = {}
    for _, row in found:
        sums[row.category] = sums.get(row.category, 0) + row.cents
    ranked = sorted(sums.items(), key=lambda item: (-item[1], item[0]))
    newest = sorted(found, key=lambda item: item[1].on, reverse=True)[:20]
    return {
        "total": sum(sums.values()) / 100,
        "count": len(found),
        "by_category": [{"category": kind, "total": cents / 100} for kind, cents in ranked],
        "expenses": [_view(key, row) for key, row in newest],
    }


def _describe(row: Expense) -> str:
    return f"{row.what} {row.cents / 100:.2f} on {row.on.isoformat()}"


def _view(key: str, row: Expense) -> dict[str, JsonValue]:
    return {
        "expense_id": key,
        "what": row.what,
        "amount": row.cents / 100,
        "category": row.category,
        "day": row.on.isoformat(),
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two months of spending, some of it on the same thing again and again."""
    today = store.only(DEVICE).clock.date()
    lines: list[tuple[str, Any]] = [
        (what, category)
        for entry in cast.of(_SPENT)
        for category, _, whats in [entry.partition(":")]
        for what in whats.split("|")
    ]
    lines = random.sample(lines, min(34, len(lines)))
    for what, category in [*lines, *lines[:10]]:
        on = today - timedelta(days=random.randrange(60))
        store.add(EXPENSES, Expense(what, random.randrange(200, 30_000), category, on))


_SPENT = (
    "food:Groceries at the market|Groceries for the party|Lunch with the team|买菜|中午盒饭",
    "food:Bakery|Bakery birthday cake|Takeaway curry|外卖麻辣烫|外卖奶茶",
    "food:Ramen|Ramen for two|Coffee beans|早点|早点铺豆浆",
    "food:Tapas night|Tapas take-home|Supermarket run|超市零食|超市日用",
    "transport:Train to the coast|Train pass|Taxi from the airport|打车去机场|打车回家",
    "transport:Petrol|Petrol for the trip|Bike repair|加油|加油洗车",
    "transport:Metro card|Metro day ticket|Car park downtown|地铁充值|停车费",
    "transport:Ferry tickets|Ferry for the car|Bus pass|高铁票|高铁改签",
    "shopping:Running shoes|Running socks|Phone case|跑鞋|手机壳",
    "shopping:Winter coat|Winter gloves|Headphones|羽绒服|耳机",
    "shopping:Backpack|Backpack cover|Desk lamp|书包|台灯",
    "shopping:Raincoat|Rain boots|Keyboard|雨衣|键盘",
    "home:Electricity bill|Electric kettle|Curtains|电费|电热水壶",
    "home:Water bill|Water filter|Paint for the hall|水费|滤芯",
    "home:Rent|Rent for the garage|Shelf screws|房租|车位租金",
    "home:Internet bill|Internet router|Garden soil|宽带费|路由器",
    "fun:Concert tickets|Concert shirt|Board game|演唱会|桌游",
    "fun:Cinema|Cinema popcorn|Museum|电影票|博物馆",
    "fun:Climbing hall|Climbing chalk|Comics|攀岩馆|漫画",
    "fun:Bowling|Bowling shoes|Karaoke|保龄球|唱歌",
    "health:Dentist|Dental floss|Vitamins|看牙|维生素",
    "health:Glasses|Glasses cleaner|Physio|配眼镜|理疗",
    "health:Pharmacy|Pharmacy plasters|Gym|买药|健身卡",
    "health:Eye test|Eye drops|Yoga class|体检|瑜伽课",
    "study:Language course|Language book|Notebook paper|语言课|练习册",
    "study:Online course|Online exam fee|Pens|网课|考试报名",
    "study:Drawing class|Drawing pencils|Textbooks|画画班|教材",
    "study:Piano lesson|Piano sheet music|Printer ink|钢琴课|打印纸",
    "gifts:Flowers for Mum|Flowers for the office|Wedding gift|给妈买花|份子钱",
    "gifts:Birthday present|Birthday cards|Toy train|生日礼物|红包",
    "gifts:Baby gift|Baby book|Chocolates|满月礼|巧克力",
    "gifts:Farewell gift|Farewell drinks|Tea set|送别礼|茶具",
)
