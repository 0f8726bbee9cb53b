"""A book of short memories with keyword search."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.harness.recall import terms
from tandem_edge.phone.authoring import ALWAYS, field, record_id, text, tool, undone_by
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tasks import Memory
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

FOUND = 5
"""Memories that one search gives."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """One memory."""

    text: str


MEMORIES = Table("memories", Remembered, prefix="memory")


def fill(store: Store, memories: Iterable[Memory]) -> None:
    """Put the memories a task begins with into the book."""
    for each in memories:
        store.put(MEMORIES, each.key, Remembered(each.text))


def _which(store: Store, which: str, memory_id: str | None) -> tuple[str, Remembered]:
    found = chosen(store.all(MEMORIES), memory_id, which, lambda row: row.text)
    return the_one(found, "memory", lambda row: row.text)


def _closest(store: Store, query: str) -> list[tuple[str, Remembered]]:
    """Memories that share terms with ``query``, rare terms counting more."""
    rows = list(store.all(MEMORIES).items())
    held = [set(terms(row.text)) for _, row in rows]
    seen = Counter(term for each in held for term in each)
    asked = set(terms(query))
    scores = [sum(math.log(1 + len(rows) / seen[term]) for term in asked & each) for each in held]
    ranked = sorted(range(len(rows)), key=lambda place: (-scores[place], place))
    return [rows[place] for place in ranked if scores[place] > 0][:FOUND]


@tool(
    domain=Domain.AI_ASSISTANT,
    en="what you remember about the user: search",
    zh="查找记住的关于用户的事",
    cues_en="remember recall usual favourite preference as always like last time my habit",
    cues_zh="记得 老样子 习惯 喜欢 偏好 上次 照旧 平时",
    arguments=[
        text("query", "what about", "关于什么", example="coffee order", required=ALWAYS),
    ],
    results=[field("memories", "array", privacy=Privacy.MESSAGE)],
    effects=Effect.READ,
    mechanism=Mechanism.NONE,
)
def search_memory(store: Store, query: str) -> dict[str, JsonValue]:
    """The memories closest to ``query``."""
    return {"memories": [{"key": key, "text": row.text} for key, row in _closest(store, query)]}


@tool(
    domain=Domain.AI_ASSISTANT,
    en="something new about the user: remember for later",
    zh="记住一件关于用户的新事",
    cues_en="remember that note for next time keep in mind from now on I am I like",
    cues_zh="记住 记一下 以后 你要知道 我喜欢 我是",
    arguments=[
        text("text", "one sentence", "一句话", example="Anna is vegetarian", required=ALWAYS),
    ],
    results=[field("memory_id", "string")],
    effects=Effect.WRITE,
    inverses=undone_by("forget_memory", which="$argument.text", memory_id="$result.memory_id"),
    mechanism=Mechanism.NONE,
)
def save_memory(store: Store, text: str) -> dict[str, JsonValue]:
    """Add a memory."""
    return {"memory_id": store.add(MEMORIES, Remembered(text))}


@tool(
    domain=Domain.AI_ASSISTANT,
    en="a memory that is no longer true: replace its text",
    zh="更新一条已经不对的记忆",
    cues_en="changed not any more instead now it is correct that update what you know moved",
    cues_zh="改了 不再 现在是 更正 更新 换成",
    arguments=[
        text(
            "which", "words of the old one", "旧内容中的词", example="vegetarian", required=ALWAYS
        ),
        text("text", "the new sentence", "新的一句话", example="Anna is vegan", required=ALWAYS),
        record_id("memory_id", "memory3"),
    ],
    results=[field("memory_id", "string"), field("before", "string", privacy=Privacy.MESSAGE)],
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
    store: Store, which: str, text: str, memory_id: str | None
) -> dict[str, JsonValue]:
    """Give a memory a new text."""
    key, before = _which(store, which, memory_id)
    store.put(MEMORIES, key, Remembered(text))
    return {"memory_id": key, "before": before.text}


@tool(
    domain=Domain.AI_ASSISTANT,
    en="a memory the user wants gone: forget",
    zh="忘掉用户不要你记的事",
    cues_en="forget about delete what you know do not remember erase from memory",
    cues_zh="忘掉 别记了 删掉记忆 不要记 抹掉",
    arguments=[
        text("which", "words of it", "其中的词", example="vegetarian", required=ALWAYS),
        record_id("memory_id", "memory3"),
    ],
    results=[field("text", "string", privacy=Privacy.MESSAGE)],
    effects=Effect.WRITE,
    errors=["not_found", "ambiguous"],
    inverses=undone_by("save_memory", text="$result.text"),
    mechanism=Mechanism.NONE,
)
def forget_memory(store: Store, which: str, memory_id: str | None) -> dict[str, JsonValue]:
    """Remove a memory."""
    key, row = _which(store, which, memory_id)
    store.remove(MEMORIES, key)
    return {"text": row.text}


TOOLS = (search_memory, save_memory, replace_memory, forget_memory)
