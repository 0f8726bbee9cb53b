"""The deterministic extractor: rules in English and Chinese, no model, no database."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from tandem_edge.memory.extraction.clauses import clauses_of
from tandem_edge.memory.extraction.correcting import corrected
from tandem_edge.memory.extraction.folding import fold, plain
from tandem_edge.memory.extraction.guards import Mood, says_nothing, wants_kept, wants_something
from tandem_edge.memory.extraction.protocol import MOST_FACTS
from tandem_edge.memory.extraction.reading import OWNER, read_clause
from tandem_edge.memory.extraction.rules import load_rules
from tandem_edge.memory.extraction.subjects import Subjects
from tandem_shared.memory import Fact, Origin, RawTurn

CORRECTED_WITHIN = timedelta(minutes=30)
"""How long after it was said something is corrected by "no, it's ..."."""
MOST_BEFORE = 4
"""Turns before it that a correction may mean."""
_READ = frozenset({Origin.OWNER, Origin.EXTERNAL})


class RuleExtractor:
    """An ``Extractor``: the rules in ``rules``, found by discovery."""

    def facts(self, turn: RawTurn, context: Sequence[RawTurn] = ()) -> tuple[Fact, ...]:
        """See ``Extractor.facts``. The context counts only for a correction of what it says."""
        if turn.origin not in _READ:
            return ()
        told = _told(turn)
        renewed = corrected(turn.text, _before(turn, context), turn.at)
        return tuple(_distinct([*renewed, *told]))[:MOST_FACTS]


def tells(text: str, at: datetime) -> bool:
    """Whether any clause of ``text`` tells something: not all of it asks, orders or supposes."""
    return any(clause.mood is Mood.TOLD for clause in clauses_of(text, at))


def only_asks(text: str, at: datetime) -> bool:
    """Whether ``text`` is questions and orders only, or a mere "no" or ``嗯``, so that there is
    nothing in it to remember.

    What begins with "remember", ``记住`` and the like is to be remembered, whatever it says.
    """
    if says_nothing(fold(text).folded):
        return True
    if wants_kept(fold(text).folded):
        return False
    clauses = list(clauses_of(text, at))
    return bool(clauses) and all(wants_something(each.text.folded, each.mood) for each in clauses)


def speaker_of(turn: RawTurn) -> str:
    """Whom ``I`` means: the owner, or the other person by the name the turn carries."""
    return OWNER if turn.origin is Origin.OWNER else turn.speaker


def _told(turn: RawTurn) -> list[Fact]:
    subjects = Subjects(speaker_of(turn))
    rules = load_rules().rules
    return [
        fact
        for clause in clauses_of(turn.text, turn.at)
        for fact in read_clause(clause, rules, subjects, turn.at)
    ]


def _before(turn: RawTurn, context: Sequence[RawTurn]) -> list[Fact]:
    """Facts of the same speaker's last turns in this session, the newest last."""
    same = [
        other
        for other in context
        if (other.session, other.speaker, other.origin) == (turn.session, turn.speaker, turn.origin)
        and other.order < turn.order
        and timedelta(0) <= turn.at - other.at <= CORRECTED_WITHIN
    ]
    recent = sorted(same, key=lambda other: other.order)[-MOST_BEFORE:]
    return [fact for other in recent for fact in _distinct(_told(other))]


def _distinct(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Without repetitions; of one attribute's values, one inside another is left out."""
    kept: list[Fact] = []
    for fact in facts:
        if not any(_repeats(fact, other) for other in kept):
            kept.append(fact)
    yield from kept


def _repeats(fact: Fact, other: Fact) -> bool:
    if (fact.subject, fact.attribute, fact.negated) != (
        other.subject,
        other.attribute,
        other.negated,
    ):
        return False
    one, two = plain(fact.value), plain(other.value)
    return one == two or one in two or two in one or (fact.single and not fact.negated)
