"""Televisions, speakers and projectors at home, and the remote control of the televisions."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    integer,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER
from tandem_edge.phone.catalogue.devices.rooms import ROOMS, Room, room_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import Percent
from tandem_edge.phone.sandbox.selection import fold, named, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, Kept, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

Source = Literal["tv", "hdmi1", "hdmi2", "hdmi3", "cast"]
SOURCES = ("tv", "hdmi1", "hdmi2", "hdmi3")
ReceiverKind = Literal["tv", "speaker", "display", "projector"]
SHOWING = ("tv", "display", "projector")
WIFI_ON = needs("wifi_on", code="wifi_off")


@dataclass(frozen=True, slots=True)
class Receiver:
    """Something to cast to. ``channel`` and ``source`` are a television's only.

    ``reachable``: it has power and is on the home's Wi-Fi.
    """

    name: str
    kind: ReceiverKind
    room: Room
    on: bool = False
    volume: Percent = 25
    muted: bool = False
    channel: Annotated[int, Field(ge=1, le=999)] = 1
    source: Source = "tv"
    reachable: bool = True


@dataclass(frozen=True, slots=True)
class Casting:
    """What is being cast, if ``receiver`` (its id) is set."""

    receiver: str = ""
    what: Literal["screen", "music", "photos"] = "screen"
    paused: bool = False


RECEIVERS = Table("receivers", Receiver, prefix="receiver")
CASTING = Singleton("casting", Casting)
_WORDS = {
    "tv": ("tv", "television", "telly", "电视"),
    "speaker": ("speaker", "音箱", "音响"),
    "display": ("display", "smart display", "带屏音箱", "智慧屏"),
    "projector": ("projector", "投影", "投影仪"),
}


def receivers_called(store: Store, said: str) -> list[tuple[str, Receiver]]:
    """Receivers by name, else by room, by what they are, or both (``the kitchen speaker``)."""
    rows = store.all(RECEIVERS)
    found = named(rows, said, lambda row: row.name)
    if found:
        return found
    word = fold(said)
    room = room_of(word)
    kinds = [kind for kind, words in _WORDS.items() if any(each in word for each in words)]
    if room is None and not kinds:
        return []
    return [
        (key, row)
        for key, row in rows.items()
        if room in (None, row.room) and (not kinds or row.kind in kinds)
    ]


def end_cast(store: Store) -> None:
    """The cast is over; music that was cast stops."""
    if store.only(CASTING).what == "music" and store.only(CASTING).receiver:
        store.update(PLAYER, playing=False)
    store.put(CASTING, ONLY, Casting())


def cast_state(key: str) -> list[Kept]:
    """All that casting to the receiver ``key`` touches."""
    return [(RECEIVERS, key), (CASTING, ONLY), (PLAYER, ONLY)]


@tool(
    domain=Domain.DEVICES,
    en="television remote: on, off, channel, volume, mute, input, check",
    zh="电视遥控：开关机、换台、音量、静音、信号源、查看",
    cues_en="tv telly television turn on the tv switch channel put on channel over hdmi input "
    "source louder quieter remote where's the remote mute the adverts console on the tv",
    cues_zh="电视 开电视 关电视 换台 频道 几台 遥控器 电视声音 静音 信号源 HDMI 切到 游戏机 "
    "电视太吵 看台",
    arguments=[
        action(
            "turn_on",
            "turn_off",
            "set_channel",
            "set_volume",
            "mute",
            "unmute",
            "set_source",
            "query",
        ),
        choice("room", ROOMS, "in which room, if there are several", "哪个房间的，有多台时用"),
        integer("channel", 1, 999, "channel", "频道", unit="channel", required=("set_channel",)),
        integer("percent", 0, 100, "volume", "音量", unit="percent", required=("set_volume",)),
        choice("source", SOURCES, "input", "信号源", required=("set_source",)),
        state_argument(),
    ],
    results=[
        field("name", "string"),
        field("room", "string"),
        field("on", "boolean"),
        field("channel", "integer"),
        field("percent", "integer"),
        field("muted", "boolean"),
        field("source", "string"),
        field("changed", "boolean"),
        field("televisions", "array"),
        STATE,
    ],
    effects={
        "turn_on": Effect.WRITE,
        "turn_off": Effect.WRITE,
        "set_channel": Effect.WRITE,
        "set_volume": Effect.WRITE,
        "mute": Effect.WRITE,
        "unmute": Effect.WRITE,
        "set_source": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[WIFI_ON],
    errors=["not_found", "ambiguous", "unreachable", "tv_off"],
    inverses={
        **{
            before: undone_by("control_tv", action=after, state="$result.previous")
            for before, after in (
                ("turn_on", "turn_off"),
                ("turn_off", "turn_on"),
                ("mute", "unmute"),
                ("unmute", "mute"),
            )
        },
        "set_channel": undone_by(
            "control_tv",
            action="set_channel",
            channel="$result.channel",
            state="$result.previous",
        ),
        "set_volume": undone_by(
            "control_tv",
            action="set_volume",
            percent="$result.percent",
            state="$result.previous",
        ),
        "set_source": undone_by(
            "control_tv",
            action="set_source",
            source="$argument.source",
            state="$result.previous",
        ),
    },
    conflicts=["cast_media"],
    changes=["control_cast"],
    mechanism=Mechanism.UI,
)
def control_tv(
    store: Store,
    action: str,
    room: str | None,
    channel: int | None,
    percent: int | None,
    source: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Control a television; switching it off or to another input ends what is cast to it."""
    if state is not None:
        put_back(store, state, RECEIVERS, CASTING, PLAYER)
        return {"changed": True}
    rows = store.all(RECEIVERS)
    found = [(k, row) for k, row in rows.items() if row.kind == "tv" and room in (None, row.room)]
    if action == "query":
        return {"televisions": [_view(row) for _, row in found]}
    key, before = the_one(_apt(found, action), "television", lambda row: f"{row.name}, {row.room}")
    _check(before, action)
    was, casting = packed(store, *cast_state(key)), store.only(CASTING)
    after = store.update(RECEIVERS, key, **_fields(before, action, channel, percent, source))
    ends_cast = casting.receiver == key and (not after.on or after.source != "cast")
    if ends_cast:
        end_cast(store)
    changed = after != before or ends_cast
    return {**_view(after), "changed": changed, "previous": was}


def _apt(found: list[tuple[str, Receiver]], action: str) -> list[tuple[str, Receiver]]:
    """Of several, unless one is to be switched on, the one that is on can be meant."""
    lit = [(key, row) for key, row in found if row.on]
    return lit if lit and len(found) > 1 and action != "turn_on" else found


def _check(receiver: Receiver, action: str) -> None:
    if not receiver.reachable:
        raise ToolFailure("unreachable", f"{receiver.name} has no power or no Wi-Fi")
    if not receiver.on and action not in ("turn_on", "turn_off"):
        raise ToolFailure("tv_off", f"{receiver.name} is off: turn it on first")


def _fields(
    before: Receiver, action: str, channel: int | None, percent: int | None, source: str | None
) -> dict[str, Any]:
    """What ``action`` sets; choosing a channel leaves any other input."""
    if action == "set_channel":
        return {"channel": channel, "source": "tv"}
    if action == "set_volume":
        return {"volume": percent, "muted": False}
    if action == "set_source":
        return {"source": source}
    if action == "turn_off":
        kept = "tv" if before.source == "cast" else before.source
        return {"on": False, "source": kept}
    return {"on": True} if action == "turn_on" else {"muted": action == "mute"}


def _view(row: Receiver) -> dict[str, JsonValue]:
    return {
        "name": row.name,
        "room": row.room,
        "on": row.on,
        "channel": row.channel,
        "percent": row.volume,
        "muted": row.muted,
        "source": row.source,
    }


# What they are called; one entry of each kind for every cast, televisions in two rooms.
_TVS = (
    ("Vista 55", "Vista 43"),
    ("客厅大电视", "卧室小电视"),
    ("Aurora OLED", "Aurora Mini"),
    ("创维电视", "海信电视"),
)
_OTHERS: tuple[tuple[tuple[str, ReceiverKind, Room], ...], ...] = (
    (
        ("Hearth Speaker", "speaker", "living_room"),
        ("厨房小度", "speaker", "kitchen"),
        ("Nest Frame", "display", "kitchen"),
        ("极米投影仪", "projector", "study"),
    ),
    (
        ("Tall Speaker", "speaker", "living_room"),
        ("卧室小爱", "speaker", "bedroom"),
        ("Kitchen Screen", "display", "kitchen"),
        ("坚果投影仪", "projector", "study"),
    ),
    (
        ("Shelf Speaker", "speaker", "study"),
        ("天猫精灵", "speaker", "bedroom"),
        ("Photo Frame Plus", "display", "dining_room"),
        ("当贝投影仪", "projector", "bedroom"),
    ),
    (
        ("Stone Speaker", "speaker", "bathroom"),
        ("儿童房音箱", "speaker", "kids_room"),
        ("Desk Display", "display", "study"),
        ("Cinema Beam", "projector", "living_room"),
    ),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two televisions and four other receivers, one of them without power at times."""
    everyday = cast is Cast.EVERYDAY
    rooms: tuple[Room, ...] = ("living_room", "bedroom")
    for name, where in zip(cast.of(_TVS)[0], rooms, strict=True):
        on = where == "living_room" or random.random() < 0.3
        volume, channel = random.randrange(8, 40), random.randrange(1, 60)
        store.add(RECEIVERS, Receiver(name, "tv", where, on, volume, channel=channel))
    for name, kind, room in cast.of(_OTHERS)[0]:
        reachable = everyday or random.random() < 0.85
        row = Receiver(name, kind, room, False, random.randrange(10, 60), reachable=reachable)
        store.add(RECEIVERS, row)
