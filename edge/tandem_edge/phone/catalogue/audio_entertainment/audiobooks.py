"""Audiobooks: listening where one left off, and bookmarks in them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    field,
    integer,
    internal,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.playback_session import (
    LONGEST,
    SESSION,
    SOURCES,
    Seconds,
    Source,
    begin,
    elapsed,
    install,
    progress,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, named, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications",)
BOOK_APP = "com.android.audiobooks"
MOST_CHAPTERS = 200


@dataclass(frozen=True, slots=True)
class Audiobook:
    """A book on the phone; its chapters are all of one length. ``heard`` is how far, in seconds."""

    title: str
    author: str
    chapters: Annotated[int, Field(ge=1, le=MOST_CHAPTERS)]
    chapter_seconds: Annotated[int, Field(ge=60, le=3600)]
    heard: Seconds = 0

    @property
    def seconds(self) -> int:
        """The whole book."""
        return self.chapters * self.chapter_seconds


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A place in the book with the id ``book``."""

    book: str
    at: Seconds
    note: str = ""


@dataclass(frozen=True, slots=True)
class Nightstand:
    """``last`` is the id of the book heard last, or nothing."""

    last: str = ""


BOOKS = Table("audiobooks", Audiobook, prefix="audiobook")
BOOKMARKS = Table("audiobook_bookmarks", Bookmark, prefix="bookmark")
NIGHTSTAND = Singleton("audiobook_nightstand", Nightstand)
_HAS_APP = needs("app", BOOK_APP, code="app_missing")


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="play an audiobook where it was left, or from a chapter",
    zh="听有声书：接着上次听，或从某一章开始",
    cues_en="audiobook read me my book continue listening chapter novel narrated book where I "
    "stopped from the beginning talking book",
    cues_zh="有声书 听书 接着听书 读给我听 第几章 第几回 小说 上次听到哪 从头听 评书 有声小说",
    arguments=[
        text(
            "title",
            "title or author, the last one if absent",
            "书名或作者，缺省为上次听的",
            privacy=Privacy.NONE,
            example="The Tin Lighthouse",
        ),
        integer("chapter", 1, MOST_CHAPTERS, "from its start", "从第几章开始", unit="chapter"),
        boolean("from_start", "from the beginning", "从头开始"),
    ],
    results=[
        field("title", "string"),
        field("author", "string"),
        field("chapter", "integer"),
        field("chapters", "integer"),
        field("at_seconds", "integer"),
        field("left_seconds", "integer"),
    ],
    effects=Effect.WRITE,
    preconditions=[_HAS_APP],
    errors=["not_found", "ambiguous"],
    changes=["control_playback"],
    mechanism=Mechanism.INTENT,
)
def play_audiobook(
    store: Store, title: str | None, chapter: int | None, from_start: bool
) -> dict[str, JsonValue]:
    """Read on in a book, or from a chapter of it."""
    key, book = _meant(store, title)
    at = 0 if from_start else None
    if chapter is not None:
        at = (chapter - 1) * book.chapter_seconds
    if chapter is not None and chapter > book.chapters:
        raise ToolFailure("not_found", f"there is no chapter {chapter}")
    begin(store, "audiobook", key, at)
    return {
        "title": book.title,
        "author": book.author,
        "chapter": _chapter(book, elapsed(store)),
        "chapters": book.chapters,
        "at_seconds": elapsed(store),
        "left_seconds": book.seconds - elapsed(store),
    }


def _meant(store: Store, title: str | None) -> tuple[str, Audiobook]:
    """The book meant by title, else by author; without either the one on, else the last one."""
    books, session = store.all(BOOKS), store.only(SESSION)
    if title is None:
        is_on = session.kind == "audiobook"
        key = session.item if is_on else store.only(NIGHTSTAND).last
        return the_one(chosen(books, key, None, _tell_apart), "audiobook", _tell_apart)
    found = named(books, title, lambda book: book.title)
    return the_one(found or named(books, title, lambda book: book.author), "audiobook", _tell_apart)


def _tell_apart(book: Audiobook) -> str:
    return f"{book.title} by {book.author}"


def _chapter(book: Audiobook, at: int) -> int:
    return min(book.chapters, 1 + at // book.chapter_seconds)


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="bookmarks in audiobooks: set here, jump to one, delete, list",
    zh="有声书书签：在当前位置加书签、跳到书签、删除、查看",
    cues_en="bookmark this spot mark this place in the audiobook remember where go to bookmark "
    "passage quote note bookmarks list",
    cues_zh="书签 加书签 标记这里 记住听到这儿 跳到书签 回到那段 精彩片段 标一下 删书签 有哪些书签",
    arguments=[
        action("add", "go_to", "delete", "query"),
        text("note", "what it says", "书签备注", example="the storm", required=()),
        text(
            "title",
            "which book, the current one if absent",
            "哪本书，缺省为正在听的",
            privacy=Privacy.NONE,
            example="胡同口的灯",
        ),
        internal(integer("at", 0, LONGEST, "its place", "位置", unit="seconds")),
        record_id("bookmark_id", "bookmark3"),
    ],
    results=[
        field("bookmark_id", "string"),
        field("title", "string"),
        field("note", "string", privacy=Privacy.MESSAGE),
        field("chapter", "integer"),
        field("at_seconds", "integer"),
        field("bookmarks", "array", privacy=Privacy.MESSAGE),
        field("changed", "boolean"),
    ],
    effects={
        "add": Effect.WRITE,
        "go_to": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[_HAS_APP],
    errors=["not_found", "ambiguous"],
    inverses={
        "add": undone_by(
            "manage_audiobook_bookmark", action="delete", bookmark_id="$result.bookmark_id"
        ),
        "delete": undone_by(
            "manage_audiobook_bookmark",
            action="add",
            title="$result.title",
            note="$result.note",
            at="$result.at_seconds",
        ),
    },
    changes=["play_audiobook", "control_playback"],
    mechanism=Mechanism.UI,
)
def manage_audiobook_bookmark(
    store: Store,
    action: str,
    note: str | None,
    title: str | None,
    at: int | None,
    bookmark_id: str | None,
) -> dict[str, JsonValue]:
    """Mark the place that a book has come to, or find a marked one; ``go_to`` plays from it."""
    if action == "add":
        return _add(store, *_meant(store, title), note or "", at)
    rows = store.all(BOOKMARKS)
    found = chosen(rows, bookmark_id, note, lambda row: row.note)
    if title is not None:
        book, _ = _meant(store, title)
        found = [(key, row) for key, row in found if row.book == book]
    if action == "query":
        return {"bookmarks": [_view(store, key, row) for key, row in found]}
    key, row = the_one(found, "bookmark", lambda row: _tell(store, row))
    if action == "delete":
        store.remove(BOOKMARKS, key)
    else:
        begin(store, "audiobook", row.book, row.at)
    return {**_view(store, key, row), "changed": True}


def _add(
    store: Store, key: str, book: Audiobook, note: str, at: int | None
) -> dict[str, JsonValue]:
    """A place that is marked already stays marked once."""
    if at is None:
        at = progress(store, "audiobook", key, book.heard)
    mark = Bookmark(key, min(at, book.seconds), note)
    same = next((other for other, row in store.all(BOOKMARKS).items() if row == mark), None)
    added = same or store.add(BOOKMARKS, mark)
    return {**_view(store, added, mark), "changed": same is None}


def _tell(store: Store, row: Bookmark) -> str:
    book = store.all(BOOKS)[row.book]
    return f"{row.note or 'no note'} ({book.title}, chapter {_chapter(book, row.at)})"


def _view(store: Store, key: str, row: Bookmark) -> dict[str, JsonValue]:
    book = store.all(BOOKS)[row.book]
    return {
        "bookmark_id": key,
        "title": book.title,
        "note": row.note,
        "chapter": _chapter(book, row.at),
        "at_seconds": row.at,
    }


def _about(store: Store, item: str) -> tuple[str, str]:
    book = store.all(BOOKS)[item]
    return book.title, book.author


def _step(store: Store, item: str, at: int, by: int) -> tuple[str, int | None] | None:
    """The start of the next or the previous chapter."""
    book = store.all(BOOKS)[item]
    chapter = _chapter(book, at) + by
    return (item, (chapter - 1) * book.chapter_seconds) if 1 <= chapter <= book.chapters else None


def _take(store: Store, item: str) -> int:
    heard = store.all(BOOKS)[item].heard
    store.update(BOOKS, item, heard=0)
    store.update(NIGHTSTAND, last=item)
    return heard


def _keep(store: Store, item: str, at: int) -> None:
    store.update(BOOKS, item, heard=at)


SOURCES["audiobook"] = Source(
    app=BOOK_APP,
    describe=_about,
    length=lambda store, item: store.all(BOOKS)[item].seconds,
    step=_step,
    take=_take,
    keep=_keep,
)

_POOL = (
    "The Tin Lighthouse/Edith Marlow|The Tin Soldier's Wife/Edith Marlow|胡同口的灯/沈砚",
    "A Winter in Lisbon Street/Pedro Calder|A Summer in Lisbon Street/Pedro Calder|雪夜行/柳三白",
    "The Salt Merchant/Ngozi Adeyemi|The Silk Merchant/Ngozi Adeyemi|盐商/陆家声",
    "How to Mend a Clock/Walter Finch|How to Read a River/Walter Finch|修表的人/陆家铭",
    "Nine Doors Down/Cass Holloway|Nine Lives Left/Cass Halloway|九号楼/方未晚",
    "The Cartographer's Son/Yusuf Demir|The Cartographer's Ghost/Yusuf Demir|画地图的人/贺兰",
    "Small Engines/Greta Olsen|Small Mercies/Greta Olson|小镇火车站/贺岚",
    "Orchard of Bees/Miriam Vance|Orchard Row/Miriam Vane|蜂房/苏小棠",
)
_NOTES = ("the storm", "great line about home", "who is Anselm?", "结尾反转", "这段写得真好")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A shelf of books, some begun, with bookmarks in those."""
    install(store, BOOK_APP)
    begun: list[str] = []
    for line in (line for entry in cast.of(_POOL) for line in entry.split("|")):
        title, _, author = line.partition("/")
        book = Audiobook(title, author, random.randrange(12, 61), random.randrange(600, 2400, 60))
        is_begun = not begun or random.random() < 0.6
        heard = random.randrange(60, book.seconds) if is_begun else 0
        key = store.add(BOOKS, Audiobook(title, author, book.chapters, book.chapter_seconds, heard))
        if heard:
            begun.append(key)
    for note, book_key in zip(_NOTES, random.choices(begun, k=len(_NOTES)), strict=True):
        at = random.randrange(store.all(BOOKS)[book_key].heard)
        store.add(BOOKMARKS, Bookmark(book_key, at, note))
    store.update(NIGHTSTAND, last=begun[0])
