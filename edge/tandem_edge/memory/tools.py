"""The memory's tools: search, save, replace, forget. Their specs are those of the benchmark."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from tandem_edge.memory.hearing import AGENT, Hearing
from tandem_edge.memory.revising import (
    keep_sentence,
    replace_again,
    restore,
    reverse,
    superseded_by,
    withdraw,
)
from tandem_edge.memory.room import OWNER, MemoryRoom
from tandem_edge.phone.authoring import (
    ALWAYS,
    Tool,
    ToolFailure,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.authoring import field as result
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_shared.errors import TrustError, UsageError
from tandem_shared.memory import TRUST, Found, Kind, Origin, RawTurn, Status, Unit
from tandem_shared.tools import Change, Domain, Effect, Mechanism, Privacy, ToolCall

FOUND = 5
"""Memories that one search gives."""
LOOKED_AT = 12
"""Results that they are taken from: a turn is left out beside the unit that rests on it."""
TABLE = "memories"
"""What a change of a memory is listed under."""
_SOMEBODY = "somebody else"


@dataclass
class Desk:
    """What a tool works with: the memory, the conversation, and what the running call changed.

    ``foreign`` says whether any result so far had other words in it than the owner's. It never
    goes back: what was shown stays in the context. ``agreed`` holds the sentence that the owner was
    last shown in a question and has said yes to.
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
        known. What the owner has agreed to is the owner's."""
        known = instead.summary if instead and instead.origin is Origin.OWNER else ""
        return self.hearing.evidence(sentence, known, agreed=sentence in self.agreed)

    def shows(self, found: Iterable[Found]) -> None:
        """The planner is shown ``found``, from here on in this conversation."""
        shown = list(found)
        self.foreign |= any(each.origin is not Origin.OWNER for each in shown)
        if any(TRUST[each.origin] == 0 for each in shown):
            self.hearing.strangers = True
        self._note_use([each.id for each in shown if each.id.startswith("unit_")])

    def _note_use(self, units: list[str]) -> None:
        talk = self.hearing.conversation().id
        if talk != self._talk:
            self._used, self._talk = set(), talk
        self.room.book.note_use([unit for unit in units if unit not in self._used], self.clock())
        self._used |= {*units}

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
    """The ``count`` best of ``found`` in the order they came in, which may be that of time."""
    kept = {each.id for each in sorted(found, key=lambda each: -each.score)[:count]}
    return [each for each in found if each.id in kept]


def shown(found: Found) -> dict[str, JsonValue]:
    """A result as evidence: its words, whose they are and since when, marked as recalled."""
    row: dict[str, JsonValue] = {
        "key": found.id,
        "text": found.text,
        "by": said_by(found),
        "at": found.at.date().isoformat(),
        "recalled": True,
    }
    if found.status is not Status.CURRENT:
        row["past"] = True
    return row


@tool(
    domain=Domain.AI_ASSISTANT,
    en="what you remember about the user: search",
    zh="查找记住的关于用户的事",
    cues_en="remember recall usual favourite preference as always like last time my habit "
    "what do you know about did I tell you",
    cues_zh="记得 老样子 习惯 喜欢 偏好 上次 照旧 平时 你知道我 我跟你说过",
    arguments=[
        text("query", "what about", "关于什么", example="coffee order", required=ALWAYS),
    ],
    results=[result("memories", "array", privacy=Privacy.MESSAGE)],
    effects=Effect.READ,
    mechanism=Mechanism.NONE,
)
def search_memory(desk: Desk, query: str) -> dict[str, JsonValue]:
    """What may answer ``query``, as evidence; superseded only where it asks what was before."""
    found = best(without_doubles(desk.room.search(query, desk.clock(), LOOKED_AT)), FOUND)
    desk.shows(found)
    return {"memories": [shown(each) for each in found]}


@tool(
    domain=Domain.AI_ASSISTANT,
    en="something new about the user: remember for later",
    zh="记住一件关于用户的新事",
    cues_en="remember that note for next time keep in mind from now on I am I like",
    cues_zh="记住 记一下 以后 你要知道 我喜欢 我是",
    arguments=[
        text("text", "one sentence", "一句话", example="Anna is vegetarian", required=ALWAYS),
    ],
    results=[result("memory_id", "string")],
    effects=Effect.WRITE,
    inverses=undone_by("forget_memory", which="$argument.text", memory_id="$result.memory_id"),
    mechanism=Mechanism.NONE,
)
def save_memory(desk: Desk, text: str) -> dict[str, JsonValue]:
    """Keep a sentence; what was withdrawn in the same words comes back instead."""
    for old in reversed(desk.room.book.units(status=Status.WITHDRAWN)):
        if text in (old.summary, old.id):  # an id is what an undo gives
            restore(desk.room, old, desk.clock())
            desk.note(old.id, None, old.summary)
            return {"memory_id": old.id}
    kept = _kept(desk, text)
    return {"memory_id": kept}


def _kept(desk: Desk, sentence: str) -> str:
    evidence = desk.evidence(sentence)
    try:
        kept = keep_sentence(desk.room, evidence, sentence, desk.clock())
    except UsageError as error:
        raise ToolFailure("invalid_argument", str(error)) from error
    if kept.new:
        desk.note(kept.unit.id, None, kept.unit.summary)
    return kept.unit.id


@tool(
    domain=Domain.AI_ASSISTANT,
    en="a memory that is no longer true: replace its text",
    zh="更新一条已经不对的记忆",
    cues_en="changed not any more instead now it is correct that update what you know moved "
    "you have it wrong change what you remember about",
    cues_zh="改了 不再 现在是 更正 更新 换成 记错了 你记的不对 改一下你记的",
    arguments=[
        text(
            "which", "words of the old one", "旧内容中的词", example="vegetarian", required=ALWAYS
        ),
        text("text", "the new sentence", "新的一句话", example="Anna is vegan", required=ALWAYS),
        record_id("memory_id", "memory3"),
    ],
    results=[result("memory_id", "string"), result("before", "string", privacy=Privacy.MESSAGE)],
    effects=Effect.WRITE,
    errors=["not_found", "ambiguous"],
    inverses=undone_by(
        "replace_memory",
        which="$argument.text",
        text="$result.before",
        memory_id="$result.memory_id",
    ),
    mechanism=Mechanism.NONE,
)
def replace_memory(
    desk: Desk, which: str, text: str, memory_id: str | None
) -> dict[str, JsonValue]:
    """Put a sentence in the place of a memory, which stays as history."""
    old = _which(desk, which, memory_id)
    if memory_id is not None:
        for earlier in superseded_by(desk.room, old):
            if text in (earlier.summary, earlier.id):  # an undo: the earlier one itself comes back
                reverse(desk.room, old)
                desk.note(earlier.id, old.summary, earlier.summary)
                return {"memory_id": earlier.id, "before": old.summary}
        again = desk.room.book.unit(text)
        if again is not None:  # the undo of an undo
            replace_again(desk.room, old, again, desk.clock())
            desk.note(old.id, old.summary, again.summary)
            return {"memory_id": again.id, "before": old.summary}
    try:
        evidence = desk.evidence(text, instead=old)
        new = keep_sentence(desk.room, evidence, text, desk.clock(), replacing=[old])
    except (UsageError, TrustError) as error:
        raise ToolFailure("invalid_argument", str(error)) from error
    desk.note(old.id, old.summary, new.unit.summary)
    desk.foreign |= old.origin is not Origin.OWNER
    return {"memory_id": new.unit.id, "before": old.summary}


@tool(
    domain=Domain.AI_ASSISTANT,
    en="a memory the user wants gone: forget",
    zh="忘掉用户不要你记的事",
    cues_en="forget about my old delete what you know do not remember erase from memory",
    cues_zh="忘掉 别记了 删掉记忆 不要记 不用记了 抹掉 那条不用留了",
    arguments=[
        text("which", "words of it", "其中的词", example="vegetarian", required=ALWAYS),
        record_id("memory_id", "memory3"),
    ],
    results=[result("text", "string", privacy=Privacy.MESSAGE)],
    effects=Effect.WRITE,
    errors=["not_found", "ambiguous"],
    inverses=undone_by("save_memory", text="$result.text"),
    mechanism=Mechanism.NONE,
)
def forget_memory(desk: Desk, which: str, memory_id: str | None) -> dict[str, JsonValue]:
    """Withdraw a memory; undoing a save also brings back what that had superseded."""
    unit = _which(desk, which, memory_id)
    if memory_id is None:
        withdraw(desk.room, unit)
    else:
        reverse(desk.room, unit)
    desk.note(unit.id, unit.summary, None)
    desk.foreign |= unit.origin is not Origin.OWNER
    return {"text": unit.summary}


def _which(desk: Desk, which: str, memory_id: str | None) -> Unit:
    """The believed memory that is meant: by id, by its words, or by those it was said in."""
    units = {unit.id: unit for unit in desk.room.book.units() if unit.kind is not Kind.REVIEW}
    found = chosen(units, memory_id, which, lambda unit: unit.summary)
    if not found and memory_id is None:
        said = _words_said(desk, units.values())
        found = chosen(units, None, which, lambda unit: said[unit.id])
    try:
        return the_one(found, "memory", lambda unit: unit.summary)[1]
    except ToolFailure:
        desk.foreign |= any(unit.origin is not Origin.OWNER for _, unit in found)
        raise


def _words_said(desk: Desk, units: Iterable[Unit]) -> dict[str, str]:
    """The words in which each unit was told."""
    every = list(units)
    turns = desk.room.book.turns_by_id(turn for unit in every for turn in unit.evidence)
    return {
        unit.id: " ".join(turns[turn].turn.text for turn in unit.evidence if turn in turns)
        for unit in every
    }


TOOLS: tuple[Tool, ...] = (search_memory, save_memory, replace_memory, forget_memory)
