"""Revision: sentences kept as they are said, corrected, pinned, withdrawn and believed again.

A correction is a new unit in the place of the old one, which stays as history. What is withdrawn is
found no more, and comes back when that is undone; what is to be gone for good is forgotten
(``lifecycle.forgetting``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tandem_edge.memory.believed import demand_believed
from tandem_edge.memory.extraction.attributes import attribute_of
from tandem_edge.memory.extraction.people import SINGLE
from tandem_edge.memory.extraction.prospects import RuleProspector
from tandem_edge.memory.extraction.secrets import is_secret
from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.lifecycle.conflicts import (
    Outcome,
    Verdict,
    judge,
    same_value,
    superseded,
    weigh,
)
from tandem_edge.memory.lifecycle.deaths import DIED
from tandem_edge.memory.lifecycle.learning import Learning, language_of_turn, told_at, unit_of
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
    Status,
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


def pin(room: MemoryRoom, unit: Unit, pinned: bool = True) -> Unit:
    """Pin a unit, so that only its owner's words can take its place, or let it go again. What is
    not believed is not pinned: ``UsageError``."""
    if pinned:
        demand_believed(room, unit)
    changed = unit.model_copy(update={"pinned": pinned})
    with room.book.writing():
        room.book.change_unit(changed)
    return changed


def withdraw(room: MemoryRoom, unit: Unit) -> Unit:
    """Find ``unit`` no more; it is kept, so that this can be undone."""
    gone = unit.model_copy(update={"status": Status.WITHDRAWN})
    with room.book.writing():
        room.book.change_unit(gone)
    return gone


def restore(room: MemoryRoom, unit: Unit, at: datetime) -> Unit:
    """Believe a withdrawn unit again, in the place of what is in its way; if what is believed by
    now was said later, it comes back as history."""
    back = unit.model_copy(update={"status": Status.CURRENT})
    believed = room.book.slot(unit.subject, unit.attribute) if unit.attribute else []
    row = attribute_of(unit.attribute)
    single = unit.attribute in SINGLE or bool(row and row.single)
    verdict = judge(unit, believed, single=single, said=told_at(room.book))
    with room.book.writing():
        if verdict.outcome is Outcome.HISTORY:
            back = superseded(back, verdict.others[0], at)
        elif verdict.outcome is Outcome.SUPERSEDES:
            for old in verdict.others:
                room.book.change_unit(superseded(old, back, at))
        room.book.change_unit(back)
    return back


def reverse(room: MemoryRoom, unit: Unit) -> list[Unit]:
    """Take ``unit`` back as if it had never been said: what it superseded is believed again."""
    with room.book.writing():
        withdraw(room, unit)
        back = [_believed_again(old, unit) for old in superseded_by(room, unit)]
        for each in back:
            room.book.change_unit(each)
    return back


def replace_again(room: MemoryRoom, old: Unit, new: Unit, at: datetime) -> None:
    """Put ``new``, which was withdrawn, in the place of ``old`` again."""
    with room.book.writing():
        room.book.change_unit(superseded(old, new, at))
        restore(room, new, at)


def superseded_by(room: MemoryRoom, unit: Unit) -> list[Unit]:
    """What ``unit`` took the place of."""
    return room.book.replaced_by(unit.id)


def _believed_again(old: Unit, by: Unit) -> Unit:
    """``old`` as it was before ``by``; an end that only superseding gave it goes as well."""
    added = superseded(old.model_copy(update={"valid_to": None}), by, by.recorded_at).valid_to
    return old.model_copy(
        update={
            "status": Status.CURRENT,
            "superseded_by": None,
            "superseded_at": None,
            "valid_to": None if old.valid_to == added else old.valid_to,
        }
    )


def _demand_sentence(text: str) -> None:
    if not one_line(text):
        raise UsageError("there is nothing to remember", hint="say it in one sentence")
    if len(one_line(text)) > LONGEST_SUMMARY:
        raise UsageError(
            f"that is over {LONGEST_SUMMARY} characters", hint="say it in one or two sentences"
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
    return facts[0] if len(facts) == 1 and facts[0].attribute != DIED else None


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
