"""Sums that need no phone state."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import ALWAYS, ToolFailure, field, number, tool, unit
from tandem_edge.phone.language.phrases import PhraseError
from tandem_edge.phone.language.units import convert
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="convert an amount from one unit of measure to another",
    zh="单位换算：把一个量换算成另一种单位",
    cues_en="convert conversion how many in how much is miles kilometers pounds kilograms inches "
    "centimeters feet meters fahrenheit celsius ounces grams liters gallons acres stone",
    cues_zh="换算 等于多少 是多少公里 公斤 英里 磅 英寸 厘米 英尺 华氏 摄氏 盎司 克 升 "
    "加仑 亩 斤 单位 合多少",
    arguments=[
        number("value", "how much", "数值", example=26.2, required=ALWAYS),
        unit("source", "its unit", "原单位", required=ALWAYS),
        unit("target", "unit wanted", "目标单位", required=ALWAYS),
    ],
    results=[field("value", "number"), field("source", "string"), field("target", "string")],
    effects=Effect.READ,
    errors=["incompatible_units"],
    mechanism=Mechanism.NONE,
)
def convert_unit(store: Store, value: float, source: str, target: str) -> dict[str, JsonValue]:
    """Convert between units of the same dimension."""
    try:
        result = convert(value, source, target)
    except PhraseError as error:
        raise ToolFailure("invalid_argument", str(error)) from error
    if result is None:
        raise ToolFailure("incompatible_units", f"{source} and {target} measure different things")
    return {"value": result, "source": source, "target": target}
