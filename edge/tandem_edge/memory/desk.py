"""What memory's tools work with, and how they show what they find."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from tandem_edge.memory.hearing import Hearing
from tandem_edge.memory.retrieval.planning import Aim
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.memory.speakers import AGENT, OWNER
from tandem_shared.memory import TRUST, Found, Origin, RawTurn, Status, Unit
from tandem_shared.tools import Change, ToolCall

TABLE = "memories"
"""What a change of a memory is listed under."""
_SOMEBODY = "somebody else"


@dataclass
class Desk:
    """What a tool works with: the memory, the conversation, and what the running call changed.

    ``foreign`` says whether any result so far had other words in it than the owner's. In the same
    conversation it never goes back: what was shown stays in the context. ``agreed`` holds the
    sentence that the owner was last shown in a question and has said yes to.
    """

    room: MemoryRoom
    hearing: Hearing
    clock: Callable[[], datetime]
    changes: list[Change] = field(default_factory=list)
    foreign: bool = False
    agreed: Container[str] = frozenset()
    _used: set[str] = field(default_factory=set)
    """Units that were of use in the conversation ``_talk``: each counts once in it."""
    _talk: str = ""

    def note(self, key: str, before: str | None, after: str | None) -> None:
        """List a change of one memory, as the texts before and after."""
        old: JsonValue = None if before is None else {"text": before}
        new: JsonValue = None if after is None else {"text": after}
        self.changes.append(Change(table=TABLE, key=key, before=old, after=new))

    def evidence(self, sentence: str, instead: Unit | None = None) -> RawTurn:
        """See ``Hearing.evidence``; of what the sentence takes the place of, the owner's words are
        known, as they were said too. What the owner has agreed to is the owner's."""
        known = ""
        if instead and instead.origin is Origin.OWNER:
            turns = self.room.book.turns_by_id(instead.evidence).values()
            known = "\n".join([instead.summary, *(each.turn.text for each in turns)])
        return self.hearing.evidence(sentence, known, agreed=sentence in self.agreed)

    def shows(self, found: Iterable[Found]) -> None:
        """The planner is shown ``found``, from here on in this conversation."""
        shown, talk = list(found), self.hearing.conversation().id
        if talk != self._talk:
            self._talk, self._used, self.foreign = talk, set(), False
        self.foreign |= any(each.origin is not Origin.OWNER for each in shown)
        self.hearing.note_recalled(each.text for each in shown)
        if any(TRUST[each.origin] == 0 for each in shown):
            self.hearing.strangers = True
        units = {each.id for each in shown if each.id.startswith("unit_")}
        self.room.book.note_use(sorted(units - self._used), self.clock())
        self._used |= units

    def agree(self, call: ToolCall) -> None:
        """The owner was shown ``call`` and has said yes."""
        self.agreed = _sentence_of(call)

    @contextmanager
    def supposing(self, call: ToolCall) -> Iterator[None]:
        """As if the owner had agreed to ``call``; whatever is noted inside is not, after it."""
        before, self.agreed = self.agreed, _sentence_of(call)
        try:
            with self.hearing.rehearsed():
                yield
        finally:
            self.agreed = before


def _sentence_of(call: ToolCall) -> frozenset[str]:
    return frozenset({str(call.arguments.get("text", ""))})


def said_by(found: Found) -> str:
    """Whose words a result is: the owner, Tandem, or whoever else spoke."""
    if found.origin in (Origin.AGENT, Origin.SYSTEM):
        return AGENT
    if found.origin is Origin.OWNER:
        return OWNER
    return found.speaker if found.speaker not in ("", OWNER, AGENT) else _SOMEBODY


def without_doubles(found: list[Found]) -> list[Found]:
    """``found`` without turns that a unit among them rests on."""
    told = {turn for each in found if each.id.startswith("unit_") for turn in each.evidence}
    return [each for each in found if each.id not in told]


def best(found: list[Found], count: int) -> list[Found]:
    """The ``count`` best of ``found``; in the order of time, where that is what was asked for."""
    kept = found[:count]
    asks_order = any(each.why and each.why.plan == Aim.ORDER.value for each in kept)
    return sorted(kept, key=lambda each: each.at) if asks_order else kept


def shown(found: Found, *, perhaps: bool = False) -> dict[str, JsonValue]:
    """A result as evidence: its words, whose they are and since when, marked as recalled; and as
    ``perhaps``, where it may have nothing to do with what was asked."""
    row: dict[str, JsonValue] = {
        "key": found.id,
        "text": found.text,
        "by": said_by(found),
        "at": found.at.date().isoformat(),
        "recalled": True,
    }
    if found.status is not Status.CURRENT:
        row["past"] = True
    if perhaps:
        row["perhaps"] = True
    return row
