"""Corrections in natural speech, told again as a plain sentence that the rules read.

"Leonard left, Priyanka is my boss now" tells "Priyanka is my boss"; ``电动车坏了，现在坐公交上班``
tells ``我坐公交上班``. Every word stays one of the owner's, but for "my ... is" and ``我``.
"""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.folding import fold, has_chinese
from tandem_edge.memory.extraction.people import EN, ZH
from tandem_edge.phone.language.numerals import either

LONGEST = 160
"""Characters; what is longer tells more than one thing."""
_NOW = r"(?: now| instead| these days| from now on| again)?[.! ]*$"
_EN = tuple(
    (re.compile(pattern), told)
    for pattern, told in (
        (
            r"^(?:oops|whoops|ah|correction|my mistake|my bad|sorry|no|wait|scratch that|"
            r"i was wrong|i misspoke)[,.!: ]+(?:actually,? |i meant )?"
            r"(?P<said>\w[\w'-]* [\w'-]+ (?:is|are|was|lives|works|likes|has) .+)$",
            "{said}",
        ),
        (
            rf"^[^,;.]{{2,50}}[,;.] (?:so |and )?(?P<said>[a-z][\w'-]+(?: [a-z][\w'-]+)? is "
            rf"(?:my|our) (?:{either(EN)}))(?: now| instead)[.! ]*$",
            "{said}",
        ),
        (
            r"^(?:i |we )?(?:'ve |have |just |finally )*(?:got|bought|have) (?:myself )?(?:a|my) "
            r"new "
            r"(?P<thing>phone|laptop|tablet|watch|car)[,:;-]+ (?:it's )?(?P<said>an? .{2,40}?)"
            r"[.! ]*$",
            "my {thing} is {said}",
        ),
        (
            rf"^.{{2,50}}?(?:,|;|\.|,? so|,? and) (?:so )?(?:now )?(?:i|we) (?:now "
            rf")?(?:(?P<said>walk|cycle|drive|"
            rf"bike)|(?:take|get|catch|ride) (?P<way>the (?:[\w:]+ )?(?:bus|train|tram|ferry|"
            rf"subway|tube|metro|bike))) to (?:work|the office){_NOW}",
            "I {said} to work",
        ),
    )
)
_ZH_WAY = (
    "(?:坐(?:地铁|公交车?|轮渡|火车|高铁|班车|[0-9一二三四五六七八九十]+(?:号线|路))|"
    "骑(?:自行车|电动车|车)|开车|走路|打车)"
)
_ZH_NOW = "(?:我)?(?:现在|以后|如今|只好|只能|最近)?(?:都|就|只好|只能)?(?:改)?(?:成)?"
_ZH = tuple(
    (re.compile(pattern), told)
    for pattern, told in (
        (
            "^(?:哎呀|哎|哦|噢|糟了|不好意思|抱歉|说错了|记错了|搞错了|更正一下|更正|不对)[,:!. ]+"
            "(?:应该是?)?(?P<said>[^,]{1,12}(?:是|叫|住|在).+)$",
            "{said}",
        ),
        (
            f"^(?:[^,]{{2,16}}[,; ]+)?{_ZH_NOW}(?P<said>{_ZH_WAY})(?:去)?上班了?[.! ]*$",
            "我{said}上班",
        ),
        (
            "^(?:[^,]{2,16}[,; ]+)?(?:我)?(?:现在|以后)?(?:都)?改(?:成)?用(?P<app>[^,]{2,8}?)"
            "(?:来)?"
            "(?P<said>记账|听歌|导航|打车|点外卖|买菜|看书|做笔记|记笔记|背单词|存照片|付款|支付|购物|聊天|"
            "看视频|看新闻|订酒店|订票|跑步)了?[.! ]*$",
            "我用{app}{said}",
        ),
        (
            "^(?P<said>[^,]{1,6}(?:搬来|搬到|搬回|搬去)了?[\u3400-\u9fff]{2,6}?)(?:来|去)?(?:跟|和|与|同)"
            "[\u3400-\u9fff]{1,6}(?:一起|一块)?(?:住|过|生活)了?[.! ]*$",
            "{said}了",
        ),
        (
            f"^[^,]{{2,16}}[,; ]+(?:现在)?(?P<who>[\u3400-\u9fff]{{2,4}}?)(?:现在)?(?:是|当|做)"
            f"我们?的?"
            f"(?P<said>{either(ZH)})了?[.! ]*$",
            "我{said}是{who}",
        ),
        (
            "^(?:我)?(?:刚|最近|又|终于)*(?:换|买|入手)了?(?:一?[部台个块]|新的?)*新?"
            "(?P<thing>手机|电脑|平板|手表|车)了?[,: ]+(?:是|买的|换的)?(?:一?[部台个辆])?"
            "(?P<said>[^,]{2,16}?)的?[.! ]*$",
            "我的{thing}是{said}",
        ),
    )
)


def retold(text: str) -> str:
    """The plain sentence of what ``text`` says to be so now; ``""`` where no wording is known."""
    line = fold(text)
    if len(line.said) > LONGEST:
        return ""
    for pattern, told in _ZH if has_chinese(line.said) else _EN:
        if match := pattern.match(line.folded):
            names = match.re.groupindex
            cut = {
                each: line.said[slice(*match.span(each))] if match[each] else "" for each in names
            }
            if cut.get("way"):
                cut["said"] = f"take {cut['way']}"
            return told.format(**cut)
    return ""
