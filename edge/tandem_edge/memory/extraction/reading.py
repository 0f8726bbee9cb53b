"""Rules applied to one clause: whom it is about, whether it is so, what it says, when it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import ValidationError

from tandem_edge.memory.extraction.attributes import attribute_of
from tandem_edge.memory.extraction.clauses import Clause, time_in_front
from tandem_edge.memory.extraction.folding import Text
from tandem_edge.memory.extraction.guards import Mood
from tandem_edge.memory.extraction.people import NAMES, SINGLE, relation_of
from tandem_edge.memory.extraction.polarity import Polarity, Said, ways, with_rest
from tandem_edge.memory.extraction.rules import Rule
from tandem_edge.memory.extraction.subjects import On, Reading, Subjects
from tandem_edge.memory.extraction.things import thing_of
from tandem_edge.memory.extraction.times import Span, find_times, tells_surely_of_the_past
from tandem_edge.memory.extraction.values import values_in
from tandem_shared.memory import Fact

OWNER = "owner"
_SINCE = re.compile("(?:since|从|自从|自) ?$")


@dataclass(frozen=True, slots=True)
class Times:
    """A clause and the times in it."""

    whole: Text
    spans: tuple[Span, ...]
    at: datetime
    """When it was said."""

    def leaning(self, past: bool | None) -> Times:
        """The same for words that say themselves whether bare times lie behind; ``None`` where
        they do not."""
        if past is None or not self.spans:
            return self
        return Times(self.whole, find_times(self.whole, self.at, past=past), self.at)

    @property
    def to_come(self) -> bool:
        """Whether there is a time, and the first is no day before this one."""
        if not self.spans:
            return False
        last = self.spans[0].end - timedelta(microseconds=1)
        return last.date() >= self.at.date()

    @property
    def since(self) -> bool:
        """Whether the first time is when something began: "since 2015", ``从去年起``."""
        return bool(_SINCE.search(self.whole.folded[: self.spans[0].at[0]]))


def read_clause(
    clause: Clause, rules: tuple[Rule, ...], subjects: Subjects, at: datetime
) -> list[Fact]:
    """The facts in ``clause``, said at ``at`` by ``subjects.me``, in the rules' order."""
    found: list[Fact] = []
    readings = [_untimed(each, clause.zh, at) for each in subjects.readings(clause)]
    every = [said for reading in readings for said in ways(reading, clause.zh)]
    spans = find_times(clause.whole, at)
    for said in every:
        for each in rules:
            if not _meant(each, clause.mood, said) or not _fits(each, said, subjects.me):
                continue
            if match := each.pattern.match(said.reading.rest.folded):
                found += _facts(each, said, match, Times(clause.whole, spans, at), subjects)
    return _specific(found)


def _specific(found: list[Fact]) -> list[Fact]:
    """Without an ``always`` that a standing attribute of its own says already, and without a habit
    of taking so much of a medicine, which has a dose of its own."""
    own = any(fact.standing and fact.attribute not in ("always", "never") for fact in found)
    dosed = any(fact.attribute.startswith("dose.") for fact in found)
    repeated = [name for name, there in (("always", own), ("habit", dosed)) if there]
    return [fact for fact in found if fact.attribute not in repeated]


def _meant(each: Rule, mood: Mood, said: Said) -> bool:
    if said.reading.reported:
        return mood is Mood.REPORTED and Mood.TOLD in each.moods
    return mood in each.moods


def _untimed(reading: Reading, zh: bool, at: datetime) -> Reading:
    """Without the time that stands between a Chinese subject and its verb."""
    if not zh or reading.on is On.CLAUSE:
        return reading
    end = time_in_front(reading.rest, at)
    rest = reading.rest
    return (
        with_rest(reading, rest.cut(end, len(rest.said))) if 0 < end < len(rest.said) else reading
    )


def _fits(each: Rule, said: Said, me: str) -> bool:
    own = me == OWNER == said.reading.subject
    if each.on is not said.reading.on or (each.mine and not own):
        return False
    if said.polarity is Polarity.DENIED:
        return (
            each.denies
            and not (each.negated or each.only_ended)
            and said.reading.on is not On.CLAUSE
        )
    if said.polarity is Polarity.SO:
        return not each.only_ended
    return each.ends and not each.negated


def _facts(
    each: Rule,
    said: Said,
    match: re.Match[str],
    times: Times,
    subjects: Subjects,
) -> Iterator[Fact]:
    rest = said.reading.rest
    attribute, times = _attribute(each.attribute, match), times.leaning(each.past)
    if not attribute or not _timely(each, times):
        return
    start, end = match.span("value")
    cut = rest.cut(start, end)
    for value in values_in(cut, times.at, listed=each.listed, raw=each.raw, past=each.past):
        if each.check is None or each.check(value):
            fact = _fact(each, said, attribute, value, times)
            if fact is not None:
                yield _settled(fact, subjects)


def _timely(each: Rule, times: Times) -> bool:
    """Whether the times in the clause are what the rule asks for. What only begins one day ("I'm
    moving to Berlin in May") is a plan, and not so yet."""
    if each.begins and times.spans and times.spans[0].start > times.at and not times.since:
        return False
    if each.ahead and tells_surely_of_the_past(times.whole.folded):
        return False
    return times.to_come if each.ahead else bool(times.spans) or not each.timed


def _attribute(name: str, match: re.Match[str]) -> str:
    """The attribute's name with its thing or relation filled in; ``""`` if there is none."""
    if "{rel}" in name:
        return name.replace("{rel}", relation_of(match["rel"]))
    if "{thing}" in name:
        thing = thing_of(match["thing"])
        return name.replace("{thing}", thing) if thing else ""
    return name


def _fact(each: Rule, said: Said, attribute: str, value: str, times: Times) -> Fact | None:
    row = attribute_of(attribute)
    negated = each.negated or said.polarity is not Polarity.SO
    single = attribute in SINGLE or bool(row and row.single)
    since, until = _valid(each, negated, times)
    try:
        return Fact(
            subject=said.reading.subject,
            attribute=attribute,
            value=value,
            single=single,
            negated=negated,
            general=each.general and negated,
            standing=bool(row and row.standing),
            valid_from=since,
            valid_to=until,
            confidence=round(each.sure * said.reading.sure, 3),
        )
    except ValidationError:
        return None


def _valid(each: Rule, negated: bool, times: Times) -> tuple[datetime | None, datetime | None]:
    """When it holds: an event's interval, or the moment since or until when a state does."""
    spans = times.spans
    if not spans:
        return None, None
    if each.timed:
        last = spans[-1].end
        return spans[0].start, last if last > spans[0].start else spans[0].end
    if negated:
        return None, spans[0].start
    begun = each.begins and spans[0].start <= times.at
    return (spans[0].start, None) if times.since or begun else (None, None)


def _settled(fact: Fact, subjects: Subjects) -> Fact:
    """A name that was given to a relation is a fact about whose relation it is."""
    if fact.attribute == "name" and relation_of_subject(fact.subject):
        subjects.renamed(fact.subject, fact.value)
        single = fact.subject in SINGLE
        renamed = {"subject": subjects.me, "attribute": fact.subject, "single": single}
        return fact.model_copy(update=renamed)
    if relation_of_subject(fact.attribute) and not fact.negated:
        subjects.mention(fact.value)
    return fact


def relation_of_subject(subject: str) -> bool:
    """Whether ``subject`` is nobody's name but a relation's or an animal's attribute."""
    return subject.startswith("pet.") or subject in NAMES
