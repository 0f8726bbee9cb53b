"""One search through everything on the phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.authoring import ALWAYS, choice, field, needs, text, tool
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SHOWN = 20
# Kind, table, the fields that are searched; the first is what a hit is called.
_PLACES = (
    ("contacts", "contacts", ("name", "phone")),
    ("messages", "messages", ("text",)),
    ("emails", "emails", ("subject", "body")),
    ("notes", "notes", ("text", "title")),
    ("todos", "todos", ("text",)),
    ("events", "events", ("title", "place")),
    ("reminders", "reminders", ("text",)),
    ("files", "files", ("name",)),
    ("photos", "photos", ("name", "about", "place")),
    ("music", "songs", ("title", "artist")),
    ("apps", "apps", ("label",)),
)
KINDS = ("everything", *(kind for kind, _, _ in _PLACES))


@tool(
    domain=Domain.AI_ASSISTANT,
    en="search the whole phone at once for some words, whatever holds them",
    zh="全机搜索：一次找遍联系人、消息、文件、日程等里的字词",
    cues_en="search find anywhere on my phone where did I see everything about look through all "
    "anything that mentions dig up somewhere global search I don't remember where",
    cues_zh="全局搜索 手机里搜 哪儿见过 到处找找 不记得放哪了 搜一下 所有提到 翻遍 通通查 "
    "哪个地方有 有没有关于",
    arguments=[
        text("query", "words to look for", "要找的字词", example="deposit", required=ALWAYS),
        choice("kind", KINDS, "only in one kind", "只在一类里找", default="everything"),
    ],
    results=[
        field("hits", "array", privacy=Privacy.MESSAGE),
        field("total", "integer"),
        field("kinds", "array"),
    ],
    effects=Effect.READ,
    preconditions=[needs("unlocked", code="locked")],
    mechanism=Mechanism.PROVIDER,
)
def search_phone(store: Store, query: str, kind: str) -> dict[str, JsonValue]:
    """Every record that holds all the words, by kind; at most ``SHOWN`` are listed."""
    words = fold(query).split()
    hits: list[dict[str, JsonValue]] = [
        {"kind": name, "what": what, "where": where}
        for name, table, names in _PLACES
        if kind in ("everything", name)
        for what, where in _found(store, table, names, words)
    ]
    return {
        "hits": [*hits[:SHOWN]],
        "total": len(hits),
        "kinds": [*dict.fromkeys(hit["kind"] for hit in hits)],
    }


def _found(
    store: Store, table: str, names: tuple[str, ...], words: list[str]
) -> Iterator[tuple[str, str]]:
    if table not in store.tables:
        return
    known = {each.name for each in fields(store.tables[table].record)}
    looked = [name for name in names if name in known]
    for row in store.all(store.tables[table]).values():
        for name in looked:
            value = str(getattr(row, name))
            if all(word in fold(value) for word in words):
                yield _called(row, looked), name
                break


def _called(row: Any, names: list[str]) -> str:
    return str(getattr(row, names[0]))[:80]
