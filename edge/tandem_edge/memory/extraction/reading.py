"""Rules applied to one clause: whom it is about, whether it is so, what it says, when it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from pydantic import ValidationError

from tandem_edge.memory.extraction.attributes import attribute_of
from tandem_edge.memory.extraction.clauses import Clause, time_in_front
from tandem_edge.memory.extraction.folding import Text
from tandem_edge.memory.extraction.guards import Mood
from tandem_edge.memory.extraction.people import NAMES, SINGLE, relation_of
from tandem_edge.memory.extraction.rules import Rule
from tandem_edge.memory.extraction.subjects import On, Reading, Subjects
from tandem_edge.memory.extraction.things import thing_of
from tandem_edge.memory.extraction.times import Span, find_times
from tandem_edge.memory.extraction.values import values_in
from tandem_shared.memory import Fact

OWNER = "owner"


class Polarity(StrEnum):
    """Whether something is so, is not so, or is not so any more."""

    SO = "so"
    DENIED = "denied"
    ENDED = "ended"


_EN_ADVERBS = re.compile(
    r"(?:'ve |have |has |'s |'m |am |are |is |'re |do |does )?(?P<cut>(?:really|"
    r"just|also|now|currently|still|already|actually|honestly|"
    r"absolutely|definitely|totally|finally|recently|truly|officially|basically|"
    r"kind of|kinda|quite|both|only|even|"
    r"always(?= (?:liked?|loved?|hated?|been|preferred))|obviously|personally|"
    r"do(?= (?:like|love|have|eat|drink|live|work|hate|enjoy))) )+"
)
_ZH_ADVERBS = re.compile(
    "(?:已经|已|现在|目前|一直|最近|其实|真的|真|就|也|都|还是|还|特别|非常|超级|"
    "超|很|挺|蛮|刚刚|刚|才|又|本来|自己|从小就?|"
    "终于|确实|尤其|向来|一向|今年)+(?!家)"
)
_EN_ENDED = re.compile(
    r"(?:(?:'m|'s|'re|am|is|are|have|has|'ve) )?(?P<cut>no longer )|"
    r"(?P<cut2>(?:don't|do not|doesn't|does not|can't) )(?=.*\b(?:any ?more|any "
    r"longer)\b)"
    r"|(?:'m|'s|'re|am|is|are) (?P<cut3>not )(?=.*\b(?:any ?more|any longer)\b)|"
    r"(?P<cut4>used to (?:be (?:a |an )?(?=allergic|afraid))?)"
)
_EN_DENIED = re.compile(
    r"(?P<cut>(?:don't|do not|doesn't|does not|can't|cannot|didn't|haven't|have "
    r"not) )|(?:'m|'s|'re|am|is|are) (?P<cut2>not )|(?:is|are)(?P<cut3>n't)"
)
_ZH_ENDED = re.compile(
    "(?P<cut>不再)|(?P<cut2>(?:已经)?不)(?![喜想要太得])(?=.*了$)|"
    "(?P<cut3>(?:已经)?不(?=喜欢.*了$))|(?P<cut4>以前|曾经|原来|过去|"
    "之前)(?!的)(?:在)?|(?P<cut5>没在)(?=.*了$)"
)
_ZH_DENIED = re.compile("(?P<cut>并?不(?![喜要能好得太怎管敢必知懂]))|(?P<cut2>没有?(?!有))")


_SINCE = re.compile("(?:since|从|自从|自) ?$")


@dataclass(frozen=True, slots=True)
class Said:
    """A reading without what denies it, and its polarity."""

    reading: Reading
    polarity: Polarity


@dataclass(frozen=True, slots=True)
class Times:
    """A clause and the times in it."""

    whole: Text
    spans: tuple[Span, ...]

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
    ways = [said for reading in readings for said in _ways(reading, clause.zh)]
    spans = find_times(clause.whole, at)
    for said in ways:
        for each in rules:
            if not _meant(each, clause.mood, said) or not _fits(each, said, subjects.me):
                continue
            if match := each.pattern.match(said.reading.rest.folded):
                found += _facts(each, said, match, Times(clause.whole, spans), at, subjects)
    return _specific(found)


def _specific(found: list[Fact]) -> list[Fact]:
    """Without an ``always`` that a standing attribute of its own says already."""
    own = any(fact.standing and fact.attribute not in ("always", "never") for fact in found)
    return [fact for fact in found if not (own and fact.attribute == "always")]


def _meant(each: Rule, mood: Mood, said: Said) -> bool:
    if said.reading.reported:
        return mood is Mood.REPORTED and Mood.TOLD in each.moods
    return mood in each.moods


def _ways(reading: Reading, zh: bool) -> list[Said]:
    """The reading as it is, and without its "no longer" or its "not"."""
    if reading.on is On.CLAUSE:
        return [Said(reading, Polarity.SO)]
    adverbs, ended, denied = (
        (_ZH_ADVERBS, _ZH_ENDED, _ZH_DENIED) if zh else (_EN_ADVERBS, _EN_ENDED, _EN_DENIED)
    )
    rest = _without(reading.rest, adverbs) or reading.rest
    without = _without(rest, ended)
    if without is not None:
        return [Said(_with(reading, without), Polarity.ENDED)]
    plain = [Said(_with(reading, rest), Polarity.SO)]
    if rest is not reading.rest and zh:
        plain.append(Said(reading, Polarity.SO))
    negative = _without(rest, denied)
    return [*plain, Said(_with(reading, negative), Polarity.DENIED)] if negative else plain


def _untimed(reading: Reading, zh: bool, at: datetime) -> Reading:
    """Without the time that stands between a Chinese subject and its verb."""
    if not zh or reading.on is On.CLAUSE:
        return reading
    end = time_in_front(reading.rest, at)
    rest = reading.rest
    return _with(reading, rest.cut(end, len(rest.said))) if 0 < end < len(rest.said) else reading


def _with(reading: Reading, rest: Text) -> Reading:
    return replace(reading, rest=rest)


def _without(text: Text, pattern: re.Pattern[str]) -> Text | None:
    match = pattern.match(text.folded)
    if not match or match.end() == 0:
        return None
    names = [name for name in match.re.groupindex if match[name]]
    start, end = match.span(names[0]) if names else match.span()
    return Text(text.said[:start] + text.said[end:], text.folded[:start] + text.folded[end:])


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
    at: datetime,
    subjects: Subjects,
) -> Iterator[Fact]:
    rest = said.reading.rest
    attribute = _attribute(each.attribute, match)
    if not attribute or (each.timed and not times.spans):
        return
    start, end = match.span("value")
    for value in values_in(rest.cut(start, end), at, listed=each.listed, raw=each.raw):
        if each.check is None or each.check(value):
            fact = _fact(each, said, attribute, value, times)
            if fact is not None:
                yield _settled(fact, subjects)


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
    return (spans[0].start, None) if times.since else (None, None)


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
