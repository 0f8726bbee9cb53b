"""How long things are kept, as their owner sets it: after that they are forgotten for good.

What a policy takes is decided by rows alone: what it is, whose words, how private, how old.

| rule | |
|---|---|
| the age of a turn | since it was said |
| the age of a memory | since it was recorded, or told again: the newest turn that it rests on |
| a pinned memory | never goes, nor do the turns it rests on |
| a turn goes | a memory that rests on it stays, with its sentence, and names the turn no more |
| a memory goes | the turns it rests on stay until a policy takes them |
| a policy by sensitivity | takes with a memory the turns that nothing else rests on |
| several policies | each takes what it fits: the shortest time counts |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from tandem_edge.memory.lifecycle.forgetting import Consequences
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import Kind, Origin, Sensitivity, Unit
from tandem_shared.tools import Frozen

RETAIN = "retain"
"""The rule that holds the policies."""
MOST_DAYS = 36_500


class What(StrEnum):
    """What a policy is about: everything, what was said, what was made of it, or one kind."""

    ALL = "all"
    TURNS = "turns"
    MEMORIES = "memories"
    PROFILE = Kind.PROFILE.value
    EPISODIC = Kind.EPISODIC.value
    LONG_TERM = Kind.LONG_TERM.value
    PROSPECTIVE = Kind.PROSPECTIVE.value
    REVIEW = Kind.REVIEW.value


class Policy(Frozen):
    """Keep ``what``, of that origin and sensitivity where they are given, ``days`` days."""

    what: What
    days: int = Field(ge=1, le=MOST_DAYS)
    origin: Origin | None = None
    sensitivity: Sensitivity | None = None

    @model_validator(mode="after")
    def _of_memories(self) -> Self:
        if self.what is What.TURNS and self.sensitivity is not None:
            raise ValueError("sensitivity is a memory's, not a turn's")
        return self

    @property
    def name(self) -> str:
        """What it is called: ``turns``, ``all.external``, ``memories.secret``."""
        parts = (self.what, self.origin, self.sensitivity)
        return ".".join(part.value for part in parts if part is not None)

    def takes_unit(self, unit: Unit, age: timedelta) -> bool:
        """Whether a memory of that age has had its time."""
        return (
            self.what in (What.ALL, What.MEMORIES, unit.kind.value)
            and self.origin in (None, unit.origin)
            and self.sensitivity in (None, unit.sensitivity)
            and age > timedelta(days=self.days)
        )

    def takes_turn(self, kept: Kept, at: datetime) -> bool:
        """Whether a turn has had its time. A turn by itself has no sensitivity."""
        return (
            self.what in (What.ALL, What.TURNS)
            and self.origin in (None, kept.turn.origin)
            and self.sensitivity is None
            and at - kept.turn.at > timedelta(days=self.days)
        )


def policies_of(book: Book) -> list[Policy]:
    """The policies in force, in the order in which they were set."""
    return [Policy.model_validate(each) for each in book.rule(RETAIN) or []]


def set_policy(book: Book, policy: Policy) -> Policy | None:
    """Put a policy in force, in place of one of the same name, which is given back."""
    there = {each.name: each for each in policies_of(book)}
    before = there.get(policy.name)
    _keep(book, [*({**there, policy.name: policy}).values()])
    return before


def end_policy(book: Book, name: str) -> Policy | None:
    """Take a policy back; gives it, if there was one of that name: ``all.external``, or its parts
    in any order with blanks between."""
    there = policies_of(book)
    gone = next((each for each in there if _parts(each.name) == _parts(name)), None)
    if gone is not None:
        _keep(book, [each for each in there if each != gone])
    return gone


def _parts(name: str) -> frozenset[str]:
    return frozenset(re.split(r"[.\s]+", name.strip().lower()))


def outlived(book: Book, policies: Sequence[Policy], at: datetime) -> Consequences:
    """What ``policies`` would take at the time ``at``. Changes nothing."""
    if not policies:
        return Consequences((), (), ())
    shelf = _Shelf.of(book, at)
    units = [unit for unit in shelf.units if shelf.goes(unit, policies)]
    turns = {kept.id: kept for policy in policies for kept in shelf.turns_of(policy)}
    turns |= {kept.id: kept for kept in shelf.private_turns(units, policies)}
    return Consequences(tuple(units), tuple(turns.values()), ())


@dataclass(frozen=True)
class _Shelf:
    """Everything in a book, and what is held by a pin."""

    units: tuple[Unit, ...]
    turns: Mapping[str, Kept]
    held: frozenset[str]
    at: datetime

    @classmethod
    def of(cls, book: Book, at: datetime) -> _Shelf:
        units = tuple(book.units(status=None))
        held = frozenset(turn for unit in units if unit.pinned for turn in unit.evidence)
        return cls(units, {kept.id: kept for kept in book.all_turns()}, held, at)

    def goes(self, unit: Unit, policies: Sequence[Policy]) -> bool:
        age = self.at - self._told(unit)
        return not unit.pinned and any(policy.takes_unit(unit, age) for policy in policies)

    def _told(self, unit: Unit) -> datetime:
        said = [self.turns[turn].turn.at for turn in unit.evidence if turn in self.turns]
        return max([unit.recorded_at, *said])

    def turns_of(self, policy: Policy) -> Iterator[Kept]:
        for kept in self.turns.values():
            if kept.id not in self.held and policy.takes_turn(kept, self.at):
                yield kept

    def private_turns(self, going: Sequence[Unit], policies: Sequence[Policy]) -> Iterator[Kept]:
        """Turns of memories that go by their sensitivity, unless another memory rests on them."""
        by_privacy = [each for each in policies if each.sensitivity is not None]
        gone = {unit.id for unit in going}
        needed = {turn for unit in self.units if unit.id not in gone for turn in unit.evidence}
        for unit in going:
            if self.goes(unit, by_privacy):
                yield from (
                    self.turns[turn]
                    for turn in unit.evidence
                    if turn in self.turns and turn not in needed
                )


def _keep(book: Book, policies: Sequence[Policy]) -> None:
    book.set_rule(RETAIN, [each.model_dump(mode="json") for each in policies])
