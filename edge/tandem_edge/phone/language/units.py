"""Units of measure by any of their names, and conversion between them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tandem_edge.phone.language.phrases import PhraseError


@dataclass(frozen=True, slots=True)
class Unit:
    """``value * factor + offset`` is the amount in its dimension's base unit."""

    symbol: str
    dimension: str
    factor: float
    names: tuple[str, ...]
    offset: float = 0.0


def _unit(symbol: str, dimension: str, factor: float, names: str, offset: float = 0.0) -> Unit:
    return Unit(symbol, dimension, factor, tuple(names.split("|")), offset)


# International yard and pound (1959), US customary liquid measure, China's market units.
UNITS = (
    _unit("mm", "length", 0.001, "millimetre|millimeter|毫米"),
    _unit("cm", "length", 0.01, "centimetre|centimeter|厘米|公分"),
    _unit("m", "length", 1, "metre|meter|米|公尺"),
    _unit("km", "length", 1000, "kilometre|kilometer|公里|千米"),
    _unit("in", "length", 0.0254, 'inch|inche|"|英寸|吋|寸'),
    _unit("ft", "length", 0.3048, "foot|feet|英尺"),
    _unit("yd", "length", 0.9144, "yard|码"),
    _unit("mi", "length", 1609.344, "mile|英里"),
    _unit("g", "mass", 0.001, "gram|gramme|克"),
    _unit("kg", "mass", 1, "kilogram|kilo|公斤|千克"),
    _unit("jin", "mass", 0.5, "catty|斤|市斤"),
    _unit("t", "mass", 1000, "tonne|metric ton|吨"),
    _unit("oz", "mass", 0.028349523125, "ounce|盎司"),
    _unit("lb", "mass", 0.45359237, "pound|磅"),
    _unit("st", "mass", 6.35029318, "stone|英石"),
    _unit("ml", "volume", 0.001, "millilitre|milliliter|毫升"),
    _unit("l", "volume", 1, "litre|liter|升|公升"),
    _unit("cup", "volume", 0.2365882365, "cup|杯"),
    _unit("pt", "volume", 0.473176473, "pint|品脱"),
    _unit("gal", "volume", 3.785411784, "gallon|加仑"),
    _unit("m2", "area", 1, "square metre|square meter|m²|平方米|平米"),
    _unit("sqft", "area", 0.09290304, "square foot|square feet|ft²|平方英尺"),
    _unit("mu", "area", 2000 / 3, "亩|市亩"),
    _unit("acre", "area", 4046.8564224, "acre|英亩"),
    _unit("ha", "area", 10000, "hectare|公顷"),
    _unit("km/h", "speed", 1 / 3.6, "kmh|kph|kilometres per hour|kilometers per hour|公里每小时"),
    _unit("mph", "speed", 0.44704, "miles per hour|英里每小时"),
    _unit("m/s", "speed", 1, "metres per second|meters per second|米每秒"),
    _unit("c", "temperature", 1, "°c|℃|celsius|degrees celsius|centigrade|摄氏度|摄氏"),
    _unit("f", "temperature", 5 / 9, "°f|℉|fahrenheit|degrees fahrenheit|华氏度|华氏", -160 / 9),
    _unit("kelvin", "temperature", 1, "°k|开尔文", -273.15),
)
AMBIGUOUS = {"k": "kilometres, kilograms or kelvin"}
ABSOLUTE_ZERO = -273.15
_BY_SYMBOL = {unit.symbol: unit for unit in UNITS}
_BY_NAME = {name: unit for unit in UNITS for name in (unit.symbol, *unit.names)}


def unit_of(name: str) -> str:
    """The symbol of the unit called ``name``, singular or plural. Raises ``PhraseError``."""
    word = " ".join(name.casefold().split())
    if word in AMBIGUOUS:
        raise PhraseError(f"{name!r} may be {AMBIGUOUS[word]}: say which")
    for form in (word, word.removesuffix("s"), word.removesuffix(".")):
        if form in _BY_NAME:
            return _BY_NAME[form].symbol
    raise PhraseError(f"{name!r:.40} is not a unit this phone knows")


def convert(value: float, source: str, target: str) -> float | None:
    """``value`` from one symbol's unit to another's, or ``None`` if they measure unlike things.

    Twelve significant digits, so that a round trip does not show floating-point dust. Raises
    ``PhraseError`` for a temperature below absolute zero and a result too large for a number.
    """
    start, end = _BY_SYMBOL[source], _BY_SYMBOL[target]
    if start.dimension != end.dimension:
        return None
    base = float(value) * start.factor + start.offset
    if start.dimension == "temperature" and base < ABSOLUTE_ZERO - 1e-9:
        raise PhraseError(f"{value:g} {source} is below absolute zero")
    result = float(f"{(base - end.offset) / end.factor:.12g}")
    if not math.isfinite(result):
        raise PhraseError(f"{value:g} {source} is too much to convert")
    return result
