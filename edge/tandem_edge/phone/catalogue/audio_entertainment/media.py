"""Music on the phone: what plays, in which order; and the controls of whatever plays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Annotated, Literal
from zlib import crc32

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    choice,
    field,
    integer,
    internal,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.music_pool import ARTISTS
from tandem_edge.phone.catalogue.audio_entertainment.music_pool import PLAYLISTS as PLAYLIST_NAMES
from tandem_edge.phone.catalogue.audio_entertainment.playback_session import (
    LONGEST,
    SESSION,
    SOURCES,
    Source,
    begin,
    current,
    elapsed,
    move,
    raw_elapsed,
    run,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import fold, named
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

MUSIC_APP = "com.android.music"
MODES = ("sequence", "shuffle", "repeat_one", "repeat_all")
GENRES = ("pop", "rock", "folk", "classical", "electronic", "jazz", "hip_hop", "children")
LIKED = frozenset(
    "liked|liked songs|likes|my likes|favourites|favorites|favourite songs|favorite songs|"
    "my favourites|my favorites|"
    "我喜欢|我喜欢的|我喜欢的歌|我喜欢的音乐|收藏|我的收藏|收藏的歌|喜欢的歌".split("|")
)
"""What people call the songs they gave a heart, where no playlist has that name."""


@dataclass(frozen=True, slots=True)
class Song:
    """A song stored on the phone; no ``stars`` means that it was never rated."""

    title: str
    artist: str
    album: str = ""
    genre: Literal[
        "pop", "rock", "folk", "classical", "electronic", "jazz", "hip_hop", "children"
    ] = "pop"
    seconds: Annotated[int, Field(ge=1)] = 200
    stars: Annotated[int, Field(ge=0, le=5)] = 0
    liked: bool = False
    added: date = date(2024, 1, 1)


@dataclass(frozen=True, slots=True)
class Playlist:
    """``songs`` are ids, in playing order."""

    name: str
    songs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """``position`` is the place in ``queue`` (song ids) of what plays or is paused.

    How far the song has come is in the session, as for everything that plays.
    """

    playing: bool = False
    queue: tuple[str, ...] = ()
    position: Annotated[int, Field(ge=0)] = 0
    mode: Literal["sequence", "shuffle", "repeat_one", "repeat_all"] = "sequence"

    def __post_init__(self) -> None:
        if self.position >= max(1, len(self.queue)):
            raise ValueError("the position is beyond the queue")


SONGS = Table("songs", Song, prefix="song")
PLAYLISTS = Table("playlists", Playlist, prefix="playlist")
PLAYER = Singleton("player", Player)
_HAS_PLAYER = needs("app", MUSIC_APP, code="app_missing")


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="play a song, an artist or a playlist by name",
    zh="播放音乐：按歌名、歌手或歌单",
    cues_en="play music song track listen to hear put on some tune artist singer band playlist "
    "album in the mood for",
    cues_zh="放歌 播放 听歌 来首 来一首 放首 想听 歌曲 歌手 歌单 整一首 音乐",
    arguments=[
        text(
            "query",
            "song, artist or playlist",
            "歌名、歌手或歌单",
            privacy=Privacy.NONE,
            example="Greensleeves",
            required=ALWAYS,
        )
    ],
    results=[
        field("title", "string"),
        field("artist", "string"),
        field("playing", "boolean"),
        field("songs", "integer"),
    ],
    effects=Effect.WRITE,
    preconditions=[_HAS_PLAYER],
    errors=["not_found"],
    changes=["control_playback"],
    mechanism=Mechanism.INTENT,
)
def play_music(store: Store, query: str) -> dict[str, JsonValue]:
    """Play what is called ``query``: a playlist, else a song, else everything of an artist."""
    queue = songs_for(store, query)
    if not queue:
        raise ToolFailure("not_found", "no song, artist or playlist matches")
    first = order_of(store.only(PLAYER).mode, queue)[0] if len(queue) > 1 else 0
    begin(store, "music", "")
    store.update(PLAYER, playing=True, queue=queue, position=first)
    title, artist = _describe(store, "")
    return {"title": title, "artist": artist, "playing": True, "songs": len(queue)}


def songs_for(store: Store, query: str) -> tuple[str, ...]:
    """Ids of the songs of a playlist, the liked ones, or those ``songs_called`` so."""
    songs = store.all(SONGS)
    lists = named(store.all(PLAYLISTS), query, lambda row: row.name)
    if lists:
        return tuple(key for key in lists[0][1].songs if key in songs)
    if fold(query) in LIKED:
        return tuple(key for key, song in songs.items() if song.liked)
    return tuple(key for key, _ in songs_called(store, query))


def songs_called(store: Store, query: str) -> list[tuple[str, Song]]:
    """Songs meant by a title, else an artist, else both, else an album."""
    songs = store.all(SONGS)
    for name_of in _NAMES:
        if found := named(songs, query, name_of):
            return found
    return []


_NAMES: tuple[Callable[[Song], str], ...] = (
    lambda song: song.title,
    lambda song: song.artist,
    lambda song: f"{song.artist} {song.title}",
    lambda song: f"{song.artist}的{song.title}",
    lambda song: f"{song.title} by {song.artist}",
    lambda song: song.album,
)


def tell_apart(song: Song) -> str:
    """Title and artist, to tell look-alikes apart."""
    return f"{song.title} – {song.artist}"


def current_song(store: Store) -> tuple[str, Song]:
    """The song that plays or is paused. Raises the fault ``nothing_playing``."""
    player = store.only(PLAYER)
    if store.only(SESSION).kind != "music" or not player.queue:
        raise ToolFailure("nothing_playing", "no song is playing; say which one")
    key = player.queue[player.position]
    return key, store.all(SONGS)[key]


def order_of(mode: str, queue: tuple[str, ...]) -> list[int]:
    """Positions in playing order; shuffled, it is always the same mix of the same queue."""
    positions = list(range(len(queue)))
    if mode == "shuffle":
        positions.sort(key=lambda at: (crc32(f"{at} {queue[at]}".encode()), at))
    return positions


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="whatever is playing: pause, resume, next, previous, what is it",
    zh="控制正在放的内容：暂停、继续、下一首、上一首、查看",
    cues_en="pause resume skip next song previous track go back hold the music stop music carry "
    "on unpause what is playing podcast radio episode chapter",
    cues_zh="暂停 继续放 下一首 上一首 切歌 换一个 别唱了 停一停 接着放 倒回去 正在放什么 "
    "下一集 换台",
    arguments=[
        action("pause", "resume", "next", "previous", "query"),
        internal(
            integer("resume_at", 0, LONGEST, "where it goes on", "从哪里接着放", unit="seconds")
        ),
    ],
    results=[
        field("title", "string"),
        field("artist", "string"),
        field("kind", "string"),
        field("playing", "boolean"),
        field("at_seconds", "integer"),
        field("previous_seconds", "integer"),
        field("changed", "boolean"),
    ],
    effects={
        "pause": Effect.WRITE,
        "resume": Effect.WRITE,
        "next": Effect.WRITE,
        "previous": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("player_app", code="app_missing")],
    errors=["nothing_playing", "end_of_queue"],
    inverses={
        "pause": undone_by("control_playback", action="resume"),
        "resume": undone_by("control_playback", action="pause"),
        "next": undone_by(
            "control_playback", action="previous", resume_at="$result.previous_seconds"
        ),
        "previous": undone_by(
            "control_playback", action="next", resume_at="$result.previous_seconds"
        ),
    },
    mechanism=Mechanism.SHELL,
)
def control_playback(store: Store, action: str, resume_at: int | None) -> dict[str, JsonValue]:
    """Act on what plays; skipping keeps it playing or paused."""
    player, session = store.only(PLAYER), store.only(SESSION)
    if session.kind == "music" and not player.queue:
        raise ToolFailure("nothing_playing", "no music has been started")
    before = raw_elapsed(store)
    if action in ("pause", "resume"):
        run(store, action == "resume")
    elif action != "query":
        _skip(store, 1 if action == "next" else -1, resume_at)
    changed = (store.only(PLAYER), store.only(SESSION)) != (player, session)
    return _view(store) | {"previous_seconds": before, "changed": changed}


def _skip(store: Store, by: int, resume_at: int | None) -> None:
    session = store.only(SESSION)
    found = current(store).step(store, session.item, elapsed(store), by)
    if found is None:
        raise ToolFailure("end_of_queue", f"nothing comes {'after' if by > 0 else 'before'} this")
    item, at = found
    at = at if resume_at is None else resume_at
    if item == session.item:
        move(store, at or 0)
    else:
        begin(store, session.kind, item, at)
        run(store, session.since is not None)


def _view(store: Store) -> dict[str, JsonValue]:
    session = store.only(SESSION)
    title, artist = current(store).describe(store, session.item)
    is_music = session.kind == "music"
    return {
        "title": title,
        "artist": artist,
        "kind": session.kind,
        "playing": store.only(PLAYER).playing if is_music else session.since is not None,
        "at_seconds": elapsed(store),
    }


def _step(store: Store, item: str, at: int, by: int) -> tuple[str, int | None]:
    """The session's item stays: which song plays is the player's."""
    player = store.only(PLAYER)
    order = order_of(player.mode, player.queue)
    at = order.index(player.position) + by
    if player.mode == "sequence" and not 0 <= at < len(order):
        end = "last" if by > 0 else "first"
        raise ToolFailure("end_of_queue", f"this is the {end} song")
    store.update(PLAYER, position=order[at % len(order)])
    return item, 0


def _playing_song(store: Store) -> Song:
    player = store.only(PLAYER)
    return store.all(SONGS)[player.queue[player.position]] if player.queue else Song("", "")


def _describe(store: Store, item: str) -> tuple[str, str]:
    song = _playing_song(store)
    return song.title, song.artist


def _switch(store: Store, on: bool) -> None:
    store.update(PLAYER, playing=on)


SOURCES["music"] = Source(
    app=MUSIC_APP,
    describe=_describe,
    length=lambda store, item: _playing_song(store).seconds,
    step=_step,
    switch=_switch,
)


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="order of playback: in sequence, shuffle, repeat one song, repeat all",
    zh="播放顺序：顺序、随机、单曲循环、列表循环",
    cues_en="shuffle random order mix loop repeat over and over same song again whole playlist in "
    "order",
    cues_zh="随机播放 单曲循环 列表循环 循环 顺序播放 打乱 洗牌 反复放 一遍又一遍 从头再来",
    arguments=[choice("mode", MODES, "order", "顺序", required=ALWAYS)],
    results=[field("mode", "string"), field("previous_mode", "string")],
    effects=Effect.WRITE,
    preconditions=[_HAS_PLAYER],
    inverses=undone_by("set_music_play_mode", mode="$result.previous_mode"),
    mechanism=Mechanism.UI,
)
def set_music_play_mode(store: Store, mode: str) -> dict[str, JsonValue]:
    """Set the order of playback; what plays goes on."""
    previous = store.only(PLAYER).mode
    store.update(PLAYER, mode=mode)
    return {"mode": mode, "previous_mode": previous}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A library of songs by album, a handful of playlists, and a song that was paused."""
    today = store.only(DEVICE).clock.date()
    songs = [
        store.add(SONGS, _made_up(random, today, title, artist, album, genre))
        for entry in cast.of(ARTISTS)
        for artist, genre, albums in entry
        for album, titles in albums
        for title in titles
    ]
    for name in (name for entry in cast.of(PLAYLIST_NAMES) for name in entry):
        store.add(PLAYLISTS, Playlist(name, tuple(random.sample(songs, random.randrange(4, 12)))))
    queue = tuple(random.sample(songs, 6))
    store.update(PLAYER, queue=queue, position=random.randrange(1, 5))


def _made_up(random: Random, today: date, title: str, artist: str, album: str, genre: str) -> Song:
    """A few songs are liked, a few more have stars."""
    draw = random.random()
    return Song(
        title,
        artist,
        album,
        genre,  # type: ignore[arg-type]
        seconds=random.randrange(95, 420),
        stars=3 + int(draw * 30) if draw < 0.1 else 0,
        liked=draw > 0.9,
        added=today - timedelta(days=random.randrange(1200)),
    )
