"""Playlists: making and renaming them, and the songs in them."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    field,
    integer,
    internal,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.media import (
    MUSIC_APP,
    PLAYLISTS,
    SONGS,
    Playlist,
    Song,
    current_song,
    songs_called,
    tell_apart,
)
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

MOST_SONGS = 1000
_HAS_PLAYER = needs("app", MUSIC_APP, code="app_missing")


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="music playlists: create, rename, delete, list their songs",
    zh="歌单：新建、改名、删除，或看里面有哪些歌",
    cues_en="playlist playlists make a new list of songs called rename delete get rid of which "
    "playlists do I have what's on what songs are in mixtape",
    cues_zh="歌单 新建歌单 建个歌单 歌单改名 删掉歌单 有哪些歌单 歌单里有什么 列表 收录了哪些歌",
    arguments=[
        action("create", "rename", "delete", "query"),
        text(
            "name",
            "playlist, all if absent",
            "歌单名，缺省为全部",
            privacy=Privacy.NONE,
            max_length=80,
            example="Road Trip",
            required=("create", "rename", "delete"),
        ),
        text(
            "new_name",
            "changed name",
            "新名字",
            privacy=Privacy.NONE,
            max_length=80,
            example="开车听",
            required=("rename",),
        ),
        record_id("playlist_id", "playlist3"),
        internal(
            text("songs", "ids to put back", "恢复的歌", max_length=20_000, example="song1 song2")
        ),
    ],
    results=[
        field("playlist_id", "string"),
        field("name", "string"),
        field("previous_name", "string"),
        field("songs", "string"),
        field("playlists", "array"),
    ],
    effects={
        "create": Effect.WRITE,
        "rename": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[_HAS_PLAYER],
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "manage_playlist",
            action="delete",
            name="$result.name",
            playlist_id="$result.playlist_id",
        ),
        "rename": undone_by(
            "manage_playlist",
            action="rename",
            name="$result.name",
            playlist_id="$result.playlist_id",
            new_name="$result.previous_name",
        ),
        "delete": undone_by(
            "manage_playlist", action="create", name="$result.name", songs="$result.songs"
        ),
    },
    changes=["play_music"],
    mechanism=Mechanism.UI,
)
def manage_playlist(
    store: Store,
    action: str,
    name: str | None,
    new_name: str | None,
    playlist_id: str | None,
    songs: str | None,
) -> dict[str, JsonValue]:
    """Create, rename, delete or list playlists; no two may have the same name."""
    if action == "create":
        _refuse_double(store, "", str(name))
        kept = tuple(key for key in (songs or "").split() if key in store.all(SONGS))
        key = store.add(PLAYLISTS, Playlist(str(name), kept))
        return {"playlist_id": key, "name": str(name)}
    found = chosen(store.all(PLAYLISTS), playlist_id, name, lambda row: row.name)
    if action == "query":
        return {"playlists": [_view(store, row) for _, row in found]}
    key, row = the_one(found, "playlist", lambda row: row.name)
    if action == "delete":
        store.remove(PLAYLISTS, key)
        return {"playlist_id": key, "name": row.name, "songs": " ".join(row.songs)}
    _refuse_double(store, key, str(new_name))
    store.update(PLAYLISTS, key, name=str(new_name))
    return {"playlist_id": key, "name": str(new_name), "previous_name": row.name}


def _refuse_double(store: Store, own_key: str, name: str) -> None:
    for key, row in store.all(PLAYLISTS).items():
        if key != own_key and fold(row.name) == fold(name):
            raise ToolFailure("already_exists", f"there is a playlist {row.name} already")


def _view(store: Store, row: Playlist) -> dict[str, JsonValue]:
    songs = [store.all(SONGS)[key] for key in row.songs]
    return {
        "name": row.name,
        "songs": [tell_apart(song) for song in songs],
        "seconds": sum(song.seconds for song in songs),
    }


@dataclass(frozen=True, slots=True)
class _Place:
    """A song in a playlist, ``at`` counted from 0; not in it, ``at`` is -1."""

    playlist_id: str
    playlist: Playlist
    song_id: str
    song: Song

    @property
    def at(self) -> int:
        songs = self.playlist.songs
        return songs.index(self.song_id) if self.song_id in songs else -1


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="songs in one playlist: add, remove, move to another place",
    zh="歌单里的歌：加进去、移出来、调整排在第几首",
    cues_en="add this song to my playlist put it on take off remove from kick out move to the top "
    "first second last in reorder",
    cues_zh="加到歌单 收进歌单 加进 添加到 从歌单里删 移除 踢出去 排到第一 挪到 置顶 放到最后",
    arguments=[
        action("add", "remove", "move"),
        text(
            "playlist",
            "which playlist",
            "哪个歌单",
            privacy=Privacy.NONE,
            max_length=80,
            example="Workout",
            required=ALWAYS,
        ),
        text(
            "song",
            "which song, the current one if absent",
            "哪首歌，缺省为正在放的",
            privacy=Privacy.NONE,
            example="茉莉花",
        ),
        integer(
            "position",
            1,
            MOST_SONGS,
            "place counted from 1, last if absent",
            "第几首，缺省为最后",
            unit="place",
            required=("move",),
        ),
        record_id("song_id", "song3"),
    ],
    results=[
        field("playlist", "string"),
        field("song", "string"),
        field("song_id", "string"),
        field("position", "integer"),
        field("previous_position", "integer"),
        field("changed", "boolean"),
    ],
    effects=dict.fromkeys(("add", "remove", "move"), Effect.WRITE),
    preconditions=[_HAS_PLAYER],
    errors=["not_found", "ambiguous", "nothing_playing"],
    inverses={
        "add": undone_by(
            "edit_playlist_songs",
            action="remove",
            playlist="$result.playlist",
            song_id="$result.song_id",
        ),
        "remove": undone_by(
            "edit_playlist_songs",
            action="add",
            playlist="$result.playlist",
            song_id="$result.song_id",
            position="$result.previous_position",
        ),
        "move": undone_by(
            "edit_playlist_songs",
            action="move",
            playlist="$result.playlist",
            song_id="$result.song_id",
            position="$result.previous_position",
        ),
    },
    changes=["manage_playlist", "play_music"],
    mechanism=Mechanism.UI,
)
def edit_playlist_songs(
    store: Store,
    action: str,
    playlist: str,
    song: str | None,
    position: int | None,
    song_id: str | None,
) -> dict[str, JsonValue]:
    """Add, remove or move one song; one that is in the list already is not added again."""
    place = _place(store, playlist, song, song_id)
    songs = [key for key in place.playlist.songs if key != place.song_id]
    if action != "add" and place.at < 0:
        raise ToolFailure("not_found", "that song is not in that playlist")
    if action == "add" and place.at >= 0:
        return _moved(place, place.at)
    at = -1 if action == "remove" else min((position or MOST_SONGS) - 1, len(songs))
    if at >= 0:
        songs.insert(at, place.song_id)
    store.update(PLAYLISTS, place.playlist_id, songs=tuple(songs))
    return _moved(place, at)


def _place(store: Store, playlist: str, song: str | None, song_id: str | None) -> _Place:
    lists = chosen(store.all(PLAYLISTS), None, playlist, lambda row: row.name)
    key, row = the_one(lists, "playlist", lambda row: row.name)
    return _Place(key, row, *find_song(store, song, song_id))


def find_song(store: Store, said: str | None, song_id: str | None) -> tuple[str, Song]:
    """The song meant by its id, by what the user called it, or the current one.

    Raises the faults ``not_found``, ``ambiguous`` and ``nothing_playing``.
    """
    if song_id is not None:
        found = chosen(store.all(SONGS), song_id, None, lambda row: row.title)
    elif said is None:
        return current_song(store)
    else:
        found = songs_called(store, said)
    return the_one(found, "song", tell_apart)


def _moved(place: _Place, at: int) -> dict[str, JsonValue]:
    return {
        "playlist": place.playlist.name,
        "song": tell_apart(place.song),
        "song_id": place.song_id,
        "position": at + 1,
        "previous_position": place.at + 1,
        "changed": at != place.at,
    }
