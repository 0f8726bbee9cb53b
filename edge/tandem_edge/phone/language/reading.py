"""What a time phrase states, and how each kind of wording states it.

The functions take the groups that a pattern of ``wording`` caught and fill in a ``Reading``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from tandem_edge.phone.language.numerals import parse_number

LAST_DAY = -1
WEEKEND = 7
AM, PM = frozenset([*range(12), *range(24, 36)]), frozenset(range(12, 24))
NIGHT, NOON = frozenset(range(17, 30)), frozenset(range(10, 15))


class PhraseError(ValueError):
    """The phrase cannot be understood; the message says why."""


@dataclass(slots=True)
class Reading:
    """What a phrase states; ``None`` where it states nothing."""

    text: str
    offset: int | None = None  # days from today
    weekday: int | None = None  # Monday is 0; WEEKEND
    week: int | None = None  # weeks from this one
    year: int | None = None
    years_on: int | None = None
    month: int | None = None
    months_on: int | None = None
    day: int | None = None  # of the month; LAST_DAY
    clock: tuple[int, int, int] | None = None  # "quarter to nine" is (9, -15, 0)
    parts: list[frozenset[int]] = field(default_factory=list)  # hours that parts of a day allow
    length: tuple[int, int, int] | None = None  # months, days, seconds
    direction: int | None = None  # of the length, from now: 1 or -1
    number: int | None = None  # a number without a unit
    needs_unit: bool = False  # that number is Chinese, and no hour without its 点
    hour_cue: bool = False  # "at" or "o'clock": the number is an hour
    same_time: bool = False  # "this time": the clock time that it is now
    past: bool = False  # what it names may have passed
    utc_offset: int | None = None  # minutes east, where a date and time state it

    def state(self, name: str, value: object) -> None:
        """Fill in a field; a second, different value for it is an error."""
        known = getattr(self, name)
        if known is not None and known is not False and known != value:
            raise PhraseError(f"{self.text!r} says two different things for the {name}")
        setattr(self, name, value)


OFFSETS = {
    "overmorrow": 2, "day after tomorrow": 2, "tomorrow": 1, "today": 0, "yesterday": -1,
    "day before yesterday": -2,
}  # fmt: skip
_STEMS = {"大后": 3, "后": 2, "明": 1, "今": 0, "昨": -1, "前": -2, "大前": -3}
ZH_OFFSETS = {
    stem + end: days for stem, days in _STEMS.items() for end in ("天", "日", "儿", "儿个")
}
ZH_OFFSETS |= {f"{stem}个{end}": _STEMS[stem] for stem in "后明今昨" for end in ("", "儿")}
ZH_OFFSETS |= {stem: _STEMS[stem] for stem in "明今昨"}
_RELATIVE = {
    "next": 1, "this": 0, "last": -1, "下下": 2, "下": 1, "这": 0, "本": 0, "上": -1, "上上": -2,
    "后年": 2, "明年": 1, "今年": 0, "去年": -1,
}  # fmt: skip
_WEEKDAYS = {name: at for at, name in enumerate("mon tue wed thu fri sat sun".split())}
_WEEKDAYS |= {name: at for at, name in enumerate("一二三四五六日")}
_WEEKDAYS |= {name: at for at, name in enumerate("123456")}
_WEEKDAYS |= {"天": 6, "末": WEEKEND, "wee": WEEKEND}
_MONTHS = {
    name: at for at, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)
}
_UNITS = {  # months, days, seconds
    "秒": (0, 0, 1), "s": (0, 0, 1), "分": (0, 0, 60), "m": (0, 0, 60), "刻": (0, 0, 900),
    "小": (0, 0, 3600), "钟": (0, 0, 3600), "h": (0, 0, 3600), "天": (0, 1, 0), "d": (0, 1, 0),
    "周": (0, 7, 0), "星": (0, 7, 0), "礼": (0, 7, 0), "w": (0, 7, 0), "个": (1, 0, 0),
    "mo": (1, 0, 0), "年": (12, 0, 0), "y": (12, 0, 0),
}  # fmt: skip
_HALF, _QUARTER = Fraction(1, 2), Fraction(1, 4)
AMOUNTS = {
    "a": Fraction(1), "an": Fraction(1), "个把": Fraction(1), "half": _HALF, "半": _HALF,
    "a couple of": Fraction(2), "couple of": Fraction(2), "a couple": Fraction(2),
    "couple": Fraction(2),
    "half a": _HALF, "half an": _HALF, "半个": _HALF, "quarter": _QUARTER, "a quarter": _QUARTER,
    "a quarter of an": _QUARTER, "quarter of an": _QUARTER, "three quarters of an": 3 * _QUARTER,
}  # fmt: skip

Handler = Callable[..., None]


def skip(reading: Reading) -> None:
    """A filler says nothing."""


def says(name: str, value: object) -> Handler:
    """What states one value: ``at``, ``ago``, ``后``."""
    return lambda reading: reading.state(name, value)


def part(hours: frozenset[int]) -> Handler:
    """A part of the day and the hours it may mean."""
    return lambda reading: reading.parts.append(hours)


def named_time(hours: frozenset[int]) -> Handler:
    """Noon and midnight: twelve o'clock, and which."""

    def handle(reading: Reading) -> None:
        reading.state("clock", (12, 0, 0))
        reading.parts.append(hours)

    return handle


def relative(name: str) -> Handler:
    """``next month``, ``下周``, ``明年``: so many of them from this one."""
    return lambda reading, *words: reading.state(name, _RELATIVE["".join(filter(None, words))])


def offset(reading: Reading, word: str) -> None:
    """``tomorrow``, ``大后天``."""
    reading.state("offset", OFFSETS[word] if word in OFFSETS else ZH_OFFSETS[word])


def day_part(reading: Reading, when: str) -> None:
    """``tonight``, and the first word of ``last night`` and ``this evening``."""
    reading.state("offset", -1 if when == "last" else 0)
    if when != "this":
        reading.parts.append(NIGHT)


def weekday(reading: Reading, when: str | None, name: str) -> None:
    """``next Friday``, ``周五``; ``coming`` says no more than a bare weekday."""
    if name[:3] not in _WEEKDAYS:
        raise PhraseError(f"there is no weekday {name!r} in {reading.text!r}")
    reading.state("weekday", _WEEKDAYS[name[:3]])
    if when in _RELATIVE:
        reading.state("week", _RELATIVE[when])


def ymd(reading: Reading, year: str | None, month: str | None, day: str | None) -> None:
    """``2026-03-11``, ``三月五日``; without a day, the last one of the month."""
    if year:
        short = parse_number(year)
        reading.state("year", short + 2000 if short < 100 else short)
    if month:
        reading.state("month", _MONTHS.get(month[:3]) or parse_number(month))
    reading.state("day", parse_number(day) if day else LAST_DAY)


def iso(reading: Reading, *stated: str | None) -> None:
    """``2026-03-11T07:30:00+08:00``, ``2026-03-11 07:30Z``."""
    year, month, day, between, hour, minute, second, zone = stated
    ymd(reading, year, month, day)
    clock(reading, hour or "", minute, second)
    if zone is None:
        return
    if between == " " and zone[0] == "-" and not second:
        raise PhraseError(f"{reading.text!r} may be from one time to another")
    digits = zone[1:].replace(":", "").ljust(4, "0") if zone[0] in "+-" else "0000"
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    if minutes > 14 * 60 or int(digits[2:]) > 59:
        raise PhraseError(f"there is no such offset from UTC as {zone}")
    reading.state("utc_offset", -minutes if zone[0] == "-" else minutes)


def month_day(reading: Reading, month: str, day: str, year: str | None) -> None:
    """``March 3rd, 2027``."""
    ymd(reading, year, month, day)


def day_month(reading: Reading, day: str, month: str, year: str | None) -> None:
    """``3 March 2027``, ``the third of March``."""
    ymd(reading, year, month, day)


def month_end(reading: Reading, month: str | None = None) -> None:
    """``end of March``, ``月底``."""
    ymd(reading, None, month, None)


def day_only(reading: Reading, *ways: str | None) -> None:
    """``the 5th``, ``5号``."""
    ymd(reading, None, None, "".join(filter(None, ways)))


def clock(reading: Reading, hour: str, minute: str | None, second: str | None = None) -> None:
    """``7:30``, ``7.30``, ``07:30:00``."""
    time = (parse_number(hour), parse_number(minute or "0"), parse_number(second or "0"))
    if time > (24, 0, 0) or max(time[1:]) > 59:
        raise PhraseError(f"there is no such clock time as {reading.text!r}")
    reading.state("clock", time)


def off_the_hour(sign: int) -> Handler:
    """``quarter to nine``: so many minutes past an hour, or before it."""

    def handle(reading: Reading, amount: str, hour: str) -> None:
        minutes, base = _minutes(amount), parse_number(hour)
        if minutes > 59 or base > 24:
            raise PhraseError(f"there is no such clock time as {reading.text!r}")
        reading.state("clock", (base, sign * minutes, 0))

    return handle


def off_twelve(sign: int) -> Handler:
    """``half past midnight``, ``5 to noon``."""

    def handle(reading: Reading, amount: str, name: str) -> None:
        off_the_hour(sign)(reading, amount, "12")
        reading.parts.append(NIGHT if name == "midnight" else PM)

    return handle


def _minutes(amount: str) -> int:
    if amount.endswith("刻"):
        return 15 * parse_number(amount[:-1])
    return {"half": 30, "quarter": 15}.get(amount) or parse_number(amount)


def hour_first(reading: Reading, hour: str, amount: str) -> None:
    """``五点差十分``."""
    off_the_hour(-1)(reading, amount, hour)


def zh_clock(
    reading: Reading,
    hour: str,
    half: str | None,
    marked: str | None,
    mark: str | None,
    plain: str | None,
) -> None:
    """``三点``, ``七点半``, ``三点一刻``, ``八点二十分``, ``八点零五``."""
    if plain and plain[0] not in "0零〇" and parse_number(plain) < 10:
        raise PhraseError(f"{plain} minutes past {hour}? say {hour}点{plain}分")
    minute = 30 if half else parse_number(marked or plain or "0")
    clock(reading, hour, str(minute * 15 if mark == "刻" else minute))


def spoken_clock(reading: Reading, hour: str, under_ten: str | None, minute: str | None) -> None:
    """``seven thirty``, ``ten oh five``."""
    clock(reading, hour, under_ten or minute)


def number(reading: Reading, number: str) -> None:
    """A number alone, whose unit the rest of the phrase must tell."""
    reading.state("number", parse_number(number))
    reading.needs_unit = not number.isascii()


def length(reading: Reading, count: str, half: str | None, unit: str, also: str | None) -> None:
    """``1 h``, ``an hour and a quarter``, ``两个半小时``; those that follow each other add up."""
    more = half or also or ""
    quarters = 3 if "three" in more else 1 if "quarter" in more else 2 if more else 0
    amount = _amount(count) + quarters * _QUARTER
    _add(reading, amount, *_UNITS["mo" if unit[:2] == "mo" else unit[0]])


def iso_length(reading: Reading, *counts: str | None) -> None:
    """``PT1H20M``, ``P2D`` (ISO 8601); its months and years, which vary, are not understood."""
    for count, unit in zip(counts, "wdhms", strict=True):
        if count:
            _add(reading, Fraction(count), *_UNITS[unit])


def _add(reading: Reading, amount: Fraction, *size: int) -> None:
    months, days, seconds = (amount * part for part in size)
    if days.denominator > 1:
        days, seconds = Fraction(0), days * 86_400
    if months.denominator > 1:
        raise PhraseError(f"how many days is {reading.text!r}?")
    before = reading.length or (0, 0, 0)
    reading.length = (before[0] + int(months), before[1] + int(days), before[2] + int(seconds))


def _amount(count: str) -> Fraction:
    if "/" in count:
        return _with_part(count)
    known = AMOUNTS.get(count)
    return known or Fraction(count if "." in count else parse_number(count))


def _with_part(count: str) -> Fraction:
    """``1 1/2``, ``3/4``."""
    *whole, part = count.split()
    over, under = map(int, part.split("/"))
    if not 0 < over < under:
        raise PhraseError(f"{part} is not a part of one")
    return Fraction(over, under) + sum(map(int, whole))


def before(reading: Reading) -> None:
    """``前``: so long ago after a length of time; else what is before it is a deadline."""
    if reading == Reading(reading.text):
        raise PhraseError(f"before what? {reading.text!r} begins with it")
    if reading.length is not None:
        reading.state("direction", -1)


def now(reading: Reading) -> None:
    """``now``: nothing from now."""
    reading.state("length", (0, 0, 0))
    reading.state("direction", 1)
