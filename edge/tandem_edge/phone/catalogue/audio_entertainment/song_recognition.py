"""What song is this: listening to the room, and what was recognised before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    day,
    field,
    internal,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.media import SONGS, current_song
from tandem_edge.phone.catalogue.audio_entertainment.playback_session import SESSION, is_playing
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("media",)
_JUST_NOW = timedelta(minutes=5)
_BAR = " | "


@dataclass(frozen=True, slots=True)
class Heard:
    """A song that was recognised ``at`` some time."""

    title: str
    artist: str
    at: Wall


@dataclass(frozen=True, slots=True)
class Room:
    """What sounds around the phone; without a title it is quiet, or nothing that is known."""

    title: str = ""
    artist: str = ""


HEARD = Table("recognised_songs", Heard, prefix="heard")
ROOM = Singleton("room_music", Room)


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="recognise the song heard around: identify, past finds, delete a find",
    zh="听歌识曲：识别周围在放的歌、识别记录、删记录",
    cues_en="what song is this name that tune who sings this shazam the one in this cafe playing "
    "right now around me what was that song yesterday",
    cues_zh="听歌识曲 这是什么歌 这歌叫啥 谁唱的 店里放的 识别一下 识曲记录 之前识别的 昨天那首歌",
    arguments=[
        action("identify", "query", "delete"),
        text(
            "title",
            "which earlier find",
            "哪条记录",
            privacy=Privacy.NONE,
            example="Velvet Rain",
            required=("delete",),
        ),
        day("day", "when it was heard", "哪天听到的"),
        internal(text("kept", "to put back", "原记录", privacy=Privacy.NONE, example="a | b | c")),
        record_id("heard_id", "heard3"),
    ],
    results=[
        field("heard_id", "string"),
        field("title", "string"),
        field("artist", "string"),
        field("in_library", "boolean"),
        field("finds", "array"),
        field("kept", "string"),
        field("changed", "boolean"),
    ],
    effects={"identify": Effect.WRITE, "query": Effect.READ, "delete": Effect.WRITE},
    preconditions=[
        needs("permission", "microphone", code="permission_denied", on=("identify",)),
        needs("network", code="offline", on=("identify",)),
        needs("no_call", code="call_active", on=("identify",)),
        needs("recorder_idle", code="microphone_busy", on=("identify",)),
    ],
    errors=["no_match", "not_found", "ambiguous"],
    inverses={
        "identify": undone_by(
            "identify_song", action="delete", title="$result.title", heard_id="$result.heard_id"
        ),
        "delete": undone_by("identify_song", action="identify", kept="$result.kept"),
    },
    conflicts=["record_audio", "make_call"],
    mechanism=Mechanism.UI,
)
def identify_song(
    store: Store,
    action: str,
    title: str | None,
    day: str | None,
    kept: str | None,
    heard_id: str | None,
) -> dict[str, JsonValue]:
    """Name the song that sounds, and remember it; the same one is remembered once a while."""
    if action == "identify":
        return _identify(store) if kept is None else _put_back(store, kept)
    found = [
        (key, row)
        for key, row in chosen(store.all(HEARD), heard_id, title, lambda row: row.title)
        if day in (None, row.at.date().isoformat())
    ]
    if action == "query":
        found.sort(key=lambda item: item[1].at, reverse=True)
        return {"finds": [_view(store, row) for _, row in found]}
    key, row = the_one(found, "find", lambda row: f"{row.title} {row.at:%Y-%m-%d %H:%M}")
    store.remove(HEARD, key)
    written = _BAR.join((row.title, row.artist, row.at.isoformat()))
    return {"heard_id": key, "title": row.title, "kept": written, "changed": True}


def _identify(store: Store) -> dict[str, JsonValue]:
    sounding, now = _sounding(store), store.only(DEVICE).clock
    if not sounding.title:
        raise ToolFailure("no_match", "no song was recognised")
    for key, row in store.all(HEARD).items():
        same = (row.title, row.artist) == (sounding.title, sounding.artist)
        if same and timedelta() <= now - row.at <= _JUST_NOW:
            return _found(store, key, row, changed=False)
    row = Heard(sounding.title, sounding.artist, now)
    return _found(store, store.add(HEARD, row), row, changed=True)


def _sounding(store: Store) -> Room:
    """The phone hears itself first."""
    if is_playing(store) and store.only(SESSION).kind == "music":
        song = current_song(store)[1]
        return Room(song.title, song.artist)
    return store.only(ROOM)


def _put_back(store: Store, kept: str) -> dict[str, JsonValue]:
    try:
        title, artist, at = kept.split(_BAR)
        row = Heard(title, artist, datetime.fromisoformat(at).replace(tzinfo=None))
    except ValueError as error:
        raise ToolFailure("invalid_argument", "that is no find") from error
    return _found(store, store.add(HEARD, row), row, changed=True)


def _found(store: Store, key: str, row: Heard, *, changed: bool) -> dict[str, JsonValue]:
    return {
        "heard_id": key,
        "title": row.title,
        "artist": row.artist,
        "in_library": _in_library(store, row),
        "changed": changed,
    }


def _in_library(store: Store, row: Heard) -> bool:
    return any(
        (song.title, song.artist) == (row.title, row.artist) for song in store.all(SONGS).values()
    )


def _view(store: Store, row: Heard) -> dict[str, JsonValue]:
    return {
        "title": row.title,
        "artist": row.artist,
        "at": row.at.isoformat(timespec="minutes"),
        "in_library": _in_library(store, row),
    }


_ELSEWHERE = (
    "Copper Moon/Etta Vaughn|Copper Moonlight/Etta Vaughn|铜月亮/白桦",
    "Ride the Rail/The Switchmen|Ride the Wave/The Swimmers|坐火车去看你/白桦林",
    "Paper Tigers/Nell Okoye|Paper Planes Home/Nell Okoye|纸老虎/马格",
    "Half a Summer/Coast Road|Half a Winter/Coast Road|半个夏天/海岸公路",
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Songs that were recognised lately, some of them in the library, and one that sounds now."""
    now = store.only(DEVICE).clock
    lines = [line.split("/") for entry in cast.of(_ELSEWHERE) for line in entry.split("|")]
    own = random.sample(list(store.all(SONGS).values()), 4)
    known = [(title, artist) for title, artist in lines] + [(row.title, row.artist) for row in own]
    for title, artist in known:
        at = now - timedelta(minutes=random.randrange(20, 20_000))
        store.add(HEARD, Heard(title, artist, at))
    title, artist = random.choice(known)
    store.update(ROOM, title=title, artist=artist)
