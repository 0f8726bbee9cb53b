"""The songs on the phone as a library: what the owner thinks of them, and finding them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    action,
    boolean,
    choice,
    field,
    integer,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.media import (
    GENRES,
    MUSIC_APP,
    SONGS,
    Song,
    tell_apart,
)
from tandem_edge.phone.catalogue.audio_entertainment.playlists import find_song
from tandem_edge.phone.sandbox.selection import named
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SHOWN = 20
"""At most so many songs are returned at once; ``total`` says how many match."""
_HAS_PLAYER = needs("app", MUSIC_APP, code="app_missing")


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="opinion of a song: like, unlike, rate with stars",
    zh="给歌曲点红心、取消红心或打星",
    cues_en="heart love this song favourite it thumbs up like unlike not my thing anymore stars "
    "five out of five rate rating",
    cues_zh="红心 点赞 喜欢这首歌 收藏这首 取消收藏 不喜欢了 打分 几颗星 五星 评分",
    arguments=[
        action("like", "unlike", "rate"),
        text(
            "song",
            "which song, the current one if absent",
            "哪首歌，缺省为正在放的",
            privacy=Privacy.NONE,
            example="Paper Boats",
        ),
        integer("stars", 0, 5, "0 for none", "几星，0 为取消", unit="stars", required=("rate",)),
        record_id("song_id", "song3"),
    ],
    results=[
        field("song", "string"),
        field("song_id", "string"),
        field("liked", "boolean"),
        field("stars", "integer"),
        field("previous_stars", "integer"),
        field("changed", "boolean"),
    ],
    effects=dict.fromkeys(("like", "unlike", "rate"), Effect.WRITE),
    preconditions=[_HAS_PLAYER],
    errors=["not_found", "ambiguous", "nothing_playing"],
    inverses={
        "like": undone_by("rate_song", action="unlike", song_id="$result.song_id"),
        "unlike": undone_by("rate_song", action="like", song_id="$result.song_id"),
        "rate": undone_by(
            "rate_song", action="rate", song_id="$result.song_id", stars="$result.previous_stars"
        ),
    },
    changes=["play_music", "search_library"],
    mechanism=Mechanism.UI,
)
def rate_song(
    store: Store, action: str, song: str | None, stars: int | None, song_id: str | None
) -> dict[str, JsonValue]:
    """Give a song a heart or stars, or take them away; ``play_music`` knows the liked songs."""
    key, before = find_song(store, song, song_id)
    fields: dict[str, Any] = {"stars": stars} if action == "rate" else {"liked": action == "like"}
    after = store.update(SONGS, key, **fields)
    return {
        "song": tell_apart(after),
        "song_id": key,
        "liked": after.liked,
        "stars": after.stars,
        "previous_stars": before.stars,
        "changed": after != before,
    }


_ORDERS: dict[str, Callable[[Song], Any]] = {
    "title": lambda song: song.title,
    "newest": lambda song: -song.added.toordinal(),
    "oldest": lambda song: song.added,
    "longest": lambda song: -song.seconds,
    "top_rated": lambda song: -song.stars,
}


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="search own music without playing: artist, album, genre, likes, stars",
    zh="查找手机里的歌，只查不放：歌手、专辑、风格、红心、星级",
    cues_en="which songs do I have by do I own any find in my music how many songs newest added "
    "longest top rated albums genre jazz rock",
    cues_zh="有没有某人的歌 找歌 搜歌 有几首 查一下音乐库 最近加的 最长的歌 评分最高 爵士 摇滚 "
    "专辑里有",
    arguments=[
        text(
            "text",
            "in title, artist or album",
            "歌名、歌手或专辑",
            privacy=Privacy.NONE,
            example="林晚",
        ),
        choice("genre", GENRES, "kind of music", "风格"),
        boolean("liked", "only liked songs", "只看红心歌曲"),
        integer("stars", 1, 5, "at least so many", "至少几星", unit="stars"),
        choice("order", tuple(_ORDERS), "what comes first", "排序", default="title"),
    ],
    results=[
        field("songs", "array"),
        field("total", "integer"),
        field("total_seconds", "integer"),
    ],
    effects=Effect.READ,
    preconditions=[_HAS_PLAYER],
    mechanism=Mechanism.PROVIDER,
)
def search_library(
    store: Store,
    text: str | None,
    genre: str | None,
    liked: bool,
    stars: int | None,
    order: str,
) -> dict[str, JsonValue]:
    """Songs that satisfy all that is given, in the wanted order."""
    found = [
        song
        for song in _containing(store, text)
        if genre in (None, song.genre) and (song.liked or not liked) and song.stars >= (stars or 0)
    ]
    found.sort(key=_ORDERS[order])
    return {
        "songs": [_view(song) for song in found[:SHOWN]],
        "total": len(found),
        "total_seconds": sum(song.seconds for song in found),
    }


def _containing(store: Store, text: str | None) -> list[Song]:
    """Songs with ``text`` in their title, artist or album; the whole of one beats a part."""
    songs = store.all(SONGS)
    if text is None:
        return list(songs.values())
    names: tuple[Callable[[Song], str], ...] = (
        lambda song: song.title,
        lambda song: song.artist,
        lambda song: song.album,
    )
    keys = {key for name_of in names for key, _ in named(songs, text, name_of)}
    return [song for key, song in songs.items() if key in keys]


def _view(song: Song) -> dict[str, JsonValue]:
    return {
        "title": song.title,
        "artist": song.artist,
        "album": song.album,
        "genre": song.genre,
        "seconds": song.seconds,
        "liked": song.liked,
        "stars": song.stars,
        "added": song.added.isoformat(),
    }
