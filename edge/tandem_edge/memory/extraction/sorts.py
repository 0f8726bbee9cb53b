"""What sort of value some words are, and where a text has values of the same sort.

"It's the 61 now" says no more than a value: it corrects a number, "sorry, Tuesday" a day, "no, it's
6 pm" a time of day. What is corrected has to be of the sort of what takes its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tandem_edge.memory.extraction.folding import Text, fold
from tandem_edge.memory.extraction.times import Precision, find_times
from tandem_edge.memory.extraction.vocabulary import ZH_CLOCK, proper


class Sort(StrEnum):
    """What a value can be told to be by its form."""

    CLOCK = "clock"
    DAY = "day"
    NUMBER = "number"
    STOREY = "storey"
    WAY = "way"
    """Where or how something is held: "online", ``线下``."""
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Value:
    """A value by itself: its words, its sort, and of a number what it counts ("euros", ``路``)."""

    said: str
    sort: Sort
    unit: str = ""
    line: bool = False
    """Whether it is a number that names something: "the 61"."""


Place = tuple[int, int]
"""From, to: characters of a text."""
_CLOCK = re.compile(
    r"(?:half past|quarter (?:past|to)) \w+|\b\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b\.?|\b\d{1,2}:\d\d\b"
    rf"|\b\d{{1,2}} o'clock|\b(?:noon|midnight)\b|(?:{ZH_CLOCK})(?![\u3400-\u9fff]?[钟头])"
)
_DIGITS = (
    r"(?<![a-z\d.,:/-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
    r"(?!(?:st|nd|rd|th)\b|[\d:/-]|[.,]\d)"
)
_NUMBER = re.compile(_DIGITS)
_UNIT = (
    "euros?|dollars?|pounds?|bucks|yuan|rmb|usd|eur|gbp|%|percent|kg|kilos?|cm|km|miles?|minutes?|"
    "hours?|people|pages?|degrees?|块钱?|元|欧元?|美元|镑|号线|路|公斤|斤|分钟|小时|公里|人|页|楼|号|栋|度|岁|"
    "mg|ml|grams?|毫克|毫升|码|片|勺"
)
_HOUR = re.compile(rf"(?<=\bat )\d{{1,2}}\b(?! ?(?:{_UNIT}))")
"""A bare hour, which is one only where it stands in a sentence: "at 5"."""
_MONEY = "[€$£¥]"
_ALONE = re.compile(rf"(?P<money>{_MONEY})? ?(?P<digits>{_DIGITS}) ?(?P<unit>{_UNIT})?")
_COUNTED = re.compile(rf" ?(?P<unit>{_UNIT})(?![a-z])")
_ZH_NUMBER = re.compile(
    "(?<![第周期])[零一二两三四五六七八九十百千万]+(?=块|元|欧|路|号线|公斤|斤|分钟|小时|公里|楼|栋|毫克|码|片|勺)"
)
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th)")
"""A day of the month, where nothing follows it."""
_DAYS = re.compile(
    rf"{_ORDINAL.pattern}|(?:mon|tues|wednes|thurs|fri|satur|sun)days|week(?:days|ends)"
)
_ORDINAL_ALONE = re.compile(rf"(?:the )?(?P<day>{_ORDINAL.pattern})")
_WEEKDAYS = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweek(?:days|ends)\b|(?<=每)(?:周|星期|礼拜)[一二三四五六日天]"
)
_STOREY = re.compile(
    r"\b(?:ground|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|top|"
    r"\d{1,2}(?:st|nd|rd|th)) floor\b"
)
_WAY = re.compile(
    r"\b(?:online|in person|remote(?:ly)?|on (?:zoom|teams|skype)|(?:by|over the) phone|"
    r"face to face)\b|线上|线下|网上|远程|现场"
)
_HELD_AT = re.compile(
    r"\b(?:at|in) (?:the |my |our |a )?[a-z][\w' ]{2,30}?(?=[,.]|$| (?:on|at|from|every)\b)"
    "|在[\u3400-\u9fff]{2,8}?(?=[开办见聚上]|举行|进行)"
)
"""A place in which something is held. What looks like one may be a time."""
_NAMED_BY = re.compile(
    r"\b(?:the|line|bus|tram|train|route|number|no\.?|platform|gate|room|level|flat|seat|track) $"
)
_NAMES = re.compile(r"^ (?:bus|tram|train|line|route|metro)\b")
_NO_NAME = re.compile(
    r"(?:thanks?|thank you|never ?mind|please|yes|yeah|sure|stop|wait|ok|okay|cancel|nothing|none|"
    r"forget|leave|go|not|no|that|this|it|i|we|you|all|good|great|fine|never|always|use)\b.*"
    "|谢谢.*|没.*|好.*|算了|可以|不.*|知道|明白|随便|别.*|[这那].*|.+[是叫].+|什么.*|[你我他她它].*|.*[的了吗]"
)
_LEAD = re.compile(r"(?:on|in|at|the|by|在) ?(?=\S)")


def value_of(words: str, at: datetime) -> Value | None:
    """``words`` as one value of a sort that its form shows, else ``None``."""
    text = fold(words)
    bare = _without_lead(text)
    if _CLOCK.fullmatch(bare.folded):
        return Value(bare.said, Sort.CLOCK)
    if _is_day(bare, at) or _DAYS.fullmatch(bare.folded):
        return Value(bare.said, Sort.DAY)
    if _STOREY.fullmatch(bare.folded):
        return Value(bare.said, Sort.STOREY)
    if _WAY.fullmatch(text.folded):
        return Value(text.said, Sort.WAY)
    if match := _ALONE.fullmatch(bare.folded):
        unit = match["unit"] or match["money"] or ""
        return Value(bare.said, Sort.NUMBER, unit, text.folded.startswith("the ") and not unit)
    if _ZH_NUMBER.match(bare.folded) and len(bare.said) <= 8:
        unit = re.search(f"(?:{_UNIT})$", bare.folded)
        return Value(bare.said, Sort.NUMBER, unit[0]) if unit else None
    named = named_place(bare.said) and not _NO_NAME.fullmatch(bare.folded)
    return Value(bare.said, Sort.NAME) if named and len(bare.said.split()) <= 4 else None


def named_place(words: str) -> bool:
    """Whether ``words`` are a name, or one with the number of a house before it."""
    return proper(re.sub(r"^\d{1,5}[a-z]? (?=[A-Z])", "", words))


def _without_lead(text: Text) -> Text:
    lead = _LEAD.match(text.folded)
    return text.cut(lead.end(), len(text.said)) if lead else text


def _is_day(text: Text, at: datetime) -> bool:
    spans = find_times(text, at, past=False)
    return len(spans) == 1 and spans[0].at == (0, len(text.said))


def places_of(value: Value, said: str, at: datetime) -> list[Place]:
    """Where ``said`` (as ``fold`` gives it) has a value that ``value`` may stand for, in order.

    A name has no form to be found by, so none of it is.
    """
    text = fold(said)
    match value.sort:
        case Sort.CLOCK:
            return _clocks(text.folded)
        case Sort.DAY:
            return _days(text, at, bool(_CLOCK.search(fold(value.said).folded)))
        case Sort.NUMBER:
            return _numbers(value, text, at)
        case Sort.STOREY:
            return [found.span() for found in _STOREY.finditer(text.folded)]
        case Sort.WAY:
            return _ways(text, at)
        case Sort.NAME:
            return []


def _ways(text: Text, at: datetime) -> list[Place]:
    """How something is held, or else the place where."""
    if ways := [found.span() for found in _WAY.finditer(text.folded)]:
        return ways
    taken = [span.at for span in find_times(text, at, past=False)]
    held = [found.span() for found in _HELD_AT.finditer(text.folded)]
    return [place for place in held if not _inside(place, taken)]


def clocks_in(said: str) -> list[Place]:
    """Where ``said`` has times of day."""
    return _clocks(fold(said).folded)


def _clocks(folded: str) -> list[Place]:
    exact = [found.span() for found in _CLOCK.finditer(folded)]
    loose = [found.span() for found in _HOUR.finditer(folded)]
    return sorted([*exact, *(place for place in loose if not _inside(place, exact))])


def _days(text: Text, at: datetime, clocked: bool = False) -> list[Place]:
    """Days, weeks and months, with the time of day beside them if they are to be ``clocked``."""
    blank = text.folded
    for start, end in () if clocked else _clocks(blank):
        blank = blank[:start] + "\x00" * (end - start) + blank[end:]
    found = []
    for span in find_times(Text(text.said, blank), at, past=False):
        start, end = span.at
        lead = _LEAD.match(blank, start, end)
        if clocked or span.precision is not Precision.MINUTE:
            found.append((lead.end() if lead else start, end))
    found += [each.span() for each in _WEEKDAYS.finditer(blank) if not _inside(each.span(), found)]
    if not found and (alone := _ORDINAL_ALONE.fullmatch(blank)):
        found.append(alone.span("day"))
    apart = clocked and any(not _inside(clock, found) for clock in _clocks(text.folded))
    return [] if apart else found


def _numbers(value: Value, text: Text, at: datetime) -> list[Place]:
    taken = [*_clocks(text.folded), *_days(text, at)]
    every = [found.span() for found in _NUMBER.finditer(text.folded)]
    every += [found.span() for found in _ZH_NUMBER.finditer(text.folded)]
    free = [place for place in sorted(every) if not _inside(place, taken)]
    wanted = [_widened(place, text.folded, value) for place in free]
    found = [place for place in wanted if place is not None]
    hours = not found and not value.line and not value.unit and may_be_hour(value.said)
    return [_hour(place, text.folded) for place in _clocks(text.folded)] if hours else found


def may_be_hour(said: str) -> bool:
    """Whether a number may be an hour of the day."""
    return said.isdigit() and int(said) <= 24


def _hour(place: Place, folded: str) -> Place:
    """The hour of a time of day, without its minutes and what else there is."""
    start, end = place
    digits = re.search(r"\d{1,2}(?::\d\d)?", folded[start:end])
    return (start + digits.start(), start + digits.end()) if digits else place


def _widened(place: Place, folded: str, value: Value) -> Place | None:
    """A number with what it counts, where ``value`` says that too; ``None`` where it counts
    something else."""
    start, end = place
    if value.line:
        names = _NAMED_BY.search(folded[:start]) or _NAMES.match(folded[end:])
        return place if names else None
    unit = _COUNTED.match(folded, end)
    if not unit and folded[end : end + 1].isascii() and folded[end : end + 1].isalpha():
        return None
    money = folded[start - 1 : start] if re.fullmatch(_MONEY, folded[start - 1 : start]) else ""
    own = (unit["unit"] if unit else "") or money
    if not value.unit:
        return None if own in ("岁", "%") else place
    if own.rstrip("s") != value.unit.rstrip("s"):
        return None
    return (start - len(money), unit.end() if unit else end)


def _inside(place: Place, others: list[Place]) -> bool:
    return any(start < place[1] and place[0] < end for start, end in others)
