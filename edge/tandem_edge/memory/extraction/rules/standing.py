"""What is to be done from now on: always, never, with which app, by which name.

Only the owner can say such a thing; what anybody else wrote is never an instruction.
"""

from __future__ import annotations

from tandem_edge.memory.extraction.rules import ALWAYS_MEANT, Rule, bare
from tandem_edge.memory.extraction.vocabulary import LANGUAGE, person, short

_ON = (
    "(?:from now on|from here on|from today|going forward|in (?:the )?future|as a "
    "rule|by default|henceforth)"
)
_ZH_ON = (
    "(?:请|麻烦|拜托|你)*(?:以后|今后|从今天起|从现在起|从现在开始|往后|从今往后|从今以后|日后)"
)
_DO = (
    "(?:answer|reply|respond|write|speak|talk|use|call|send|read|ask|show|add|"
    "remind|put|keep|give|check|tell|start|convert|set|open|save|translate|text|"
    "play|book|order|confirm|include|address|say|format|sign|list|share|schedule|"
    "turn|email|message|format|explain|make|let)"
)
_NEVER = (
    "(?:post|delete|interrupt|disturb|suggest|recommend|notify|wake|buy|mention|"
    "include|touch|change|share|spend|schedule|bother|upload)"
)
_PLEASE = (
    "(?:please |can you |could you |would you |will you |i want you to |i'd like "
    "you to |you should |you must |make sure (?:you |to )?|and |so )*"
)
_LANG = f"(?P<value>{LANGUAGE})"


def _order(value: str) -> bool:
    return 2 <= len(value) <= 160


def _mine(attribute: str, pattern: str, **more: object) -> Rule:
    return bare(attribute, pattern, mine=True, moods=ALWAYS_MEANT, **more)


FAMILY: tuple[Rule, ...] = (
    _mine(
        "app_for.{thing}",
        rf"(?:{_PLEASE}{_ON},? {_PLEASE}|{_PLEASE}always )use (?P<value>[\w' "
        rf".+-]+?)(?: app)? (?:for|when|to do) (?P<thing>[\w -]{{2,30}}?)(?:,? "
        r"please)?$",
        check=short,
    ),
    _mine(
        "app_for.{thing}",
        rf"{_PLEASE}use (?P<value>[\w' .+-]+?)(?: app)? (?:for|to do) (?:all "
        rf")?(?P<thing>[\w -]{{2,30}}?),? (?:{_ON}|always|every time|instead of [\w' "
        r"]+)(?:,? please)?$",
        check=short,
    ),
    _mine(
        "app_for.{thing}",
        rf"for (?:all |my )?(?P<thing>[\w -]{{2,30}}?),? (?:{_PLEASE}always |"
        rf"{_PLEASE}{_ON},? )use (?P<value>[\w' .+-]+?)(?:,? please)?$",
        check=short,
    ),
    _mine(
        "app_for.{thing}",
        r"(?:i (?:always|now|usually) use|i've switched to|i switched to) "
        r"(?P<value>[\w' .+-]+?) for (?:my |all my )?(?P<thing>[\w -]{2,30}?)(?: "
        r"now| these days)?$",
        check=short,
    ),
    _mine(
        "app_for.{thing}",
        f"(?:{_ZH_ON})?,?(?:我)?(?!以后|今后|每次|请|"
        f"都)(?P<thing>[\u3400-\u9fff]{{1,6}}?)(?:的时候)?(?:都|就|一律|全都|默认|请|"
        f"统一)+(?:改)?用(?P<value>[^,.不]{{1,14}}?)(?:这个)?(?:软件|应用|app)?(?:吧|"
        "了|就行|就好)?$",
        check=lambda value: short(value),
    ),
    _mine(
        "app_for.{thing}",
        f"{_ZH_ON},?(?:请|我)*(?P<thing>翻译|导航|听歌|记账|打车|叫车|点外卖|背单词|记笔记|购物|买票|"
        "订票|付款|支付|看书|搜索|修图|聊天|开会|跑步|查天气)用(?P<value>[^,.不]{1,14}?)(?:吧|了|就行|就好)?$",
        check=short,
    ),
    _mine(
        "app_for.{thing}",
        f"{_ZH_ON},?(?:请|都|就|一律|我)*用(?P<value>[^,.]{{1,14}}?)(?:来|"
        "去)?(?P<thing>翻译|导航|听歌|记账|打车|叫车|点外卖|背单词|记笔记|购物|买票|"
        "订票|付款|支付|看书|搜索|修图|聊天|开会|跑步|查天气)(?:吧|了)?$",
        check=short,
    ),
    _mine(
        "reply_language",
        rf"{_PLEASE}(?:{_ON},? {_PLEASE})?(?:always )(?:answer|reply|respond|speak|"
        rf"talk|write)(?: to me| back| me)? in {_LANG}",
    ),
    _mine(
        "reply_language",
        rf"{_PLEASE}{_ON},? {_PLEASE}(?:answer|reply|respond|speak|talk|write)(?: to "
        rf"me| back| me)? in {_LANG}",
    ),
    _mine(
        "reply_language",
        rf"{_PLEASE}(?:answer|reply|respond|speak|talk|write)(?: to me| back| me)? in "
        rf"{_LANG} (?:{_ON}|always)",
    ),
    _mine(
        "reply_language",
        f"(?:{_ZH_ON}|请?一直|永远|始终),?(?:请|你|都|就)*用{_LANG}(?:来)?(?:回答|回复|"
        "跟我说|和我说|回我|交流)",
    ),
    _mine(
        "call_me",
        rf"{_PLEASE}(?:{_ON},? {_PLEASE})?(?:just |always )?call me "
        r"(?P<value>[a-z][\w'-]+(?: [a-z][\w-]+)?)$",
        check=person,
    ),
    _mine(
        "call_me",
        f"(?:{_ZH_ON})?,?(?:请|你|就|可以|都)*(?:叫|"
        f"称呼)我(?P<value>[\u3400-\u9fff]{{1,4}}?|[a-z][\\w-]+)(?:就行|就好|吧|"
        "就可以了?)?$",
        check=person,
    ),
    _mine(
        "always",
        rf"{_PLEASE}always {_PLEASE}(?P<value>{_DO}\b(?! me [a-z]+$).+)",
        raw=True,
        check=_order,
    ),
    _mine(
        "always",
        rf"{_PLEASE}{_ON},? {_PLEASE}(?:always )?(?!never|don't|no\b|"
        rf"i\b)(?P<value>{_DO}\b(?! me [a-z]+$).+)",
        raw=True,
        check=_order,
    ),
    _mine(
        "always",
        rf"{_PLEASE}(?P<value>{_DO}\b(?! me [a-z]+ ).+?),? (?:{_ON}|every time)(?:,? "
        r"please)?$",
        raw=True,
        check=_order,
    ),
    _mine(
        "never",
        rf"{_PLEASE}(?:never|don't ever|do not ever) (?:ever )?(?P<value>(?:{_DO}|"
        rf"{_NEVER})\b.+)",
        raw=True,
        check=_order,
    ),
    _mine(
        "never",
        rf"{_PLEASE}{_ON},? {_PLEASE}(?:never|don't|do not|no longer) (?:ever "
        rf")?(?P<value>(?:{_DO}|{_NEVER})\b.+)",
        raw=True,
        check=_order,
    ),
    _mine(
        "never",
        rf"{_PLEASE}(?:don't|do not|stop) (?P<value>\w+ .+?),? (?:anymore|any more|"
        r"ever again|again|ever)(?:,? please)?$",
        raw=True,
        check=_order,
    ),
    _mine(
        "always",
        rf"you (?:don't|do not) (?:have|need) to (?P<value>{_DO}\b.+?) (?:anymore|any "
        r"more|any longer)",
        raw=True,
        negated=True,
        check=_order,
    ),
    _mine(
        "always",
        f"{_ZH_ON},?(?:请|你|都|要|就|每次|一律|记得|一定|得|务必|麻烦)*(?!不|别|"
        "用[^,]*回|我[要会去不想]|再也不|叫我|称呼)(?P<value>(?!.*用[^,]*(?:翻译|导航|"
        "听歌|记账|打车)$)[^,.].+)",
        raw=True,
        check=_order,
    ),
    _mine(
        "always",
        "(?:请|你)?(?:每次|永远|始终|一律|务必每次)(?:都|要|请|给我)*(?!不|别|都?是|"
        ".*我都)(?P<value>(?:用|先|回|给|提醒|说|念|写|叫|发|打开|问|把|加|确认).+)",
        raw=True,
        check=_order,
    ),
    _mine(
        "never",
        f"(?:{_ZH_ON}),?(?:请|你|都|就)*(?:别|不要|不许|不准|不用|不可以)(?:再)?(?P<value>.+)",
        raw=True,
        check=_order,
    ),
    _mine(
        "never",
        "(?:请|你|千万|永远|绝对|麻烦)*(?:别再|不要再|永远别|永远不要|千万别|千万不要|"
        "不许再|再也别|再也不要|绝对不要|绝对别)(?P<value>.+)",
        raw=True,
        check=_order,
    ),
)
