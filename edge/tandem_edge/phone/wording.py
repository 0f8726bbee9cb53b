"""What the words of a time phrase say, before any clock is consulted.

``read`` tidies the text (NFKC, lower case, simplified characters), then walks it with one table
of patterns; each match fills in fields of a ``Reading``. A word no pattern knows is an error.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from tandem_edge.phone.numerals import CHINESE, NUMBER, ORDINAL_WORD, WORD, parse_number, words

LONGEST = 80
LAST_DAY = -1
WEEKEND = 7


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
    hour_cue: bool = False  # "at" or "o'clock": the number is an hour

    def state(self, name: str, value: object) -> None:
        """Fill in a field; a second, different value for it is an error."""
        known = getattr(self, name)
        if known is not None and known is not False and known != value:
            raise PhraseError(f"{self.text!r} says two different things for the {name}")
        setattr(self, name, value)


def read(phrase: str) -> Reading:
    """What ``phrase`` states. Raises ``PhraseError``, naming the words it does not know."""
    if len(phrase) > LONGEST:
        raise PhraseError(f"longer than {LONGEST} characters")
    text, reading = _tidy(phrase), Reading(phrase)
    at, unknown = 0, []
    while at < len(text):
        if match := _KNOWN.match(text, at):
            _take(match, reading)
        elif match := _UNKNOWN.match(text, at):
            unknown.append(match.group())
        at = match.end() if match else len(text)
    if unknown:
        raise PhraseError(f"do not understand {' '.join(unknown)!r} in {phrase!r}")
    return reading


def _tidy(phrase: str) -> str:
    text = unicodedata.normalize("NFKC", phrase).casefold().translate(_SIMPLIFIED)
    return _AROUND_CHINESE.sub(r"\1", " ".join(text.split()))


def _take(match: re.Match[str], reading: Reading) -> None:
    outer = match.lastindex or 0
    handler, count = _HANDLERS[outer]
    try:
        handler(reading, *match.groups()[outer : outer + count])
    except PhraseError:
        raise
    except ValueError as error:
        raise PhraseError(f"{error} in {reading.text!r}") from None


_SIMPLIFIED = str.maketrans(
    "點後週鐘鍾號個時兩禮過這間頭現裡裏準約凖淩’", "点后周钟钟号个时两礼过这间头现里里准约准凌'"
)
_AROUND_CHINESE = re.compile(r" ?([〇\u4e00-\u9fff]) ?")
_UNKNOWN = re.compile(r"[a-z']+|[0-9]+|.", re.DOTALL)

_OFFSETS = {
    "overmorrow": 2, "day after tomorrow": 2, "tomorrow": 1, "today": 0, "yesterday": -1,
    "day before yesterday": -2, "大后天": 3, "后天": 2, "后日": 2, "明天": 1, "明日": 1, "明儿": 1,
    "明": 1, "今天": 0, "今日": 0, "今儿": 0, "今": 0, "昨天": -1, "昨日": -1, "昨": -1,
    "前天": -2, "大前天": -3,
}  # fmt: skip
_RELATIVE = {
    "next": 1, "this": 0, "last": -1, "下下": 2, "下": 1, "这": 0, "本": 0, "上": -1, "上上": -2,
    "后年": 2, "明年": 1, "今年": 0, "去年": -1,
}  # fmt: skip
_WEEKDAYS = {name: at for at, name in enumerate("mon tue wed thu fri sat sun".split())}
_WEEKDAYS |= {name: at for at, name in enumerate("一二三四五六日")}
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
_AM, _PM = frozenset([*range(12), *range(24, 36)]), frozenset(range(12, 24))
_NIGHT, NOON = frozenset(range(17, 30)), frozenset(range(10, 15))
_VAGUE = rf"(?!一?点(?![钟整半0-9{CHINESE}]))"  # 早点, 早一点 mean "a bit earlier"
_PARTS = {  # hours that a part of the day may mean; 24 and up are the small hours after a night
    r"凌晨": frozenset(range(7)),
    r"(?:in (?:the )?)?early(?: in the)? morning|清晨|清早": frozenset(range(3, 10)),
    r"(?:in the )?morning": frozenset(range(12)),
    rf"早上|早晨|早间|早{_VAGUE}": frozenset(range(1, 12)),
    r"上午": frozenset(range(1, 13)),
    r"中午": NOON,
    r"(?:in the )?afternoon|下午|午后": frozenset(range(12, 20)),
    r"傍晚": frozenset(range(16, 21)),
    r"(?:in the )?evening": frozenset(range(16, 25)),
    rf"night|晚上|晚间|夜晚|夜间|深夜|半夜|夜里?|晚{_VAGUE}": _NIGHT,
    r"a\.? ?m\b\.?": _AM,
    r"p\.? ?m\b\.?": _PM,
}

_HALF, _QUARTER = Fraction(1, 2), Fraction(1, 4)
_AMOUNTS = {
    "a": Fraction(1), "an": Fraction(1), "a couple of": Fraction(2), "half": _HALF, "半": _HALF,
    "half a": _HALF, "half an": _HALF, "半个": _HALF, "quarter": _QUARTER, "a quarter": _QUARTER,
    "a quarter of an": _QUARTER, "three quarters of an": 3 * _QUARTER,
}  # fmt: skip

_Handler = Callable[..., None]


def _skip(reading: Reading) -> None:
    """A filler says nothing."""


def _says(name: str, value: object) -> _Handler:
    return lambda reading: reading.state(name, value)


def _part(hours: frozenset[int]) -> _Handler:
    return lambda reading: reading.parts.append(hours)


def _named_time(hours: frozenset[int]) -> _Handler:
    """Noon and midnight: twelve o'clock, and which."""

    def handle(reading: Reading) -> None:
        reading.state("clock", (12, 0, 0))
        reading.parts.append(hours)

    return handle


def _relative(name: str) -> _Handler:
    return lambda reading, *words: reading.state(name, _RELATIVE["".join(filter(None, words))])


def _offset(reading: Reading, word: str) -> None:
    reading.state("offset", _OFFSETS[word])


def _day_part(reading: Reading, when: str) -> None:
    reading.state("offset", -1 if when == "last" else 0)
    if when != "this":
        reading.parts.append(_NIGHT)


def _weekday(reading: Reading, when: str | None, name: str) -> None:
    if name[:3] not in _WEEKDAYS:
        raise PhraseError(f"there is no weekday {name!r} in {reading.text!r}")
    reading.state("weekday", _WEEKDAYS[name[:3]])
    if when in _RELATIVE:
        reading.state("week", _RELATIVE[when])


def _date(reading: Reading, year: str | None, month: str | None, day: str | None) -> None:
    if year:
        short = parse_number(year)
        reading.state("year", short + 2000 if short < 100 else short)
    if month:
        reading.state("month", _MONTHS.get(month[:3]) or parse_number(month))
    reading.state("day", parse_number(day) if day else LAST_DAY)


def _month_day(reading: Reading, month: str, day: str, year: str | None) -> None:
    _date(reading, year, month, day)


def _day_month(reading: Reading, day: str, month: str, year: str | None) -> None:
    _date(reading, year, month, day)


def _month_end(reading: Reading, month: str | None) -> None:
    _date(reading, None, month, None)


def _day_only(reading: Reading, *ways: str | None) -> None:
    _date(reading, None, None, "".join(filter(None, ways)))


def _clock(reading: Reading, hour: str, minute: str | None, second: str | None = None) -> None:
    time = (parse_number(hour), parse_number(minute or "0"), parse_number(second or "0"))
    if time > (24, 0, 0) or max(time[1:]) > 59:
        raise PhraseError(f"there is no such clock time as {reading.text!r}")
    reading.state("clock", time)


def _off_the_hour(sign: int) -> _Handler:
    """``quarter to nine``: so many minutes past an hour, or before it."""

    def handle(reading: Reading, amount: str, hour: str) -> None:
        minutes, base = _minutes(amount), parse_number(hour)
        if minutes > 59 or base > 24:
            raise PhraseError(f"there is no such clock time as {reading.text!r}")
        reading.state("clock", (base, sign * minutes, 0))

    return handle


def _minutes(amount: str) -> int:
    if amount.endswith("刻"):
        return 15 * parse_number(amount[:-1])
    return {"half": 30, "quarter": 15}.get(amount) or parse_number(amount)


def _hour_first(reading: Reading, hour: str, amount: str) -> None:
    _off_the_hour(-1)(reading, amount, hour)


def _zh_clock(
    reading: Reading,
    hour: str,
    half: str | None,
    marked: str | None,
    mark: str | None,
    plain: str | None,
) -> None:
    if plain and plain[0] not in "0零〇" and parse_number(plain) < 10:
        raise PhraseError(f"{plain} minutes past {hour}? say {hour}点{plain}分")
    minute = 30 if half else parse_number(marked or plain or "0")
    _clock(reading, hour, str(minute * 15 if mark == "刻" else minute))


def _spoken_clock(reading: Reading, hour: str, under_ten: str | None, minute: str | None) -> None:
    _clock(reading, hour, under_ten or minute)


def _number(reading: Reading, number: str) -> None:
    reading.state("number", parse_number(number))


def _length(reading: Reading, count: str, half: str | None, unit: str, also: str | None) -> None:
    amount = _amount(count) + Fraction(1 if half or also else 0, 2)
    size = _UNITS["mo" if unit[:2] == "mo" else unit[0]]
    months, days, seconds = (amount * part for part in size)
    if days.denominator > 1:
        days, seconds = Fraction(0), days * 86_400
    if months.denominator > 1:
        raise PhraseError(f"how many days is {reading.text!r}?")
    before = reading.length or (0, 0, 0)
    reading.length = (before[0] + int(months), before[1] + int(days), before[2] + int(seconds))


def _amount(count: str) -> Fraction:
    known = _AMOUNTS.get(count)
    return known or Fraction(count if "." in count else parse_number(count))


def _now(reading: Reading) -> None:
    reading.state("length", (0, 0, 0))
    reading.state("direction", 1)


_N = NUMBER
_E = r"(?![a-z])"
_LAST = rf"(?![日号月天年个周点:.0-9{CHINESE}])"
_WEEK = "(?:周|星期|礼拜)"
_ZH_DAY = "[一二三四五六七八九十日天末]"
_ZH_WHICH = "(下下|下|这|本|上上|上)个?"
_MONTH = (
    "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    rf"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?){_E}\.?"
)
_WEEKDAY = (
    "(mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|"
    rf"sun(?:day)?|weekend){_E}"
)
_TH = r"(?:st|nd|rd|th)"
_DAY = rf"({ORDINAL_WORD}|{WORD}|[0-9]{{1,2}}(?:(?={_TH})|(?![0-9:])))(?:{_TH}{_E})?"
_YEAR = r"(?:,? ?([0-9]{4})(?![0-9:]))?"
_UNIT = (
    "(seconds?|secs?|s|minutes?|mins?|months?|m|hours?|hrs?|h|days?|d|weeks?|wks?|w|years?|yrs?)"
    + _E
)
_ZH_UNIT = rf"(秒钟?|分钟?|刻钟|小时|钟头|天|{_WEEK}(?!{_ZH_DAY})|个月|年)"
_COUNT = (
    "(a couple of|half an?|half|a quarter of an|three quarters of an|a quarter|quarter|an?(?= )|"
    rf"[0-9]{{1,4}}\.[0-9]{{1,2}}|{_N})"
)
_MINUTES = "(?: (?:minutes?|mins?))"

_RULES: tuple[tuple[str, _Handler], ...] = (
    (r"[ ,，。.;!?、]+", _skip),
    (rf"(?:on|around|about|roughly|of|and|for|sharp|please){_E}|the{_E}(?! {ORDINAL_WORD})", _skip),
    ("大概|大约|左右|差不多|的|在|于|约|准时", _skip),
    (rf"at(?= night{_E})", _skip),
    (rf"at{_E}|@|o'?clock{_E}", _says("hour_cue", True)),
    (rf"(?:right )?now{_E}|现在|此刻", _now),
    (rf"from now{_E}|later{_E}|hence{_E}", _says("direction", 1)),
    (rf"(?:in|after){_E}(?! the| early)", _says("direction", 1)),
    (rf"ago{_E}", _says("direction", -1)),
    # dates
    ("([0-9]{4})[-/.](1[0-2]|0?[1-9])[-/.]([0-9]{1,2})(?:t(?=[0-9])|(?![0-9]))", _date),
    (rf"(?:({_N})年)?({_N})月({_N})[日号]", _date),
    (rf"(?:({_N})月|月)[底末]", _month_end),
    (rf"end of {_MONTH}", _month_end),
    (rf"end of (?:the )?(?:month{_E}|(?=next month|this month))()", _month_end),
    (rf"{_MONTH} (?:the )?{_DAY}{_YEAR}", _month_day),
    (rf"(?<!at ){_DAY}(?: of)?[ -]{_MONTH}{_YEAR}", _day_month),
    (rf"([0-9]{{1,2}}){_TH}{_E}|the ({ORDINAL_WORD})|({_N})[日号]", _day_only),
    (rf"(next|this|last) month{_E}|{_ZH_WHICH}(?:月(?!底)|(?=月底))", _relative("months_on")),
    (rf"(next|this|last) year{_E}|(明年|今年|后年|去年)", _relative("years_on")),
    # days
    (rf"(?:(this coming|coming|next|this|last) )?{_WEEKDAY}", _weekday),
    (rf"(?:{_ZH_WHICH})?{_WEEK}({_ZH_DAY})", _weekday),
    (rf"(next|this|last) week{_E}|{_ZH_WHICH}{_WEEK}", _relative("week")),
    (rf"(tonight|last(?= night)|this(?= (?:morning|afternoon|evening))){_E}", _day_part),
    (rf"({'|'.join(sorted(_OFFSETS, key=len, reverse=True))}){_E}", _offset),
    # clock times
    (r"([0-9]{1,2})[:.]([0-9]{2})(?::([0-9]{2}))?(?![:.]?[0-9])(?! ?(?:小时|h))", _clock),
    (rf"(?:(?:12(?::00)?|twelve) )?(?:noon|midday){_E}|正午", _named_time(_PM)),
    (rf"(?:(?:12(?::00)?|twelve) )?midnight{_E}|午夜", _named_time(_NIGHT)),
    (rf"(?:a )?(half|quarter|{_N}){_MINUTES}? (?:past|after) ({_N})", _off_the_hour(1)),
    (rf"(?:a )?(quarter|{WORD}|{_N}(?={_MINUTES})){_MINUTES}? (?:to|before|till?) ({_N})",
     _off_the_hour(-1)),
    (rf"差({_N}刻|{_N})(?:分钟?)?(?:到|就)?({_N})点[钟整]?", _off_the_hour(-1)),
    (rf"({_N})点[钟整]?差({_N}刻|{_N})(?:分钟?)?", _hour_first),
    (rf"({_N})[点时](?:[钟整]|过?(?:(半)|({_N})(刻|分)|({_N}){_LAST}))?", _zh_clock),
    (rf"({words(1, 12)})[ -](?:oh?[ -]({words(1, 9)})|({words(10, 59)}))(?! (?:min|hour|sec))",
     _spoken_clock),
    *((f"(?:{words}){_E}", _part(hours)) for words, hours in _PARTS.items()),
    # lengths of time, and what is left: a number
    (rf"{_COUNT}( and a half)?[ -]?{_UNIT}( and a half{_E})?", _length),
    (rf"(半个?|[0-9]{{1,4}}\.[0-9]{{1,2}}|{_N})(个半)?个?{_ZH_UNIT}(半(?!夜))?", _length),
    ("(?:以|之)?后|再?过", _says("direction", 1)),
    ("(?:以|之)?前", _says("direction", -1)),
    (rf"({_N})", _number),
)  # fmt: skip


def _compile() -> tuple[re.Pattern[str], dict[int, tuple[_Handler, int]]]:
    """All rules as one pattern, tried in order, and each one's handler by its group's number."""
    handlers, group = {}, 1
    for pattern, handler in _RULES:
        count = re.compile(pattern).groups
        handlers[group] = (handler, count)
        group += 1 + count
    return re.compile("|".join(f"({pattern})" for pattern, _ in _RULES), re.ASCII), handlers


_KNOWN, _HANDLERS = _compile()
