"""The map around the phone, the places its owner saved, and searching nearby."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from math import hypot
from random import Random
from typing import Annotated, Literal, get_args

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    boolean,
    choice,
    field,
    integer,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.travel_lifestyle.atlas import HOMES, PLACE_NAMES, STREETS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import fold, named, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, absent, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

PlaceKind = Literal[
    "restaurant",
    "cafe",
    "supermarket",
    "pharmacy",
    "hospital",
    "hotel",
    "petrol_station",
    "charging_station",
    "parking",
    "bank",
    "toilet",
    "gym",
    "cinema",
    "park",
    "station",
]
KINDS: tuple[PlaceKind, ...] = get_args(PlaceKind)
ORDERS = ("distance", "rating")
DAY = 24 * 60
SHOWN = 8
DETOUR = 1.3
"""How much longer a way is than the straight line."""
Metres = Annotated[int, Field(ge=-200_000, le=200_000)]
Minute = Annotated[int, Field(ge=0, le=DAY)]


@dataclass(frozen=True, slots=True)
class Place:
    """Something on the map, ``east`` and ``north`` of the map's middle, in metres.

    It is open from ``opens`` to ``closes``, in minutes of the day (0 to ``DAY``: always).
    ``rating`` is in tenths of a star.
    """

    name: str
    kind: PlaceKind
    address: str
    east: Metres
    north: Metres
    opens: Minute = 0
    closes: Minute = DAY
    rating: Annotated[int, Field(ge=10, le=50)] = 40


@dataclass(frozen=True, slots=True)
class SavedPlace:
    """What the owner calls a place, and where it is."""

    label: str
    name: str
    address: str
    east: Metres
    north: Metres


@dataclass(frozen=True, slots=True)
class Position:
    """Where the phone is. ``city`` is its English name."""

    city: str = "Shanghai"
    address: str = "12 Harbour Road"
    east: Metres = 0
    north: Metres = 0


PLACES = Table("places", Place, prefix="place")
SAVED_PLACES = Table("saved_places", SavedPlace, prefix="saved_place")
POSITION = Singleton("position", Position)
Spot = Place | SavedPlace | Position
LOCATED = needs("permission", "location", code="no_permission")
ONLINE = needs("network", code="offline")
_SAME = (
    ("home", "my home", "my place", "家", "家里", "我家", "回家"),
    ("work", "office", "the office", "my office", "公司", "单位", "上班的地方", "办公室"),
    ("gym", "the gym", "健身房"),
)
_HERE = ("here", "my location", "current location", "where i am", "这里", "这儿", "当前位置")


def metres_between(one: Spot, other: Spot) -> int:
    """Length of the way from one spot to another."""
    return round(hypot(one.east - other.east, one.north - other.north) * DETOUR)


def find_spot(store: Store, said: str | None) -> Spot:
    """The saved place or the place on the map that is meant; the phone's own without words.

    Raises the faults ``not_found`` and ``ambiguous``.
    """
    if said is None or fold(said) in _HERE:
        return store.only(POSITION)
    saved = labelled(store, said)
    if saved:
        return the_one(saved, "saved place", lambda row: f"{row.label}, {row.address}")[1]
    found = named(store.all(PLACES), said, lambda row: row.name)
    if not found:
        return the_one(_saved_at(store, said), "place", lambda row: row.label)[1]
    return the_one(found, "place", lambda row: f"{row.name}, {row.address}")[1]


def name_of_spot(spot: Spot) -> str:
    """What to call a spot in a result."""
    return spot.address if isinstance(spot, Position) else spot.name


def is_here(spot: Spot) -> bool:
    """Whether it is wherever the phone is now."""
    return isinstance(spot, Position)


def labelled(store: Store, said: str) -> list[tuple[str, SavedPlace]]:
    """Saved places by their label; ``home`` and ``家`` are one."""
    rows, wanted = store.all(SAVED_PLACES), _meaning(said)
    same = [(key, row) for key, row in rows.items() if _meaning(row.label) == wanted]
    return same or named(rows, said, lambda row: row.label)


def _meaning(label: str) -> str:
    """``label`` for comparison, one for all words that mean the same."""
    word = fold(label)
    return next((group[0] for group in _SAME if word in group), word)


def _saved_at(store: Store, said: str) -> list[tuple[str, SavedPlace]]:
    return named(store.all(SAVED_PLACES), said, lambda row: row.name)


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="own saved places such as home or work: save, move, delete, list",
    zh="常用地点：家、公司等地址，可保存、更改、删除、查看",
    cues_en="save this spot home address work address favourite places star pin on the map moved "
    "house new office where do I live remember this location bookmark parked",
    cues_zh="家的地址 公司地址 收藏地点 收藏这里 记住这个位置 常去 搬家了 换公司了 地址簿 "
    "标记位置 停车位置 我家住哪",
    arguments=[
        action("save", "move", "delete", "query"),
        text(
            "label",
            "what the owner calls it",
            "地点的叫法",
            example="Home",
            required=("save", "move", "delete"),
        ),
        text(
            "place",
            "place on the map, here if absent",
            "地图上的地点，缺省为当前位置",
            privacy=Privacy.ADDRESS,
            example="Riverside Park",
        ),
        state_argument(),
    ],
    results=[
        field("label", "string", privacy=Privacy.ADDRESS),
        field("name", "string", privacy=Privacy.ADDRESS),
        field("address", "string", privacy=Privacy.ADDRESS),
        field("changed", "boolean"),
        field("places", "array", privacy=Privacy.ADDRESS),
        STATE,
    ],
    effects={
        "save": Effect.WRITE,
        "move": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("unlocked", code="locked")],
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        before: undone_by(
            "manage_saved_place", action=after, label="$result.label", state="$result.previous"
        )
        for before, after in (("save", "delete"), ("move", "move"), ("delete", "save"))
    },
    mechanism=Mechanism.UI,
)
def manage_saved_place(
    store: Store, action: str, label: str | None, place: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Save, move, delete or list the owner's places."""
    if state is not None:
        put_back(store, state, SAVED_PLACES)
        return {"changed": True}
    if action == "query":
        found = list(store.all(SAVED_PLACES).items()) if label is None else labelled(store, label)
        return {"places": [_view(row) for _, row in found]}
    if action == "save":
        return _save(store, str(label), find_spot(store, place))
    key, before = the_one(labelled(store, str(label)), "saved place", lambda row: row.label)
    was = packed(store, (SAVED_PLACES, key))
    if action == "delete":
        store.remove(SAVED_PLACES, key)
        return {**_view(before), "changed": True, "previous": was}
    after = _saved(before.label, find_spot(store, place))
    store.put(SAVED_PLACES, key, after)
    return {**_view(after), "changed": before != after, "previous": was}


def _save(store: Store, label: str, spot: Spot) -> dict[str, JsonValue]:
    saved = _saved(label, spot)
    for row in store.all(SAVED_PLACES).values():
        if _meaning(row.label) == _meaning(label):
            if (row.east, row.north) == (saved.east, saved.north):
                return {**_view(row), "changed": False, "previous": "{}"}
            raise ToolFailure("already_exists", f"{row.label} is {row.address}: move it instead")
    key = store.add(SAVED_PLACES, saved)
    return {**_view(saved), "changed": True, "previous": absent((SAVED_PLACES, key))}


def _saved(label: str, spot: Spot) -> SavedPlace:
    return SavedPlace(label, name_of_spot(spot), spot.address, spot.east, spot.north)


def _view(row: SavedPlace) -> dict[str, JsonValue]:
    return {"label": row.label, "name": row.name, "address": row.address}


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="places around here by kind: restaurants, pharmacies, parking and more",
    zh="附近搜索：餐馆、药店、厕所、停车场等周边地点",
    cues_en="nearby nearest closest around here near me where can I get eat hungry coffee "
    "medicine loo toilet cash atm petrol gas fuel charger open now walking distance best rated",
    cues_zh="附近 周边 最近的 哪有 哪儿有 饿了 吃饭 咖啡 买药 厕所 洗手间 取钱 加油 充电桩 停车 "
    "还开着 评分最高",
    arguments=[
        choice("kind", KINDS, "what kind of place", "哪类地点", required=ALWAYS),
        boolean("open_now", "only those open now", "只要正在营业的"),
        integer("within", 100, 50_000, "at most so far", "最远距离", unit="metres"),
        choice("order", ORDERS, "which first", "排序", default="distance"),
    ],
    results=[field("places", "array", privacy=Privacy.LOCATION), field("total", "integer")],
    effects=Effect.READ,
    preconditions=[LOCATED, ONLINE],
    mechanism=Mechanism.INTENT,
)
def search_nearby(
    store: Store, kind: str, open_now: bool, within: int | None, order: str
) -> dict[str, JsonValue]:
    """Places of a kind, the nearest or the best rated first."""
    here, now = store.only(POSITION), store.only(DEVICE).clock
    found = [
        (metres_between(here, row), row)
        for row in store.all(PLACES).values()
        if row.kind == kind and (is_open(row, now) or not open_now)
    ]
    found = [(metres, row) for metres, row in found if within is None or metres <= within]
    found.sort(key=lambda item: (-item[1].rating if order == "rating" else 0, item[0]))
    places: list[JsonValue] = [_listed(metres, row, now) for metres, row in found[:SHOWN]]
    return {"places": places, "total": len(found)}


def is_open(place: Place, now: datetime) -> bool:
    """Whether it is open at ``now``; one that closes before it opens is open over midnight."""
    minute = now.hour * 60 + now.minute
    if place.opens <= place.closes:
        return place.opens <= minute < place.closes
    return minute >= place.opens or minute < place.closes


def _listed(metres: int, row: Place, now: datetime) -> dict[str, JsonValue]:
    return {
        "name": row.name,
        "address": row.address,
        "metres": metres,
        "open": is_open(row, now),
        "rating": row.rating / 10,
    }


_HOURS = {
    "restaurant": (660, 1320),
    "cafe": (420, 1260),
    "supermarket": (480, 1320),
    "pharmacy": (510, 1290),
    "bank": (540, 1020),
    "gym": (360, 1380),
    "cinema": (600, 60),
}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A town of places of every kind, and six that the owner saved."""
    streets = cast.of(STREETS)
    for kind in KINDS:
        for entry in cast.of(PLACE_NAMES[kind]):
            for name in entry.split("|"):
                store.add(PLACES, _made_up(random, kind, name, streets))
    places = list(store.all(PLACES).values())
    labels = cast.of(HOMES)[0].split("|")
    for label, spot in zip(labels, random.sample(places, len(labels)), strict=True):
        address = _address(random, streets)
        at = (spot.east + random.randrange(-900, 900), spot.north + random.randrange(-900, 900))
        store.add(SAVED_PLACES, SavedPlace(label, address, address, *at))
    city = store.only(DEVICE).timezone.rpartition("/")[2].replace("_", " ")
    store.put(POSITION, ONLY, Position(city, _address(random, streets)))


def _made_up(random: Random, kind: PlaceKind, name: str, streets: list[str]) -> Place:
    opens, closes = _HOURS.get(kind, (0, DAY))
    if opens and random.random() < 0.15:
        opens, closes = 0, DAY
    east, north = random.randrange(-9_000, 9_000), random.randrange(-9_000, 9_000)
    stars = random.randrange(31, 50)
    return Place(name, kind, _address(random, streets), east, north, opens, closes, stars)


def _address(random: Random, streets: list[str]) -> str:
    street, number = random.choice(streets), random.randrange(1, 300)
    return f"{number} {street}" if street.isascii() else f"{street}{number}号"
