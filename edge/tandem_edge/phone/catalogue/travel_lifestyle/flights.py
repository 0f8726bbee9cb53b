"""Flights as an airport's board has them, and those the owner follows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    day,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.travel_lifestyle.atlas import CITIES
from tandem_edge.phone.catalogue.travel_lifestyle.places import ONLINE, POSITION
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("places",)
AIRLINE_APP = "com.android.calendar"
"""Where the phone shows what it knows of a followed flight."""
SHOWN = 8
BOARDING = timedelta(minutes=50)
CHINESE = {english: chinese for english, chinese, *_ in CITIES}


@dataclass(frozen=True, slots=True)
class Flight:
    """One flight of one day; times are on the phone's clock, ``late`` in minutes."""

    number: str
    origin: str
    destination: str
    departs: Wall
    minutes: Annotated[int, Field(ge=20, le=1200)]
    terminal: str
    gate: str
    late: Annotated[int, Field(ge=0, le=1440)] = 0
    cancelled: bool = False
    followed: bool = False
    called: bool = False
    """Whether its owner was told to go to the gate."""


FLIGHTS = Table("flights", Flight, prefix="flight")


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="flights by number or city: status, gate, delay; follow or unfollow",
    zh="航班动态：查起降、登机口、延误，关注或取消关注",
    cues_en="flight plane delayed on time gate terminal boarding departure arrival land takes "
    "off cancelled airline airport is it late pick up from plane keep me posted",
    cues_zh="航班 飞机 延误 晚点 准点 登机口 航站楼 几点起飞 几点落地 取消了没 接机 盯着 航班号",
    arguments=[
        action("follow", "unfollow", "query"),
        text(
            "number",
            "flight number",
            "航班号",
            privacy=Privacy.NONE,
            max_length=12,
            example="CA1501",
        ),
        text(
            "city",
            "from or to which city",
            "出发或到达城市",
            privacy=Privacy.LOCATION,
            max_length=60,
            example="Tokyo",
        ),
        day("day", "day of departure", "出发日期"),
        record_id("flight_id", "flight3"),
    ],
    results=[
        field("flight_id", "string"),
        field("number", "string"),
        field("origin", "string", privacy=Privacy.LOCATION),
        field("destination", "string", privacy=Privacy.LOCATION),
        field("departs", "string"),
        field("arrives", "string"),
        field("terminal", "string"),
        field("gate", "string"),
        field("status", "string"),
        field("late_minutes", "integer"),
        field("followed", "boolean"),
        field("changed", "boolean"),
        field("flights", "array", privacy=Privacy.LOCATION),
        field("total", "integer"),
    ],
    effects={"follow": Effect.WRITE, "unfollow": Effect.WRITE, "query": Effect.READ},
    preconditions=[needs(ONLINE.kind, code="offline", on=("follow", "query"))],
    errors=["not_found", "ambiguous", "conflict"],
    inverses={
        "follow": undone_by("track_flight", action="unfollow", flight_id="$result.flight_id"),
        "unfollow": undone_by("track_flight", action="follow", flight_id="$result.flight_id"),
    },
    mechanism=Mechanism.PROVIDER,
)
def track_flight(
    store: Store,
    action: str,
    number: str | None,
    city: str | None,
    day: str | None,
    flight_id: str | None,
) -> dict[str, JsonValue]:
    """Look at flights, or follow one; with nothing to go by, those that are followed."""
    now = store.only(DEVICE).clock
    found = _matching(store, number, city, day, flight_id)
    if action == "unfollow" or not (number or city or day or flight_id):
        found = [(key, flight) for key, flight in found if flight.followed or flight_id]
    if action == "query":
        shown: list[JsonValue] = [_view(now, key, row) for key, row in found[:SHOWN]]
        return {"flights": shown, "total": len(found)}
    key, flight = the_one(found, "flight", _describe)
    if action == "follow" and not flight_id and _status(now, flight) in ("landed", "cancelled"):
        raise ToolFailure("conflict", f"{flight.number} is {_status(now, flight)}")
    after = store.update(FLIGHTS, key, followed=action == "follow")
    return {**_view(now, key, after), "changed": after != flight}


def _matching(
    store: Store, number: str | None, city: str | None, day: str | None, flight_id: str | None
) -> list[tuple[str, Flight]]:
    rows = store.all(FLIGHTS)
    if flight_id is not None:
        return [(flight_id, rows[flight_id])] if flight_id in rows else []
    wanted = "".join(fold(number or "").split())
    found = [
        (key, row)
        for key, row in rows.items()
        if wanted in ("", fold(row.number))
        and (city is None or _touches(row, city))
        and day in (None, row.departs.date().isoformat())
    ]
    return sorted(found, key=lambda item: item[1].departs)


def _touches(flight: Flight, city: str) -> bool:
    word = fold(city).removesuffix("市")
    ends = (flight.origin, flight.destination)
    return any(word in (fold(end), CHINESE.get(end, "")) for end in ends)


def _status(now: datetime, flight: Flight) -> str:
    if flight.cancelled:
        return "cancelled"
    leaves = flight.departs + timedelta(minutes=flight.late)
    if now >= leaves + timedelta(minutes=flight.minutes):
        return "landed"
    if now >= leaves:
        return "in_the_air"
    if now >= leaves - BOARDING:
        return "boarding"
    return "delayed" if flight.late else "on_time"


def _describe(flight: Flight) -> str:
    return f"{flight.number} on {flight.departs:%Y-%m-%d %H:%M} to {flight.destination}"


def _view(now: datetime, key: str, flight: Flight) -> dict[str, JsonValue]:
    leaves = flight.departs + timedelta(minutes=flight.late)
    return {
        "flight_id": key,
        "number": flight.number,
        "origin": flight.origin,
        "destination": flight.destination,
        "departs": leaves.strftime("%Y-%m-%dT%H:%M"),
        "arrives": (leaves + timedelta(minutes=flight.minutes)).strftime("%Y-%m-%dT%H:%M"),
        "terminal": flight.terminal,
        "gate": flight.gate,
        "status": _status(now, flight),
        "late_minutes": flight.late,
        "followed": flight.followed,
    }


def _call_at(flight: Flight) -> datetime | None:
    if not flight.followed or flight.called or flight.cancelled:
        return None
    return flight.departs + timedelta(minutes=flight.late) - BOARDING


def _upcoming(store: Store) -> datetime | None:
    return min(filter(None, map(_call_at, store.all(FLIGHTS).values())), default=None)


def _call(store: Store, when: datetime) -> None:
    for key, flight in list(store.all(FLIGHTS).items()):
        if _call_at(flight) == when:
            store.update(FLIGHTS, key, called=True)
            told = f"Boarding at gate {flight.gate} · 请前往{flight.gate}登机口"
            notify(store, AIRLINE_APP, flight.number, told, "reminder")


BOARDING_CALLS = Timer(_upcoming, _call)
"""Followed flights are called to the gate, once."""

_MINUTES = {"Tokyo": 190, "Seoul": 130, "London": 760, "Paris": 740, "New York": 890, "Sydney": 640}
# Codes of airlines, two a cast, so that no flight number of one cast is in another.
_AIRLINES = (("CA", "BA"), ("MU", "LH"), ("CZ", "SQ"), ("HU", "AF"))


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Some thirty flights of this week; every third number flies on two days."""
    now = store.only(DEVICE).clock.replace(second=0, microsecond=0)
    home = store.only(POSITION).city
    abroad = [city for city, *_ in CITIES if city != home]
    codes = [code for pair in cast.of(_AIRLINES) for code in pair]
    followed = set(random.sample(range(22), 2))
    for place in range(22):
        number = f"{random.choice(codes)}{random.randrange(100, 9000)}"
        flight = _made_up(random, now, number, home, abroad)
        store.add(FLIGHTS, _followed(flight) if place in followed else flight)
        if place % 3 == 0:
            later = flight.departs + timedelta(days=1)
            row = Flight(number, flight.origin, flight.destination, later, flight.minutes, "T2", "")
            store.add(FLIGHTS, row)


def _followed(flight: Flight) -> Flight:
    at, minutes = flight.departs + timedelta(days=1), flight.minutes
    where = (flight.number, flight.origin, flight.destination)
    return Flight(*where, at, minutes, flight.terminal, flight.gate, flight.late, followed=True)


def _made_up(random: Random, now: datetime, number: str, home: str, abroad: list[str]) -> Flight:
    """Two of three flights leave from ``home`` or land there."""
    one, other = random.sample(abroad, 2)
    origin, destination = random.choice(((home, other), (one, home), (one, other)))
    departs = now + timedelta(minutes=5 * random.randrange(-60, 1_100))
    minutes = _MINUTES.get(destination, _MINUTES.get(origin, 0)) or random.randrange(80, 240, 5)
    late = random.choice((0, 0, 0, 15, 40, 95))
    gate = f"{random.choice('ABCD')}{random.randrange(1, 60)}"
    terminal = random.choice(("T1", "T2", "T3"))
    cancelled = random.random() < 0.08
    return Flight(
        number, origin, destination, departs, minutes, terminal, gate, late, cancelled=cancelled
    )
