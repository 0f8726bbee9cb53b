"""Music on the phone: what plays, in which order."""

from __future__ import annotations

from dataclasses import dataclass
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
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import named
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

MUSIC_APP = "com.android.music"
MODES = ("sequence", "shuffle", "repeat_one", "repeat_all")


@dataclass(frozen=True, slots=True)
class Song:
    """A song stored on the phone."""

    title: str
    artist: str


@dataclass(frozen=True, slots=True)
class Playlist:
    """``songs`` are ids, in playing order."""

    name: str
    songs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """``position`` is the place in ``queue`` (song ids) of what plays or is paused."""

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
    queue = _queue_for(store, query)
    if not queue:
        raise ToolFailure("not_found", "no song, artist or playlist matches")
    first = _order(store.only(PLAYER).mode, queue)[0] if len(queue) > 1 else 0
    store.update(PLAYER, playing=True, queue=queue, position=first)
    return _view(store) | {"songs": len(queue)}


def _queue_for(store: Store, query: str) -> tuple[str, ...]:
    songs = store.all(SONGS)
    lists = named(store.all(PLAYLISTS), query, lambda row: row.name)
    if lists:
        return tuple(key for key in lists[0][1].songs if key in songs)
    title = named(songs, query, lambda row: row.title)
    artist = named(songs, query, lambda row: row.artist)
    both = named(songs, query, lambda row: f"{row.artist} {row.title}")
    found = title or artist or both or named(songs, query, lambda row: f"{row.artist}的{row.title}")
    return tuple(key for key, _ in found)


def _order(mode: str, queue: tuple[str, ...]) -> list[int]:
    """Positions in playing order; shuffled, it is always the same mix of the same queue."""
    positions = list(range(len(queue)))
    if mode == "shuffle":
        positions.sort(key=lambda at: (crc32(f"{at} {queue[at]}".encode()), at))
    return positions


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="music that is playing: pause, resume, next, previous, check",
    zh="控制正在放的音乐：暂停、继续、下一首、上一首、查看",
    cues_en="pause resume skip next song previous track go back hold the music stop music carry "
    "on unpause what is playing",
    cues_zh="暂停 继续放 下一首 上一首 切歌 换一个 别唱了 停一停 接着放 倒回去 正在放什么",
    arguments=[action("pause", "resume", "next", "previous", "query")],
    results=[
        field("title", "string"),
        field("artist", "string"),
        field("playing", "boolean"),
        field("changed", "boolean"),
    ],
    effects={
        "pause": Effect.WRITE,
        "resume": Effect.WRITE,
        "next": Effect.WRITE,
        "previous": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[_HAS_PLAYER],
    errors=["nothing_playing", "end_of_queue"],
    inverses={
        "pause": undone_by("control_playback", action="resume"),
        "resume": undone_by("control_playback", action="pause"),
        "next": undone_by("control_playback", action="previous"),
        "previous": undone_by("control_playback", action="next"),
    },
    mechanism=Mechanism.SHELL,
)
def control_playback(store: Store, action: str) -> dict[str, JsonValue]:
    """Act on the player; skipping keeps it playing or paused."""
    player = store.only(PLAYER)
    if not player.queue:
        raise ToolFailure("nothing_playing", "no music has been started")
    if action in ("pause", "resume"):
        store.update(PLAYER, playing=action == "resume")
    elif action != "query":
        store.update(PLAYER, position=_step(player, 1 if action == "next" else -1))
    return _view(store) | {"changed": store.only(PLAYER) != player}


def _step(player: Player, by: int) -> int:
    order = _order(player.mode, player.queue)
    at = order.index(player.position) + by
    if player.mode == "sequence" and not 0 <= at < len(order):
        end = "last" if by > 0 else "first"
        raise ToolFailure("end_of_queue", f"this is the {end} song")
    return order[at % len(order)]


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


def _view(store: Store) -> dict[str, JsonValue]:
    player = store.only(PLAYER)
    song = store.get(SONGS, player.queue[player.position]) or Song("", "")
    return {"title": song.title, "artist": song.artist, "playing": player.playing}


_SONGS = (
    ("Greensleeves", "The Ravenscroft Consort"),
    ("Scarborough Fair", "The Ravenscroft Consort"),
    ("Clair de Lune", "Ana Lindqvist"),
    ("Gymnopédie No. 1", "Ana Lindqvist"),
    ("Night Train North", "The Paper Lanterns"),
    ("Paper Boats", "The Paper Lanterns"),
    ("Morning Run", "DJ Halcyon"),
    ("Morning Rain", "DJ Halcyon"),
    ("Fix You a Coffee", "Lena Park"),
    ("茉莉花", "江南丝竹社"),
    ("二泉映月", "江南丝竹社"),
    ("月亮河边", "林晚"),
    ("月亮之上的风", "林晚"),
    ("晴天日记", "周一乐队"),
    ("晴天之后", "周一乐队"),
    ("摇篮曲", "方圆"),
    ("跑起来", "周一乐队"),
    ("海边的猫", "方圆"),
)
_PLAYLISTS = ("Sunday Chill", "Workout", "Road Trip", "健身歌单", "睡前轻音乐", "开车必听")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A small library, six playlists, and a song that was paused."""
    songs = [store.add(SONGS, Song(title, artist)) for title, artist in _SONGS]
    for name in _PLAYLISTS:
        store.add(PLAYLISTS, Playlist(name, tuple(random.sample(songs, random.randrange(4, 9)))))
    queue = tuple(random.sample(songs, 6))
    store.update(PLAYER, queue=queue, position=random.randrange(1, 5))
