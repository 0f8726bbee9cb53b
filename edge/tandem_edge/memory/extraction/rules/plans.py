"""What is going to happen and what happened: events with a date."""

from __future__ import annotations

from tandem_edge.memory.extraction.folding import has_chinese
from tandem_edge.memory.extraction.rules import Rule, bare, of, rule
from tandem_edge.memory.extraction.vocabulary import BE

_EVENTS = (
    r"(?:[\w'-]+ ){0,2}?(?:appointment|meeting|exam|test|interview|wedding|flight|"
    r"party|deadline|surgery|operation|checkup|check-up|concert|trip|"
    r"anniversary|graduation|presentation|class|reservation|recital|match|race|"
    r"marathon|conference|move|due date|holiday|vacation|lease|visa|"
    r"final|finals|hearing|audition|delivery|train|bus|shift|baby shower|funeral|"
    r"reunion|performance review|driving test|defence|defense|match)"
)
_ZH_EVENTS = (
    "(?:[\u3400-\u9fff]{0,4}?)(?:考试|面试|婚礼|航班|飞机|聚会|派对|截止日期|手术|"
    "体检|演唱会|音乐会|结婚纪念日|纪念日|毕业典礼|家长会|会议|答辩|预约|"
    "比赛|马拉松|同学会|高铁|火车|期末|汇报|开学|放假|例会|产检|复查|演出|签证|"
    "培训|路考|预产期|酒店|讲座|年会|运动会|团建)"
)
_TIME = (
    r"(?=.*(?:\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|"
    r"february|march|april|may|june|july|august|september|october|"
    r"november|december|tomorrow|today|tonight|next|this (?:week|weekend|month|"
    r"afternoon|evening|morning)|christmas|easter|weekend))"
)
_ZH_TIME = "(?=.*(?:[0-9]|[月号日周]|星期|礼拜|[今明后]天|下个?[周月]|年|节|初|点|周末))"
_GOING = (
    r"(?:going to (?:visit|see|fly|go|drive|move|start|have|take|run|attend|meet|"
    r"stay)\b|flying|going|driving|travell?ing|visiting|meeting|seeing|starting|"
    r"getting married|moving|attending|"
    r"hosting|running|taking|having|leaving|staying|seeing|giving|throwing|picking "
    r"up|heading)"
)
_DOING = (
    "(?:be )?(?:visit|see|fly|go|drive|move|start|have|take|run|attend|meet|stay|leave|get|come|"
    "travel|spend|host|give|throw|pick|buy|sell|finish|begin|join|celebrate|sit|defend|present|"
    "graduate|marry|retire|quit|submit|return|work|teach|play|hike|race|camp|ski|swim|paint|"
    "renovate|open|close|launch|perform|in|at|away|back|off|\\w+ing)"
)
_WILL = (
    r"(?:will|'ll|shall|(?:'m |am |are |'re )?gonna)(?: probably| also)?"
    r"(?: be(?= (?:\w+ing|in|at|away|back|off)\b))?"
)
_PLANS = (
    "plan to|plans to|planning to|planning on|plan on|planning|intend to|intends to|aim to|aiming "
    "to|due to|set to|scheduled to|booked to|supposed to|about to"
)
_STARTS = (
    "(?:start|starts|begin|begins|leave|leaves|graduate|graduates|retire|retires|fly|flies|"
    "move|moves|arrive|arrives|finish|finishes|sit|sits|set off|sets off)"
)
_WENT = (
    "(?:went(?! (?:vegan|vegetarian|keto|on|back to))|flew|drove|visited|met|saw|"
    "started|finished|ran|attended|hosted|won|passed(?! away| on\b)|failed|got married|got "
    "engaged|got promoted|"
    "travell?ed|had (?:dinner|lunch|(?:\\w+ )?surgery|a baby|an? (?:\\w+ )?operation|a party)|"
    "broke|"
    "celebrated|completed|signed|climbed|adopted|crashed|lost|found|joined|retired|"
    "sold|rented|built|wrote|stayed|rode|swam|sailed|skied|camped|performed|raced|defended|presented|"
    "painted|renovated|published|gave birth|cooked|hiked|watched|took)"
)
_ZH_GOING = (
    "[^,.]*(?:去|飞|见|搬|考|参加|出差|旅游|结婚|面试|开会|体检|回|做手术|吃饭|"
    "开始|看|入职|聚|接|办|跑|上课|考试|出发|比赛|交|汇报|复查)"
)
_ZH_SETS_OUT = (
    "(?:(?:和|跟|带|陪)[^,.了]{1,8}?)?(?:去|来(?![自不着年日])|飞|回(?![去来])(?=[\u3400-\u9fff]{2})|搬|参加|出差|旅游|结婚|入职|开学|上[\u3400-\u9fff]{0,4}(?:学院|大学|小学|中学|初中|高中|幼儿园)|毕业|"
    "考(?!虑)|面试|做手术|体检|复查|答辩|出发|退休|订婚|跑(?=[^步])|见(?!面时))"
)
_ZH_WENT = (
    "(?:去了|飞了|见了|看了|参加了|跑了|结婚了|毕业了|升职了|考过了|做了|完成了|"
    "生了|搬了|拿到了|拿了|出了|退休了|爬了|赢了|丢了|订婚了|骨折了|回了)"
)


def _event(value: str) -> bool:
    return 2 <= len(value) <= 60 if has_chinese(value) else 1 <= len(value.split()) <= 16


def _dated(value: str) -> bool:
    return len(value) <= 60


def _plan(pattern: str) -> Rule:
    return rule("plan", pattern, timed=True, past=False, ahead=True, check=_event, denies=False)


def _did(pattern: str) -> Rule:
    return rule("did", pattern, timed=True, past=True, check=_event, denies=False, ends=False)


FAMILY: tuple[Rule, ...] = (
    of(
        "date.{thing}",
        rf"(?P<thing>{_EVENTS})(?:'s| is| are| starts| begins| leaves| departs| "
        r"was)(?: now)?(?: "
        r"scheduled| due| set| booked| moved)?(?: for| on| at| in| to)? "
        rf"{_TIME}(?P<value>.+)",
        raw=True,
        timed=True,
        check=_dated,
        denies=False,
    ),
    of(
        "date.{thing}",
        rf"(?P<thing>{_EVENTS}) (?:got |has been |was |is |has )?(?:moved|rescheduled|"
        r"pushed|postponed|brought forward|changed|shifted)(?: back| forward)? (?:to|"
        rf"until) {_TIME}(?P<value>.+)",
        raw=True,
        timed=True,
        check=_dated,
        denies=False,
    ),
    bare(
        "date.{thing}",
        rf"the (?P<thing>{_EVENTS}) (?:(?:got |has been |was |is )?(?:moved|"
        r"rescheduled|pushed|postponed|changed)(?: back| forward)? (?:to|until)|is "
        rf"now (?:on|at)) {_TIME}(?P<value>.+)",
        raw=True,
        timed=True,
        check=_dated,
    ),
    _plan(rf"(?:have|has|'ve got|have got) (?:an? |the |my )(?P<value>{_EVENTS}\b{_TIME}.+)"),
    _plan(rf"(?:{BE} )?(?:now |also |finally )?(?P<value>{_GOING}.*)"),
    _plan(rf"{_WILL} (?P<value>(?!see$|have\b|be$){_DOING}\b.*)"),
    _plan(rf"(?:{BE} )?(?:{_PLANS}) (?P<value>(?!working\b|job\b)\w+.*)"),
    _plan(rf"(?P<value>{_STARTS} (?!.*\b(?:every|each|usually|always)\b).+)"),
    _did(rf"(?P<value>{_WENT}\b.*)"),
    of(
        "date.{thing}",
        f"(?P<thing>{_ZH_EVENTS})(?:时间)?(?:是|在|定在|安排在|改到了?|改成了?|"
        f"推迟到了?|提前到了?|换到了?|改在)(?:了)?{_ZH_TIME}(?P<value>.+)",
        raw=True,
        timed=True,
        check=_dated,
        denies=False,
    ),
    bare(
        "date.{thing}",
        f"(?:我的)?(?P<thing>{_ZH_EVENTS})(?:时间)?(?:定在|安排在|改到|改成|推迟到|"
        f"提前到|换到|改在)(?:了)?{_ZH_TIME}(?P<value>.+)",
        raw=True,
        timed=True,
        check=_dated,
    ),
    _plan(
        "(?P<value>(?:跟|和|与|同)[^,.的]{1,6}?(?:约了|约好了?)(?=.*(?:[点号日天周晚午]|月)).{2,})"
    ),
    _plan(
        "(?:[^,.]*?)(?:打算|准备(?!好)|计划|约了|约好|(?<![重主需摘只不])要(?![是求么紧不命我你他她在]))(?!是)(?P<value>.{2,})"
    ),
    _plan(f"有(?:一?[个场次节门])?(?P<value>{_ZH_EVENTS}(?!是|在).*)"),
    _plan(f"(?:[^,.]*?)(?:要|会|得|想)(?!是)(?P<value>{_ZH_GOING}.*)"),
    _plan(
        f"(?P<value>(?![^,.]*(?:[了过每是]|经常|一般|通常|定在|改[到在]|安排在|时间)){_ZH_SETS_OUT}.*)"
    ),
    _plan(
        r"(?:have to|has to|need to|needs to|'ve got to|must) (?P<value>(?:go|see|be|"
        r"take|pick|meet|submit|pay|finish|hand|renew|return|attend|fly|visit|present|"
        r"move)\b.*)",
    ),
    _did(f"(?P<value>[^,]*{_ZH_WENT}.*)"),
)
