"""From turns to units: read, validated, weighed against what is believed, and kept.

A summary that does not hold against its evidence is a recorded failure; nothing is put in its
place. What a turn says cannot change how far it is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from tandem_edge.memory.extraction.attributes import attribute_of
from tandem_edge.memory.extraction.protocol import Extractor, Prospect, Prospector
from tandem_edge.memory.extraction.summary import check_summary, summarise
from tandem_edge.memory.lifecycle.conflicts import Outcome, Verdict, said_at, superseded, weigh
from tandem_edge.memory.lifecycle.correcting import Antecedents, Meant
from tandem_edge.memory.lifecycle.deaths import DIED, death_of
from tandem_edge.memory.lifecycle.doubting import doubted_after
from tandem_edge.memory.lifecycle.endings import ended_by, may_be_no_firm
from tandem_edge.memory.lifecycle.leaving import Left, left_by
from tandem_edge.memory.lifecycle.making import language_of_turn, prospective_of, unit_of
from tandem_edge.memory.lifecycle.reading import facts_of
from tandem_edge.memory.lifecycle.renewing import Renewing
from tandem_edge.memory.lifecycle.resuming import turned_by
from tandem_edge.memory.lifecycle.tongues import same_thing
from tandem_edge.memory.lifecycle.topics import Topics
from tandem_edge.memory.lifecycle.whose import renewed_of_a_child
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import Fact, Origin, RawTurn, Status, Unit

_DENIALS = frozenset({"does_not_eat", "does_not_drink"})
CONTEXT = 6
"""Turns before one that it may mean."""


@dataclass
class Learned:
    """What came of reading turns: units by outcome, and what failed."""

    units: dict[Outcome, list[Unit]] = field(default_factory=dict)
    failures: int = 0
    unclear: list[Unit] = field(default_factory=list)
    """What a correction may be about, where that could be more than one thing: all of it stays."""

    def note(self, outcome: Outcome, unit: Unit) -> None:
        """Count one unit."""
        self.units.setdefault(outcome, []).append(unit)


@dataclass(frozen=True)
class Learning:
    """Reads turns by an extractor, and by rules for things to be reminded of."""

    book: Book
    extractor: Extractor
    prospector: Prospector

    def learn(self, kept: Sequence[Kept], at: datetime) -> Learned:
        """Make units of turns that are in the book. Each turn is one transaction."""
        learned = Learned()
        for each in kept:
            correction = self._corrected(each, at, learned)
            if correction is None or not correction.renewals:
                # A correction of nothing in the book is none of the conversation either.
                context = [] if correction else self._before(each.turn)
                self._read(each, context, at, learned)
            if not learned.unclear:
                learned.unclear += doubted_after(self.book, each)
        return learned

    def _read(self, kept: Kept, context: Sequence[RawTurn], at: datetime, learned: Learned) -> None:
        """Learn what a turn tells, and what its speaker wants to be reminded of."""
        facts = facts_of(self.extractor, kept, context, Topics(self.book, kept).change())
        over = any(ended_by(fact, self.book) for fact in facts)
        facts = tuple(fact for fact in facts if not may_be_no_firm(fact, self.book))
        left = [] if over else [*left_by(self.book, kept), *turned_by(self.book, kept)]
        if any(each.ends for each in left):
            facts = tuple(fact for fact in facts if not fact.negated)
            left = left if facts else [replace(left[0], said=kept.turn.text), *left[1:]]
        prospects = self.prospector.prospects(kept.turn, context)
        with self.book.writing():
            for each in left:
                self._learn_left(kept, each, at, learned)
            for fact in facts:
                if fact.attribute == DIED:
                    self._learn_death(kept, fact, at, learned)
                    continue
                for meant, about in self._meant(fact):
                    self._learn_fact(kept, meant, about, at, learned)
            for prospect in self._new_prospects(kept, prospects):
                self.add(prospective_of(self.book, kept, prospect, at), Verdict(Outcome.NEW), at)
            self.book.note_learned(kept.id)

    def _corrected(self, kept: Kept, at: datetime, learned: Learned) -> Meant | None:
        """What the turn corrects of what was told before, if it does nothing else; that has been
        put right."""
        saved = self._saved(kept)
        if any(self.book.replaced_by(unit.id) for unit in saved):
            return None  # the agent was asked to put it in the place of the old one, and has
        meant = Antecedents(self.book, kept).meant() or self._changed(kept)
        if meant is None:
            return None
        learned.unclear += meant.unclear
        renewing = Renewing(self.book, self.prospector)
        with self.book.writing():
            for renewal in meant.renewals:
                new = renewing.renew(kept, renewal, at, saved)
                learned.note(Outcome.SUPERSEDES, new)
            if meant.renewals:
                self.book.note_learned(kept.id)
        return meant

    def _changed(self, kept: Kept) -> Meant | None:
        """What the turn says to have changed of what was told before. A fact of one value at a
        time says by itself what it takes the place of."""
        topics = Topics(self.book, kept)
        change = topics.change()
        if of_a_child := renewed_of_a_child(self.book, kept, change):
            return of_a_child
        told = facts_of(self.extractor, kept, [], change)
        if any(fact.single and self.book.slot(fact.subject, fact.attribute) for fact in told):
            return None
        meant = topics.meant(change)
        return meant if meant.renewals or meant.unclear else None

    def _new_prospects(self, kept: Kept, prospects: Sequence[Prospect]) -> list[Prospect]:
        """Those that this turn has not been read for before."""
        there = {unit.summary for unit in self.book.resting_on([kept.id]) if unit.activation}
        return [each for each in prospects if each.summary not in there]

    def _before(self, turn: RawTurn) -> list[RawTurn]:
        first = max(0, turn.order - CONTEXT)
        return [kept.turn for kept in self.book.session(turn.session, first, turn.order - 1)]

    def _meant(self, fact: Fact) -> list[tuple[Fact, str]]:
        """What ``fact`` says, with the words that it takes for known: an ending is one of each
        value that is believed and that it ends."""
        ended = [
            (
                fact.model_copy(
                    update={
                        "attribute": old.attribute,
                        "value": old.value,
                        "negated": True,
                        "general": False,
                    }
                ),
                old.summary,
            )
            for old in ended_by(fact, self.book)
        ]
        return ended if ended and fact.negated else [(fact, ""), *ended]

    def _learn_fact(
        self, kept: Kept, fact: Fact, about: str, at: datetime, learned: Learned
    ) -> None:
        if fact.negated and fact.attribute in _DENIALS and not self._denied(fact):
            return  # it may be one meal
        faults = list(_faults(kept.turn, fact, about))
        if faults:
            self.book.note_failure(at, "summary", kept.id, "; ".join(faults))
            learned.failures += 1
            return
        unit = unit_of(self.book, kept, fact, at)
        believed = self.book.slot(unit.subject, unit.attribute)
        if fact.single and any(kept.id in old.evidence for old in believed if not old.negated):
            return  # the agent was asked to keep it, and has, in words of its own choice
        verdict = weigh(unit, self.book.slot, single=fact.single, said=told_at(self.book))
        learned.note(verdict.outcome, self.add(unit, verdict, at))

    def _denied(self, fact: Fact) -> bool:
        """Whether it is believed that the subject of ``fact`` does not eat or drink the thing."""
        believed = self.book.slot(fact.subject, fact.attribute)
        return any(same_thing(old.value, fact.value) for old in believed if not old.negated)

    def _learn_left(self, kept: Kept, left: Left, at: datetime, learned: Learned) -> None:
        """Keep that something is over, in the owner's words; what was told of it ends."""
        learned.unclear += left.unclear
        if not left.ends:
            return
        saved = self._saved(kept)
        renewing = Renewing(self.book, self.prospector)
        new = saved[0] if saved else renewing.sentence(kept, left.said, at)
        for old in left.ends:
            self.book.change_unit(superseded(old, new, at))
        learned.note(Outcome.SUPERSEDES, new)

    def _saved(self, kept: Kept) -> list[Unit]:
        """What an agent has kept of the turn already."""
        return [unit for unit in self.book.resting_on([kept.id]) if unit.status is Status.CURRENT]

    def _learn_death(self, kept: Kept, fact: Fact, at: datetime, learned: Learned) -> None:
        """Keep that somebody has died; what was so of them ends, if the owner says it."""
        death = death_of(fact, self.book)
        if death is None:
            return
        learned.unclear += death.unclear
        if not death.ends or death.unclear or kept.turn.origin is not Origin.OWNER:
            self._learn_fact(kept, death.fact, "", at, learned)
            return
        unit = unit_of(self.book, kept, death.fact, at)
        verdict = Verdict(Outcome.SUPERSEDES, death.ends)
        learned.note(verdict.outcome, self.add(unit, verdict, at))

    def add(self, unit: Unit, verdict: Verdict, at: datetime) -> Unit:
        """Keep ``unit`` as its verdict says; gives the unit that now stands for what was said."""
        match verdict.outcome:
            case Outcome.SAME:
                self.book.add_evidence(verdict.others[0].id, unit.evidence)
                return verdict.others[0]
            case Outcome.HISTORY:
                unit = superseded(unit, verdict.others[0], at)
            case Outcome.OUTRANKED:
                unit = unit.model_copy(update={"status": Status.REJECTED})
            case Outcome.SUPERSEDES:
                for old in verdict.others:
                    self.book.change_unit(superseded(old, unit, at))
        self.book.add_unit(unit, unit.summary)
        return unit


def told_at(book: Book) -> Callable[[Unit], datetime]:
    """When what a unit says was told last: "I moved there last month" is newer than what was told
    a week ago of where one lives, though it has held for longer."""

    def told(unit: Unit) -> datetime:
        turns = book.turns_by_id(unit.evidence).values()
        return max((kept.turn.at for kept in turns), default=said_at(unit))

    return told


def _faults(turn: RawTurn, fact: Fact, about: str) -> Iterator[str]:
    if attribute_of(fact.attribute) is None:
        yield f"there is no attribute {fact.attribute}"
        return
    yield from check_summary(
        summarise(fact, language_of_turn(turn)), fact, [turn.text, about]
    ).faults
