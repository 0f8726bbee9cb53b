"""What somebody usually does, and when they get up and go to bed."""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.folding import fold, has_chinese
from tandem_edge.memory.extraction.rules import Rule, bare, of, rule
from tandem_edge.memory.extraction.vocabulary import BE, CLOCK, ZH_CLOCK

_OFTEN = "(?:usually|normally|typically|often|generally|always|tend to|tends to)"
_EVERY = (
    r"(?:every (?:other |single )?(?:day|morning|evening|night|week|weekend|month|"
    r"year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekends|on weekdays|most "
    r"(?:days|nights|mornings|evenings|weekends)"
    r"|(?:once|twice|three times) a (?:day|week|month)|(?:mon|tues|wednes|thurs|"
    r"fri|satur|sun)days)"
)
_DOING = (
    r"(?:run|runs|swim|swims|walk|walks|cycle|cycles|go|goes|play|plays|eat|eats|"
    r"have|has|drink|drinks|read|reads|cook|cooks|work|works|meditate|meditates|"
    r"do|does|take|takes|call|calls|visit|visits|train|trains|practi[sc]e|"
    r"practi[sc]es|watch|watches|study|studies|jog|jogs|clean|cleans|"
    r"shop|shops|listen|listens|journal|journals|volunteer|volunteers|meet|meets|"
    r"hike|hikes|attend|attends|make|makes|write|writes|water|waters|order|orders|"
    r"skip|skips|fast|fasts|teach|teaches|bake|bakes|bike|bikes|drive|drives|pray|see|sees|"
    r"prays|smoke|smokes|vape|vapes|gamble|gambles|stretch|stretches|garden|gardens)"
)
_ZH_OFTEN = "(?:平时|通常|一般|习惯|总是|经常|常常|平常)"
_ZH_EVERY = (
    "(?:每(?:隔?[一两二三四五六七八九十0-9]?个?)(?:天|周|星期|礼拜|个?月|年|晚|早|"
    "周末)(?:[一二三四五六日天末]+)?|每逢?(?:周|星期|礼拜)[一二三四五六日天末]|"
    "周末(?:一般|都|总)|工作日(?:一般|都)?|天天|隔天|隔周[一二三四五六日天]?|一周[一两二三四五]次)"
)


_PRICE = re.compile("每个?[月年周天季].{0,8}[块元][钱的]?(?!.*[付交花还存给省赚挣])")
"""What is paid for something is no habit: ``每月七十九块的会员``."""


_AGAIN = re.compile(r" again(?: these days| now)?$")
"""What is done again is weighed against what was given up (``lifecycle.resuming``)."""


def _habit(value: str) -> bool:
    if _PRICE.match(fold(value).folded) or _AGAIN.search(value):
        return False
    words = len(value) if has_chinese(value) else 3 * len(value.split())
    return 3 <= words <= 60


FAMILY: tuple[Rule, ...] = (
    rule(
        "wakes_at",
        rf"(?:{_OFTEN} )?(?:wake up|wakes up|get up|gets up|rise|am up|is up)(?: every "
        rf"(?:day|morning))?(?: at| around| by| about)+ (?P<value>{CLOCK})",
    ),
    rule(
        "sleeps_at",
        rf"(?:{_OFTEN} )?(?:go to bed|goes to bed|go to sleep|goes to sleep|fall "
        r"asleep|turn in|am in bed|is in bed|sleep|sleeps)(?: at| around| by| about)+ "
        rf"(?P<value>{CLOCK})",
    ),
    rule(
        "wakes_at",
        f"(?:{_ZH_OFTEN}|{_ZH_EVERY}|都|会|在|是)*(?P<value>{ZH_CLOCK})(?:左右|"
        "多)?(?:就|才|准时)?(?:起床|起来|醒|起)",
        raw=True,
    ),
    rule(
        "sleeps_at",
        f"(?:{_ZH_OFTEN}|{_ZH_EVERY}|都|会|在|是)*(?P<value>{ZH_CLOCK})(?:左右|"
        "多)?(?:就|才|准时)?(?:睡觉?|上床|休息)",
        raw=True,
    ),
    rule(
        "habit",
        rf"{_OFTEN} (?!(?:forget|lose|like|love|want|hate|think|feel|been|be|wanted|"
        r"liked|loved|wake|get up|go to bed|go to sleep|sleep)\b)(?P<value>\w+ .+)",
        raw=True,
        check=_habit,
        denies=False,
    ),
    rule("habit", rf"(?P<value>{_DOING}\b.* {_EVERY}.*)", raw=True, check=_habit, denies=False),
    rule("habit", rf"(?P<value>{_DOING} {_EVERY}.*)", raw=True, check=_habit, denies=False),
    bare(
        "habit",
        rf"(?P<value>{_EVERY},? (?:i|we) (?!was|were|am|have to|had|would)\w+ .+)",
        raw=True,
        check=_habit,
    ),
    rule("habit", rf"{BE} in the habit of (?P<value>.+)", raw=True, check=_habit),
    rule(
        "commute",
        (
            r"(?:{o} )?(?:commute|get|go|cycle|drive|walk|bike|take the \w+) to (?:work|"
            r"the office|school)(?: by (?P<value>bike|bus|train|car|subway|tube|metro|tram|"
            r"ferry|scooter))"
        ).replace("{o}", _OFTEN),
    ),
    rule(
        "commute",
        r"(?P<value>cycle|bike|walk|drive|cycles|bikes|walks|drives) to (?:work|the office)",
    ),
    rule(
        "commute",
        (
            r"(?:{o} )?(?:take|takes|ride|rides|catch|catches) (?:the |my )?"
            r"(?P<value>(?:\d{1,2}:\d\d )?(?:train|bus|tram|ferry)|(?:\d+[a-z]? )?bus|"
            r"bus \d+[a-z]?|train|subway|"
            r"tube|metro|tram|bike|ferry|scooter|line \d+) to (?:work|the office|school)"
        ).replace("{o}", _OFTEN),
    ),
    rule(
        "commute",
        r"(?:now )?(?:take|takes|ride|rides|catch|catches) the (?P<value>(?:\d+[a-z]? )?bus|train|"
        r"subway|tube|metro|tram|ferry)(?: (?:now|these days|instead))+$",
    ),
    rule(
        "commute",
        "(?:现在|改)+(?P<value>坐地铁|坐公交车?|坐轮渡|坐火车|坐高铁|坐班车|骑车|骑自行车|骑电动车|开车|走路|"
        "坐[0-9一二三四五六七八九十]+(?:号线|路))了$",
    ),
    rule(
        "commute",
        "(?:平时|一般|每天|都)*(?P<value>坐地铁|坐公交车?|坐轮渡|坐火车|坐高铁|坐班车|坐船|骑车|骑自行车|骑电动车|开车|"
        "走路|打车|坐[0-9一二三四五六七八九十]+号线(?:地铁)?|坐[0-9]+路(?:公交车?|车)?)(?:去)?(?:上班|上下班|通勤|上学)",
    ),
    rule("habit", f"(?P<value>(?:[早中午晚]饭|[早午晚]餐){_ZH_OFTEN}.+)", raw=True, check=_habit),
    rule(
        "habit",
        f"{_ZH_OFTEN}(?:都|会|就|在|是)?(?!.*(?:起床|睡觉?|上床)(?:[了的]|$))(?!忘|"
        "觉得|喜欢|想)(?P<value>.+)",
        raw=True,
        check=_habit,
        denies=False,
    ),
    rule(
        "habit",
        f"(?P<value>{_ZH_EVERY}.+)",
        raw=True,
        check=lambda value: _habit(value) and not _clocked(value),
        denies=False,
    ),
    bare(
        "habit",
        f"(?P<value>{_ZH_EVERY}.*我.+)",
        raw=True,
        check=lambda value: _habit(value) and not _clocked(value),
    ),
    rule(
        "habit",
        r"(?:now )?(?P<value>(?:drink|eat|have|do|play|take|read|watch|study|learn)s? .+?)"
        r",? (?:instead|these days)$",
        raw=True,
        check=_habit,
        denies=False,
    ),
    rule(
        "habit",
        "(?:现在)?改(?P<value>[喝吃打练学看听玩][^,.了成到为]{1,10})了?$",
        raw=True,
        denies=False,
    ),
    of("habit", "习惯是(?P<value>.+)", raw=True, check=_habit),
    rule(
        "plays",
        r"(?:can )?(?:play|plays) (?:the )?(?P<value>piano|guitar|violin|cello|drums|"
        r"flute|bass|ukulele|saxophone|trumpet|harp|tennis|chess|golf|football|soccer|"
        r"basketball|badminton|volleyball|hockey|cricket|rugby|table tennis|bridge|"
        r"poker|squash)\b",
    ),
    rule(
        "plays",
        "(?:会|经常|喜欢|常)?(?:弹|拉|打|吹|踢|下)(?P<value>钢琴|吉他|古筝|小提琴|"
        "大提琴|二胡|羽毛球|乒乓球|网球|篮球|排球|笛子|萨克斯|足球|象棋|围棋|国际象棋|"
        "高尔夫)",
        denies=False,
    ),
)


def _clocked(value: str) -> bool:
    """Whether it is getting up or going to bed, which have attributes of their own."""
    return any(word in value for word in ("起床", "睡觉", "上床"))
