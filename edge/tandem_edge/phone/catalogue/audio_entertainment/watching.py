"""What one means to watch, and which episodes of a series one has seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    boolean,
    choice,
    day,
    duration,
    field,
    integer,
    internal,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.videos import (
    MOST_EPISODES,
    MOST_SEASONS,
    VIDEO_APP,
    VIDEO_GENRES,
    VIDEOS,
    Video,
    episode_called,
    find_video,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("videos",)
_NONE = "none"
_HAS_APP = needs("app", VIDEO_APP, code="app_missing")


@dataclass(frozen=True, slots=True)
class WatchItem:
    """A title that one means to watch, whether the phone knows it or not."""

    title: str
    kind: Literal["film", "series"]
    added: date


WATCHLIST = Table("watchlist", WatchItem, prefix="watch")


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="list of films and series to watch later: add, remove, query",
    zh="想看清单：想看的电影和剧集，加入、移除、查看",
    cues_en="watchlist want to watch someday recommended movie save for later what should we watch "
    "tonight under two hours take off the list",
    cues_zh="想看 片单 待看 先收着 以后看 朋友推荐的电影 今晚看什么 从清单里删 加入想看 有什么片子",
    arguments=[
        action("add", "remove", "query"),
        text(
            "title",
            "film or series",
            "片名",
            privacy=Privacy.NONE,
            max_length=120,
            example="Nine Winters",
            required=("add", "remove"),
        ),
        choice("kind", ("film", "series"), "what it is", "电影或剧集"),
        choice("genre", VIDEO_GENRES, "only of this genre", "只看某类型"),
        duration("longest", "only what takes at most so long", "最长片长"),
        internal(day("added", "when it was added", "加入日期")),
        record_id("item_id", "watch3"),
    ],
    results=[
        field("item_id", "string"),
        field("title", "string"),
        field("kind", "string"),
        field("added", "string"),
        field("items", "array"),
        field("changed", "boolean"),
    ],
    effects={"add": Effect.WRITE, "remove": Effect.WRITE, "query": Effect.READ},
    preconditions=[_HAS_APP],
    errors=["not_found", "ambiguous"],
    inverses={
        "add": undone_by(
            "manage_watchlist", action="remove", title="$result.title", item_id="$result.item_id"
        ),
        "remove": undone_by(
            "manage_watchlist",
            action="add",
            title="$result.title",
            kind="$result.kind",
            added="$result.added",
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_watchlist(
    store: Store,
    action: str,
    title: str | None,
    kind: str | None,
    genre: str | None,
    longest: int | None,
    added: str | None,
    item_id: str | None,
) -> dict[str, JsonValue]:
    """Add, remove or list; what the phone knows is listed with its kind and its length."""
    if action == "add":
        return _add(store, str(title), kind, added)
    found = chosen(store.all(WATCHLIST), item_id, title, lambda row: row.title)
    found = [(key, row) for key, row in found if kind in (None, row.kind)]
    if action == "query":
        return {
            "items": [each for _, row in found if (each := _fitting(store, row, genre, longest))]
        }
    key, row = the_one(found, "title", lambda row: row.title)
    store.remove(WATCHLIST, key)
    return {"item_id": key, **_view(row), "changed": True}


def _add(store: Store, title: str, kind: str | None, added: str | None) -> dict[str, JsonValue]:
    """A title of a known film or series is put down as that is written."""
    known = [row for row in store.all(VIDEOS).values() if fold(row.title) == fold(title)]
    on = date.fromisoformat(added) if added else store.only(DEVICE).clock.date()
    row = WatchItem(
        known[0].title if known else title,
        known[0].kind if known else kind or "film",  # type: ignore[arg-type]
        on,
    )
    for key, other in store.all(WATCHLIST).items():
        if fold(other.title) == fold(row.title):
            return {"item_id": key, **_view(other), "changed": False}
    return {"item_id": store.add(WATCHLIST, row), **_view(row), "changed": True}


def _fitting(
    store: Store, row: WatchItem, genre: str | None, longest: int | None
) -> dict[str, JsonValue]:
    """The item with what the phone knows of it; nothing where that does not fit."""
    video = next((video for video in store.all(VIDEOS).values() if video.title == row.title), None)
    if video is None:
        return {} if genre or longest else _view(row)
    fits = genre in (None, video.genre) and (longest is None or video.minutes * 60 <= longest)
    return {**_view(row), "genre": video.genre, "minutes": video.minutes} if fits else {}


def _view(row: WatchItem) -> dict[str, JsonValue]:
    return {"title": row.title, "kind": row.kind, "added": row.added.isoformat()}


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="series progress: mark episodes watched or unwatched, which is next",
    zh="追剧进度：标记看过或没看过哪几集，下一集是哪集",
    cues_en="mark as watched seen episode finished season up to which episode am I on what's next "
    "how many episodes left haven't seen",
    cues_zh="追剧进度 看到第几集 看完了 标记已看 没看过 下一集 还剩几集 追到哪了 全看完了",
    arguments=[
        action("mark_watched", "mark_unwatched", "query"),
        text(
            "series",
            "which series",
            "哪部剧",
            privacy=Privacy.NONE,
            max_length=120,
            example="The Night Desk",
            required=ALWAYS,
        ),
        integer("season", 1, MOST_SEASONS, "which season", "第几季", unit="season"),
        integer(
            "episode", 1, MOST_EPISODES, "next or last one if absent", "第几集", unit="episode"
        ),
        boolean("up_to", "all before it too, or all", "连同之前各集，或全部"),
        internal(
            text(
                "watched",
                "to put back",
                "原进度",
                privacy=Privacy.NONE,
                max_length=50_000,
                example="1x1",
            )
        ),
    ],
    results=[
        field("series", "string"),
        field("watched", "integer"),
        field("left", "integer"),
        field("next", "string"),
        field("previous", "string"),
        field("changed", "boolean"),
    ],
    effects={"mark_watched": Effect.WRITE, "mark_unwatched": Effect.WRITE, "query": Effect.READ},
    preconditions=[_HAS_APP],
    errors=["not_found", "ambiguous", "not_a_series"],
    inverses={
        name: undone_by(
            "track_series_episode",
            action="mark_watched",
            series="$result.series",
            watched="$result.previous",
        )
        for name in ("mark_watched", "mark_unwatched")
    },
    changes=["play_video"],
    mechanism=Mechanism.UI,
)
def track_series_episode(
    store: Store,
    action: str,
    series: str,
    season: int | None,
    episode: int | None,
    up_to: bool,
    watched: str | None,
) -> dict[str, JsonValue]:
    """Mark an episode, a season or all. With ``watched``, put the marks back."""
    key, before = find_video(store, series)
    if not before.seasons:
        raise ToolFailure("not_a_series", f"{before.title} is a film")
    seen = set(before.watched)
    if watched is not None:
        seen = set(watched.split())
    elif action == "mark_watched":
        seen |= _meant(before, season, episode, up_to)
    elif action == "mark_unwatched":
        seen -= _meant(before, season, episode, up_to, is_seen=True)
    after = tuple(each for each in before.episodes if each in seen)
    if action != "query":
        store.update(VIDEOS, key, watched=after)
    return _progress(before, after if action != "query" else before.watched)


def _meant(
    video: Video, season: int | None, episode: int | None, up_to: bool, is_seen: bool = False
) -> set[str]:
    """The episodes to mark; where none is named the next one, or the last that ``is_seen``."""
    episodes = video.episodes
    last = episode_called(video, season, episode)
    if last is None and up_to:
        return set(episodes)
    if last is None:
        return set(video.watched[-1:]) if is_seen else {_next(video, video.watched)} - {""}
    if episode is None and not up_to:
        return {each for each in episodes if each.startswith(f"{season}x")}
    if episode is None:
        last = f"{season}x{video.seasons[(season or 1) - 1]}"
    return set(episodes[: episodes.index(last) + 1]) if up_to else {last}


def _next(video: Video, watched: tuple[str, ...]) -> str:
    return next((each for each in video.episodes if each not in watched), "")


def _progress(video: Video, watched: tuple[str, ...]) -> dict[str, JsonValue]:
    return {
        "series": video.title,
        "watched": len(watched),
        "left": len(video.episodes) - len(watched),
        "next": _next(video, watched),
        "previous": " ".join(video.watched) or _NONE,
        "changed": watched != video.watched,
    }


_ELSEWHERE = (
    "The Orchard Wall film|Orchard Street series|长巷 film|长街 series",
    "Salt and Iron series|Salt Road film|盐路 film|铁轨尽头 series",
    "A Quiet Heist film|The Quiet Ones series|安静的贼 film|安静的人 series",
    "Moonpool film|Moon Pond film|月亮潭 film|月亮湾 series",
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Some titles that the phone has, and some that friends spoke of."""
    today = store.only(DEVICE).clock.date()
    known = random.sample(list(store.all(VIDEOS).values()), 5)
    wanted = [(row.title, row.kind) for row in known]
    for line in (line for entry in cast.of(_ELSEWHERE) for line in entry.split("|")):
        title, _, kind = line.rpartition(" ")
        wanted.append((title, kind))  # type: ignore[arg-type]
    for title, kind in wanted:
        added = today - timedelta(days=random.randrange(200))
        store.add(WATCHLIST, WatchItem(title, kind, added))
