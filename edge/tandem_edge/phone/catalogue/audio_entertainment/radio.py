"""Radio: stations on the air and on the internet."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    choice,
    field,
    needs,
    number,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.playback_session import (
    SESSION,
    SOURCES,
    Source,
    begin,
    install,
    require_network,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications",)
RADIO_APP = "com.android.fmradio"
LOWEST, HIGHEST = 64.0, 108.0
"""The FM bands of the world, MHz."""
PROGRAMMES = ("news", "music", "traffic", "talk", "sport", "culture")


@dataclass(frozen=True, slots=True)
class Station:
    """``mhz`` is 0 for a station that only the internet carries."""

    name: str
    mhz: Annotated[float, Field(ge=0, le=HIGHEST)]
    programme: Literal["news", "music", "traffic", "talk", "sport", "culture"] = "music"
    favourite: bool = False


@dataclass(frozen=True, slots=True)
class Tuner:
    """``last`` is the id of the station heard last, or nothing."""

    last: str = ""


STATIONS = Table("radio_stations", Station, prefix="radio")
TUNER = Singleton("radio_tuner", Tuner)
_HAS_RADIO = needs("app", RADIO_APP, code="app_missing")


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="play a radio station by name or frequency",
    zh="听广播：按电台名或频率收听",
    cues_en="radio fm tune in to station megahertz listen live put the radio on news traffic "
    "broadcast on the air",
    cues_zh="收音机 广播 电台 调频 调到 兆赫 听台 听会儿广播 交通台 新闻台 戏匣子 直播",
    arguments=[
        text(
            "station",
            "its name, the last one if absent",
            "台名，缺省为上次听的",
            privacy=Privacy.NONE,
            max_length=80,
            example="Harbour FM",
        ),
        number("frequency", "on FM, in MHz", "调频频率，兆赫", example=97.4),
    ],
    results=[
        field("station", "string"),
        field("frequency", "number"),
        field("programme", "string"),
        field("online", "boolean"),
    ],
    effects=Effect.WRITE,
    preconditions=[_HAS_RADIO],
    errors=["not_found", "ambiguous", "offline"],
    changes=["control_playback"],
    mechanism=Mechanism.INTENT,
)
def play_radio(store: Store, station: str | None, frequency: float | None) -> dict[str, JsonValue]:
    """Tune to a station, the last one where none is named; an internet station needs a network."""
    last = store.only(TUNER).last or None
    key = last if station is None and frequency is None else None
    found = _matching(store, station, frequency, key)
    if station is None and frequency is None and last is None:
        found = []
    key, row = the_one(found, "station", _describe)
    if not row.mhz:
        require_network(store, row.name)
    begin(store, "radio", key)
    return {
        "station": row.name,
        "frequency": row.mhz,
        "programme": row.programme,
        "online": not row.mhz,
    }


def _matching(
    store: Store, name: str | None, mhz: float | None, key: str | None
) -> list[tuple[str, Station]]:
    found = chosen(store.all(STATIONS), key, name, lambda row: row.name)
    return [(key, row) for key, row in found if mhz is None or abs(row.mhz - mhz) < 0.05]


def _describe(row: Station) -> str:
    return f"{row.name} {row.mhz:g} MHz" if row.mhz else f"{row.name} (internet)"


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="saved radio stations: add, delete, favourite, unfavourite, list",
    zh="电台列表：添加、删除、收藏、取消收藏、查看",
    cues_en="save this station preset remember frequency which radio stations news channel sports "
    "station list favourite unfavourite remove from presets",
    cues_zh="存台 收藏电台 取消收藏电台 添加电台 删除电台 有哪些台 新闻台 交通台 频率是多少 预设 "
    "常听的台",
    arguments=[
        action("add", "delete", "favourite", "unfavourite", "query"),
        text(
            "station",
            "its name, the one playing if absent",
            "台名，缺省为正在听的",
            privacy=Privacy.NONE,
            max_length=80,
            example="城市之声",
            required=("add",),
        ),
        number("frequency", "on FM, in MHz", "调频频率，兆赫", example=103.9, required=("add",)),
        choice("programme", PROGRAMMES, "what it mostly sends", "主要节目"),
        boolean("favourite", "only favourites, or as one", "只看收藏，或收藏", default=None),
        record_id("station_id", "radio3"),
    ],
    results=[
        field("station_id", "string"),
        field("station", "string"),
        field("frequency", "number"),
        field("programme", "string"),
        field("favourite", "boolean"),
        field("stations", "array"),
        field("changed", "boolean"),
    ],
    effects={
        "add": Effect.WRITE,
        "delete": Effect.WRITE,
        "favourite": Effect.WRITE,
        "unfavourite": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[_HAS_RADIO],
    errors=["already_exists", "not_found", "ambiguous", "in_use"],
    inverses={
        "add": undone_by("manage_radio_station", action="delete", station_id="$result.station_id"),
        "delete": undone_by(
            "manage_radio_station",
            action="add",
            station="$result.station",
            frequency="$result.frequency",
            programme="$result.programme",
            favourite="$result.favourite",
        ),
        "favourite": undone_by(
            "manage_radio_station", action="unfavourite", station_id="$result.station_id"
        ),
        "unfavourite": undone_by(
            "manage_radio_station", action="favourite", station_id="$result.station_id"
        ),
    },
    changes=["play_radio"],
    mechanism=Mechanism.UI,
)
def manage_radio_station(
    store: Store,
    action: str,
    station: str | None,
    frequency: float | None,
    programme: str | None,
    favourite: bool | None,
    station_id: str | None,
) -> dict[str, JsonValue]:
    """Add, delete, mark or list stations. Without a name it is the one that plays."""
    if action == "add":
        row = Station(str(station), frequency or 0, programme or "music", bool(favourite))  # type: ignore[arg-type]
        return _add(store, row)
    if action == "query":
        found = _matching(store, station, frequency, station_id)
        rows = [row for _, row in found if _wanted(row, programme, favourite)]
        return {"stations": [_view(row) for row in sorted(rows, key=lambda row: row.mhz)]}
    key, before = the_one(_meant(store, station, frequency, station_id), "station", _describe)
    if action == "delete":
        _refuse_playing(store, key)
        store.remove(STATIONS, key)
        return {"station_id": key, **_view(before), "changed": True}
    after = store.update(STATIONS, key, favourite=action == "favourite")
    return {"station_id": key, **_view(after), "changed": after != before}


def _add(store: Store, row: Station) -> dict[str, JsonValue]:
    if row.mhz and not LOWEST <= row.mhz <= HIGHEST:
        raise ToolFailure("invalid_argument", f"FM goes from {LOWEST:g} to {HIGHEST:g} MHz")
    for other in store.all(STATIONS).values():
        if fold(other.name) == fold(row.name) or (row.mhz and other.mhz == row.mhz):
            raise ToolFailure("already_exists", f"{_describe(other)} is in the list")
    return {"station_id": store.add(STATIONS, row), **_view(row), "changed": True}


def _meant(
    store: Store, name: str | None, mhz: float | None, key: str | None
) -> list[tuple[str, Station]]:
    session = store.only(SESSION)
    if name is None and mhz is None and key is None:
        key = session.item if session.kind == "radio" else ""
    return _matching(store, name, mhz, key)


def _wanted(row: Station, programme: str | None, favourite: bool | None) -> bool:
    return programme in (None, row.programme) and favourite in (None, False, row.favourite)


def _refuse_playing(store: Store, key: str) -> None:
    session = store.only(SESSION)
    if (session.kind, session.item) == ("radio", key):
        raise ToolFailure("in_use", "that station is on; tune to another one first")


def _view(row: Station) -> dict[str, JsonValue]:
    return {
        "station": row.name,
        "frequency": row.mhz,
        "programme": row.programme,
        "favourite": row.favourite,
    }


def _step(store: Store, item: str, at: int, by: int) -> tuple[str, int | None]:
    """The next favourite up or down the dial; round at its ends."""
    rows = store.all(STATIONS)
    dial = [key for key, row in rows.items() if row.favourite or key == item]
    dial.sort(key=lambda key: (rows[key].mhz, key))
    return dial[(dial.index(item) + by) % len(dial)], 0


def _name(store: Store, item: str) -> tuple[str, str]:
    row = store.all(STATIONS)[item]
    return row.name, f"{row.mhz:g} MHz" if row.mhz else ""


def _take(store: Store, item: str) -> int:
    store.update(TUNER, last=item)
    return 0


SOURCES["radio"] = Source(
    app=RADIO_APP, describe=_name, length=lambda store, item: 0, step=_step, take=_take
)

_POOL = (
    "Harbour FM news|Harbour Classics music|城市之声 culture|城市交通广播 traffic",
    "Radio Meridian talk|Meridian Jazz music|江南音乐台 music|江南新闻台 news",
    "Northside Sport sport|Northside News news|体育广播 sport|体育休闲台 talk",
    "Canal Street Radio culture|Canal Street Live music|故事广播 culture|故事会 talk",
    "Drive 9 traffic|Drive Time Talk talk|都市快线 traffic|都市之音 music",
    "The Morning Wire news|Evening Wire news|晨光新闻 news|晨光音乐 music",
    "Velvet Radio music|Velvet Classical music|经典老歌台 music|经典947 music",
    "Open Mic FM talk|Open Air Radio culture|农村广播 talk|乡村之声 culture",
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Stations on distinct frequencies; some only on the internet, some favourites."""
    install(store, RADIO_APP)
    lines = [line for entry in cast.of(_POOL) for line in entry.split("|")]
    places = random.sample(range(880, 1079, 4), len(lines))
    for line, place in zip(lines, places, strict=True):
        name, _, programme = line.rpartition(" ")
        mhz = 0.0 if random.random() < 0.25 else place / 10
        store.add(STATIONS, Station(name, mhz, programme, random.random() < 0.4))  # type: ignore[arg-type]
    store.update(TUNER, last=random.choice(list(store.all(STATIONS))))
