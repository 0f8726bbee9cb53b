"""Which apps somebody uses, and what for."""

from __future__ import annotations

from collections.abc import Callable

from tandem_edge.memory.extraction.rules import Rule, bare, of, rule
from tandem_edge.memory.extraction.vocabulary import app, known_app, nameless_app

_EN_APP = (
    r"(?!(?:my|our|an?|this|that|it) )(?P<value>[a-z0-9][\w'.+-]*(?: [\w'.+-]+){0,2}?)(?: app)?"
)
_ZH_APP = "(?P<value>[\u3400-\u9fffa-z0-9][\u3400-\u9fffa-z0-9 .+-]{0,15}?)"
_FOR = (
    r"(?:for|to do|when) (?:my |all my |the )?(?P<thing>(?!a\b|an\b|long\b|now\b|\d)[\w -]{2,30}?)"
)
_OFTEN = "(?:mostly|mainly|currently|usually|always|normally|mostly still|still)"
_ZH_DOING = (
    "(?P<thing>翻译|导航|听歌|听音乐|记账|打车|叫车|点外卖|叫外卖|背单词|记单词|记笔记|做笔记|购物|网购|"
    "买票|订票|抢票|付款|支付|付钱|看书|看小说|搜索|修图|聊天|开会|跑步|查天气|看视频|上网|健身|发邮件|收邮件)"
)
_SINCE = (
    r"(?: (?:now|these days|nowadays|instead|a lot|all the time|every day|daily|"
    r"any ?more|any longer))*"
)
_STOPPED = (
    "(?:stopped using|'ve stopped using|have stopped "
    "using|got rid of|deleted|'ve deleted|have deleted|uninstalled|'ve uninstalled|unsubscribed "
    r"from|cancell?ed(?: my| our)?|deleted my)"
)


def _over(pattern: str, check: Callable[[str], bool]) -> Rule:
    return rule("uses", pattern, negated=True, denies=False, ends=False, check=check)


_EN_KIND = (
    r"(?:default |usual |main |new )?(?P<thing>browser|search engine|music|maps?|navigation|"
    r"calendar|notes?|e-?mail|mail|weather|podcasts?|reading|translation|taxi|chat|budget|"
    r"flashcards?)(?: app)?"
)
_ZH_KIND = "(?P<thing>浏览器|地图|导航|音乐|日历|笔记|邮箱|天气|翻译|打车|记账)(?:软件|应用|app)?"
_DOING = (
    r"(?:listen|watch|read|pay|chat|shop|study|learn|track|edit|order|book|revise|practi[sc]e)s?"
)

FAMILY: tuple[Rule, ...] = (
    of("app_for.{thing}", rf"{_EN_KIND}(?:'s| is)(?: now)? {_EN_APP}$", mine=True, check=app),
    of("app_for.{thing}", f"{_ZH_KIND}(?:用的)?是{_ZH_APP}$", mine=True, check=app),
    rule(
        "uses",
        rf"{_DOING}(?: [\w' ]{{1,30}})? (?:on|with|using) {_EN_APP}{_SINCE}$",
        check=known_app,
    ),
    rule(
        "uses", rf"(?:have|has|watch|watches) {_EN_APP}{_SINCE}$", check=known_app, only_ended=True
    ),
    rule("app_for.{thing}", rf"{_OFTEN}? ?use {_EN_APP} {_FOR}{_SINCE}$", mine=True, check=app),
    rule(
        "uses", rf"{_OFTEN}? ?(?:use|uses|subscribe to|subscribes to) {_EN_APP}{_SINCE}$", check=app
    ),
    rule("uses", rf"(?:am|'m|is|'s) on {_EN_APP}{_SINCE}$", check=known_app),
    rule(
        "uses",
        rf"(?:'ve |have |has )?switched (?:over )?(?:from [\w ]{{2,20}} )?to {_EN_APP}{_SINCE}$",
        check=known_app,
    ),
    rule(
        "app_for.{thing}",
        rf"(?:'ve |have )?(?:switched|moved|changed|gone)(?: over)? to {_EN_APP} {_FOR}{_SINCE}$",
        mine=True,
        check=app,
    ),
    rule("uses", rf"uses {_EN_APP} for .{{2,40}}$", check=app),
    _over(rf"{_STOPPED} {_EN_APP}(?: account| subscription)?(?: for good)?$", app),
    _over(rf"(?:quit|quits|gave up|have quit|'ve quit) {_EN_APP}(?: for good)?$", known_app),
    _over(rf"(?:ditched|dropped|am done with|'m done with|am off|'m off) {_EN_APP}$", known_app),
    rule(
        "app_for.{thing}",
        f"(?:一般|平时|一直|都|就)*用{_ZH_APP}(?:来|去)?{_ZH_DOING}了?$",
        mine=True,
        check=nameless_app,
    ),
    rule(
        "app_for.{thing}",
        f"(?:一般|平时|一直|都|就)*用{_ZH_APP}(?:来|去)?"
        "(?P<thing>[看听买订打点记学做交拍修查发读写付寄刷炒追聊存理约][\u3400-\u9fff]{1,3})$",
        mine=True,
        check=known_app,
    ),
    rule(
        "app_for.{thing}",
        f"{_ZH_DOING}(?:的时候)?(?:我)?(?:一般|平时|一直|都|就|现在|已经)*(?:改用|换用|换成|改成|用)(?:的是)?了?{_ZH_APP}了?$",
        mine=True,
        check=nameless_app,
    ),
    bare(
        "app_for.{thing}",
        f"{_ZH_DOING}(?:的时候)?我(?:一般|平时|一直|都|就)*用(?:的是)?{_ZH_APP}$",
        mine=True,
        check=nameless_app,
    ),
    rule(
        "uses",
        f"(?:一般|平时|一直|都|常)*(?:用|改用|换用|刷|订阅)(?:的是|了)?{_ZH_APP}(?:这个)?(?:软件|应用|app)?了?$",
        check=app,
    ),
    _over(f"(?:已经|刚|终于)*(?:把)?{_ZH_APP}(?:给)?(?:卸载|注销|退订|删|戒)(?:掉)?了$", app),
    _over(f"(?:已经|刚|终于)*(?:卸载|注销|卸|退订|取消订阅)(?:掉)?了{_ZH_APP}(?:账号|会员)?$", app),
    _over(f"(?:已经|刚|终于)*(?:卸载|注销|退订)(?:掉)?{_ZH_APP}了$", app),
    bare(
        "uses",
        f"(?:我)?(?:已经|早就|现在|再也)*不再?(?:用|玩|刷|上|看){_ZH_APP}了?$",
        negated=True,
        check=app,
    ),
    bare(
        "uses", f"{_ZH_APP}我?(?:已经|早就|现在|再也)*不(?:用|玩|刷|看)了$", negated=True, check=app
    ),
)
