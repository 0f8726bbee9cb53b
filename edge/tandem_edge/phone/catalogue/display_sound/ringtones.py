"""Which sound the phone makes: for calls, notifications and alarms, and for single people."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    choice,
    field,
    person,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.media import SONGS
from tandem_edge.phone.catalogue.calls_communication.contacts import (
    CONTACTS,
    Contact,
    find_person,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import named, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts", "media")
PURPOSES = ("call", "notification", "alarm")
DEFAULT = "default"
"""Stands for no sound of a person's own."""


@dataclass(frozen=True, slots=True)
class Ringtone:
    """A sound that came with the phone or was loaded."""

    title: str


@dataclass(frozen=True, slots=True)
class ChosenSounds:
    """The sound for each purpose: the id of a ringtone or of a song."""

    call: str = ""
    notification: str = ""
    alarm: str = ""


@dataclass(frozen=True, slots=True)
class PersonRingtone:
    """The sound for calls from one person, kept under their number."""

    sound: str


RINGTONES = Table("ringtones", Ringtone, prefix="ringtone")
CHOSEN = Singleton("chosen_sounds", ChosenSounds)
PERSON_RINGTONES = Table("person_ringtones", PersonRingtone)


@tool(
    domain=Domain.DISPLAY_SOUND,
    en="choose ringtone, notification sound or alarm sound; also for one caller",
    zh="更换铃声：来电铃声、通知音或闹钟声，也可只给某个人设",
    cues_en="ringtone ring tone change the sound tune song when someone calls text tone alert "
    "alarm sound wake up to own ringtone for her",
    cues_zh="铃声 来电铃声 换铃声 提示音 通知音 闹钟铃声 专属铃声 换成 打来的时候响 彩铃 短信音",
    arguments=[
        text(
            "sound",
            "name of the sound or song",
            "铃声或歌曲的名字",
            privacy=Privacy.NONE,
            max_length=80,
            example="Morning Dew",
            required=ALWAYS,
        ),
        choice("purpose", PURPOSES, "what it sounds for", "用在哪里", default="call"),
        person("person", "only for calls from", "只给谁的来电"),
        record_id("sound_id", "ringtone3"),
    ],
    results=[
        field("sound", "string"),
        field("sound_id", "string"),
        field("purpose", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("previous_sound", "string"),
        field("previous_sound_id", "string"),
        field("changed", "boolean"),
    ],
    effects=Effect.WRITE,
    errors=["not_found", "ambiguous"],
    inverses=undone_by(
        "set_ringtone",
        sound="$result.previous_sound",
        sound_id="$result.previous_sound_id",
        purpose="$result.purpose",
        person="$result.number",
    ),
    mechanism=Mechanism.PROVIDER,
)
def set_ringtone(
    store: Store, sound: str, purpose: str, person: str | None, sound_id: str | None
) -> dict[str, JsonValue]:
    """Choose a ringtone, or a song of the library, for a purpose or for one caller."""
    if person is not None and purpose != "call":
        raise ToolFailure("invalid_argument", "only calls can have a person's own sound")
    caller = Contact("", "") if person is None else find_person(store, person)
    key = sound_id or _find(store, sound)
    previous = _set_for(store, caller.phone, key) if caller.phone else _set(store, purpose, key)
    return {
        "sound": title_of(store, key),
        "sound_id": key,
        "purpose": purpose,
        "name": caller.name,
        "number": caller.phone,
        "previous_sound": title_of(store, previous),
        "previous_sound_id": previous,
        "changed": key != previous,
    }


def title_of(store: Store, key: str) -> str:
    """The name of the ringtone or song ``key``."""
    tone, song = store.get(RINGTONES, key), store.get(SONGS, key)
    return tone.title if tone else song.title if song else DEFAULT


def _find(store: Store, sound: str) -> str:
    tones = named(store.all(RINGTONES), sound, lambda row: row.title)
    if tones:
        return the_one(tones, "sound", lambda row: row.title)[0]
    songs = named(store.all(SONGS), sound, lambda row: row.title)
    return the_one(songs, "sound", lambda row: f"{row.title} ({row.artist})")[0]


def _set(store: Store, purpose: str, key: str) -> str:
    previous: str = getattr(store.only(CHOSEN), purpose)
    store.update(CHOSEN, **{purpose: key})
    return previous


def _set_for(store: Store, number: str, key: str) -> str:
    before = store.get(PERSON_RINGTONES, number)
    if key != DEFAULT:
        store.put(PERSON_RINGTONES, number, PersonRingtone(key))
    elif before is not None:
        store.remove(PERSON_RINGTONES, number)
    return before.sound if before else DEFAULT


_TONES = (
    ("Morning Dew", "Morning Dawn", "晨露", "晨光"),
    ("Marimba", "Marimba Soft", "木琴", "小木琴"),
    ("Ripples", "Ripple", "涟漪", "水波"),
    ("Old Telephone", "Old Phone Bell", "老式电话", "老电话铃"),
    ("Crystal", "Crystal Chime", "水晶", "水晶风铃"),
    ("Bamboo", "Bamboo Flute", "竹林", "竹笛"),
    ("Sunrise Birds", "Sunrise", "鸟鸣", "清晨鸟叫"),
    ("Pebble", "Pebbles", "石子", "小石子"),
    ("Night Owl", "Night Owls", "夜莺", "夜莺之歌"),
    ("Spaceship", "Space Walk", "飞船", "太空漫步"),
    ("Doorbell", "Double Doorbell", "门铃", "叮咚门铃"),
    ("Harp", "Harp Glide", "竖琴", "古琴"),
    ("Rooster", "Rooster Call", "公鸡打鸣", "鸡叫"),
    ("Piano Riff", "Piano Rag", "钢琴", "钢琴小调"),
    ("Raindrops", "Rain on Glass", "雨滴", "雨声"),
    ("Whistle", "Tin Whistle", "口哨", "小口哨"),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A few dozen sounds with names that are easily mistaken, and two people with their own."""
    titles = [title for titles in cast.of(_TONES) for title in titles]
    keys = [store.add(RINGTONES, Ringtone(title)) for title in titles]
    call, notification, alarm, *others = random.sample(keys, 5)
    store.update(CHOSEN, call=call, notification=notification, alarm=alarm)
    numbers = [row.phone for row in store.all(CONTACTS).values() if row.group == "family"]
    for number, key in zip(numbers, others, strict=False):
        store.put(PERSON_RINGTONES, number, PersonRingtone(key))
