"""What the Chinese wordings of times mean: one function for each, from its match to an interval.

A match's groups are those of the patterns in ``time_words_zh``.
"""

from __future__ import annotations

import re
from datetime import date

from tandem_edge.memory.extraction import intervals as to
from tandem_edge.memory.extraction.intervals import NOTHING, Now, Piece, Precision
from tandem_edge.phone.language.numerals import parse_number

YEARS = {"前": -2, "去": -1, "今": 0, "明": 1, "后": 2, "本": 0}
"""Years from the present one."""
OFFSETS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
"""Days from today."""
PARTS = {
    "凌晨": (0, 6),
    "清晨": (4, 8),
    "早上": (5, 12),
    "早晨": (5, 12),
    "上午": (6, 12),
    "中午": (11, 14),
    "下午": (12, 18),
    "傍晚": (16, 20),
    "晚上": (18, 30),
    "夜里": (20, 30),
    "早": (5, 12),
    "晚": (18, 30),
}
"""Hours of a day, from and to; past 24 they are of the next one."""
FEASTS = {
    "spring_festival": "春节|大年初一|正月初一|农历新年",
    "lunar_new_years_eve": "除夕夜?|大年三十|年三十|年夜饭那天",
    "lantern_festival": "元宵节?",
    "dragon_boat": "端午节?",
    "qixi": "七夕节?",
    "mid_autumn": "中秋节?",
    "double_ninth": "重阳节?",
    "qingming": "清明节?",
    "winter_solstice": "冬至",
    "national_day": "国庆节?|(?<![一二三四五六七八九月日])十一(?=假期|长假|打算|准备|要|"
    "放假|结婚|回家|回老家)",
    "labour_day": "劳动节|五一(?=假期|节|去|回|$|打算|准备|要|放假|我|想|出|到|飞|和|跟|结婚)节?",
    "new_year": "元旦节?",
    "christmas": "圣诞节?",
    "valentines": "情人节",
}
"""Patterns of feasts, by the names that ``intervals.feast`` has for them."""


def number(text: str) -> int:
    """The number in digits or in Chinese; a year digit by digit."""
    if len(text) == 4 and not text.isdigit():
        return int(
            "".join(
                str("〇零一二三四五六七八九".index(char) - 1 if char not in "〇零" else 0)
                for char in text
            )
        )
    return parse_number(text)


def _year_of(match: re.Match[str], now: Now) -> int | None:
    if match["yy"]:
        return now.day.year + YEARS[match["yy"]]
    return number(match["y"]) if match["y"] else None


def _week_step(word: str | None) -> int:
    word = word or ""
    return word.count("下") - word.count("上")


def weekday(match: re.Match[str], now: Now) -> Piece:
    """``上周三``, ``周末``."""
    word, name = match["which"], match["weekday"]
    if name == "末":
        return to.weekend(now, _week_step(word) if word or not now.past else 0)
    which = "一二三四五六日".find(name.replace("天", "日"))
    if which < 0:
        which = int(name) - 1
    if word:
        return to.weekday_of_week(now, which, _week_step(word))
    return to.weekday(now, which, past=now.past)


def week(match: re.Match[str], now: Now) -> Piece:
    """``下下周``."""
    return to.week(now, _week_step(match["which"]))


def away(match: re.Match[str], now: Now) -> Piece:
    """``三天后``, ``半年前``."""
    sign = -1 if match["sign"] in ("前", "以前", "之前") else 1
    unit, half = match["unit"], match["n"] == "半"
    if half:
        return to.months(now, 6 * sign) if unit == "年" else NOTHING
    many = sign * number(match["n"])
    if unit == "天":
        return to.days(now, many)
    if unit == "月":
        return to.months(now, many)
    return to.year(now.day.year + many) if unit == "年" else to.week(now, many)


def month_of(match: re.Match[str], now: Now) -> Piece:
    """``上个月底``, ``下个月5号``, ``月初``."""
    whole = to.months(now, _week_step(match["which"]))
    if match["edge"]:
        return to.third(whole, {"初": 0, "中": 1, "底": 2, "末": 2}[match["edge"]])
    if match["d"] and whole.start is not None:
        return to.day(whole.start.replace(day=number(match["d"])))
    return whole


def month_and_day(match: re.Match[str], now: Now) -> Piece:
    """``2024年4月2日``."""
    return to.of_month(now, number(match["m"]), number(match["d"]), _year_of(match, now))


def month(match: re.Match[str], now: Now) -> Piece:
    """``去年三月底``."""
    which, year = number(match["m"]), _year_of(match, now)
    if not 1 <= which <= 12:
        return NOTHING
    whole = to.named_month(now, which, year)
    edge = match["edge"]
    return to.third(whole, {"初": 0, "中": 1, "底": 2, "末": 2}[edge]) if edge else whole


def year(match: re.Match[str], now: Now) -> Piece:
    """``2019年``, ``年底``."""
    year = _year_of(match, now)
    whole = to.year(now.day.year if year is None else year)
    edge = match["edge"]
    return to.third(whole, {"初": 0, "底": 2, "末": 2}[edge]) if edge else whole


def season(match: re.Match[str], now: Now) -> Piece:
    """``去年秋天``."""
    year = _year_of(match, now)
    return to.season(now.day.year if year is None else year, "春夏秋冬".index(match["season"]))


def leaning_season(match: re.Match[str], now: Now) -> Piece:
    """``夏天`` of a plan or of the past."""
    return to.leaning_season(now, "春夏秋冬".index(match["season"]))


def lunar(match: re.Match[str], now: Now) -> Piece:
    """``农历八月十五``."""
    month = {"正": 1, "冬": 11, "腊": 12}.get(match["lm"]) or number(match["lm"])
    said = match["ld"].removeprefix("初")
    which = 20 + number(said[1:]) if said[0] == "廿" else number(said)
    return to.lunar(now, month, which, _year_of(match, now))


def feast(match: re.Match[str], now: Now) -> Piece:
    """``去年中秋``."""
    name = next(name for name in FEASTS if match[name])
    return to.feast(now, name, _year_of(match, now))


def first_days(match: re.Match[str], now: Now) -> Piece:
    """``大年初三``."""
    return to.lunar(now, 1, number(match["d"]), _year_of(match, now))


def dayed(match: re.Match[str], now: Now) -> Piece:
    """``昨晚``, ``明早``."""
    found = to.days(now, OFFSETS[match["off"]])
    return Piece(found.start, found.end, Precision.PART, PARTS[match["part"]])


def clock(match: re.Match[str], now: Now) -> Piece:
    """``三点一刻``, ``20:30``."""
    hour, minute = number(match["hour"]), 0
    if match["half"]:
        minute = 30
    elif match["quarter"]:
        minute = 15 * number(match["quarter"])
    elif match["minute"]:
        minute = number(match["minute"])
    if hour > 24 or minute > 59:
        return NOTHING
    return Piece(clock=(hour % 24, minute), exact=hour > 12 or hour == 0)


def ymd(match: re.Match[str], now: Now) -> Piece:
    """``2024-04-02``."""
    return to.day(date(int(match["y"]), int(match["m"]), int(match["d"])))
