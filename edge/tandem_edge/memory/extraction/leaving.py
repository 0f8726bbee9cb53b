"""What is said to be over by what it is called: "paid back Omar", "cancelled the haircut",
``驾照不考了``.

What of the owner's that ends is found by the topic (``lifecycle.leaving``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tandem_edge.memory.extraction.clauses import Clause, clauses_of
from tandem_edge.memory.extraction.folding import fold
from tandem_edge.memory.extraction.guards import Mood


class How(StrEnum):
    """How something ended: it says what can have."""

    GIVEN_UP = "given up"
    CALLED_OFF = "called off"
    SOLD = "sold"
    PAID = "paid"
    FINISHED = "finished"
    LOST = "lost"
    """An animal got away, or something got it."""
    LEFT = "left"
    """A gym, a club, a choir that somebody was in."""
    GONE = "gone"
    """Somebody left who was something to the owner."""


@dataclass(frozen=True, slots=True)
class Over:
    """What is over (``topic``, in the words of the clause ``said``)."""

    topic: str
    how: How
    said: str
    verb: str = ""
    """What is not done any more, in Chinese: ``考`` in ``驾照不考了``."""


_ME = r"(?:(?:i|we)(?:'ve| have|'m| am)? )?(?:(?:just|finally|recently|already|now|sadly|have) )*"
_THE = r"(?:my |the |our |that |all )?"
_TOPIC = r"(?P<topic>(?!(?:it|that|this|them|him|her|me|us)\b)[a-z0-9][\w'&/+ -]{1,40}?)"
_IS = r"(?:'s| is| are| was| were| has| have| got)(?: now| all| finally| been| fully){0,3} "
_HAS = r"(?:'s| has| have)?(?: just| sadly)? "
_END = r"(?: (?:now|today|yesterday|last \w+|this \w+|for good|completely|in full|altogether))*$"
_DOING = r"(?:learning |doing |playing |studying |practi[sc]ing |going to |taking )?"
_EN = {
    How.GIVEN_UP: (
        rf"{_ME}(?:gave up|given up|quit|stopped|dropped|packed in|ditched|let go of)(?: on)? "
        rf"{_DOING}{_THE}{_TOPIC}{_END}",
        rf"(?:no more|{_ME}(?:am |'m )?(?:done|finished) with) {_DOING}{_THE}{_TOPIC}(?: for "
        rf"me)?{_END}",
        rf"{_ME}(?:don't|do not) (?:do|play|study|learn|take|practi[sc]e|go to) {_THE}{_TOPIC} "
        rf"any ?(?:more|longer){_END}",
        rf"{_ME}no longer (?:do|play|study|learn|take|practi[sc]e|go to) {_THE}{_TOPIC}{_END}",
    ),
    How.CALLED_OFF: (
        rf"{_ME}(?:cancell?ed|called off|unsubscribed from|dropped|ended|backed out of|"
        rf"let go of) {_THE}{_TOPIC}{_END}",
        rf"{_THE}{_TOPIC}{_IS}(?:cancell?ed|called off|off|over|not happening){_END}",
        rf"{_ME}(?:called|had to call) {_THE}{_TOPIC} off{_END}",
        rf"{_THE}{_TOPIC}{_HAS}(?:fell through|fallen through){_END}",
    ),
    How.SOLD: (
        rf"{_ME}(?:sold|got rid of|gave away|scrapped|returned|donated|threw out) "
        rf"{_THE}(?:old )?{_TOPIC}{_END}",
        rf"{_ME}(?:gave|sold|lent|passed) {_THE}(?:old )?{_TOPIC} (?:on )?to (?!me\b)"
        rf"[\w' ]{{2,24}}{_END}",
        rf"{_ME}(?:gave|sold|threw) {_THE}(?:old )?{_TOPIC} (?:away|off|out){_END}",
        rf"{_THE}(?:old )?{_TOPIC}{_IS}(?:sold|gone){_END}",
    ),
    How.PAID: (
        rf"{_ME}(?:paid|pay) (?:off|back) {_THE}{_TOPIC}{_END}",
        rf"{_ME}paid {_THE}{_TOPIC} (?:off|back){_END}",
        rf"{_THE}{_TOPIC}{_IS}paid(?: off| back)?{_END}",
        rf"{_ME}(?:don't|no longer) owe {_TOPIC}(?: anything| any money| money)?(?: "
        rf"any ?more)?{_END}",
        rf"{_ME}(?:settled up|got square|am square|am even) with {_TOPIC}{_END}",
    ),
    How.FINISHED: (rf"{_ME}(?:finished|am through with|got through) {_DOING}{_THE}{_TOPIC}{_END}",),
    How.LOST: (
        rf"{_THE}{_TOPIC}{_HAS}(?:ran away|run away|ran off|escaped|(?:got |was |been )?(?:taken|"
        rf"killed|eaten|caught|run over|hit) by an? [\w ]+?|got run over|went missing|gone missing|"
        rf"got out and never came back|was stolen|got stolen){_END}",
    ),
    How.LEFT: (rf"{_ME}(?:left|quit|resigned from|dropped out of) {_THE}{_TOPIC}{_END}",),
    How.GONE: (
        rf"{_TOPIC}(?:'s| has| have)? (?:just )?(?:moved out|moved away|retired|resigned){_END}",
    ),
}
_ZH_ME = "(?:我们?|咱们?)?(?:已经|刚刚?|终于|早就?|都|也|今天|昨天|上个?[周月])*"
_ZH_TOPIC = "(?P<topic>(?![这那他她它你])[\u3400-\u9fffa-z0-9《》]{1,14}?)"
_ZH_SO = "(?:我们?)?(?:已经|刚刚?|终于|早就?|都|也|今天|昨天|上个?[周月]|给|全){0,4}"
_ZH_VERB = (
    "(?P<verb>[学练考做玩读听追看上弄搞写画养跳唱弹拉打去订租吃喝剪看住开骑用交还报买坐跑种织拍])"
)
_ZH_END = "[了啦]$"
_ZH = {
    How.GIVEN_UP: (
        f"{_ZH_ME}(?:放弃|不再){_ZH_VERB}?了?{_ZH_TOPIC}了?$",
        f"{_ZH_TOPIC}{_ZH_SO}(?:再也)?不{_ZH_VERB}{_ZH_END}",
        f"{_ZH_ME}(?:再也)?不{_ZH_VERB}{_ZH_TOPIC}{_ZH_END}",
        f"{_ZH_ME}(?:把)?{_ZH_TOPIC}{_ZH_SO}(?:放弃|停|断|丢下){_ZH_END}",
    ),
    How.CALLED_OFF: (
        f"{_ZH_ME}(?:把)?{_ZH_TOPIC}{_ZH_SO}(?:取消|退订|退掉|退|停|黄|泡汤|作罢|注销|到期不续){_ZH_END}",
        f"{_ZH_ME}(?:取消|退订|退掉|退|注销)了{_ZH_TOPIC}$",
    ),
    How.SOLD: (
        f"{_ZH_ME}(?:把)?{_ZH_TOPIC}{_ZH_SO}(?:卖|送人|扔|处理|转让|报废)掉?{_ZH_END}",
        f"{_ZH_ME}(?:卖|转让|扔)掉?了{_ZH_TOPIC}$",
        f"{_ZH_ME}(?:把)?{_ZH_TOPIC}{_ZH_SO}(?:送|卖|转)给?[^,]{{1,8}}{_ZH_END}",
    ),
    How.PAID: (
        f"{_ZH_ME}(?:把)?(?:欠)?{_ZH_TOPIC}(?:的?钱)?{_ZH_SO}(?:还清|还完|还|付清|结清){_ZH_END}",
        f"{_ZH_ME}(?:还清|还完|还|付清|结清)了?(?:欠)?{_ZH_TOPIC}(?:的钱)?了?$",
    ),
    How.FINISHED: (f"{_ZH_ME}(?:把)?{_ZH_TOPIC}{_ZH_SO}{_ZH_VERB}完{_ZH_END}",),
    How.LOST: (
        f"(?:我家)?{_ZH_TOPIC}{_ZH_SO}(?:走丢|跑丢|走失|丢|跑出去没回来|跑掉|被[^,]{{1,8}}[叼吃偷抓撞]走?死?)"
        f"{_ZH_END}",
    ),
    How.LEFT: (
        f"{_ZH_ME}(?:已经)?(?:退出|退)了?{_ZH_TOPIC}了?$",
        f"{_ZH_ME}{_ZH_TOPIC}{_ZH_SO}(?:退出|退群|退社|退会){_ZH_END}",
    ),
    How.GONE: (f"{_ZH_TOPIC}{_ZH_SO}(?:搬走|搬出去|离职|退休|辞职|调走){_ZH_END}",),
}
_LED = re.compile(r"(?:so|and|but|then) (?=\w)|(?:所以|于是|然后)")
_POINTING = re.compile("(?<=[\u3400-\u9fff])[那这](?=[一两三四五六七八九十百千0-9笔个])")
"""What points at something in the middle of its name: ``表哥那三千块``."""
_READ = {
    chinese: [(how, re.compile(each)) for how, some in every.items() for each in some]
    for chinese, every in ((False, _EN), (True, _ZH))
}


def over_in(text: str, at: datetime) -> list[Over]:
    """What the clauses of ``text``, said at ``at``, tell to be over; one reading of each how."""
    clauses = [each for each in clauses_of(text, at) if each.mood in (Mood.TOLD, Mood.ORDERED)]
    return [over for clause in clauses for over in _overs(clause)]


def _overs(clause: Clause) -> Iterator[Over]:
    lead = _LED.match(clause.text.folded)
    said = clause.text.said[lead.end() if lead else 0 :].strip(" .!")
    folded = fold(said).folded
    for how, pattern in _READ[clause.zh]:
        if match := pattern.match(folded):
            topic = _POINTING.sub("", said[slice(*match.span("topic"))]).strip(" 的")
            yield Over(topic, how, said, match.groupdict().get("verb") or "")
