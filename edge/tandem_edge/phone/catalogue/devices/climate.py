"""Air conditioners and heating, by room."""

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
from tandem_edge.phone.catalogue.devices.rooms import ROOMS, Room
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import the_one
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

UNITS = ("air_conditioner", "heating")
MODES = ("cool", "heat", "auto", "dry", "fan")
WITHOUT_TARGET = ("dry", "fan")
COOLEST, WARMEST = 5, 32


@dataclass(frozen=True, slots=True)
class Climate:
    """One appliance in one room; ``room_celsius`` is what its sensor reads."""

    unit: Literal["air_conditioner", "heating"]
    room: Room
    on: bool
    mode: Literal["cool", "heat", "auto", "dry", "fan"]
    target: Annotated[int, Field(ge=COOLEST, le=WARMEST)]
    room_celsius: Annotated[int, Field(ge=-20, le=50)]


CLIMATES = Table("climates", Climate, prefix="climate")


@tool(
    domain=Domain.DEVICES,
    en="air conditioning and heating: on, off, target temperature, mode, check",
    zh="空调和暖气：开、关、设定温度、模式、查看室温",
    cues_en="air con ac aircon heater radiator thermostat degrees warmer cooler freezing in here "
    "too hot chilly heat up the room cool down dehumidify fan mode how warm is it inside indoors",
    cues_zh="空调 暖气 地暖 冷气 开空调 关空调 调到 度 制冷 制热 除湿 送风 屋里热 屋里冷 室温 "
    "温度调高 冻死了",
    arguments=[
        action("turn_on", "turn_off", "set_temperature", "set_mode", "query"),
        choice("room", ROOMS, "in which room", "哪个房间"),
        choice("unit", UNITS, "which of the two", "空调还是暖气"),
        integer(
            "celsius",
            COOLEST,
            WARMEST,
            "target temperature",
            "设定温度",
            unit="degrees Celsius",
            required=("set_temperature",),
        ),
        choice("mode", MODES, "mode", "模式", required=("set_mode",)),
        state_argument(),
    ],
    results=[
        field("unit", "string"),
        field("room", "string"),
        field("on", "boolean"),
        field("mode", "string"),
        field("celsius", "integer"),
        field("room_celsius", "integer"),
        field("changed", "boolean"),
        field("units", "array"),
        STATE,
    ],
    effects={
        "turn_on": Effect.WRITE,
        "turn_off": Effect.WRITE,
        "set_temperature": Effect.WRITE,
        "set_mode": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("network", code="offline")],
    errors=["not_found", "ambiguous", "conflict", "not_supported"],
    inverses={
        "turn_on": undone_by("control_thermostat", action="turn_off", state="$result.previous"),
        "turn_off": undone_by("control_thermostat", action="turn_on", state="$result.previous"),
        "set_temperature": undone_by(
            "control_thermostat",
            action="set_temperature",
            celsius="$result.celsius",
            state="$result.previous",
        ),
        "set_mode": undone_by(
            "control_thermostat",
            action="set_mode",
            mode="$result.mode",
            state="$result.previous",
        ),
    },
    mechanism=Mechanism.UI,
)
def control_thermostat(
    store: Store,
    action: str,
    room: str | None,
    unit: str | None,
    celsius: int | None,
    mode: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Control one appliance. Setting a temperature or mode switches it on."""
    if state is not None:
        put_back(store, state, CLIMATES)
        return {"changed": True}
    found = [
        (key, row)
        for key, row in store.all(CLIMATES).items()
        if room in (None, row.room) and unit in (None, row.unit)
    ]
    if action == "query":
        return {"units": [_view(row) for _, row in found]}
    fields = _fields(action, celsius, mode)
    key, before = the_one(_apt(found, fields), "appliance", _describe)
    was = packed(store, (CLIMATES, key))
    after = store.update(CLIMATES, key, **fields)
    _check(store, key, after, action)
    return {**_view(after), "changed": after != before, "previous": was}


def _apt(found: list[tuple[str, Climate]], fields: dict[str, Any]) -> list[tuple[str, Climate]]:
    """Of several, those that run, unless one is to be switched on."""
    running = [(key, row) for key, row in found if row.on]
    return running if len(found) > 1 and running and fields != {"on": True} else found


def _fields(action: str, celsius: int | None, mode: str | None) -> dict[str, Any]:
    given: dict[str, Any] = {"target": celsius, "mode": mode}
    fields = {name: value for name, value in given.items() if value is not None}
    if action == "turn_off" and fields:
        raise ToolFailure("invalid_argument", "what is off has neither temperature nor mode")
    return {"on": action != "turn_off", **fields}


def _check(store: Store, key: str, after: Climate, action: str) -> None:
    """Heating only heats, drying has no temperature, and no room is heated and cooled at once."""
    if after.unit == "heating" and after.mode != "heat":
        raise ToolFailure("not_supported", f"the heating has no mode {after.mode}")
    if action == "set_temperature" and after.mode in WITHOUT_TARGET:
        raise ToolFailure("conflict", f"in mode {after.mode} there is no temperature to set")
    for other, row in store.all(CLIMATES).items():
        cools = {row.mode, after.mode} >= {"heat", "cool"}
        if other != key and row.room == after.room and row.on and after.on and cools:
            raise ToolFailure("conflict", f"the {_describe(row)} runs in mode {row.mode}")


def _describe(row: Climate) -> str:
    return f"{row.unit.replace('_', ' ')} in the {row.room.replace('_', ' ')}"


def _view(row: Climate) -> dict[str, JsonValue]:
    return {
        "unit": row.unit,
        "room": row.room,
        "on": row.on,
        "mode": row.mode,
        "celsius": row.target,
        "room_celsius": row.room_celsius,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """An air conditioner in every room one lives in, and heating in two; one appliance runs."""
    rooms: tuple[Room, ...] = ("living_room", "bedroom", "study", "kids_room")
    for room in rooms:
        mode: Any = random.choice(("cool", "cool", "heat", "auto", "dry"))
        celsius, target = random.randrange(16, 30), random.randrange(20, 28)
        row = Climate("air_conditioner", room, room == "living_room", mode, target, celsius)
        store.add(CLIMATES, row)
        if room in ("bedroom", "kids_room"):
            warm = random.randrange(18, 24)
            store.add(CLIMATES, Climate("heating", room, False, "heat", warm, celsius))
