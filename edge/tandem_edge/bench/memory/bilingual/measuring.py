"""Whether the memory finds what answers, in the language of the talk and in the other one.

Each conversation goes into a fresh encrypted memory of its own, is learned from by rules, and is
asked its questions the day after. A result counts as the turns that it is or rests on.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tandem_edge.bench.memory.bilingual.conversation import Asks, Conversation, Question
from tandem_edge.bench.memory.bilingual.keyword import hits as hits_by_keyword
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.revising import correct, keep_sentence
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.memory.speakers import OWNER
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import Found, Origin, RawTurn, Scope, Status, Unit

HIT, STALE = 3, 5
"""Results among which a gold turn has to be, and among which no superseded fact may be."""


@dataclass
class Tally:
    """How many of several came out."""

    of: int = 0
    found: int = 0

    def add(self, found: bool) -> None:
        """Count one in."""
        self.of += 1
        self.found += found

    @property
    def share(self) -> float:
        """0 to 1; 0 of none."""
        return self.found / self.of if self.of else 0.0


@dataclass
class Figures:
    """What was found. ``pairs`` are languages of question and talk, as ``en-zh``."""

    conversations: int = 0
    pairs: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    kinds: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    keyword: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    """What plain keyword search finds of the same, by pair."""
    untold: Tally = field(default_factory=Tally)
    """Changed facts whose old turn is among the first five, when nobody corrected the memory."""
    stale: Tally = field(default_factory=Tally)
    """The same after the owner's correction: nothing old may be found."""
    corrected: Tally = field(default_factory=Tally)
    """Corrections, or the words that they rest on, that are among the first three."""

    @property
    def questions(self) -> int:
        """All that were asked."""
        return sum(tally.of for tally in self.pairs.values())


def measure(talks: Sequence[Conversation], embedder: Embedder | None) -> Figures:
    """Ask every question of every one of ``talks``."""
    figures = Figures(conversations=len(talks))
    for talk in talks:
        with TemporaryDirectory() as folder, _fresh(Path(folder), embedder) as room:
            _measure(figures, talk, room)
    return figures


def _fresh(folder: Path, embedder: Embedder | None) -> AbstractContextManager[MemoryRoom]:
    return open_memory(folder, Key(Secret(os.urandom(32))), Scope(), embedder)


def _measure(figures: Figures, talk: Conversation, room: MemoryRoom) -> None:
    captured, _ = room.hear(talk.raw_turns(), talk.asked_at)
    turns = {number: kept.id for number, kept in enumerate(captured.kept, start=1)}
    for question, keyword in zip(talk.questions, hits_by_keyword(talk), strict=True):
        found = room.search(question.text, talk.asked_at, max(HIT, STALE))
        hit = _among(found[:HIT], [turns[number] for number in question.gold])
        pair = talk.pair(question)
        figures.pairs[pair].add(hit)
        figures.kinds[question.kind].add(hit)
        figures.keyword[pair].add(keyword)
        if question.kind is Asks.CHANGED:
            old = [turns[number] for number in question.stale]
            figures.untold.add(_among(found[:STALE], old))
    changed = [each for each in talk.questions if each.kind is Asks.CHANGED]
    for order, question in enumerate(changed):
        _correct(figures, talk, room, question, order)


def _correct(
    figures: Figures, talk: Conversation, room: MemoryRoom, question: Question, order: int
) -> None:
    """The owner puts what holds now in the place of the old fact, and asks again."""
    told = RawTurn(
        session="corrections",
        order=order,
        speaker=OWNER,
        text=" ".join(talk.turn(number).text for number in question.gold),
        at=talk.asked_at,
        origin=Origin.OWNER,
    )
    raw = talk.raw_turns()
    old = [_believed(room, raw[number - 1]) for number in question.stale]
    new = [correct(room, unit, told, talk.asked_at) for units in old for unit in units]
    room.indexing.catch_up()
    found = room.search(question.text, talk.asked_at, STALE)
    gone = [identity for units in old for unit in units for identity in (unit.id, *unit.evidence)]
    figures.stale.add(_among(found, gone))
    said = [i for each in new for i in (each.unit.id, *each.unit.evidence)]
    figures.corrected.add(_among(found[:HIT], said))


def _believed(room: MemoryRoom, turn: RawTurn) -> list[Unit]:
    """What is believed on the ground of ``turn``; its own sentence, if no rule read it."""
    kept = room.book.add_turns([turn], [turn.text])[0]
    units = [u for u in room.book.resting_on([kept.id]) if u.status is Status.CURRENT]
    return units or [keep_sentence(room, turn, turn.text, turn.at).unit]


def _among(found: Iterable[Found], ids: Collection[str]) -> bool:
    """Whether any result is one of ``ids`` or rests on one."""
    return any(not {each.id, *each.evidence}.isdisjoint(ids) for each in found)
