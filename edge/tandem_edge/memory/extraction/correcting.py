"""Corrections of what was just said: "it's Thursday, not Tuesday", ``不是周三，是周四``.

A correction says only the new words and perhaps the old ones, so it takes the fact that the same
speaker told before it; without one it is no fact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from tandem_edge.memory.extraction.folding import Text, fold, plain
from tandem_edge.memory.extraction.times import find_times
from tandem_edge.memory.extraction.values import values_in
from tandem_shared.memory import Fact

SURE = 0.8
_NEW, _OLD = "(?P<new>.{1,60}?)", "(?P<old>.{1,60}?)"
_IT = (
    r"(?:it's|it is|it was|that's|that is|it should be|should be|(?:his|her|its|"
    r"their|my) name(?:'s| is)|he's|she's|the (?:name|date|time|day) is|make (?:it|"
    r"that))"
)
_EN_LEAD = (
    r"^(?:(?:no|nope|sorry|wait|actually|oops|correction|hang on|oh|my mistake|i "
    r"misspoke|scratch that)[,.!: ]+)*"
)
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_EN_LEAD}{_IT} {_NEW},? not {_OLD}[.!]*$",
        rf"{_EN_LEAD}(?:it's |it is |that's )?not {_OLD}[,.;]? (?:but|it's|it is|"
        rf"that's) {_NEW}[.!]*$",
        rf"{_EN_LEAD}i (?:meant|mean) {_NEW}(?:,? not {_OLD})?[.!]*$",
        rf"{_EN_LEAD}(?:i said )?{_NEW},? not {_OLD}[.!]*$",
        r"^(?:(?:no|nope|sorry|wait|oops|correction|my mistake|scratch that)[,.!: "
        rf"]+)+(?:actually )?{_IT} {_NEW}[.!]*$",
        rf"^(?:change|make) (?:it|that) (?:to )?{_NEW}[.!]*$",
        r"^(?:(?:不对|不是|错了|说错了|我说错了|哦|对不起|抱歉|等等|更正一下|"
        rf"纠正一下)[,.! ]*)*(?:是)?不是{_OLD}[,.; ]*(?:而)?是{_NEW}[.!]*$",
        r"^(?:(?:不对|错了|说错了|我说错了|哦|对不起|抱歉|等等|更正一下|纠正一下)[,.! "
        rf"]*)*是{_NEW}[,.; ]*不是{_OLD}[.!]*$",
        r"^(?:(?:不对|不是|错了|说错了|我说错了|对不起|抱歉|等等|更正一下|纠正一下|"
        rf"记错了|我记错了)[,.! ]+)+(?:应该)?是{_NEW}[.!]*$",
        r"^(?:哦|那个)?[,]?(?:时间|日期)?(?:已经)?(?:改成|改到|改为|"
        rf"换成)了?{_NEW}了?[.!]*$",
    )
)


def corrected(text: str, before: Sequence[Fact], at: datetime) -> tuple[Fact, ...]:
    """The facts among ``before`` (the newest last) that ``text`` corrects, with the new value."""
    line = fold(text)
    for pattern in _PATTERNS if len(line.said) <= 160 else ():
        match = pattern.match(line.folded)
        if match is None:
            continue
        old = match.groupdict().get("old")
        target = _meant(before, old)
        new = _new_value(line, match, at)
        if target is None or not new or plain(new) == plain(target.value):
            return ()
        return (_renewed(target, new, at),)
    return ()


def _new_value(line: Text, match: re.Match[str], at: datetime) -> str:
    found = values_in(line.cut(*match.span("new")), at, listed=False, raw=True)
    return next(iter(found), "")


def _meant(before: Sequence[Fact], old: str | None) -> Fact | None:
    """The newest fact that has the old words; without them, the last fact if it stands alone."""
    told = [fact for fact in before if not fact.negated]
    if old is None:
        return told[-1] if len(told) == 1 and told[-1].single else None
    wanted = plain(old).strip(" .!,")
    return next((fact for fact in reversed(told) if _same(plain(fact.value), wanted)), None)


def _same(value: str, wanted: str) -> bool:
    return value == wanted or (len(wanted) > 2 and wanted in value)


def _renewed(target: Fact, new: str, at: datetime) -> Fact:
    span = next(iter(find_times(new, at, past=False)), None)
    dated = target.valid_from is not None and span is not None
    update = {
        "value": new,
        "confidence": SURE,
        "valid_from": span.start if dated and span else None,
        "valid_to": span.end if dated and span else None,
    }
    return target.model_copy(update=update)
