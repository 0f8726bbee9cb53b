"""The memory's tools: search, save, replace, forget. Their specs are those of the benchmark."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.memory.desk import Desk, best, shown, without_doubles
from tandem_edge.memory.reversing import replace_again, restore, reverse, superseded_by, withdraw
from tandem_edge.memory.revising import keep_sentence
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
from tandem_edge.phone.sandbox.selection import named, the_one
from tandem_shared.errors import TrustError, UsageError
from tandem_shared.memory import Kind, Origin, Status, Unit
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

FOUND = 5
"""Memories that one search gives."""
LOOKED_AT = 12
"""Results that they are taken from: a turn is left out beside the unit that rests on it."""


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
    answers = desk.room.answers(query, desk.clock(), LOOKED_AT)
    found = best(without_doubles([*answers.found]), FOUND)
    desk.shows(found)
    return {"memories": [shown(each, perhaps=each.id in answers.perhaps) for each in found]}


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
    book = desk.room.book
    if memory_id is not None:
        unit = book.unit(memory_id)
        there = unit and unit.status is Status.CURRENT and unit.kind is not Kind.REVIEW
        found = [(memory_id, unit)] if unit and there else []
    else:
        ids = _named(book.sentences(), which) or _named(book.words_behind(), which)
        found = [(identity, each) for identity in ids if (each := book.unit(identity))]
    try:
        return the_one(found, "memory", lambda unit: unit.summary)[1]
    except ToolFailure:
        desk.foreign |= any(unit.origin is not Origin.OWNER for _, unit in found)
        raise


def _named(texts: dict[str, str], which: str) -> list[str]:
    return [identity for identity, _ in named(texts, which, str)]


TOOLS: tuple[Tool, ...] = (search_memory, save_memory, replace_memory, forget_memory)
