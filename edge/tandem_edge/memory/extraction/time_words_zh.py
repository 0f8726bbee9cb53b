"""The Chinese wordings of times, each with the interval that it states."""

from __future__ import annotations

import re
from collections.abc import Callable

from tandem_edge.memory.extraction import intervals as to
from tandem_edge.memory.extraction import time_meanings_zh as mean
from tandem_edge.memory.extraction.intervals import NOTHING, Now, Piece

Handler = Callable[[re.Match[str], Now], Piece]

_HAN = "〇零一二两三四五六七八九十"
_N = f"(?P<n>[0-9]{{1,3}}|[{_HAN}百]{{1,4}}|半)"
_WEEK = "(?:周|星期|礼拜)"
_YEAR = (
    r"(?:(?P<yy>[前去今明后本])年|(?P<y>(?:19|20)[0-9]{2}|"
    r"[〇零一二三四五六七八九]{4})年)"
)
_PART = "|".join(sorted(mean.PARTS, key=len, reverse=True))
_FEAST = "|".join(f"(?P<{name}>{words})" for name, words in mean.FEASTS.items())
_LUNAR_MONTH = "(?P<lm>正|冬|腊|[一二三四五六七八九十]{1,2}|1[0-2]|[1-9])月"
_LUNAR_DAY = (
    "(?P<ld>初[一二三四五六七八九十]|廿[一二三四五六七八九]|[一二三四五六七八九十]{1,3}|[0-9]{1,2})"
)
_DAY_SIGN = "[日号]"
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
        mean.ymd,
    ),
    (rf"{_YEAR}?的?(?:{_FEAST})", mean.feast),
    (rf"{_YEAR}?(?:大年|正月)初(?P<d>[一二三四五六七八九十])", mean.first_days),
    (
        rf"{_YEAR}?(?:农历|阴历|"
        rf"旧历){_YEAR.replace('yy', 'yy2').replace('<y>', '<y2>')}?"
        rf"{_LUNAR_MONTH}{_LUNAR_DAY}(?:{_DAY_SIGN})?",
        mean.lunar,
    ),
    (
        rf"{_YEAR}?(?P<lm>正|冬|腊|[一二三四五六七八九十]{{1,2}})月"
        "(?P<ld>初[一二三四五六七八九十]|廿[一二三四五六七八九])",
        mean.lunar,
    ),
    (
        rf"{_YEAR}?的?(?<![0-9{_HAN}])(?P<m>1[0-2]|0?[1-9]|十[一二]?|"
        r"[一二三四五六七八九])月"
        rf"(?P<d>[0-9]{{1,2}}|[{_HAN}]{{1,3}})(?:{_DAY_SIGN}|(?![0-9{_HAN}点多份个:]))",
        mean.month_and_day,
    ),
    (
        rf"{_YEAR}?的?(?<![0-9{_HAN}])(?P<m>1[0-2]|0?[1-9]|十[一二]?|"
        rf"[一二三四五六七八九])月份?{_EDGE}",
        mean.month,
    ),
    (rf"{_YEAR}的?(?P<season>[春夏秋冬])[天季]?", mean.season),
    ("(?P<season>[春夏秋冬])(?:天|季(?!节))(?![的里都也总]|最)", mean.leaning_season),
    (rf"{_YEAR}(?P<edge>[初底末])?", mean.year),
    (r"(?P<yy>(?!))?(?P<y>(?!))?年(?P<edge>底|初)(?!一)", mean.year),
    (
        rf"{_N}(?:多)?个?(?P<unit>天|月|年|周|星期|礼拜)(?:多)?(?P<sign>以前|之前|前|"
        r"以后|之后|后)(?!来|面|辈)",
        mean.away,
    ),
    (
        rf"(?P<which>上上|下下|[上下这本])个?月{_EDGE}(?:(?P<d>[0-9]{{1,2}}|"
        rf"[{_HAN}]{{1,3}}){_DAY_SIGN})?",
        mean.month_of,
    ),
    (r"(?P<which>(?!))?(?P<d>(?!))?月(?P<edge>[初底])", mean.month_of),
    (
        rf"(?<![每逢隔])(?P<which>上上|下下|[上下这本])?个?{_WEEK}(?P<weekday>[一二三四五六日天末]|"
        r"[1-7](?![0-9点个天]))(?!天)",
        mean.weekday,
    ),
    (rf"(?P<which>上上|下下|[上下这本])个?{_WEEK}", mean.week),
    (r"(?P<off>今|明|昨)(?P<part>早|晚)(?:上)?", mean.dayed),
    (
        r"(?P<off>大前|大后|前|昨|今|明|后)[天日]",
        lambda match, now: to.days(now, mean.OFFSETS[match["off"]]),
    ),
    (
        "当[天日]",  # the day that was spoken of, which is said elsewhere
        lambda match, now: NOTHING,
    ),
    (
        rf"(?P<d>[0-9]{{1,2}}|[{_HAN}]{{1,3}})号(?![线楼院桌机房码店门])",
        lambda match, now: to.day_of_month(now, mean.number(match["d"])),
    ),
    (
        rf"(?P<hour>[0-9]{{1,2}}|[{_HAN}]{{1,3}})(?:点|时(?=整|半))(?:钟|"
        r"整)?(?:(?P<half>半)|(?P<quarter>[一三])刻|"
        rf"(?P<minute>[0-9]{{1,2}}|[{_HAN}]{{1,3}})分?)?(?!儿|个)",
        mean.clock,
    ),
    (r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?P<half>(?!))?(?P<quarter>(?!))?", mean.clock),
    (
        rf"(?P<part>{_PART})(?![安餐饭年起睡点])",
        lambda match, now: Piece(hours=mean.PARTS[match["part"]]),
    ),
)
"""Patterns, tried in this order at each place of a folded text, and what they state."""
