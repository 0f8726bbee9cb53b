"""Units made of what was read in a turn, not yet weighed against what is believed."""

from __future__ import annotations

from datetime import datetime

from tandem_edge.memory.extraction.attributes import Attribute, attribute_of
from tandem_edge.memory.extraction.folding import has_chinese
from tandem_edge.memory.extraction.protocol import Prospect
from tandem_edge.memory.extraction.secrets import is_secret
from tandem_edge.memory.extraction.summary import summarise
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import Fact, Kind, RawTurn, Sensitivity, Unit

CONTEXT = 6
"""Turns before one that it may mean."""
STANDING_IMPORTANCE = 0.9

STANDING_IMPORTANCE = 0.9


def unit_of(book: Book, kept: Kept, fact: Fact, at: datetime) -> Unit:
    """The unit of one fact, not yet weighed: an episode, until it has proved itself."""
    turn, row = kept.turn, attribute_of(fact.attribute)
    language = language_of_turn(turn)
    summary = summarise(fact, language)
    return Unit(
        id=book.mint("unit", at),
        scope=book.scope,
        kind=Kind.EPISODIC,
        summary=summary,
        language=language,
        evidence=(kept.id,),
        origin=turn.origin,
        sensitivity=_sensitivity(summary, row),
        subject=fact.subject,
        attribute=fact.attribute,
        value=fact.value,
        negated=fact.negated,
        standing=fact.standing,
        importance=STANDING_IMPORTANCE if fact.standing else 0.5,
        valid_from=_since(fact, turn),
        valid_to=fact.valid_to,
        recorded_at=at,
    )


def _sensitivity(summary: str, row: Attribute | None) -> Sensitivity:
    usual = row.sensitivity if row else Sensitivity.PERSONAL
    return Sensitivity.SECRET if is_secret(summary) else usual


def _since(fact: Fact, turn: RawTurn) -> datetime | None:
    """Since when something holds: as it is said, else since it was said. When what had ended before
    that began ("I lost my job last year") nobody knows."""
    since = fact.valid_from or turn.at
    return None if fact.valid_to is not None and fact.valid_to < since else since


def prospective_of(book: Book, kept: Kept, prospect: Prospect, at: datetime) -> Unit:
    """The unit of one thing to come."""
    return Unit(
        id=book.mint("unit", at),
        scope=book.scope,
        kind=Kind.PROSPECTIVE,
        summary=prospect.summary,
        language=prospect.language,
        evidence=(kept.id,),
        origin=kept.turn.origin,
        recorded_at=at,
        activation=prospect.activation,
    )


def language_of_turn(turn: RawTurn) -> str:
    """``zh`` where there is any Chinese, otherwise ``en``."""
    return "zh" if has_chinese(turn.text) else "en"
