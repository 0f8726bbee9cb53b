"""What is over: given up, sold, ended, lost.

"No longer" and "used to" in front of any other wording are understood by ``reading``; here are the
verbs that say by themselves that something has ended. A general ending names no value ("I quit my
job", ``我不在那家公司了``): it ends whichever is believed.
"""

from __future__ import annotations

from tandem_edge.memory.extraction.people import EN_PET, ZH_PET
from tandem_edge.memory.extraction.rules import Rule, bare, rule
from tandem_edge.memory.extraction.vocabulary import BE, app, known_app, person, short

_QUIT = (
    "(?:quit|quits|gave up|give up|have given up|'ve given up|stopped|'ve stopped|"
    "have stopped|'ve quit|have quit|kicked)"
)
_JOB = "(?:my |her |his |the )?(?P<value>(?:day |old |office )?job)"


_LAID_OFF = (
    r"(?:got|was|been|have been|'ve been|has been|is|'s been) (?:just |recently )?"
    r"(?P<value>fired|sacked|laid off|let go|made redundant)(?! up| from| for)\b"
)
_COMPANY = r"(?:company|firm|employer|startup|agency)"
_ZH_COMPANY = "(?:[这那](?:家|个)|原来的?|以前的?|之前的?|老)?(?:公司|单位)"


def _employer(value: str) -> bool:
    return value[:1].isupper() and len(value.split()) <= 4


def _doing(value: str) -> bool:
    """Whether it is something done; using an app has an attribute of its own."""
    return short(value) and not app(value.removeprefix("using "))


def _over(attribute: str, pattern: str, **more: object) -> Rule:
    more = {"negated": True, "denies": False, "ends": False} | more
    return rule(attribute, pattern, **more)  # type: ignore[arg-type]


def _all_over(attribute: str, pattern: str) -> Rule:
    return _over(attribute, pattern, general=True)


def _not_there(attribute: str, pattern: str) -> Rule:
    """Words that mean what is known already, after "no longer"."""
    return rule(attribute, pattern, only_ended=True, general=True)


FAMILY: tuple[Rule, ...] = (
    _all_over(
        "job", rf"(?:quit|left|resigned from|lost|handed in (?:my|her|his) notice at) {_JOB}\b"
    ),
    _all_over("job", _LAID_OFF),
    _all_over("job", r"(?:have |has |'ve |'s )?(?P<value>retired)(?= |$)(?! from)"),
    _all_over(
        "job",
        r"(?:am|'m|is|'s|'ve been|have been|has been) (?:currently |now )?"
        r"(?P<value>unemployed|jobless|out of work|out of a job|between jobs)\b",
    ),
    _all_over(
        "works_at",
        rf"(?:quit|left|have left|'ve left|has left) "
        rf"(?:the|that|my|her|his|our) (?:old )?(?P<value>{_COMPANY})\b(?! of)",
    ),
    _not_there("works_at", r"(?P<value>(?:work|works|working) (?:there|for them))\b"),
    _not_there("works_at", rf"(?:work|works|working) (?:at|for) that (?P<value>{_COMPANY})\b"),
    _not_there("lives_in", r"(?P<value>(?:live|lives|living) there)\b"),
    _not_there("car", r"(?:have|has|own|owns|drive|drives) (?:a|the|my|that) (?P<value>car)\b"),
    _all_over("studies_at", r"(?P<value>dropped out)(?: of (?:school|college|uni(?:versity)?))?\b"),
    _over(
        "works_at",
        r"(?:left|resigned from|got fired from|was fired from|was laid off from|"
        r"got laid off from|stopped working (?:at|for)|retired from) (?!my|the|her|his|"
        r"home|work|early|it)(?P<value>.+)",
        check=_employer,
        sure=0.8,
    ),
    _over(
        "works_at",
        r"quit (?!my|the|her|his|home|work|early|it)(?P<value>.+)",
        check=lambda value: _employer(value) and not known_app(value),
        sure=0.8,
    ),
    _over(
        "habit",
        rf"{_QUIT} (?P<value>smoking|drinking(?! \w)|vaping|gambling|running|swimming|biting "
        r"my nails|snoozing|playing [\w ]+|drinking [\w ]+|eating [\w ]+|going to [\w "
        r"]+|taking [\w ]+|using [\w ]+|(?:doing|watching|reading|practi[sc]ing) [\w ]+|working "
        r"out|meditating|jogging|cycling|hiking|dancing|skiing|climbing)",
        check=_doing,
    ),
    _over(
        "habit",
        rf"{_QUIT} (?P<value>alcohol|cigarettes|coffee|sugar|caffeine|meat|social "
        r"media|soda|dairy|weed|nicotine|chocolate|fast food|video games|facebook|"
        r"instagram|tiktok|twitter)\b",
    ),
    _over(
        "partner",
        r"(?:broke up|split up|have split up|have broken up|got divorced|separated|'ve "
        r"broken up|'ve split up)(?: with (?P<value>[a-z][\w'-]+))",
        check=person,
    ),
    bare(
        "partner",
        r"(?P<value>[a-z][\w'-]+) and i (?:have |'ve )?(?:broke up|broken up|split up|"
        r"split|separated|got divorced|are over|are no longer together)",
        check=person,
        negated=True,
    ),
    bare(
        "partner",
        r"(?:we|me and my (?:boyfriend|girlfriend|husband|wife)|my (?:boyfriend|"
        r"girlfriend|husband|wife) and i) (?:have |'ve |just )?(?P<value>broke up|"
        r"broken up|split up|got divorced|separated|called off the engagement)",
        negated=True,
        general=True,
    ),
    _all_over(
        "car",
        r"(?:sold|got rid of|scrapped|crashed and lost) (?:my|our|the) (?:old |red |"
        r"blue |beloved )?(?P<value>car)\b",
    ),
    _over(
        "has",
        r"(?:sold|got rid of|gave away|lost|returned|donated|threw out) (?:my|our) "
        r"(?:old )?(?!car\b|job|keys?\b|temper|mind|way)(?P<value>[\w ]{2,30})",
        check=short,
    ),
    bare(
        "{rel}",
        rf"(?:my|our) {EN_PET},? (?P<value>[a-z][\w'-]+),? ran away",
        check=person,
        negated=True,
    ),
    rule(
        "medication",
        r"(?:stopped taking|came off|am off|'m off) (?P<value>[a-z]+)\b",
        negated=True,
        denies=False,
        check=lambda value: len(value) > 5 and not known_app(value),
        sure=0.8,
    ),
    _over(
        "plan",
        r"(?:cancell?ed|called off) (?:my|our|the) (?!.* subscription$)(?P<value>[\w ]{3,40})",
        check=short,
    ),
    bare(
        "plan",
        r"(?:my|our|the) (?P<value>(?:[\w]+ ){0,2}(?:trip|meeting|appointment|wedding|"
        r"party|interview|flight|concert|class|exam)(?: to [\w ]+)?) (?:is|was|got|has "
        r"been) (?:cancell?ed|called off)",
        negated=True,
    ),
    _all_over("job", "(?:把)?(?P<value>工作|职)(?:给)?(?:辞|丢)了"),
    _all_over("job", "(?:刚|已经|终于|上周|昨天)*(?P<value>辞职|离职|裸辞|被裁|失业|退休)了"),
    _all_over("job", "被(?:公司|单位|老板)?(?:给)?(?P<value>裁|裁员|开除|辞退|炒鱿鱼|炒)了"),
    _all_over("works_at", f"从(?P<value>{_ZH_COMPANY})(?:离职|辞职|退休|离开)了"),
    _all_over("works_at", f"(?:已经)?离开了?(?P<value>{_ZH_COMPANY})了?$"),
    _not_there(
        "works_at",
        "在(?P<value>[这那](?:家|个)?(?:公司|单位|厂|店)|[这那][儿里边](?=上班|工作|干))"
        "(?:上班|工作|干)?了?$",
    ),
    _not_there("lives_in", "住(?:在)?(?P<value>[这那][儿里边])了?$"),
    _all_over("studies_at", "(?P<value>退学)了"),
    _over("works_at", "(?:从)(?P<value>[^,.]{2,10}?)(?:离职|辞职|跳槽|退休|毕业离开)(?:了|出来)?"),
    _over(
        "works_at",
        "离开了?(?P<value>[^,.我你他家]{2,8}?)(?:公司)?(?:了)?$",
        sure=0.7,
        check=lambda value: not value.endswith(("学校", "这里", "房间", "现场")),
    ),
    _over(
        "habit",
        "(?:把)?(?P<value>烟|酒|糖|奶茶|咖啡|游戏|短视频|熬夜|宵夜|可乐|甜食|赌|零食|"
        "抖音)(?:都|也|给)?戒(?:掉)?了",
    ),
    _over(
        "habit",
        "(?:已经|终于|刚|成功)*戒(?:掉)?了?(?P<value>烟|酒|糖|奶茶|咖啡|游戏|短视频|"
        "熬夜|宵夜|可乐|甜食|赌|零食|抖音)",
    ),
    rule(
        "habit",
        "(?P<value>喝(?!酒|咖啡|奶茶)[\u3400-\u9fff]{2,4}?(?=了?$)|抽烟|喝酒|熬夜|跑步|健身|打游戏|喝奶茶|喝咖啡|吃夜宵|吃宵夜|游泳|玩游戏|吸烟)",
        only_ended=True,
    ),
    rule(
        "habit",
        r"(?P<value>smoke|drink(?: (?!any ?(?:more|longer))\w+)?|vape|gamble|run|swim|jog|bite my "
        r"nails|stay up late|go to [\w ]+?|bike to work|eat meat|play [\w ]+?)"
        r"(?= any ?(?:more|longer)\b|$|[,.])",
        only_ended=True,
        check=short,
    ),
    bare(
        "habit",
        "我(?:已经)?(?:再也不|不再)(?P<value>[去玩做练看打跑骑坐学上][^,.了]{1,10}?)了?$",
        negated=True,
        check=short,
    ),
    rule(
        "commute",
        r"(?:take|takes|ride|rides|catch) the (?P<value>(?:\d+ )?(?:bus|train|subway|tube|metro|"
        r"tram|ferry))\b",
        only_ended=True,
    ),
    rule(
        "commute",
        "(?P<value>坐地铁|坐公交|坐[0-9]+路|骑车|骑自行车|开车|打车)(?:去)?(?:上班)?了?$",
        only_ended=True,
    ),
    _over(
        "partner",
        "(?:和|跟|与)(?P<value>[\u3400-\u9fff]{2,4}?)(?:已经)?(?:分手|离婚|分|离|掰|散)了",
    ),
    bare(
        "partner",
        "(?:我|我们|我俩)(?:已经|刚|上周|昨天|上个月)*(?P<value>分手|离婚)了$",
        negated=True,
        general=True,
    ),
    _all_over("car", "(?:把)?(?:我的?)?(?P<value>车)(?:给)?卖(?:掉)?了"),
    _all_over("car", "(?:已经)?没(?:有)?(?P<value>车)了$"),
    _over("has", "把(?P<value>[^,.车]{1,10}?)(?:给|都)?(?:卖|扔|送人|退)(?:掉)?了", check=short),
    bare(
        "{rel}",
        f"(?:我|我们)家?的?{ZH_PET}(?P<value>[\u3400-\u9fff]{{2}})(?:走丢|跑丢|丢)了",
        negated=True,
    ),
    _over("plan", "(?:取消|退)了(?P<value>[^,.]{2,16})", check=short),
    bare("plan", "(?:我的?)?(?P<value>[^,.我]{2,14}?)(?:已经)?取消了$", negated=True, check=short),
    rule(
        "medication", rf"{BE} off (?P<value>[a-z]+(?:in|ol|ine|one))\b", negated=True, denies=False
    ),
)
