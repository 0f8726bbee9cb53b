"""Sums and money: what an expression comes to, and one currency in another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    currency,
    expression,
    field,
    number,
    tool,
)
from tandem_edge.phone.language.currencies import CURRENCIES
from tandem_edge.phone.language.expressions import evaluate
from tandem_edge.phone.language.phrases import PhraseError
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

MOST_MONEY = 1e15


@dataclass(frozen=True, slots=True)
class Rate:
    """Units of one currency, filed under its code, for a US dollar, as known since ``at``."""

    per_dollar: Annotated[float, Field(gt=0)]
    at: Wall


RATES = Table("exchange_rates", Rate)


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="work out an arithmetic expression with numbers, percentages, powers, roots",
    zh="计算器：算一个算式，加减乘除、百分比、乘方、开方",
    cues_en="calculate work out what is plus minus times divided by sum total add up multiply "
    "percent of square root how much is maths arithmetic per person minus discount",
    cues_zh="算一下 等于多少 加 减 乘以 除以 百分之 打折 平方 根号 一共多少 总共 算算 得多少 四则",
    arguments=[expression("expression", "the sum", "算式", required=ALWAYS)],
    results=[field("expression", "string"), field("value", "number")],
    effects=Effect.READ,
    mechanism=Mechanism.NONE,
)
def calculate_expression(store: Store, expression: str) -> dict[str, JsonValue]:
    """Compute to twelve significant digits."""
    try:
        value = float(f"{evaluate(expression):.12g}")
    except PhraseError as error:
        raise ToolFailure("invalid_argument", str(error)) from error
    return {"expression": expression, "value": value}


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="convert an amount of money into another currency at current rates",
    zh="汇率换算：把一笔钱换成另一种货币",
    cues_en="exchange rate currency dollars euros pounds yen yuan how much is that in worth forex "
    "money abroad change cash baht won francs",
    cues_zh="汇率 换汇 美元 欧元 英镑 日元 人民币 韩币 泰铢 折合 合多少人民币 "
    "能换多少 外币 值多少钱",
    arguments=[
        number("amount", "how much money", "金额", example=200, required=ALWAYS),
        currency("source", "its currency", "原货币", required=ALWAYS),
        currency("target", "currency wanted", "目标货币", required=ALWAYS),
    ],
    results=[
        field("amount", "number"),
        field("source", "string"),
        field("target", "string"),
        field("rate", "number"),
        field("as_of", "string"),
    ],
    effects=Effect.READ,
    mechanism=Mechanism.NONE,
)
def convert_currency(store: Store, amount: float, source: str, target: str) -> dict[str, JsonValue]:
    """Convert at the rates last known; ``as_of`` is the older one's age."""
    if abs(amount) > MOST_MONEY:
        raise ToolFailure("invalid_argument", "that is more money than there is")
    start, end = store.all(RATES)[source], store.all(RATES)[target]
    rate = end.per_dollar / start.per_dollar
    return {
        "amount": round(amount * rate, CURRENCIES[target][1]),
        "source": source,
        "target": target,
        "rate": float(f"{rate:.6g}"),
        "as_of": min(start.at, end.at).strftime("%Y-%m-%dT%H:%M"),
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """This morning's rates, which differ a little from phone to phone."""
    now = store.only(DEVICE).clock
    at = now - timedelta(minutes=random.randrange(5, 180))
    for code, (per_dollar, _, _) in CURRENCIES.items():
        moved = per_dollar if code == "USD" else per_dollar * random.uniform(0.97, 1.03)
        store.put(RATES, code, Rate(float(f"{moved:.5g}"), at))
