"""Words that say that something is not as it was: "anymore", "instead", ``改``, ``不了``."""

from __future__ import annotations

import re
from enum import IntEnum

from tandem_edge.memory.extraction.folding import fold, has_chinese


class Cue(IntEnum):
    """How much a text says that something has changed."""

    NONE = 0
    WEAK = 1
    """It is so now; it may have been before."""
    STRONG = 2


_EN_STRONG = re.compile(
    r"\b(?:left|quit|gone|stopped|stolen|broke|broken|closed|shut|moved|changed|changing|replaced|"
    r"cancell?ed|renewed|swapped|switched|sold|gave up|given up|gave away|retired|died|split up|"
    r"ended|expired|ran away|fell through|dropped out|no longer|any ?more|instead|after all|"
    r"used to|turns out|oops|wrong|not .{2,30} but|called off|called .{2,30} off|lost|fired|"
    r"out of business|laid off|took over|taken over|push|pushed|postponed|put off|scrapped|"
    r"(?:eat|eating|drink|drinking|smok\w+|play|playing|take|taking|use|using|started).{1,30} "
    r"again|home again|back home|out of hospital|recovered|(?:brought|gave) .{2,30} back|returned|"
    r"gone over to|went over to|brought forward|settled|no more|square|can .{2,30} again|gave "
    r"(?:my|our|the)|dropped|"
    r"packed in|passed on|rescheduled|finished|done with|given back|got rid of|merged|ditched|"
    r"doesn't .{2,40} now|don't .{2,40} now|paid|sorted)\b"
)
_EN_WEAK = re.compile(r"\b(?:now|these days|nowadays|from now on)\b")
_ZH_STRONG = re.compile(
    "[改换搬退停断坏丢卖升][^,.]{0,10}了|[推挪提延][^,.]{0,6}到|转[过给][^,.]{0,6}了|还[^,.]{0,4}了|"
    "送给?[^,.]{1,8}了|又(?:能|可以|开始)|放弃|出院|康复|换[成到]|改[成到为]|没了|送人|关门|倒闭|取消|过期|失效|分手|离婚|辞职|离职|"
    "散了|黄了|不再|不[^,.]{1,6}了|错了|被裁|走[丢失]|不是[^,.]{1,10}是|转学|毕业了|退休|结束了|没[^,.]{1,4}成"
)
_ZH_WEAK = re.compile("现在|如今|以后")


def cue_in(text: str) -> Cue:
    """The strongest cue of a change in ``text``."""
    folded = fold(text).folded
    strong, weak = (_ZH_STRONG, _ZH_WEAK) if has_chinese(text) else (_EN_STRONG, _EN_WEAK)
    if strong.search(folded):
        return Cue.STRONG
    return Cue.WEAK if weak.search(folded) else Cue.NONE
