"""What is stored as a search reads it: turns and units as passages."""

from __future__ import annotations

from tandem_edge.memory.retrieval.pool import Passage
from tandem_edge.memory.store.book import Kept
from tandem_shared.memory import Status, Unit


def passage_of_turn(kept: Kept, status: Status = Status.CURRENT) -> Passage:
    """A raw turn as it is searched."""
    turn = kept.turn
    return Passage(
        id=kept.id,
        text=turn.text,
        speaker=turn.speaker,
        at=turn.at,
        session=turn.session,
        order=turn.order,
        origin=turn.origin,
        status=status,
        evidence=(kept.id,),
    )


def passage_of_unit(unit: Unit) -> Passage:
    """A unit as it is searched: by its sentence, with no neighbours."""
    return Passage(
        id=unit.id,
        text=unit.summary,
        speaker="",
        at=unit.valid_from or unit.recorded_at,
        importance=unit.importance,
        origin=unit.origin,
        status=unit.status,
        evidence=unit.evidence,
    )
