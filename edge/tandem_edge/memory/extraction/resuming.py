"""What is done again, what is not drunk any more, and who is no couple: clauses that say so without
naming what was told before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tandem_edge.memory.extraction.clauses import Clause, clauses_of
from tandem_edge.memory.extraction.guards import Mood


class Turned(StrEnum):
    """What has turned."""

    AGAIN = "again"
    """Done again, after it was given up: ``抽烟``, "eat fish"."""
    SOBER = "sober"
    """No alcohol any more."""
    SMOKELESS = "smokeless"
    """No tobacco any more."""
    PARTED = "parted"
    """Two people who were a couple."""


@dataclass(frozen=True, slots=True)
class Turning:
    """What a clause (``said``) says to have turned, and what or who that is about."""

    how: Turned
    what: tuple[str, ...]
    said: str


_I = (
    r"(?:so |and |well,? )?(?:i|we)(?:'ve| have|'m| am)? ?(?:started |have started |do |just |"
    r"also )?"
)
_SINCE = r"(?: (?:these days|now|lately|recently|since .+|last \w+|this \w+))*$"
_NAME = r"[a-z][\w'-]+"
_EN = (
    (
        Turned.AGAIN,
        rf"{_I}(?P<what>(?:eat|eating|drink|drinking|smoke|smoking|vape|vaping|play|playing|do|"
        rf"doing|go to|going to|use|using|take|taking|run|running|learn|learning)(?: [\w' -]+?)?) "
        rf"again{_SINCE}",
    ),
    (
        Turned.AGAIN,
        rf"(?:(?:the|my) doctor (?:says|said|thinks) )?i can (?P<what>(?:eat|drink|have|play|do|"
        rf"run|"
        rf"take)(?: [\w' -]+?)?) again{_SINCE}",
    ),
    (
        Turned.AGAIN,
        rf"{_I}(?:gone|went|going|am|go) back to (?P<what>(?:eating |drinking "
        rf")?[\w' -]{{3,30}}?){_SINCE}",
    ),
    (
        Turned.SOBER,
        rf"{_I}(?:don't|do not|no longer|stopped|quit|gave up|have given up|given up) "
        rf"(?P<what>drink|drinking|alcohol|booze)(?: alcohol| booze)?(?: any ?(?:more|longer))?"
        rf"{_SINCE}",
    ),
    (
        Turned.SOBER,
        r"(?:i'm|i am|i've gone|i went) (?P<what>sober|teetotal|off (?:alcohol|the booze))$",
    ),
    (
        Turned.SMOKELESS,
        rf"{_I}(?:don't|do not|no longer|stopped|quit|gave up|have given up|given up) "
        rf"(?P<what>smoke|smoking|cigarettes|tobacco)(?: any ?(?:more|longer))?{_SINCE}",
    ),
    (Turned.AGAIN, rf"{_I}back on (?:the )?(?P<what>[\w' -]{{3,30}}?){_SINCE}"),
    (
        Turned.SMOKELESS,
        rf"{_I}haven't (?P<what>smoked|had a cigarette|touched a cigarette)(?: (?:since|for|in) "
        rf".+)?$",
    ),
    (
        Turned.SOBER,
        rf"{_I}haven't (?:had|touched) (?P<what>a drink|a drop|alcohol)(?: (?:since|for|in) .+)?$",
    ),
    (
        Turned.PARTED,
        rf"(?P<what>{_NAME}) and (?P<other>{_NAME}) (?:have |'ve |just |recently |has )*(?:broke "
        rf"up|"
        rf"broken up|split up|split|separated|got divorced|divorced|called off (?:the|their) "
        rf"(?:wedding|engagement)|called it off|are over|are no longer together|"
        rf"aren't together any ?more){_SINCE}",
    ),
    (
        Turned.PARTED,
        rf"(?P<what>{_NAME}) (?:has |just |recently )*(?:broke up|broken up|split up) with "
        rf"(?P<other>{_NAME}){_SINCE}",
    ),
)
_ZH_I = "(?:我们?)?(?:现在|最近|这[周月]|上个?[周月])?"
_ZH = (
    (
        Turned.AGAIN,
        f"(?:医生说)?{_ZH_I}(?:又|重新|再次)(?:开始|能|可以)?(?P<what>[吃喝抽吸打玩学练跑去做弹骑用][\u3400-\u9fff]{{1,5}}?)(?:起来)?了?$",
    ),
    (Turned.AGAIN, f"{_ZH_I}复吸(?P<what>)了?$"),
    (
        Turned.SOBER,
        f"{_ZH_I}(?:已经|再也|终于|彻底)*(?:不喝|戒|戒掉|不沾|滴|滴酒)了?(?P<what>酒)(?:了|[\u3400-\u9fff0-9]{{2,5}}了)?$",
    ),
    (
        Turned.SMOKELESS,
        f"{_ZH_I}(?:已经|再也|终于|彻底)*(?:不抽|戒|戒掉)了?(?P<what>烟)(?:了|[\u3400-\u9fff0-9]{{1,5}}了)?$",
    ),
    (Turned.SMOKELESS, f"{_ZH_I}(?:把)?(?P<what>烟)(?:已经|也|都|给)?(?:戒|戒掉|不抽)了$"),
    (Turned.SOBER, f"{_ZH_I}(?:把)?(?P<what>酒)(?:已经|也|都|给)?(?:戒|戒掉|不喝)了$"),
    (
        Turned.SMOKELESS,
        f"{_ZH_I}(?:从?[^,]{{1,6}}起)?(?:就|已经|再也)*没(?:再)?抽过?(?P<what>烟)了?$",
    ),
    (Turned.SOBER, f"{_ZH_I}(?:从?[^,]{{1,6}}起)?(?:就|已经|再也)*没(?:再)?喝过?(?P<what>酒)了?$"),
    (
        Turned.PARTED,
        "(?P<what>[\u3400-\u9fff]{2,4}?|[a-z]+)[和跟与](?P<other>[\u3400-\u9fff]{2,4}?|[a-z]+)(?:已经|刚|上个?[周月]|最近)*"
        "(?:分手|离婚|分开|掰|退婚|散)了$",
    ),
)
_READ = {
    chinese: tuple((how, re.compile(each)) for how, each in every)
    for chinese, every in ((False, _EN), (True, _ZH))
}


def turnings_in(text: str, at: datetime) -> Iterator[Turning]:
    """What the clauses of ``text``, said at ``at``, tell to have turned."""
    for clause in clauses_of(text, at):
        if clause.mood in (Mood.TOLD, Mood.REPORTED) and (found := _turning(clause)):
            yield found


def _turning(clause: Clause) -> Turning | None:
    said = clause.text.said.strip(" .!")
    for how, pattern in _READ[clause.zh]:
        if match := pattern.match(clause.text.folded[: len(said)]):
            names = [name for name in ("what", "other") if name in match.re.groupindex]
            return Turning(how, tuple(said[slice(*match.span(name))] for name in names), said)
    return None
