"""Revision: sentences kept as they are said, and corrected.

A correction is a new unit in the place of the old one, which stays as history.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tandem_edge.languages.catalogue import _
from tandem_edge.memory.believed import demand_believed
from tandem_edge.memory.extraction.prospects import RuleProspector
from tandem_edge.memory.extraction.secrets import is_secret
from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.lifecycle.conflicts import (
    Outcome,
    Verdict,
    same_value,
    weigh,
)
from tandem_edge.memory.lifecycle.deaths import DIED
from tandem_edge.memory.lifecycle.endings import may_be_no_firm
from tandem_edge.memory.lifecycle.learning import Learning, told_at
from tandem_edge.memory.lifecycle.making import language_of_turn, unit_of
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.memory.store.book import Kept
from tandem_shared.errors import TrustError, UsageError
from tandem_shared.memory import (
    LONGEST_SUMMARY,
    TRUST,
    Fact,
    Kind,
    Origin,
    RawTurn,
    Sensitivity,
    Unit,
)
from tandem_shared.text import one_line


@dataclass(frozen=True)
class Sentence:
    """A sentence that stands now: its unit, whether that is new, and what it took the place of."""

    unit: Unit
    new: bool
    before: tuple[Unit, ...] = ()


def keep_sentence(
    room: MemoryRoom, turn: RawTurn, text: str, at: datetime, *, replacing: Sequence[Unit] = ()
) -> Sentence:
    """Keep ``text``, which rests on ``turn``, as a unit of its own words.

    Where the owner's sentence is one fact, it is weighed against what is believed; otherwise it
    stands for itself. It supersedes ``replacing`` whatever those say. Its vector is made by the
    next ``indexing.catch_up``.

    Raises ``UsageError`` for a sentence that is empty or too long, or that its owner never wanted
    remembered, and ``TrustError`` when ``replacing`` is trusted more than ``turn`` is.
    """
    _demand_sentence(text)
    _demand_trust(turn.origin, replacing)
    with room.book.writing():
        kept = _captured(room, turn)
        fact = _only_fact(room, turn, text)
        unit = _unit(room, kept, text, fact, at, replacing)
        verdict = _verdict(room, unit, fact, replacing)
        unit = Learning(room.book, room.extractor, RuleProspector()).add(unit, verdict, at)
    before = verdict.others if verdict.outcome is Outcome.SUPERSEDES else ()
    return Sentence(unit, verdict.outcome is not Outcome.SAME, before)


def correct(room: MemoryRoom, old: Unit, turn: RawTurn, at: datetime) -> Sentence:
    """Put the owner's words in the place of ``old``, which stays as history.

    Raises as ``keep_sentence``, and ``UsageError`` when ``old`` is not believed any more.
    """
    demand_believed(room, old)
    return keep_sentence(room, turn, turn.text, at, replacing=[old])


def _demand_sentence(text: str) -> None:
    if not one_line(text):
        raise UsageError("there is nothing to remember", hint="say it in one sentence")
    if len(one_line(text)) > LONGEST_SUMMARY:
        raise UsageError(
            _("that is over {limit} characters", limit=LONGEST_SUMMARY),
            hint="say it in one or two sentences",
        )


def _demand_trust(origin: Origin, replacing: Sequence[Unit]) -> None:
    own = TRUST[origin] == max(TRUST.values())
    if any(TRUST[old.origin] > TRUST[origin] or (old.pinned and not own) for old in replacing):
        raise TrustError(
            "the owner's own words give way to the owner's words only",
            hint="let the owner say it, or tandem memory correct",
        )


def _captured(room: MemoryRoom, turn: RawTurn) -> Kept:
    if turn.origin is Origin.RECALLED:
        raise UsageError("that came out of memory itself", hint="it is remembered already")
    kept = capture(room.book, [turn]).kept
    if not kept:
        raise UsageError(
            "that is among what is never to be remembered", hint="leave those words out"
        )
    return kept[0]


def _only_fact(room: MemoryRoom, turn: RawTurn, text: str) -> Fact | None:
    """The fact that the owner's sentence says, if it says one and nothing else."""
    if turn.origin is not Origin.OWNER:
        return None
    facts = room.extractor.facts(turn.model_copy(update={"text": text}), ())
    # Whether somebody has died is known by whom it is said of, which learning finds out.
    sure = len(facts) == 1 and facts[0].attribute != DIED
    return facts[0] if sure and not may_be_no_firm(facts[0], room.book) else None


def _unit(
    room: MemoryRoom,
    kept: Kept,
    text: str,
    fact: Fact | None,
    at: datetime,
    replacing: Sequence[Unit],
) -> Unit:
    turn, summary = kept.turn, one_line(text)
    language = language_of_turn(turn.model_copy(update={"text": text}))
    words = {"summary": summary, "language": language}
    if fact is not None:
        made = unit_of(room.book, kept, fact, at).model_copy(update=words)
    else:
        made = Unit(
            id=room.book.mint("unit", at),
            scope=room.book.scope,
            kind=Kind.EPISODIC,
            evidence=(kept.id,),
            origin=turn.origin,
            valid_from=turn.at,
            recorded_at=at,
            **words,
        )
    made = _like(made, replacing[0], turn) if replacing else made
    secret = {"sensitivity": Sensitivity.SECRET} if is_secret(summary) else {}
    return made.model_copy(update=secret)


def _like(made: Unit, old: Unit, turn: RawTurn) -> Unit:
    """What a correction takes over from what it corrects: its place, its pin, when it is due."""
    due = old.activation
    if due is not None:
        told = RuleProspector().prospects(turn.model_copy(update={"text": made.summary}), ())
        due = told[0].activation if told else due
    kept = {
        "kind": old.kind,
        "activation": due,
        "pinned": old.pinned,
        "standing": old.standing or made.standing,
        "importance": max(old.importance, made.importance),
        "sensitivity": old.sensitivity,
    }
    return made.model_copy(update=kept)


def _verdict(room: MemoryRoom, unit: Unit, fact: Fact | None, replacing: Sequence[Unit]) -> Verdict:
    if replacing:
        rivals = _rivals(room, unit, fact)
        every = {old.id: old for old in (*replacing, *rivals)}
        return Verdict(Outcome.SUPERSEDES, tuple(every.values()))
    if fact is not None:
        return weigh(unit, room.book.slot, single=fact.single, said=told_at(room.book))
    alike = [old for old in room.book.worded(unit.summary) if same_value(old.summary, unit.summary)]
    return Verdict(Outcome.SAME, tuple(alike[:1])) if alike else Verdict(Outcome.NEW)


def _rivals(room: MemoryRoom, unit: Unit, fact: Fact | None) -> list[Unit]:
    """What a correction's own fact stands in the way of, beside what is corrected."""
    if fact is None:
        return []
    believed = room.book.slot(unit.subject, unit.attribute)
    same = [old for old in believed if same_value(old.value, unit.value)]
    return believed if fact.single and not unit.negated else same
