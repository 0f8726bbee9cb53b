"""Ways from place to place: how long they take, and being guided along one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    moment,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.travel_lifestyle.places import (
    LOCATED,
    ONLINE,
    POSITION,
    Metres,
    Spot,
    find_spot,
    is_here,
    metres_between,
    name_of_spot,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.snapshots import STATE, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("places",)
MODES = ("drive", "transit", "walk", "cycle")
MAPS = "com.autonavi.minimap"
_METRES_A_MINUTE = {"drive": 480, "transit": 400, "walk": 80, "cycle": 240}
_GETTING_GOING = {"drive": 3, "transit": 8, "walk": 0, "cycle": 1}
"""Minutes before one moves: parking, waiting for the bus."""
_RUSH = {7: 1.6, 8: 1.8, 9: 1.3, 17: 1.6, 18: 1.9, 19: 1.4}
"""How much longer a drive takes, by the hour it begins in."""


@dataclass(frozen=True, slots=True)
class Guidance:
    """The way one is being guided along; ``destination`` is ``""`` when there is none."""

    destination: str = ""
    address: str = ""
    east: Metres = 0
    north: Metres = 0
    mode: Literal["drive", "transit", "walk", "cycle"] = "drive"
    metres: Annotated[int, Field(ge=0)] = 0
    arrives: Wall | None = None


GUIDANCE = Singleton("guidance", Guidance)


def minutes_for(metres: int, mode: str, start: datetime) -> int:
    """How long ``metres`` take, leaving at ``start``."""
    moving = metres / _METRES_A_MINUTE[mode]
    if mode == "drive":
        moving *= _RUSH.get(start.hour, 1.0) if start.weekday() < 5 else 1.0
    return max(1, round(moving + _GETTING_GOING[mode]))


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="routes to a place: plan time and distance, start or stop navigation",
    zh="路线导航：查怎么走、要多久，开始或结束导航",
    cues_en="directions navigate how do I get to how long does it take to way drive walk bike "
    "bus subway metro traffic leave by arrive eta distance from take me there turn by turn",
    cues_zh="导航 怎么走 怎么去 多远 多久能到 要多长时间 开车 走路 骑车 坐地铁 公交 堵不堵 "
    "几点出发 带我去 到哪了",
    arguments=[
        action("plan", "start", "stop", "query"),
        text(
            "destination",
            "where to",
            "去哪里",
            privacy=Privacy.ADDRESS,
            example="Riverside Park",
            required=("plan", "start"),
        ),
        text(
            "origin",
            "from where, here if absent",
            "从哪里出发，缺省为当前位置",
            privacy=Privacy.ADDRESS,
            example="home",
        ),
        choice("mode", MODES, "by what", "出行方式", default="drive"),
        moment("arrive_by", "when to be there", "几点前要到"),
        state_argument(),
    ],
    results=[
        field("destination", "string", privacy=Privacy.ADDRESS),
        field("mode", "string"),
        field("metres", "integer"),
        field("minutes", "integer"),
        field("leave_at", "string"),
        field("arrive_at", "string"),
        field("active", "boolean"),
        field("changed", "boolean"),
        STATE,
    ],
    effects={
        "plan": Effect.READ,
        "start": Effect.WRITE,
        "stop": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs(LOCATED.kind, LOCATED.value, code="no_permission", on=("plan", "start")),
        needs(ONLINE.kind, code="offline", on=("plan", "start")),
    ],
    errors=["not_found", "ambiguous", "conflict"],
    inverses={
        "start": undone_by("plan_route", action="stop", state="$result.previous"),
        "stop": undone_by(
            "plan_route",
            action="start",
            destination="$result.destination",
            state="$result.previous",
        ),
    },
    changes=["search_nearby", "get_weather"],
    mechanism=Mechanism.INTENT,
)
def plan_route(
    store: Store,
    action: str,
    destination: str | None,
    origin: str | None,
    mode: str,
    arrive_by: str | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Plan a way, or be guided along one from here."""
    if state is not None:
        put_back(store, state, GUIDANCE)
        return {"changed": True}
    if action == "plan":
        return _plan(store, str(destination), origin, mode, arrive_by)
    before, was = store.only(GUIDANCE), packed(store, (GUIDANCE, ONLY))
    if action == "start":
        _start(store, before, find_spot(store, str(destination)), mode)
    elif action == "stop":
        store.put(GUIDANCE, ONLY, Guidance())
    after = store.only(GUIDANCE)
    shown = before if action == "stop" else after
    active, changed = bool(after.destination), before != after
    return {**_view(store, shown), "active": active, "changed": changed, "previous": was}


def _plan(
    store: Store, destination: str, origin: str | None, mode: str, arrive_by: str | None
) -> dict[str, JsonValue]:
    target, start = find_spot(store, destination), find_spot(store, origin)
    metres, leave = metres_between(start, target), store.only(DEVICE).clock
    if arrive_by is not None:
        leave = _leave_for(metres, mode, datetime.fromisoformat(arrive_by))
    minutes = minutes_for(metres, mode, leave)
    return {
        "destination": name_of_spot(target),
        "mode": mode,
        "metres": metres,
        "minutes": minutes,
        "leave_at": leave.strftime("%Y-%m-%dT%H:%M"),
        "arrive_at": (leave + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M"),
    }


def _leave_for(metres: int, mode: str, arrive: datetime) -> datetime:
    """The latest full minute at which one leaves and arrives by ``arrive``, whatever traffic."""
    leave = arrive - timedelta(minutes=minutes_for(metres, mode, arrive))
    while leave + timedelta(minutes=minutes_for(metres, mode, leave)) > arrive:
        leave -= timedelta(minutes=1)
    return leave


def _start(store: Store, before: Guidance, target: Spot, mode: str) -> None:
    if is_here(target):
        raise ToolFailure("conflict", "the phone is there already")
    name, now = name_of_spot(target), store.only(DEVICE).clock
    if before.destination and (before.destination, before.mode) != (name, mode):
        raise ToolFailure("conflict", f"navigation to {before.destination} is on: stop it first")
    if not before.destination:
        metres = metres_between(store.only(POSITION), target)
        arrives = now + timedelta(minutes=minutes_for(metres, mode, now))
        at = (target.address, target.east, target.north)
        store.put(GUIDANCE, ONLY, Guidance(name, *at, mode, metres, arrives))  # type: ignore[arg-type]


def _view(store: Store, guidance: Guidance) -> dict[str, JsonValue]:
    arrives, now = guidance.arrives, store.only(DEVICE).clock
    left = max(0, -((now - arrives) // timedelta(minutes=1))) if arrives else 0
    return {
        "destination": guidance.destination,
        "mode": guidance.mode,
        "metres": guidance.metres,
        "minutes": left,
        "arrive_at": arrives.strftime("%Y-%m-%dT%H:%M") if arrives else "",
    }


def _upcoming(store: Store) -> datetime | None:
    return store.only(GUIDANCE).arrives


def _arrive(store: Store, when: datetime) -> None:
    guidance = store.only(GUIDANCE)
    at = {"address": guidance.address, "east": guidance.east, "north": guidance.north}
    store.update(POSITION, **at)
    store.put(GUIDANCE, ONLY, Guidance())
    notify(store, MAPS, guidance.destination, "You have arrived · 已到达目的地")


ARRIVAL = Timer(_upcoming, _arrive)
"""Whoever is guided somewhere gets there, and the phone with them."""


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Nobody is on the way anywhere."""
