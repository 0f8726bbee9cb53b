"""A memory that is told things, and what it believes after each."""

from __future__ import annotations

from datetime import timedelta

from tandem_edge.memory.lifecycle.learning import Learned
from tandem_edge.memory.revising import keep_sentence
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import Origin, RawTurn, Status
from tests.edge.memory.desks import START

KEY = Key(Secret(bytes(range(32))))
MINUTE = timedelta(minutes=1)


def say(
    room: MemoryRoom,
    *texts: str,
    session: str = "",
    every: timedelta = MINUTE,
    speaker: str = "owner",
    origin: Origin = Origin.OWNER,
) -> list[Learned]:
    """Each is said after the one before, in a session of its own unless one is named; what nothing
    is read out of is kept as a sentence, as ``tandem memory add`` does."""
    learned = []
    for text in texts:
        number = len(room.book.all_turns())
        turn = RawTurn(
            session=session or f"s{number}",
            order=len(room.book.session(session)) if session else 0,
            speaker=speaker,
            text=text,
            at=START + number * every,
            origin=origin,
        )
        captured, what = room.hear([turn], turn.at)
        if origin is Origin.OWNER and not room.book.resting_on([captured.kept[0].id]):
            keep_sentence(room, turn, text, turn.at)
        learned.append(what)
    return learned


def believed(room: MemoryRoom) -> set[str]:
    """What is so: values of attributes, and sentences."""
    return {_told(unit.attribute, unit.value, unit.summary) for unit in _units(room, "current")}


def past(room: MemoryRoom) -> set[str]:
    """What was so before."""
    return {_told(unit.attribute, unit.value, unit.summary) for unit in _units(room, "superseded")}


def _units(room: MemoryRoom, status: str) -> list:  # type: ignore[type-arg]
    return [unit for unit in room.book.units(status=Status(status)) if not unit.negated]


def _told(attribute: str, value: str, summary: str) -> str:
    return f"{attribute}: {value}" if attribute else summary
