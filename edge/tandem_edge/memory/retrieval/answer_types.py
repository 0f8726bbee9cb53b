"""Kinds of answer: which of them a question wants, and which of them a text may hold.

Where few words are shared, the kind tells most: only a turn with an amount of money can answer what
something costs (answer types of Li and Roth 2002, doi 10.3115/1072228.1072378). Rules over English
and Chinese wordings. A text may well hold what they do not see: they speak for it, never against.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tandem_edge.memory.retrieval.pool import MONTHS

_SMALL = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_EN = rf"(?:\d[\d,.]*|(?:{'|'.join((*_TENS, *_SMALL))})(?:[- ](?:{'|'.join(_SMALL[:9])}))?)"
"""A number in English, in figures or in words."""
_MANY = (
    rf"(?:{_EN}|an?|half an?|a few|a couple of|several)"
    r"(?: (?:hundred|thousand|million|dozen|half))?"
)
_ZH = "[零〇一二两俩仨三四五六七八九十百千万半几\\d]"
_HOUR_ZH = "(?:十[一二]?|[二两三四五六七八九]|[01]?\\d|2[0-4])"
_DAYTIME_ZH = "(?:早[上晨]|上午|中午|下午|晚上|夜里|半夜|凌晨|傍晚|清早)"
_EACH_ZH = "个?[月年天晚次人位份节斤]"
_UNITS = "seconds?|minutes?|hours?|days?|weeks?|months?|years?|nights?|fortnights?"
_DAYS = "mon|tues|wednes|thurs|fri|satur|sun"
_FULL = "|".join(month for month in MONTHS if month != "May")
_TITLES_ZH = (
    "老师|医生|大夫|师傅|教练|经理|老板|阿姨|大爷|大妈|大哥|大姐|叔叔?|律师|主任|护士|同学|邻居"
)


@dataclass(frozen=True)
class AnswerType:
    """One kind of answer: what asks for it, and what may be it."""

    asks: re.Pattern[str]
    holds: re.Pattern[str]


def _either(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


ANSWER_TYPES: Mapping[str, AnswerType] = {
    "money": AnswerType(
        _either(
            r"\b(?:for|at|to|costs?|pay|paid|spen[dt]|owe[ds]?|charged?|earn(?:ed)?|worth) "
            r"(?:\w+ )?how much\b",
            r"\bhow much (?:(?:is|was|are|were|do|does|did|has|have|will|would)\b|money|rent|more)"
            r"(?!.{0,30}\b(?:weigh\w*|heavier|lighter|taller|longer|faster)\b)",
            r"\b(?:price|cost|fee|fare|rent|deposit|salary|wages?|bill|fine|budget|premium)s?\b",
            r"\bwhat\b.{0,60}\b(?:pay|paid|charged?|costs?)\b",
            r"多少[钱块元]|什么价|[价费租薪]|工资|押金|定金|首付|红包|[花付交收掏赔要涨降]到?了?我?们?多少",
        ),
        _either(
            r"[£$€¥￥] ?\d",
            rf"\b{_MANY} ?(?:pounds?|quid|dollars?|bucks?|euros?|yuan|rmb|pence|cents?|grand)\b",
            rf"\b{_EN}(?: (?:hundred|thousand))? (?:an?|each|per|every) ?"
            r"(?:month|year|week|day|night|hour|head|person|time|lesson|session|piece|kilo)?\b",
            r"\b(?:pay|paid|costs?|charges?d?|came to|worth|price|rent|for|takes?) "
            rf"(?:\w+ ){{0,3}}{_EN}\b",
            r"\b(?:hundred|thousand)\b|"
            r"\b\d{2,4}(?=[,.;]? (?:and|for|altogether|all)\b|[,.;!](?: |$))",
            rf"{_ZH}+ ?(?:块|元|毛|万|欧|刀|磅)|[一二两三四五六七八九][百千万]",
            rf"(?:[二三四五六七八九]?十[二三四五六七八九]?|\d{{2,}})(?:[，。；！的]|[一每]{_EACH_ZH}|$)",
            rf"一{_EACH_ZH}(?:\d|{_ZH}十|十)",
        ),
    ),
    "clock": AnswerType(
        _either(
            r"\b(?:what|which|whose) (?:times?|hours?|slot)\b|\bhow (?:early|late)\b",
            r"\b(?:time|hour) of (?:the )?day\b|\bopening hours\b|\band hour\b",
            r"几点|钟点|时[间段]",
        ),
        _either(
            r"\b\d{1,2}[:.][0-5]\d\b|\b\d{1,2} ?[ap]\.?m\b|\bo'?clock\b|\bnoon\b|\bmidnight\b",
            rf"\b(?:half|quarter|{_EN}) (?:past|to) {_EN}\b|\bhalf {_EN}\b",
            r"\b(?:at|by|from|till|until|before|after|past) "
            rf"(?:{'|'.join(_SMALL[:12])}|\d{{1,2}})\b",
            rf"{_HOUR_ZH}点(?!儿)|{_DAYTIME_ZH}一点|一点(?:半|钟|[一二三四五]?十|到)|中午|半夜",
        ),
    ),
    "day": AnswerType(
        _either(
            r"\b(?:what|which) (?:days?|dates?|months?|years?|week\w*|night|evening)\b",
            r"\bhow (?:soon|long ago)\b|\bbetween (?:what|which)\b|\bdeadline\b|\bthe date\b",
            r"哪一?[天日年月周]|哪个(?:月|星期|礼拜)|几[号月]|[周星期礼拜]几|日子|截止",
        ),
        _either(
            rf"\b(?:{_DAYS})days?\b|\b(?:{_FULL})\b|\b(?:in|of|till|until|from) May\b",
            r"\b\d{1,2}(?:st|nd|rd|th)\b|\b(?:first|second|third|last) (?:week|weekend|of)\b",
            r"\b(?:yesterday|today|tomorrow|tonight|weekends?|(?:last|next|this|every) "
            r"(?:week|month|year|spring|summer|autumn|winter|night))\b|\b(?:19|20)\d\d\b",
            r"[一二三四五六七八九十\d]月|[一二三四五六七八九十\d]号(?![楼线院店房门])",
            r"(?:周|星期|礼拜)[一二三四五六日天末\d]|[昨今明后前][天晚年儿]|[上下这][个下]?(?:周|星期|月|礼拜)"
            r"|[去今明前]年|周末|初[一二三四五六七八九十]|月[初中底末]|春节|中秋|端午|国庆|元旦",
        ),
    ),
    "span": AnswerType(
        _either(
            rf"\bhow long\b|\bhow (?:many|much) (?:longer|{_UNITS})\b",
            r"多久|多长时间|[几多]少?(?:天|年|周|分钟|个?小时|个?钟头|个?月|个?星期|个?礼拜)",
        ),
        _either(
            rf"\b{_MANY} (?:more |whole |full )?(?:{_UNITS})\b",
            rf"{_ZH}+(?:个多?)?(?:秒|分钟|小时|钟头|天|周|星期|礼拜|月(?!\d|[一二三四五六七八九十])|年)",
        ),
    ),
    "number": AnswerType(
        _either(
            r"\bhow (?:many|much|old|far|tall|heavy|big|fast|deep|high|often)\b|\bweigh\w*\b",
            r"\b(?:number|score|marks?|grade|size|share|percent\w*|rate|limit|amount|code|pin)\b",
            r"几|多少|多[大高远重深宽快]|分数|成绩|号码|密码|比例|尺[码寸]",
        ),
        _either(
            rf"\b{_EN}\b(?<!\bone)",
            r"\d|[二两俩仨三四五六七八九十百千万半]|一[百千万成半]",
        ),
    ),
    "person": AnswerType(
        _either(
            r"\bwho(?:m|se)?\b|\b(?:which|what) (?:\w+ )?(?:person|doctor|teacher|man|woman|coach|"
            r"friend|colleague|neighbou?r|relative|company|firm)\b|\bnames?\b|\bcalled\b",
            r"谁|哪位|什么人|哪个人|叫什么|叫啥|姓什么|姓啥|名字|哪家",
        ),
        _either(
            r"\b(?:Mr|Mrs|Ms|Miss|Dr)\b|\b(?:named|called|name is)\b",
            r"\b(?:my|his|her|our|their|the|a) (?:\w+ )?"
            r"(?:sister|brother|mum|mom|mother|dad|father|"
            r"aunt|uncle|cousin|niece|nephew|wife|husband|son|daughter|friend|neighbou?r|boss|"
            r"colleague|teacher|doctor|coach|man|woman|guy|lady|girl|boy|lad)\b",
            r"(?-i:(?<=[a-z,] )[A-Z][a-z]+)",
            rf"姓.|[叫是]小.|[叫是]老.|{_TITLES_ZH}|丈母娘|丈人|婆婆|公公|外[婆公]|闺女|"
            r"儿子|女儿|媳妇|老公|老婆|室友|房东|[我他她你咱](?:们)?家?(?:爸|妈|哥|姐|弟|妹|爷|奶|姨|舅|叔|姑|"
            r"同事|朋友|[表堂二三大小][哥姐弟妹舅姨叔姑])",
        ),
    ),
    "place": AnswerType(
        _either(
            r"\bwhere\b|"
            r"\b(?:which|what|whose) (?:\w+ )?(?:place|city|town|country|street|room|house|"
            r"shop|park|hotel|hostel|floor|building|station|school|hospital|clinic|address)\b",
            r"哪里|哪儿|什么地方|在哪|去哪|到哪|哪[个家间条层座](?:地方|城市|房|店|街|楼|公园|医院|学校|馆)?|地址",
        ),
        _either(
            r"\b(?:at|in|on|behind|near|next to|beside|above|below|under|opposite|over|outside|"
            r"inside|round|around|by|to|into|past|from) "
            r"(?:the|my|our|his|her|their|a|an|(?-i:[A-Z]\w+))\b",
            r"[街路巷弄楼店馆院站厅室场园城村镇县区库校]|门口|旁边|对面|后[头面]|附近|隔壁|楼[上下]|桌|柜|"
            r"[里边]头?上?$|地下|在.{1,8}[里上下边]",
        ),
    ),
}
NAMES = tuple(ANSWER_TYPES)
_WHEN = re.compile(r"\bwhen\b|什么时[候间]|啥时候|何时", re.IGNORECASE)
TIMES = frozenset({"clock", "day"})
"""Either answers a plain "when"."""


def wanted(question: str) -> tuple[frozenset[str], ...]:
    """The kinds of answer that ``question`` wants: none, one or several, each as the names of
    those of which any will do."""
    found = [frozenset({name}) for name, kind in ANSWER_TYPES.items() if kind.asks.search(question)]
    if _WHEN.search(question) and not any(each <= TIMES for each in found):
        found.append(TIMES)
    return tuple(found)


def held(text: str) -> frozenset[str]:
    """The names of the kinds of answer that ``text`` may hold."""
    return frozenset(name for name, kind in ANSWER_TYPES.items() if kind.holds.search(text))
