"""Taxis: what a ride would cost, ordering one, and riding in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated, Literal
from zlib import crc32

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
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.travel_lifestyle.places import (
    LOCATED,
    ONLINE,
    PLACES,
    POSITION,
    Metres,
    Spot,
    find_spot,
    metres_between,
    name_of_spot,
)
from tandem_edge.phone.catalogue.travel_lifestyle.routes import minutes_for
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("places", "applications")
CARS = ("economy", "comfort", "premium", "shared")
RIDE_APPS = ("com.sdu.didi.psnger", "com.ubercab", "com.tencent.mm", "com.eg.android.AlipayGphone")
"""Apps that order cars: the two of their own, and two whose mini-programs do."""
FREE_CANCEL = timedelta(minutes=10)
CANCEL_FEE = 6
_RATE = {"economy": 1.0, "comfort": 1.4, "premium": 2.2, "shared": 0.7}
_BASE, _A_KM = 11, 2.6
_TO_GO = ("booked", "riding")


@dataclass(frozen=True, slots=True)
class Ride:
    """A car ordered for ``pickup_at``, on the road for ``minutes``; ``price`` in local money."""

    origin: str
    destination: str
    address: str
    east: Metres
    north: Metres
    car: Literal["economy", "comfort", "premium", "shared"]
    price: Annotated[int, Field(ge=0)]
    pickup_at: Wall
    minutes: Annotated[int, Field(ge=1)]
    driver: str
    plate: str
    status: Literal["booked", "riding", "done", "cancelled"] = "booked"


RIDES = Table("rides", Ride, prefix="ride")


@condition("ride_app")
def _ride_app(store: Store, value: str) -> str:
    installed = store.all(INSTALLED)
    return "" if any(app in installed for app in RIDE_APPS) else "no app that orders cars is there"


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="taxis and ride hailing: compare prices, book, cancel, check the car",
    zh="打车：询价、叫车、取消、查看车到哪了",
    cues_en="taxi cab uber didi ride lift call a car hail pick me up driver fare how much to the "
    "airport drop me off get me a car book a cab plate number where's my driver",
    cues_zh="打车 叫车 打个车 叫个车 滴滴 出租车 网约车 专车 拼车 多少钱 车费 司机到哪了 车牌号 "
    "接我 送我去",
    arguments=[
        action("quote", "book", "cancel", "query"),
        text(
            "destination",
            "where to",
            "去哪里",
            privacy=Privacy.ADDRESS,
            example="Central Station",
            required=("quote", "book"),
        ),
        text(
            "pickup",
            "from where, here if absent",
            "上车地点，缺省为当前位置",
            privacy=Privacy.ADDRESS,
            example="home",
        ),
        choice("car", CARS, "class of car, economy if absent", "车型，缺省为经济型"),
        moment("time", "when to be picked up, now if absent", "上车时间，缺省为现在"),
    ],
    results=[
        field("destination", "string", privacy=Privacy.ADDRESS),
        field("offers", "array"),
        field("car", "string"),
        field("price", "integer"),
        field("pickup_at", "string"),
        field("arrive_at", "string"),
        field("driver", "string", privacy=Privacy.PERSON),
        field("plate", "string", privacy=Privacy.PERSON),
        field("status", "string"),
        field("fee", "integer"),
        field("rides", "array", privacy=Privacy.ADDRESS),
    ],
    effects={
        "quote": Effect.READ,
        "book": Effect.IRREVERSIBLE,
        "cancel": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked", on=("book", "cancel")),
        needs("ride_app", code="app_missing"),
        needs(LOCATED.kind, LOCATED.value, code="no_permission", on=("quote", "book")),
        needs(ONLINE.kind, code="offline"),
    ],
    errors=["not_found", "ambiguous", "conflict"],
    conflicts=["plan_route"],
    mechanism=Mechanism.UI,
)
def book_ride(
    store: Store,
    action: str,
    destination: str | None,
    pickup: str | None,
    car: str | None,
    time: str | None,
) -> dict[str, JsonValue]:
    """Compare, order, cancel or look at rides."""
    if action in ("quote", "book"):
        target, start = find_spot(store, str(destination)), find_spot(store, pickup)
        metres = metres_between(start, target)
        if not metres:
            raise ToolFailure("conflict", "the ride would end where it begins")
        at = _pickup_time(store, time)
        if action == "quote":
            return _quote(target, metres, at, CARS if car is None else (car,))
        return _book(store, start, target, car or "economy", at)
    open_rides = [(key, ride) for key, ride in store.all(RIDES).items() if ride.status in _TO_GO]
    if action == "cancel":
        return _cancel(store, *the_one(open_rides, "ride", lambda ride: ride.destination))
    return {"rides": [_view(ride) for _, ride in open_rides]}


def _pickup_time(store: Store, time: str | None) -> datetime:
    now = store.only(DEVICE).clock
    if time is None:
        return now + timedelta(minutes=4)
    at = datetime.fromisoformat(time)
    if at < now:
        raise ToolFailure("invalid_argument", f"{at:%Y-%m-%d %H:%M} has passed")
    return at


def _quote(target: Spot, metres: int, at: datetime, cars: tuple[str, ...]) -> dict[str, JsonValue]:
    minutes = minutes_for(metres, "drive", at)
    offers: list[JsonValue] = [
        {"car": each, "price": _price(metres, minutes, each), "minutes": minutes} for each in cars
    ]
    return {"destination": name_of_spot(target), "offers": offers}


def _price(metres: int, minutes: int, car: str) -> int:
    return round((_BASE + _A_KM * metres / 1000 + 0.4 * minutes) * _RATE[car])


def _book(store: Store, start: Spot, target: Spot, car: str, at: datetime) -> dict[str, JsonValue]:
    metres = metres_between(start, target)
    minutes = minutes_for(metres, "drive", at)
    ends = at + timedelta(minutes=minutes)
    for other in store.all(RIDES).values():
        over = other.pickup_at + timedelta(minutes=other.minutes)
        if other.status in _TO_GO and other.pickup_at < ends and at < over:
            raise ToolFailure("conflict", f"a car to {other.destination} is ordered already")
    name = name_of_spot(target)
    mark = crc32(f"{name} {at} {car}".encode())
    where = (name_of_spot(start), name, target.address, target.east, target.north)
    price = _price(metres, minutes, car)
    who = (_DRIVERS[mark % len(_DRIVERS)], f"沪A·{10_000 + mark % 89_999}")
    ride = Ride(*where, car, price, at, minutes, *who)  # type: ignore[arg-type]
    store.add(RIDES, ride)
    return _view(ride)


def _cancel(store: Store, key: str, ride: Ride) -> dict[str, JsonValue]:
    if ride.status == "riding":
        raise ToolFailure("conflict", "the ride has begun")
    late = ride.pickup_at - store.only(DEVICE).clock < FREE_CANCEL
    store.update(RIDES, key, status="cancelled")
    return {**_view(store.all(RIDES)[key]), "fee": CANCEL_FEE if late else 0}


def _view(ride: Ride) -> dict[str, JsonValue]:
    return {
        "destination": ride.destination,
        "car": ride.car,
        "price": ride.price,
        "pickup_at": ride.pickup_at.strftime("%Y-%m-%dT%H:%M"),
        "arrive_at": _ends(ride).strftime("%Y-%m-%dT%H:%M"),
        "driver": ride.driver,
        "plate": ride.plate,
        "status": ride.status,
    }


def _ends(ride: Ride) -> datetime:
    return ride.pickup_at + timedelta(minutes=ride.minutes)


def _next(ride: Ride) -> datetime | None:
    if ride.status == "booked":
        return ride.pickup_at
    return _ends(ride) if ride.status == "riding" else None


def _upcoming(store: Store) -> datetime | None:
    return min(filter(None, map(_next, store.all(RIDES).values())), default=None)


def _drive(store: Store, when: datetime) -> None:
    for key, ride in list(store.all(RIDES).items()):
        if _next(ride) != when:
            continue
        if ride.status == "booked":
            store.update(RIDES, key, status="riding")
            notify(store, RIDE_APPS[0], ride.plate, f"{ride.driver} is here · 司机已到上车点")
        else:
            store.update(RIDES, key, status="done")
            store.update(POSITION, address=ride.address, east=ride.east, north=ride.north)


DRIVING = Timer(_upcoming, _drive)
"""The car comes at its time, and the phone arrives with its owner."""

_DRIVERS = ("王师傅", "李师傅", "周师傅", "陈师傅", "Marek", "Omar", "Luis", "Dana")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A dozen rides of the past weeks."""
    now, places = store.only(DEVICE).clock, list(store.all(PLACES).values())
    for _ in range(12):
        start, target = random.sample(places, 2)
        at = now - timedelta(minutes=random.randrange(2_000, 40_000))
        metres = metres_between(start, target)
        minutes = minutes_for(metres, "drive", at)
        where = (start.name, target.name, target.address, target.east, target.north)
        who = (random.choice(_DRIVERS), f"沪A·{random.randrange(10_000, 99_999)}")
        price = _price(metres, minutes, "economy")
        store.add(RIDES, Ride(*where, "economy", price, at, minutes, *who, status="done"))
