"""What comes again and again, as an RFC 5545 recurrence rule or a lunar date."""

from __future__ import annotations

import re
from datetime import datetime

from tandem_edge.memory.extraction.folding import Text
from tandem_edge.phone.language.numerals import parse_number
from tandem_edge.phone.language.phrases import PhraseError, parse_known_moment

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_WORKDAYS, _WEEKEND = "MO,TU,WE,TH,FR", "SA,SU"
_EN_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_EN_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_EN = re.compile(
    r"\bevery (?P<other>other |second )?(?P<unit>day|morning|evening|night|weekday|"
    r"workday|weekend|week|month|year|"
    r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?:(?:,| and|, "
    r"and) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday))*)\b"
)
_EN_MONTHDAY = re.compile(
    r"\bon the (?P<d>\d{1,2})(?:st|nd|rd|th)?\b|(?P<d2>\d{1,2})(?:st|nd|rd|th)? of "
    r"(?:every|each) month"
)
_EN_YEARDAY = re.compile(
    r"(?P<m>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (?P<d>\d{1,2})|"
    r"(?P<d2>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?P<m2>jan|feb|mar|apr|may|jun|jul|"
    r"aug|sep|oct|nov|dec)"
)
_HAN = "[0-9一二三四五六七八九十]{1,3}"
_ZH_LUNAR = re.compile(
    "每年(?:的)?(?:农历|阴历)(?P<m>正|冬|腊|"
    f"{_HAN})月(?P<d>初[一二三四五六七八九十]|廿[一二三四五六七八九]|{_HAN})"
)
_ZH_YEAR = re.compile(f"每年(?:的)?(?P<m>{_HAN})月(?P<d>{_HAN})[日号]?")
_ZH_MONTH = re.compile(f"每个?月(?:的)?(?P<d>{_HAN})[日号]")
_ZH_WEEK = re.compile(
    "每(?P<other>隔)?(?:一)?个?(?:周|星期|"
    "礼拜)(?P<days>[一二三四五六日天末][一二三四五六日天、和,]*)"
)
_ZH_DAY = re.compile("每(?:天|日|晚|早)|天天")
_ZH_WORKDAY = re.compile("每个?工作日|工作日每天")
_CLOCK = re.compile(
    r"(?:at )?\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b|at \d{1,2}(?::\d\d)?\b|"
    r"\b\d{1,2}:\d\d\b|at noon|"
    "(?:早上|上午|中午|下午|晚上|傍晚|早|"
    "晚)?[0-9一二三四五六七八九十两]{1,3}点(?:半|一刻|三刻|"
    "[0-9一二三四五十]{1,3}分?)?"
)


def recurrence_in(text: Text, at: datetime) -> str:
    """The rule in ``text``: an RRULE value (RFC 5545, 3.3.10), ``LUNAR:MM-DD``, or ``""``."""
    folded = text.folded
    if match := _ZH_LUNAR.search(folded):
        return f"LUNAR:{_lunar_month(match['m']):02}-{_lunar_day(match['d']):02}"
    rule = _english(folded) or _chinese(folded)
    return rule + _clock(folded, at) if rule else ""


def _english(folded: str) -> str:
    if match := re.search(r"of (?:every|each) month", folded):
        found = _EN_MONTHDAY.search(folded)
        return f"FREQ=MONTHLY;BYMONTHDAY={found['d'] or found['d2']}" if found else ""
    match = _EN.search(folded)
    if match is None:
        return ""
    unit, step = match["unit"], ";INTERVAL=2" if match["other"] else ""
    if unit in ("day", "morning", "evening", "night"):
        return f"FREQ=DAILY{step}"
    if unit == "month":
        found = _EN_MONTHDAY.search(folded)
        return f"FREQ=MONTHLY{step}" + (f";BYMONTHDAY={found['d'] or found['d2']}" if found else "")
    if unit == "year":
        return _english_year(folded)
    if unit == "week":
        return f"FREQ=WEEKLY{step}"
    named = {"weekday": _WORKDAYS, "workday": _WORKDAYS, "weekend": _WEEKEND}
    days = named.get(unit) or ",".join(
        _DAYS[number] for number, day in enumerate(_EN_DAYS) if day in unit
    )
    return f"FREQ=WEEKLY{step};BYDAY={days}"


def _english_year(folded: str) -> str:
    found = _EN_YEARDAY.search(folded)
    if found is None:
        return "FREQ=YEARLY"
    month = _EN_MONTHS.index(found["m"] or found["m2"]) + 1
    return f"FREQ=YEARLY;BYMONTH={month};BYMONTHDAY={found['d'] or found['d2']}"


def _chinese(folded: str) -> str:
    if match := _ZH_YEAR.search(folded):
        month, day = _number(match["m"]), _number(match["d"])
        return f"FREQ=YEARLY;BYMONTH={month};BYMONTHDAY={day}" if month and day else ""
    if match := _ZH_MONTH.search(folded):
        return f"FREQ=MONTHLY;BYMONTHDAY={_number(match['d'])}" if _number(match["d"]) else ""
    if _ZH_WORKDAY.search(folded):
        return f"FREQ=WEEKLY;BYDAY={_WORKDAYS}"
    if match := _ZH_WEEK.search(folded):
        step = ";INTERVAL=2" if match["other"] else ""
        return f"FREQ=WEEKLY{step};BYDAY={_zh_days(match['days'])}"
    return "FREQ=DAILY" if _ZH_DAY.search(folded) else ""


def _zh_days(said: str) -> str:
    if "末" in said:
        return _WEEKEND
    days = said.replace("天", "日")
    return ",".join(_DAYS[number] for number, day in enumerate("一二三四五六日") if day in days)


def _clock(folded: str, at: datetime) -> str:
    """``;BYHOUR=8;BYMINUTE=30`` where the text says a clock time."""
    match = _CLOCK.search(folded)
    if match is None:
        return ""
    try:
        moment, _ = parse_known_moment(match[0], at)
    except (PhraseError, ValueError, OverflowError):
        return ""
    return f";BYHOUR={moment.hour};BYMINUTE={moment.minute}"


def _number(said: str) -> int:
    try:
        return parse_number(said)
    except ValueError:
        return 0


def _lunar_month(said: str) -> int:
    return {"正": 1, "冬": 11, "腊": 12}.get(said) or _number(said)


def _lunar_day(said: str) -> int:
    if said.startswith("廿"):
        return 20 + _number(said[1:])
    return _number(said.removeprefix("初"))
