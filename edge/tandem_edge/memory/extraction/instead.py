"""What is done in the place of a plan that came to nothing: "Cornwall fell through, we're going to
Wales instead", ``大理去不成了，改去丽江``."""

from __future__ import annotations

import re
from datetime import datetime

from tandem_edge.memory.extraction.changing import LONGEST, Change
from tandem_edge.memory.extraction.extractor import tells
from tandem_edge.memory.extraction.folding import fold, has_chinese

_EN = re.compile(
    r"^(?:so |well,? |sadly,? |unfortunately,? )?(?:my |our |the )?"
    r"(?P<topic>[a-z0-9][\w' -]{1,30}?)(?: trip| holiday| plan)? "
    r"(?:fell through|is off|is cancell?ed|got cancell?ed|was cancell?ed|didn't work out|"
    r"isn't happening)(?:,|;|\.|,? so|,? and) (?:so |and )?(?:we|i)(?:'re|'m| are| am|'ll)? "
    r"(?:going to|going|go to|doing|flying to|off to|visiting|seeing|having) "
    r"(?P<new>[^,;]{2,40}?) instead[.! ]*$"
)
_ZH = re.compile(
    "^(?:我们?)?(?:去)?(?P<topic>[\u3400-\u9fffa-z0-9]{2,10}?)(?:的?(?:计划|行程|旅行))?"
    "(?:泡汤|去不成|没戏|取消|黄|不去)了[,; ]+(?:我们?)?(?:现在|还是|所以|打算)?(?:改|换)"
    "成?(?:去|到)?"
    "(?P<new>[\u3400-\u9fffa-z0-9]{2,12}?)(?:玩|旅游)?了?[.! ]*$"
)


def gone_elsewhere(text: str, at: datetime) -> Change | None:
    """The change of a plan that ``text`` tells, said at ``at``, if it tells nothing else."""
    line = fold(text)
    match = (_ZH if has_chinese(line.said) else _EN).match(line.folded)
    if match is None or len(line.said) > LONGEST or not tells(text, at):
        return None
    topic, new = (line.said[slice(*match.span(name))].strip() for name in ("topic", "new"))
    return Change(topic, new, "", swap=True)
