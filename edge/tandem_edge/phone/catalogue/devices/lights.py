"""Smart lamps: one, a room's, or all of them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Literal, get_args

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    integer,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.devices.rooms import ROOMS, Room
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import Percent
from tandem_edge.phone.sandbox.selection import chosen
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Color = Literal["warm", "neutral", "cool", "red", "orange", "yellow", "green", "blue", "purple"]
COLORS: tuple[Color, ...] = get_args(Color)
WHITES = ("warm", "neutral", "cool")
"""Shades of white, which every lamp has."""


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp; ``colored`` ones have more than white. ``reachable``: its wall switch is on."""

    name: str
    room: Room
    on: bool = False
    percent: Percent = 70
    color: Color = "warm"
    colored: bool = False
    reachable: bool = True


LIGHTS = Table("lights", Light, prefix="light")


@tool(
    domain=Domain.DEVICES,
    en="smart lights of a room or lamp: on, off, brightness, colour, check",
    zh="智能灯：某个房间或某盏灯的开、关、亮度、颜色、查看",
    cues_en="lights lamp turn on the light off dim the lights brighter darker it's dark in here "
    "bulb ceiling light bedside lamp warm white blue mood light leave no lights on are the "
    "lights off",
    cues_zh="开灯 关灯 灯 台灯 吸顶灯 床头灯 调暗 调亮 太暗 太刺眼 暖光 白光 彩灯 灯关了没 "
    "哪些灯亮着 全屋灯",
    arguments=[
        action("turn_on", "turn_off", "set", "query"),
        choice("room", ROOMS, "in which room, all if absent", "哪个房间，缺省为全屋"),
        text(
            "light",
            "which lamp, all of the room if absent",
            "哪盏灯，缺省为房间里全部",
            privacy=Privacy.NONE,
            max_length=60,
            example="floor lamp",
        ),
        integer("percent", 1, 100, "brightness", "亮度", unit="percent"),
        choice("color", COLORS, "colour or shade of white", "颜色或色温"),
        state_argument(),
    ],
    results=[
        field("lights", "array"),
        field("unreachable", "array"),
        field("changed", "boolean"),
        STATE,
    ],
    effects={
        "turn_on": Effect.WRITE,
        "turn_off": Effect.WRITE,
        "set": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("network", code="offline")],
    errors=["not_found", "unreachable", "not_supported"],
    inverses={
        before: undone_by("control_light", action=after, state="$result.previous")
        for before, after in (("turn_on", "turn_off"), ("turn_off", "turn_on"), ("set", "set"))
    },
    mechanism=Mechanism.UI,
)
def control_light(
    store: Store,
    action: str,
    room: str | None,
    light: str | None,
    percent: int | None,
    color: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Act on every lamp that fits; those whose wall switch is off are named and left alone."""
    if state is not None:
        put_back(store, state, LIGHTS)
        return {"changed": True}
    rows = {key: row for key, row in store.all(LIGHTS).items() if room in (None, row.room)}
    found = chosen(rows, None, light, lambda row: row.name)
    if not found:
        raise ToolFailure("not_found", "no lamp matches")
    dead: list[JsonValue] = [row.name for _, row in found if not row.reachable]
    if action == "query":
        return {"lights": [_view(row) for _, row in found], "unreachable": dead}
    live = [key for key, row in found if row.reachable]
    if not live:
        raise ToolFailure("unreachable", "the lamp's wall switch is off")
    before, was = dict(store.all(LIGHTS)), packed(store, *[(LIGHTS, key) for key in live])
    _apply(store, live, _fields(action, percent, color))
    after = store.all(LIGHTS)
    return {
        "lights": [_view(after[key]) for key in live],
        "unreachable": dead,
        "changed": any(after[key] != before[key] for key in live),
        "previous": was,
    }


def _fields(action: str, percent: int | None, color: str | None) -> dict[str, Any]:
    """What is set; ``turn_on`` may say how, and to set something switches a lamp on."""
    given: dict[str, Any] = {"percent": percent, "color": color}
    fields = {name: value for name, value in given.items() if value is not None}
    if action == "set" and not fields:
        raise ToolFailure("invalid_argument", "say the brightness or the colour")
    if action == "turn_off" and fields:
        raise ToolFailure("invalid_argument", "a lamp that is off has no brightness and no colour")
    return {"on": action != "turn_off", **fields}


def _apply(store: Store, keys: list[str], fields: dict[str, Any]) -> None:
    """A colour goes to the lamps that have it; it is a fault where none has."""
    wanted = fields.get("color")
    rows = store.all(LIGHTS)
    able = {key for key in keys if wanted in (None, *WHITES) or rows[key].colored}
    if not able:
        raise ToolFailure("not_supported", f"no lamp there can be {wanted}")
    for key in keys:
        plain = {name: value for name, value in fields.items() if name != "color"}
        store.update(LIGHTS, key, **(fields if key in able else plain))


def _view(row: Light) -> dict[str, JsonValue]:
    return {
        "name": row.name,
        "room": row.room,
        "on": row.on,
        "percent": row.percent,
        "color": row.color,
    }


# A cast's home: lamp names by room; a star marks coloured lamps.
_HOMES: tuple[dict[Room, str], ...] = (
    {
        "living_room": "Floor lamp|Ceiling light|灯带*",
        "bedroom": "床头灯|Left bedside lamp",
        "study": "Desk lamp*|吸顶灯",
        "kitchen": "Worktop lights|餐边灯",
        "bathroom": "镜前灯",
        "hallway": "Hall light",
        "balcony": "阳台串灯*",
    },
    {
        "living_room": "Corner lamp|客厅主灯|Shelf strip*",
        "bedroom": "Reading lamp|卧室氛围灯*",
        "kids_room": "小夜灯*|Moon lamp",
        "study": "护眼台灯|Bookcase light",
        "kitchen": "Pendant light",
        "dining_room": "餐厅吊灯",
        "hallway": "感应灯",
    },
    {
        "living_room": "Arc lamp|筒灯|TV backlight*",
        "bedroom": "Bedside glow*|衣柜灯",
        "study": "Clamp lamp|书桌灯",
        "kitchen": "橱柜灯|Island lights",
        "bathroom": "Shower light",
        "garage": "Garage strip",
        "balcony": "Lantern*",
    },
    {
        "living_room": "Paper lantern|落地灯|Curtain light*",
        "bedroom": "Wake light*|壁灯",
        "kids_room": "星空灯*|Bunk light",
        "kitchen": "操作台灯|Spotlights",
        "dining_room": "Dining pendant",
        "bathroom": "浴霸灯",
        "hallway": "玄关灯",
    },
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A home of a dozen lamps."""
    for room, names in cast.of(_HOMES)[0].items():
        for name in names.split("|"):
            on, percent = random.random() < 0.4, random.randrange(30, 100, 5)
            reachable = random.random() < 0.92 or "|" not in names
            plain, colored = name.removesuffix("*"), name.endswith("*")
            color = random.choice(WHITES)
            row = Light(plain, room, on, percent, color, colored, reachable)  # type: ignore[arg-type]
            store.add(LIGHTS, row)
