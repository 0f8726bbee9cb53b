"""Trips: where to, from which day to which, and what else falls into those days."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    day,
    field,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS, span
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

LONGEST = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Trip:
    """A journey from the day ``start`` to the day ``end``, both included."""

    name: str
    destination: str
    start: date
    end: date


TRIPS = Table("trips", Trip, prefix="trip")


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="trips with destination and days: create, change, delete, list",
    zh="行程：出差旅行的目的地和日期，可新建、修改、删除、查看",
    cues_en="trip holiday vacation business travel going away itinerary journey days away "
    "weekend break flying to staying in from until extend cut short when am I in",
    cues_zh="行程 出差 旅行 旅游 度假 出门几天 去哪几天 自驾游 回老家 延期 提前回来 哪天走 哪天回",
    arguments=[
        action("create", "change", "delete", "query"),
        text(
            "name",
            "what the trip is called",
            "行程名称",
            example="Summer holiday",
            required=("create", "change", "delete"),
        ),
        text(
            "destination",
            "where to",
            "目的地",
            privacy=Privacy.LOCATION,
            max_length=80,
            example="Kyoto",
            required=("create",),
        ),
        day("start", "first day", "出发日期", required=("create",)),
        day("end", "last day, the first if absent", "返回日期，缺省为当天"),
        record_id("trip_id", "trip3"),
    ],
    results=[
        field("trip_id", "string"),
        field("name", "string", privacy=Privacy.MESSAGE),
        field("destination", "string", privacy=Privacy.LOCATION),
        field("start", "string"),
        field("end", "string"),
        field("previous_destination", "string", privacy=Privacy.LOCATION),
        field("previous_start", "string"),
        field("previous_end", "string"),
        field("overlaps", "array", privacy=Privacy.MESSAGE),
        field("events", "array", privacy=Privacy.MESSAGE),
        field("changed", "boolean"),
        field("trips", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "change": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by(
            "manage_trip", action="delete", name="$result.name", trip_id="$result.trip_id"
        ),
        "change": undone_by(
            "manage_trip",
            action="change",
            name="$result.name",
            destination="$result.previous_destination",
            start="$result.previous_start",
            end="$result.previous_end",
            trip_id="$result.trip_id",
        ),
        "delete": undone_by(
            "manage_trip",
            action="create",
            name="$result.name",
            destination="$result.destination",
            start="$result.start",
            end="$result.end",
        ),
    },
    mechanism=Mechanism.PROVIDER,
)
def manage_trip(
    store: Store,
    action: str,
    name: str | None,
    destination: str | None,
    start: str | None,
    end: str | None,
    trip_id: str | None,
) -> dict[str, JsonValue]:
    """Create, change, delete or list trips, with what they overlap."""
    if action == "create":
        first = date.fromisoformat(str(start))
        last = first if end is None else date.fromisoformat(end)
        trip = _checked(Trip(str(name), str(destination), first, last))
        if trip in store.all(TRIPS).values():
            raise ToolFailure("already_exists", "that trip is planned already")
        key = store.add(TRIPS, trip)
        return {**_view(key, trip), **_meanwhile(store, key, trip, _spans(store))}
    found = chosen(store.all(TRIPS), trip_id, name, lambda row: row.name)
    if action == "query":
        return _query(store, found, destination, start)
    key, trip = the_one(found, "trip", lambda row: f"{row.name} from {row.start}")
    if action == "delete":
        store.remove(TRIPS, key)
        return _view(key, trip)
    return _change(store, key, trip, destination, start, end)


def _query(
    store: Store, found: list[tuple[str, Trip]], destination: str | None, start: str | None
) -> dict[str, JsonValue]:
    """Those to ``destination``, and those that are on at the day ``start``."""
    kept = chosen(dict(found), None, destination, lambda row: row.destination)
    if start is not None:
        at = date.fromisoformat(start)
        kept = [(key, trip) for key, trip in kept if trip.start <= at <= trip.end]
    kept.sort(key=lambda item: item[1].start)
    spans = _spans(store)
    return {
        "trips": [{**_view(key, row), **_meanwhile(store, key, row, spans)} for key, row in kept]
    }


def _change(
    store: Store,
    key: str,
    before: Trip,
    destination: str | None,
    start: str | None,
    end: str | None,
) -> dict[str, JsonValue]:
    """New days or another destination; a new first day alone moves the whole trip."""
    if destination is None and start is None and end is None:
        raise ToolFailure("invalid_argument", "say the new destination or days")
    first = before.start if start is None else date.fromisoformat(start)
    last = before.end + (first - before.start) if end is None else date.fromisoformat(end)
    there = destination or before.destination
    after = _checked(replace(before, destination=there, start=first, end=last))
    if any(other == after for at, other in store.all(TRIPS).items() if at != key):
        raise ToolFailure("already_exists", "that trip is planned already")
    store.put(TRIPS, key, after)
    return {
        **_view(key, after),
        **_meanwhile(store, key, after, _spans(store)),
        "previous_destination": before.destination,
        "previous_start": before.start.isoformat(),
        "previous_end": before.end.isoformat(),
        "changed": before != after,
    }


def _checked(trip: Trip) -> Trip:
    if trip.end < trip.start:
        raise ToolFailure("invalid_argument", "the trip would end before it begins")
    if trip.end - trip.start >= LONGEST:
        raise ToolFailure("invalid_argument", "a trip lasts a year at most")
    return trip


Span = tuple[str, date, date]


def _spans(store: Store) -> list[Span]:
    """Title, first and last day of every calendar event."""
    spans = ((event.title, *span(store, event)) for event in store.all(EVENTS).values())
    return [(title, begins.date(), ends.date()) for title, begins, ends in spans]


def _meanwhile(store: Store, key: str, trip: Trip, spans: list[Span]) -> dict[str, JsonValue]:
    """Other trips and calendar events that fall into its days."""
    overlaps: list[JsonValue] = [
        other.name
        for at, other in store.all(TRIPS).items()
        if at != key and other.start <= trip.end and trip.start <= other.end
    ]
    events: list[JsonValue] = [
        title for title, begins, ends in spans if begins <= trip.end and trip.start <= ends
    ]
    return {"overlaps": overlaps, "events": events}


def _view(key: str, trip: Trip) -> dict[str, JsonValue]:
    return {
        "trip_id": key,
        "name": trip.name,
        "destination": trip.destination,
        "start": trip.start.isoformat(),
        "end": trip.end.isoformat(),
    }


# Name, destination, days; look-alikes share an entry.
_TRIPS: tuple[tuple[tuple[str, str, int], ...], ...] = (
    (("Summer holiday", "Lisbon", 10), ("Summer camp", "Lake Tahoe", 6)),
    (("Ski week", "Chamonix", 7), ("Ski weekend", "Innsbruck", 2)),
    (("Sales kickoff", "Singapore", 3), ("Sales visit", "Singapore", 2)),
    (("Anniversary trip", "Paris", 4), ("Anniversary dinner trip", "Brighton", 2)),
    (("国庆回老家", "长沙", 7), ("春节回老家", "长沙", 9)),
    (("暑假海边", "青岛", 6), ("暑假夏令营", "青岛", 5)),
    (("广州出差", "广州", 3), ("广州展会", "广州", 2)),
    (("带爸妈旅游", "桂林", 5), ("带孩子旅游", "西安", 4)),
    (("Berlin conference", "Berlin", 4), ("Berlin marathon", "Berlin", 3)),
    (("Family visit", "Toronto", 12),),
    (("Hiking in the Alps", "Zermatt", 6),),
    (("Client workshop", "New York", 3),),
    (("成都吃喝", "成都", 4), ("成都培训", "成都", 3)),
    (("北京述职", "北京", 2),),
    (("云南自驾", "大理", 8),),
    (("三亚过冬", "三亚", 15),),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A year of trips, past and to come."""
    today = store.only(DEVICE).clock.date()
    for entry in cast.of(_TRIPS):
        for name, destination, days in entry:
            start = today + timedelta(days=random.randrange(-40, 160))
            store.add(TRIPS, Trip(name, destination, start, start + timedelta(days=days - 1)))
