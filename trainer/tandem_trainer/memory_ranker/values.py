"""Slot values that are made up for every talk: prices, hours, dates, numbers, people, places.

A topic file asks for one by a line such as ``slot v: @money 20-900/5``: a kind, the least and the
most number, and the step between. ``up`` or ``down`` at the end makes the values of a matter that
changes rise or fall. Hours and times are given in hours, their steps in minutes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from tandem_trainer.memory_ranker.chatter import bank
from tandem_trainer.memory_ranker.clock import (
    UNITS,
    Value,
    clock,
    day,
    hours,
    span,
    weekday,
    weekly,
)
from tandem_trainer.memory_ranker.numerals import (
    chinese,
    chinese_counted,
    chinese_short,
    english,
    english_ordinal,
)

Maker = Callable[[random.Random, int], Value]
_LINE = re.compile(r"@([a-z]+(?: (?!up$|down$)[a-z]+)?)(?: (\d+)-(\d+)(?:/(\d+))?)?(?: (up|down))?")
_TITLES: Mapping[str, tuple[Value, ...]] = {
    "person": (("Mr {}", "{}先生"), ("Mrs {}", "{}太太"), ("Ms {}", "{}女士")),
    "person doctor": (("Dr {}", "{}大夫"), ("Dr {}", "{}医生")),
    "person teacher": (("Mr {}", "{}老师"), ("Ms {}", "{}老师"), ("Mrs {}", "{}老师")),
    "person craftsman": (("Mr {}", "{}师傅"), ("old {}", "老{}")),
}
_MEASURES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "distance": (("kilometres", "km"), ("公里",)),
    "weight": (("kilos", "kg"), ("公斤",)),
    "degrees": (("degrees",), ("度",)),
}
_BESIDE: tuple[Value, ...] = (
    ("next to", "旁边"),
    ("opposite", "对面"),
    ("behind", "后面"),
)


@dataclass(frozen=True)
class Kind:
    """How a kind of value is made of a number, and which numbers there are.

    ``scale`` turns the numbers of a topic file into those that are drawn (hours into minutes).
    """

    make: Maker
    low: int
    high: int
    step: int = 1
    scale: int = 1


@dataclass(frozen=True)
class Made:
    """A slot whose values are made up. ``trend`` is 1 where they rise, -1 where they fall."""

    kind: str
    low: int
    high: int
    step: int
    trend: int = 0

    def draw(self, rng: random.Random, count: int = 1) -> list[Value]:
        """``count`` values, no two alike. Raises ``ValueError`` when there are not as many."""
        numbers = rng.sample(range(self.low, self.high + 1, self.step), count)
        if self.trend:
            numbers.sort(reverse=self.trend < 0)
        drawn: list[Value] = []
        for number in numbers:
            value = make_value(self.kind, rng, number)
            while any(value[0] == each[0] or value[1] == each[1] for each in drawn):
                value = make_value(self.kind, rng, number)
            drawn.append(value)
        return drawn


@dataclass(frozen=True)
class Listed:
    """A slot whose values are listed in a topic file."""

    values: tuple[Value, ...]

    def draw(self, rng: random.Random, count: int = 1) -> list[Value]:
        """``count`` different values. Raises ``ValueError`` when there are not as many."""
        return rng.sample(self.values, count)


Slot = Made | Listed


def make_value(kind: str, rng: random.Random, number: int) -> Value:
    """One value in English and in Chinese. Raises ``KeyError`` for a kind that is none."""
    return kinds()[kind].make(rng, number)


def read_made(line: str) -> Made:
    """What ``@kind low-high/step trend`` asks for. Raises ``ValueError``."""
    found = _LINE.fullmatch(line.strip())
    kind = kinds().get(found[1]) if found else None
    if found is None or kind is None:
        raise ValueError(f"no such kind of value: {line}")
    low = int(found[2]) * kind.scale if found[2] else kind.low
    high = int(found[3]) * kind.scale if found[3] else kind.high
    trend = {"up": 1, "down": -1}.get(found[5], 0)
    made = Made(found[1], low, high, int(found[4] or kind.step), trend)
    if made.step < 1 or len(range(low, high + 1, made.step)) < 3:
        raise ValueError(f"fewer than three values: {line}")
    return made


@lru_cache(maxsize=1)
def kinds() -> Mapping[str, Kind]:
    """Every kind of value by its name in topic files."""
    found = {
        "money": Kind(_money, 5, 900),
        "clock": Kind(clock, 8 * 60, 21 * 60, 30, 60),
        "hours": Kind(hours, 8 * 60, 17 * 60, 30, 60),
        "weekly": Kind(weekly, 8 * 60, 20 * 60, 30, 60),
        "weekday": Kind(weekday, 0, 6),
        "date": Kind(day, 1, 365),
        "count": Kind(_count, 2, 40),
        "percent": Kind(_percent, 2, 60),
        "code": Kind(_code, 1000, 9999),
        "address": Kind(_address, 1, 90),
        "spot": Kind(_spot, 0, _size("street") - 1),
        "place": Kind(_place, 0, _size("street") - 1),
        "person friend": Kind(_friend, 0, _size("friend") - 1),
    }
    found |= {f"span {unit}": Kind(partial(span, unit), 2, 12) for unit in UNITS}
    found |= {name: Kind(partial(_measure, name), 2, 30) for name in _MEASURES}
    for shops in ("shop", "shop bikes", "shop care", "shop food", "shop gifts"):
        found[shops] = Kind(partial(_shop, shops.replace(" ", ".")), 0, _size("street") - 1)
    people = _size("surname") - 1
    return found | {name: Kind(partial(_person, name), 0, people) for name in _TITLES}


def _money(rng: random.Random, number: int) -> Value:
    words, figure = english(number), f"{number:,}"
    spoken = rng.choice(
        (f"{words} pounds", f"£{figure}", f"{figure} pounds", words, figure, f"{figure} quid")
    )
    whole = chinese_counted(number)
    short = chinese_short(number) if number > 99 else f"{whole}块"
    return spoken, rng.choice(
        (f"{whole}块", f"{whole}块钱", f"{number}块", f"{number}元", short, short)
    )


def _count(rng: random.Random, number: int) -> Value:
    if rng.random() < 0.35:
        return str(number), str(number)
    return english(number), chinese_counted(number)


def _percent(rng: random.Random, number: int) -> Value:
    spoken = rng.choice((f"{number}%", f"{number} percent", f"{english(number)} percent"))
    return spoken, rng.choice((f"{number}%", f"百分之{chinese(number)}"))


def _measure(name: str, rng: random.Random, number: int) -> Value:
    units, zh_units = _MEASURES[name]
    word, zh_word = _count(rng, number)
    return f"{word} {rng.choice(units)}", f"{zh_word}{rng.choice(zh_units)}"


def _code(rng: random.Random, number: int) -> Value:
    if rng.random() < 0.6:
        return str(number), str(number)
    digits = [int(each) for each in str(number)]
    return " ".join(map(english, digits)), "".join(map(chinese, digits))


def _address(rng: random.Random, number: int) -> Value:
    street, zh_street = _entry("street", rng.randrange(_size("street")))
    return f"{number} {street}", f"{zh_street}{number}号"


def _place(rng: random.Random, at: int) -> Value:
    """Somewhere with its preposition, "above the bakery on Mill Lane"; 磨坊巷面包店楼上."""
    street, zh_street = _entry("street", at)
    number = rng.randint(1, 90)
    if rng.random() < 0.2:
        return f"at {number} {street}", f"{zh_street}{number}号"
    if rng.random() < 0.2:
        floor = rng.randint(2, 6)
        spoken = f"on the {english_ordinal(floor)} floor of {number} {street}"
        return spoken, f"{zh_street}{number}号{chinese(floor)}楼"
    if rng.random() < 0.25:
        shop, zh_shop = _entry("shop", rng.randrange(_size("shop")))
        return f"above the {shop} on {street}", f"{zh_street}{zh_shop}楼上"
    return _spot(rng, at)


def _spot(rng: random.Random, at: int) -> Value:
    """Somewhere outdoors with its preposition, "behind the bakery on Mill Lane"."""
    street, zh_street = _entry("street", at)
    shop, zh_shop = _entry("shop", rng.randrange(_size("shop")))
    where, zh_where = rng.choice(_BESIDE)
    return f"{where} the {shop} on {street}", f"{zh_street}{zh_shop}{zh_where}"


def _shop(which: str, rng: random.Random, at: int) -> Value:
    street, zh_street = _entry("street", at)
    shop, zh_shop = _entry(which, rng.randrange(_size(which)))
    return f"the {shop} on {street}", f"{zh_street}{rng.choice(('的', '那家'))}{zh_shop}"


def _person(kind: str, rng: random.Random, at: int) -> Value:
    surname, zh_surname = _entry("surname", at)
    title, zh_title = rng.choice(_TITLES[kind])
    return title.format(surname), zh_title.format(zh_surname)


def _friend(rng: random.Random, at: int) -> Value:
    return _entry("friend", at)


def _entry(name: str, at: int) -> Value:
    spoken, written = bank(name)
    return spoken[at], written[at]


def _size(name: str) -> int:
    return len(bank(name)[0])
