"""The English wordings of times, each with the interval that it states."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from tandem_edge.memory.extraction import intervals as to
from tandem_edge.memory.extraction.intervals import NOTHING, Now, Piece, Precision
from tandem_edge.phone.language.numerals import CARDINALS, ORDINAL_WORD, either, parse_number

Handler = Callable[[re.Match[str], Now], Piece]

_MONTHS = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_MONTH = rf"(?P<month>{_MONTHS})\b\.?"
_DAYS = (
    "mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|"
    "sat(?:urday)?|sun(?:day)?"
)
_WEEK = "mon tue wed thu fri sat sun".split()
_LONG_DAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_D = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?![:.]\d)"
_TH = rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)\b|{ORDINAL_WORD})"
_Y = r"(?:,? (?P<year>(?:19|20)\d\d)\b)"
_N = rf"(?P<n>\d{{1,3}}|{either(CARDINALS)}|an?|a couple(?: of)?)"
_UNIT = r"(?P<unit>day|week|weekend|fortnight|month|year)s?"
_SEASON = "(?P<season>spring|summer|autumn|fall|winter)"
_WHICH = "(?P<which>last|past|previous|this|the coming|this coming|coming|next|following)"
_FEASTS = {
    "christmas": r"(?:christmas|xmas)(?: day)?(?! eve)",
    "new_year": "new year's(?: day)?(?! eve)",
    "spring_festival": "chinese new year|lunar new year|spring festival",
    "mid_autumn": "mid-?autumn(?: festival)?",
    "dragon_boat": "dragon boat(?: festival)?",
    "valentines": "valentine's(?: day)?",
    "thanksgiving": "thanksgiving(?: day)?",
    "halloween": "halloween",
    "easter": "easter(?: sunday)?",
    "national_day": "china's national day",
}
_FEAST = "|".join(f"(?P<{name}>{words})" for name, words in _FEASTS.items())
_STEP = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "following": 1}
PARTS = {"morning": (5, 12), "afternoon": (12, 18), "evening": (17, 23), "night": (18, 30)}
"""The hours of each part of a day; more than 24 is the next day."""


def _count(match: re.Match[str]) -> int:
    word = match["n"]
    return 1 if word in ("a", "an") else 2 if word.startswith("a couple") else parse_number(word)


def _step(match: re.Match[str]) -> int:
    return _STEP.get(match["which"] or "", 0)


def _month_number(match: re.Match[str]) -> int:
    return "jan feb mar apr may jun jul aug sep oct nov dec".split().index(match["month"][:3]) + 1


def _year_of(match: re.Match[str]) -> int | None:
    return int(match["year"]) if match["year"] else None


def _away(match: re.Match[str], now: Now, sign: int) -> Piece:
    many, unit = _count(match) * sign, match["unit"]
    if unit == "day":
        return to.days(now, many)
    if unit in ("week", "fortnight"):
        return to.week(now, many * (2 if unit == "fortnight" else 1))
    if unit == "weekend":
        return to.weekend(now, many)
    return to.months(now, many) if unit == "month" else to.year(now.day.year + many)


def _relative(match: re.Match[str], now: Now) -> Piece:
    step, unit = _step(match), match["unit"]
    if unit == "weekend":
        return to.weekend(now, step if step else 0)
    if unit == "week":
        return to.week(now, step)
    if unit == "month":
        return to.months(now, step)
    return to.year(now.day.year + step) if unit == "year" else NOTHING


def _weekday(match: re.Match[str], now: Now) -> Piece:
    which, word = _WEEK.index(match["weekday"][:3]), match["which"] or ""
    if word in ("last", "past", "previous"):
        return to.weekday(now, which, past=True)
    if word == "next":
        return to.weekday_of_week(now, which, 1)
    if word == "this" and not now.past:
        return to.weekday_of_week(now, which, 0)
    return to.weekday(now, which, past=now.past)


def _season_number(match: re.Match[str]) -> int:
    return to.SEASONS.index(match["season"].replace("fall", "autumn"))


def _season(match: re.Match[str], now: Now) -> Piece:
    which = _season_number(match)
    if match["year"]:
        return to.season(int(match["year"]), which)
    return to.near_season(now, which, _step(match))


def _month(match: re.Match[str], now: Now) -> Piece:
    number, step = _month_number(match), _step(match)
    if match["year"] or not step:
        return to.named_month(now, number, _year_of(match))
    if step < 0:
        return to.named_month(Now(now.day, past=True), number)
    found = to.month(now.day.year, number)
    ahead = found.start is not None and found.start > now.day
    return found if ahead else to.month(now.day.year + 1, number)


def _day(match: re.Match[str]) -> int:
    """``9``, ``9th``, ``ninth``, ``twenty second``."""
    word = match["day"].rstrip("dhnrst") if match["day"][0].isdigit() else match["day"]
    return int(word) if word.isdigit() else parse_number(word.replace(" ", "-"))


def _date(match: re.Match[str], now: Now) -> Piece:
    return to.of_month(now, _month_number(match), _day(match), _year_of(match))


def _weekday_of_month(match: re.Match[str], now: Now) -> Piece:
    """``Saturday the eleventh``: the nearest eleventh that is a Saturday."""
    return to.day_of_month(now, _day(match), _WEEK.index(match["weekday"][:3]))


def _third(match: re.Match[str], now: Now) -> Piece:
    which = {"beginning": 0, "start": 0, "early": 0, "middle": 1, "mid": 1, "end": 2, "late": 2}
    if match["month"]:
        whole = to.named_month(now, _month_number(match))
    elif match["unit"] == "year":
        whole = to.year(now.day.year + _step(match))
    else:
        whole = to.months(now, _step(match))
    return to.third(whole, which[match["third"]])


def _feast(match: re.Match[str], now: Now) -> Piece:
    name = next(name for name in _FEASTS if match[name])
    past = now.past if not match["which"] else _step(match) < 0
    return to.feast(Now(now.day, past), name, _year_of(match))


def _ymd(match: re.Match[str], now: Now) -> Piece:
    return to.day(date(int(match["y"]), int(match["m"]), int(match["d"])))


def _dayed(offset: int, part: str) -> Handler:
    def handler(match: re.Match[str], now: Now) -> Piece:
        found = to.days(now, offset)
        name = part or match["part"]
        return Piece(found.start, found.end, Precision.PART, PARTS[name])

    return handler


def _offset(offset: int) -> Handler:
    return lambda match, now: to.days(now, offset)


def _clock(match: re.Match[str], now: Now) -> Piece:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    half = (match["half"] or "").replace(".", "")
    if hour > 24 or minute > 59 or (half and not 1 <= hour <= 12):
        return NOTHING
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return Piece(clock=(hour % 24, minute), exact=bool(half) or hour > 12 or len(match["hour"]) > 1)


_ANCHOR = (
    r"(?:before|after|following|of) (?:my|our|his|her|their|the|\w+'s|i|we|you|he|"
    r"she|they)\b"
)
RULES: tuple[tuple[str, Handler], ...] = (
    (rf"(?:the |a |an )?(?:{_N} )?{_UNIT} {_ANCHOR}", lambda match, now: NOTHING),
    (rf"(?:the )?(?:{_LONG_DAYS}) {_ANCHOR}", lambda match, now: NOTHING),
    (r"(?P<y>(?:19|20)\d\d)[-/](?P<m>\d{1,2})[-/](?P<d>\d{1,2})(?!\d)", _ymd),
    (
        rf"(?:the )?(?P<third>beginning|start|middle|end) of (?:the |{_WHICH} )?"
        rf"(?:(?P<unit>month|year)|{_MONTH})",
        _third,
    ),
    (rf"(?P<third>early|mid|late)[- ](?:in )?(?P<which>(?!))?(?P<unit>(?!))?{_MONTH}", _third),
    (rf"{_MONTH} (?:the )?{_D}{_Y}?", _date),
    (rf"(?:the )?{_D} (?:of )?{_MONTH}{_Y}?", _date),
    (rf"{_MONTH} the {_TH}{_Y}?", _date),
    (rf"(?:the )?{_TH} of {_MONTH}{_Y}?", _date),
    (rf"(?:on )?(?P<weekday>{_LONG_DAYS}),? the {_TH}(?! \w+day)", _weekday_of_month),
    (
        rf"(?:(?<=on )|(?<=by )|(?<=until )|(?<=till )|(?<=from ))the {_TH}"
        rf"(?=[,.;:!?]|$| (?:at|and|or|so|but|to|until|in the)\b)",
        lambda match, now: to.day_of_month(now, _day(match)),
    ),
    (rf"{_WHICH} {_MONTH}(?P<year>(?!))?", _month),
    (rf"{_MONTH}(?P<which>(?!))?(?:,? (?:of )?(?P<year>(?:19|20)\d\d)\b)", _month),
    (rf"(?<=in |by ){_MONTH}(?P<which>(?!))?(?P<year>(?!))?", _month),
    (
        rf"(?:(?<=since )|(?<=until )|(?<=during )|(?<=from )|(?<=till )){_MONTH}"
        r"(?P<which>(?!))?(?P<year>(?!))?",
        _month,
    ),
    (rf"(?:the )?(?P<which>(?!))?{_SEASON} (?:of )?(?P<year>(?:19|20)\d\d)\b", _season),
    (rf"{_WHICH} {_SEASON}(?P<year>(?!))?\b", _season),
    (
        rf"(?:(?<=in )|(?<=by )|(?<=until )|(?<=during ))(?:the )?{_SEASON}\b(?!s)",
        lambda match, now: to.leaning_season(now, _season_number(match)),
    ),
    (rf"(?:about |around )?{_N} {_UNIT} ago\b", lambda match, now: _away(match, now, -1)),
    (rf"in (?:about |around )?{_N} {_UNIT}(?:'s? time)?\b", lambda m, now: _away(m, now, 1)),
    (rf"{_N} {_UNIT} (?:from now|from today|later)\b", lambda m, now: _away(m, now, 1)),
    (r"(?:the )?day before yesterday\b", _offset(-2)),
    (r"(?:the )?day after tomorrow\b", _offset(2)),
    (r"last night\b", _dayed(-1, "night")),
    (r"tonight\b|this (?=evening|night)(?P<part>evening|night)", _dayed(0, "night")),
    (r"this (?P<part>morning|afternoon)\b", _dayed(0, "")),
    (r"yesterday\b", _offset(-1)),
    (r"tomorrow\b", _offset(1)),
    (r"today\b", _offset(0)),
    (rf"(?:over |on |at )?(?:the |{_WHICH} )(?P<unit>weekend)\b", _relative),
    (rf"{_WHICH} (?P<unit>week|month|year)\b", _relative),
    (rf"(?:on )?{_WHICH} (?P<weekday>{_DAYS})\b", _weekday),
    (
        rf"(?P<which>(?!))?(?<!every )(?<!each )(?:on |this )?(?P<weekday>{_LONG_DAYS})\b"
        r"(?! ?s| (?:mornings|afternoons|evenings|nights))",
        _weekday,
    ),
    (rf"(?:{_WHICH} )?(?:{_FEAST}){_Y}?\b", _feast),
    (
        r"(?:(?<=in )|(?<=since )|(?<=during )|(?<=around )|(?<=by )|(?<=of )|year )"
        r"(?P<y>(?:19|20)\d\d)\b(?![:\d-])",
        lambda match, now: to.year(int(match["y"])),
    ),
    (
        r"(?:at |around )?(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))? "
        r"?(?P<half>[ap]\.?m\b\.?)",
        _clock,
    ),
    (r"(?:at |around )?(?P<hour>\d{1,2}):(?P<minute>\d\d)(?P<half>(?!))?\b", _clock),
    (r"at (?P<hour>\d{1,2})(?P<minute>(?!))?(?P<half>(?!))?\b(?![:.%]\d|%)", _clock),
    (
        r"(?:in the |at )?(?P<part>morning|afternoon|evening|night)\b",
        lambda match, now: Piece(hours=PARTS[match["part"]]),
    ),
)
"""Patterns, tried in this order at each place of a folded text, and what they state."""
