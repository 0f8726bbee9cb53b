"""What ends when the owner says that something is over by what it is called.

"Paid back Omar" ends "I owe Omar 40 pounds", and nothing else that is told of Omar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tandem_edge.memory.extraction.folding import fold
from tandem_edge.memory.extraction.leaving import How, Over, over_in
from tandem_edge.memory.extraction.splicing import same_words
from tandem_edge.memory.lifecycle.topics import Topics
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import Kind, Origin, Unit

_DOINGS = ("", "habit", "hobby", "plays", "studies", "uses", "app_for", "commute", "plan")
_ENDS = {
    How.GIVEN_UP: (*_DOINGS, "medication", "diet"),
    How.CALLED_OFF: ("", "plan", "uses", "app_for", "has", "date", "habit"),
    How.SOLD: ("", "car", "has", "device", "phone", "pet"),
    How.FINISHED: _DOINGS,
    How.PAID: ("", "habit", "has", "plan"),
    How.LOST: ("", "pet", "has"),
    How.LEFT: ("", "habit", "has", "hobby", "uses"),
    How.GONE: (
        *("roommate", "boss", "colleague", "teacher", "coach", "landlord", "dentist", "doctor"),
        *("nanny", "neighbour", "therapist", "supervisor"),
    ),
}
"""Attributes whose facts end so; ``""`` is a sentence."""
_EVERY = frozenset({How.GIVEN_UP, How.PAID})
"""What is over however often it was told of; of the others each telling may be of another thing."""
_OWN = re.compile(
    r"(?:i|we|i'm|we're|i've|my|our|me and)\b|(?!(?:the|a|an) )[\w' ]+ (?:with|at)\b|[我咱]"
)
_OWED = re.compile(
    r"\b(?:ow(?:e|ed|ing)|loan|mortgage|debt|pay(?:ing)?|borrow(?:ed)?|lent|instal\w*)\b|[欠贷借还]|分期|付款"
)
_HAVING = re.compile(
    r"\b(?:have|has|had|got|own|owns|drive|drives|ride|use|bought|keep|car|bike)\b|[有开骑买用养辆台]"
)
_WOULD_DO = re.compile(
    r"\b(?:learn|study|practi[sc]|train|play|go|do|take|work|try|write|read|sing|danc|run|swim|"
    r"[a-z]{3,}ing|every)|[学练考做玩上写画跳唱弹拉打去报每]"
)
_AT_IT = re.compile(r"\b(?:[a-z]{2,}ing|read|watch|play)\b|[看读听追玩学做写]")
_KEPT = re.compile(
    r"\b(?:called|named|dogs?|cats?|pets?|chickens?|hens?|rabbits?|hamsters?|birds?|bikes?|adopted)\b|"
    "[养叫狗猫兔鸟龟鸡车]"
)
_IN_IT = re.compile(
    r"gym|\b(?:members?|membership|clubs?|belong|joined|signed up|class(?:es)?|choir|band|team|"
    r"group|society|committee|league|train at|work out)\b|[会社队团群班]|健身|加入|报名|参加"
)
_SAID_SO = {
    **{How.LOST: _KEPT, How.LEFT: _IN_IT},
    How.PAID: _OWED,
    How.SOLD: _HAVING,
    How.GIVEN_UP: _WOULD_DO,
    How.FINISHED: _AT_IT,
}
"""Words one of which a sentence has that tells of what can end so."""
_VERB = re.compile(r"[a-z]+ing")
_LOOSE = frozenset("做弄搞")
"""Verbs that stand for any."""


@dataclass(frozen=True, slots=True)
class Left:
    """What ends by a clause of the turn (``said``), or what might."""

    said: str
    ends: tuple[Unit, ...] = ()
    unclear: tuple[Unit, ...] = ()


def left_by(book: Book, kept: Kept) -> Iterator[Left]:
    """What the owner's turn ends by its topics, clause by clause. Reads only."""
    turn = kept.turn
    seen: set[str] = set()
    for over in over_in(turn.text, turn.at) if turn.origin is Origin.OWNER else ():
        units = [] if over.said in seen else [*_ended(book, kept, over)]
        if not units:
            continue
        seen.add(over.said)
        turns = {unit.evidence for unit in units}
        one = len(turns) == 1 or over.how in _EVERY
        yield Left(over.said, *((tuple(units),) if one else ((), tuple(units))))


def _ended(book: Book, kept: Kept, over: Over) -> Iterator[Unit]:
    if over.how is How.GIVEN_UP and _VERB.fullmatch(over.topic):
        return  # what is done by itself is the rules' (``lifecycle.endings``)
    for unit in Topics(book, kept).about(over.topic):
        known = unit.attribute.partition(".")[0] in _ENDS[over.how]
        fresh = kept.id not in unit.evidence and not over_in(unit.summary, kept.turn.at)
        if known and fresh and unit.kind is not Kind.PROSPECTIVE and _can_end(unit, over):
            yield unit


def _can_end(unit: Unit, over: Over) -> bool:
    """Whether ``unit`` tells of what is over in this way; a sentence has to say so itself."""
    said = fold(unit.summary).folded
    if over.how is How.GONE:
        return same_words(unit.value, over.topic)
    if over.verb and over.verb not in _LOOSE and over.verb not in said:
        return False
    if unit.attribute and over.how is not How.PAID:
        return True
    words = _SAID_SO.get(over.how)
    own = bool(unit.attribute) or bool(_OWN.match(said))
    return own and (words is None or bool(words.search(said)))
