"""The Chinese wordings of times, each with the interval that it states."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from tandem_edge.memory.extraction import intervals as to
from tandem_edge.memory.extraction.intervals import NOTHING, Now, Piece, Precision
from tandem_edge.phone.language.numerals import parse_number

Handler = Callable[[re.Match[str], Now], Piece]

_HAN = "〇零一二两三四五六七八九十"
_N = f"(?P<n>[0-9]{{1,3}}|[{_HAN}百]{{1,4}}|半)"
_WEEK = "(?:周|星期|礼拜)"
_YEARS = {"前": -2, "去": -1, "今": 0, "明": 1, "后": 2, "本": 0}
_YEAR = (
    r"(?:(?P<yy>[前去今明后本])年|(?P<y>(?:19|20)[0-9]{2}|"
    r"[〇零一二三四五六七八九]{4})年)"
)
_OFFSETS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "当": 0, "明": 1, "后": 2, "大后": 3}
_PARTS = {
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
_PART = "|".join(sorted(_PARTS, key=len, reverse=True))
_FEASTS = {
    "spring_festival": "春节|大年初一|正月初一|农历新年",
    "lunar_new_years_eve": "除夕夜?|大年三十|年三十|年夜饭那天",
    "lantern_festival": "元宵节?",
    "dragon_boat": "端午节?",
    "qixi": "七夕节?",
    "mid_autumn": "中秋节?",
    "double_ninth": "重阳节?",
    "qingming": "清明节?",
    "winter_solstice": "冬至",
    "national_day": "国庆节?|十一(?=假期|长假)",
    "labour_day": "劳动节|五一(?=假期|节|去|回|$)节?",
    "new_year": "元旦节?",
    "christmas": "圣诞节?",
    "valentines": "情人节",
}
_FEAST = "|".join(f"(?P<{name}>{words})" for name, words in _FEASTS.items())
_LUNAR_MONTH = "(?P<lm>正|冬|腊|[一二三四五六七八九十]{1,2}|1[0-2]|[1-9])月"
_LUNAR_DAY = (
    "(?P<ld>初[一二三四五六七八九十]|廿[一二三四五六七八九]|[一二三四五六七八九十]{1,3}|[0-9]{1,2})"
)
_DAY_SIGN = "[日号]"


def _number(text: str) -> int:
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
        return now.day.year + _YEARS[match["yy"]]
    return _number(match["y"]) if match["y"] else None


def _week_step(word: str | None) -> int:
    word = word or ""
    return word.count("下") - word.count("上")


def _weekday(match: re.Match[str], now: Now) -> Piece:
    word, name = match["which"], match["weekday"]
    if name == "末":
        return to.weekend(now, _week_step(word) if word or not now.past else 0)
    which = "一二三四五六日".find(name.replace("天", "日"))
    if which < 0:
        which = int(name) - 1
    if word:
        return to.weekday_of_week(now, which, _week_step(word))
    return to.weekday(now, which, past=now.past)


def _week(match: re.Match[str], now: Now) -> Piece:
    return to.week(now, _week_step(match["which"]))


def _away(match: re.Match[str], now: Now) -> Piece:
    sign = -1 if match["sign"] in ("前", "以前", "之前") else 1
    unit, half = match["unit"], match["n"] == "半"
    if half:
        return to.months(now, 6 * sign) if unit == "年" else NOTHING
    many = sign * _number(match["n"])
    if unit == "天":
        return to.days(now, many)
    if unit == "月":
        return to.months(now, many)
    return to.year(now.day.year + many) if unit == "年" else to.week(now, many)


def _month_of(match: re.Match[str], now: Now) -> Piece:
    """``上个月底``, ``下个月5号``, ``月初``."""
    whole = to.months(now, _week_step(match["which"]))
    if match["edge"]:
        return to.third(whole, {"初": 0, "中": 1, "底": 2, "末": 2}[match["edge"]])
    if match["d"] and whole.start is not None:
        return to.day(whole.start.replace(day=_number(match["d"])))
    return whole


def _date(match: re.Match[str], now: Now) -> Piece:
    return to.of_month(now, _number(match["m"]), _number(match["d"]), _year_of(match, now))


def _month(match: re.Match[str], now: Now) -> Piece:
    number, year = _number(match["m"]), _year_of(match, now)
    if not 1 <= number <= 12:
        return NOTHING
    whole = to.named_month(now, number, year)
    edge = match["edge"]
    return to.third(whole, {"初": 0, "中": 1, "底": 2, "末": 2}[edge]) if edge else whole


def _year(match: re.Match[str], now: Now) -> Piece:
    year = _year_of(match, now)
    whole = to.year(now.day.year if year is None else year)
    edge = match["edge"]
    return to.third(whole, {"初": 0, "底": 2, "末": 2}[edge]) if edge else whole


def _season(match: re.Match[str], now: Now) -> Piece:
    year = _year_of(match, now)
    return to.season(now.day.year if year is None else year, "春夏秋冬".index(match["season"]))


def _lunar(match: re.Match[str], now: Now) -> Piece:
    month = {"正": 1, "冬": 11, "腊": 12}.get(match["lm"]) or _number(match["lm"])
    said = match["ld"].removeprefix("初")
    which = 20 + _number(said[1:]) if said[0] == "廿" else _number(said)
    return to.lunar(now, month, which, _year_of(match, now))


def _feast(match: re.Match[str], now: Now) -> Piece:
    name = next(name for name in _FEASTS if match[name])
    return to.feast(now, name, _year_of(match, now))


def _first_days(match: re.Match[str], now: Now) -> Piece:
    return to.lunar(now, 1, _number(match["d"]), _year_of(match, now))


def _dayed(match: re.Match[str], now: Now) -> Piece:
    found = to.days(now, _OFFSETS[match["off"]])
    return Piece(found.start, found.end, Precision.PART, _PARTS[match["part"]])


def _clock(match: re.Match[str], now: Now) -> Piece:
    hour, minute = _number(match["hour"]), 0
    if match["half"]:
        minute = 30
    elif match["quarter"]:
        minute = 15 * _number(match["quarter"])
    elif match["minute"]:
        minute = _number(match["minute"])
    if hour > 24 or minute > 59:
        return NOTHING
    return Piece(clock=(hour % 24, minute), exact=hour > 12 or hour == 0)


def _ymd(match: re.Match[str], now: Now) -> Piece:
    return to.day(date(int(match["y"]), int(match["m"]), int(match["d"])))


_EDGE = "(?P<edge>[初中底末])?(?:旬)?"
RULES: tuple[tuple[str, Handler], ...] = (
    (
        rf"(?:我|他|她|你)[^,.!?]{{0,8}}(?:生日|结婚|毕业|考试)(?:之?[前后]|那)(?:一|"
        rf"的)?(?:天|周|个月|个?{_WEEK}末?)",
        lambda match, now: NOTHING,
    ),
    (
        r"(?P<y>(?:19|20)[0-9]{2})[-/.](?P<m>1[0-2]|0?[1-9])[-/.](?P<d>[0-9]{1,2})(?![0"
        r"-9])",
        _ymd,
    ),
    (rf"{_YEAR}?的?(?:{_FEAST})", _feast),
    (rf"{_YEAR}?(?:大年|正月)初(?P<d>[一二三四五六七八九十])", _first_days),
    (
        rf"{_YEAR}?(?:农历|阴历|"
        rf"旧历){_YEAR.replace('yy', 'yy2').replace('<y>', '<y2>')}?"
        rf"{_LUNAR_MONTH}{_LUNAR_DAY}(?:{_DAY_SIGN})?",
        _lunar,
    ),
    (
        rf"{_YEAR}?(?P<lm>正|冬|腊|[一二三四五六七八九十]{{1,2}})月"
        "(?P<ld>初[一二三四五六七八九十]|廿[一二三四五六七八九])",
        _lunar,
    ),
    (
        rf"{_YEAR}?的?(?<![0-9{_HAN}])(?P<m>1[0-2]|0?[1-9]|十[一二]?|"
        r"[一二三四五六七八九])月"
        rf"(?P<d>[0-9]{{1,2}}|[{_HAN}]{{1,3}})(?:{_DAY_SIGN}|(?![0-9{_HAN}点多份个:]))",
        _date,
    ),
    (
        rf"{_YEAR}?的?(?<![0-9{_HAN}])(?P<m>1[0-2]|0?[1-9]|十[一二]?|"
        rf"[一二三四五六七八九])月份?{_EDGE}",
        _month,
    ),
    (rf"{_YEAR}的?(?P<season>[春夏秋冬])[天季]?", _season),
    (rf"{_YEAR}(?P<edge>[初底末])?", _year),
    (r"(?P<yy>(?!))?(?P<y>(?!))?年(?P<edge>底|初)(?!一)", _year),
    (
        rf"{_N}(?:多)?个?(?P<unit>天|月|年|周|星期|礼拜)(?:多)?(?P<sign>以前|之前|前|"
        r"以后|之后|后)(?!来|面|辈)",
        _away,
    ),
    (
        rf"(?P<which>上上|下下|[上下这本])个?月{_EDGE}(?:(?P<d>[0-9]{{1,2}}|"
        rf"[{_HAN}]{{1,3}}){_DAY_SIGN})?",
        _month_of,
    ),
    (r"(?P<which>(?!))?(?P<d>(?!))?月(?P<edge>[初底])", _month_of),
    (
        rf"(?P<which>上上|下下|[上下这本])?个?{_WEEK}(?P<weekday>[一二三四五六日天末]|"
        r"[1-7](?![0-9点个天]))(?!天)",
        _weekday,
    ),
    (rf"(?P<which>上上|下下|[上下这本])个?{_WEEK}", _week),
    (r"(?P<off>今|明|昨)(?P<part>早|晚)(?:上)?", _dayed),
    (
        r"(?P<off>大前|大后|前|昨|今|明|后|当)[天日]",
        lambda match, now: to.days(now, _OFFSETS[match["off"]]),
    ),
    (
        rf"(?P<d>[0-9]{{1,2}}|[{_HAN}]{{1,3}})号(?![线楼院桌机房码店门])",
        lambda match, now: to.day_of_month(now, _number(match["d"])),
    ),
    (
        rf"(?P<hour>[0-9]{{1,2}}|[{_HAN}]{{1,3}})(?:点|时(?=整|半))(?:钟|"
        r"整)?(?:(?P<half>半)|(?P<quarter>[一三])刻|"
        rf"(?P<minute>[0-9]{{1,2}}|[{_HAN}]{{1,3}})分?)?(?!儿|个)",
        _clock,
    ),
    (r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?P<half>(?!))?(?P<quarter>(?!))?", _clock),
    (
        rf"(?P<part>{_PART})(?![安餐饭年起睡点])",
        lambda match, now: Piece(hours=_PARTS[match["part"]]),
    ),
)
"""Patterns, tried in this order at each place of a folded text, and what they state."""
