"""What ends when something is done again, when somebody drinks no more, or when a couple parts.

"I eat fish again" ends that the owner is a vegetarian, ``又开始抽烟了`` that they gave it up;
"I don't drink any more" ends "two beers on a Friday".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tandem_edge.memory.extraction.folding import fold, has_chinese, plain
from tandem_edge.memory.extraction.people import ZH
from tandem_edge.memory.extraction.reading import OWNER
from tandem_edge.memory.extraction.resuming import Turned, Turning, turnings_in
from tandem_edge.memory.lifecycle.endings import DOINGS, same_doing
from tandem_edge.memory.lifecycle.leaving import Left
from tandem_edge.memory.lifecycle.tongues import same_thing, stems
from tandem_edge.memory.store.book import Book, Kept
from tandem_edge.phone.language.numerals import either
from tandem_shared.memory import Origin, Unit

_ALCOHOL = re.compile(
    r"\b(?:beers?|wines?|whisk(?:e?y|ies)|vodka|gin|rum|ciders?|cocktails?|pints?|lagers?|ales?|"
    r"prosecco|champagne|spirits|booze|alcohol)\b|[啤白红黄米清葡萄洋]酒|喝.{0,4}酒|威士忌|鸡尾酒"
)
_SOFT = re.compile(r"non-?alcoholic|alcohol[- ]free|ginger beer|root beer|无酒精|无醇")
_DRINKS = re.compile(r"\b(?:have|has|drink|drinks|enjoy|sip|go for)\b|喝|habit|习惯")
_SMOKES = re.compile(
    r"(?:i|we|the owner)(?: has this habit:| still| usually| sometimes| only)? (?:smokes?|vapes?|"
    r"have "
    r"(?:a|\d+|\w+) cigarettes?)\b|(?:我|机主)(?:的习惯:)?(?![^,]*[不没戒])"
    r"[^,的]{0,6}[抽吸][^,]{0,4}烟"
)
_MINE = re.compile(
    r"(?:i|i'm|we|on \w+ i|the owner)\b(?!')|"
    f"我(?:们|家)?(?!的?(?:{either(ZH)}))|机主(?!的(?!习惯))"
)
_WITHOUT = {
    "fish": re.compile(r"vegetarian|vegan|plant-based|吃素|素食|纯素|全素"),
    "meat": re.compile(r"vegetarian|vegan|plant-based|pescatarian|吃素|素食|纯素|全素"),
    "dairy": re.compile(r"vegan|plant-based|dairy-free|纯素|全素"),
}
"""What a diet is called that has none of it."""
_FOODS = {
    "fish": re.compile(r"\b(?:fish|salmon|tuna|seafood|prawns?|shrimps?)\b|鱼|虾|海鲜"),
    "meat": re.compile(r"\b(?:meat|beef|pork|chicken|lamb|bacon|steak|ham|turkey)\b|肉|鸡|排骨|荤"),
    "dairy": re.compile(r"\b(?:dairy|milk|cheese|eggs?|butter|yoghurt|yogurt)\b|奶|蛋|芝士|黄油"),
}
_COUPLE = ("partner", "marital_status")
_EATING = re.compile(r"^(?:eat|eating|have|having|drink|drinking)\b|^[吃喝]")


def turned_by(book: Book, kept: Kept) -> Iterator[Left]:
    """What the owner's turn ends by saying that it has turned, clause by clause. Reads only."""
    turn = kept.turn
    for turning in turnings_in(turn.text, turn.at) if turn.origin is Origin.OWNER else ():
        units = [
            each for each in _ENDED[turning.how](book, turning) if kept.id not in each.evidence
        ]
        if units:
            yield Left(turning.said, tuple(units))


def _again(book: Book, turning: Turning) -> Iterator[Unit]:
    """What denies that it is done, and the diet that has none of it."""
    what = turning.what[0]
    for name in (*DOINGS, "does_not_eat", "does_not_drink"):
        for unit in book.family(OWNER, name):
            denies = unit.negated != name.startswith("does_not")
            if denies and _same(unit, what):
                yield unit
    for unit in book.slot(OWNER, "diet"):
        if not unit.negated and _eats(what, unit.value):
            yield unit


def _same(unit: Unit, what: str) -> bool:
    if unit.attribute.startswith("does_not"):
        return same_thing(unit.value, _EATING.sub("", what).strip())
    if has_chinese(what):
        return same_doing(what, unit.value) or plain(what) == plain(unit.value)
    return bool(stems(unit.value)) and stems(unit.value) <= stems(what)


def _eats(what: str, diet: str) -> bool:
    folded = fold(what).folded
    foods = [food for food, words in _FOODS.items() if words.search(folded)]
    return any(_WITHOUT[food].search(fold(diet).folded) for food in foods)


def _alcohol(book: Book, _: Turning) -> Iterator[Unit]:
    """What is told of drinking any. To like wine is none."""
    for unit, said in _doings(book):
        if _ALCOHOL.search(said) and _DRINKS.search(said) and not _SOFT.search(said):
            yield unit


def _smoking(book: Book, _: Turning) -> Iterator[Unit]:
    """What is told of smoking any."""
    return (unit for unit, said in _doings(book) if _SMOKES.match(said))


def _doings(book: Book) -> Iterator[tuple[Unit, str]]:
    """What the owner is told to do, and the folded sentence of it."""
    for unit in book.units():
        said = fold(unit.summary).folded
        told = unit.attribute in ("", "habit") and unit.origin is Origin.OWNER
        own = unit.subject in ("", OWNER) and not unit.negated and unit.activation is None
        if told and own and _MINE.match(said):
            yield unit, said


def _couple(book: Book, turning: Turning) -> Iterator[Unit]:
    """That one of two is the other's, or is married at all."""
    for subject, other in (turning.what, turning.what[::-1]):
        units = [unit for name in _COUPLE for unit in book.slot(subject, name) if not unit.negated]
        partners = [unit for unit in units if unit.attribute == "partner"]
        if partners and not any(plain(unit.value) == plain(other) for unit in partners):
            continue
        yield from units


_ENDED: dict[Turned, Callable[[Book, Turning], Iterator[Unit]]] = {
    Turned.AGAIN: _again,
    Turned.SOBER: _alcohol,
    Turned.SMOKELESS: _smoking,
    Turned.PARTED: _couple,
}
