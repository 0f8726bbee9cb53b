"""Cases of ways, weather, trips, shopping and health."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.travel_lifestyle.flights import FLIGHTS, Flight
from tandem_edge.phone.catalogue.travel_lifestyle.health import METRICS, SUMMARIES
from tandem_edge.phone.catalogue.travel_lifestyle.medication import MEDICINES
from tandem_edge.phone.catalogue.travel_lifestyle.parcels import PARCELS, STATUSES, Parcel
from tandem_edge.phone.catalogue.travel_lifestyle.places import KINDS
from tandem_edge.phone.catalogue.travel_lifestyle.rides import CARS, RIDE_APPS
from tandem_edge.phone.catalogue.travel_lifestyle.routes import MODES
from tandem_edge.phone.catalogue.travel_lifestyle.workouts import SPORTS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import (
    LOCKED,
    OFFLINE,
    WEAK,
    Case,
    Setup,
    device,
    fails,
    hit_by,
    must,
    ok,
)

NO_LOCATION = hit_by("denied", "location")
NO_HEALTH = hit_by("denied", "health")
ELEVEN = device(clock=datetime(2026, 3, 10, 11, 0))
OMEGA = "AB1234567890"
TO_PARK = must("plan_route", action="start", destination="Riverside Park")
RIDING = must("book_ride", action="book", destination="Central Station", time="16:30 today")
LISBON = must(
    "manage_trip",
    action="create",
    name="Spring break",
    destination="Porto",
    start="2026-05-01",
    end="2026-05-05",
)
SOAP = must("manage_shopping_list", action="add", item="soap", quantity="2", shop="Boots")
RUNNING = must("manage_workout", action="start", sport="run")
PAUSED = must("manage_workout", action="pause")
TABLETS = must(
    "manage_medication", action="add", name="Zinc", dose="1 tablet", time="9 am", amount=3
)
TAKEN = must("manage_medication", action="take", name="Zinc")


def flight(**fields: Any) -> Setup:
    """A setup that puts one more flight on the board, ``ZZ100`` unless ``fields`` say otherwise."""
    wanted: dict[str, Any] = {
        "number": "ZZ100",
        "origin": "Shanghai",
        "destination": "Oslo",
        "departs": datetime(2026, 3, 10, 18, 0),
        "minutes": 600,
        "terminal": "T2",
        "gate": "B7",
    }
    row = Flight(**{**wanted, **fields})
    return lambda phone: phone.store.add(FLIGHTS, row)


def parcel(**fields: Any) -> Setup:
    """A setup that puts one more parcel on its way, ``tuning fork`` unless told otherwise."""
    wanted: dict[str, Any] = {
        "number": OMEGA,
        "carrier": "Post",
        "name": "tuning fork",
        "status": "to_collect",
        "point": "Corner shop",
        "code": "1-2-3456",
    }
    row = Parcel(**{**wanted, **fields})
    return lambda phone: phone.store.add(PARCELS, row)


def _no_ride_app(phone: SandboxPhone) -> None:
    for package in RIDE_APPS:
        if phone.store.get(INSTALLED, package) is not None:
            phone.store.remove(INSTALLED, package)


def _none_left(phone: SandboxPhone) -> None:
    key = next(k for k, row in phone.store.all(MEDICINES).items() if row.name == "Zinc")
    phone.store.update(MEDICINES, key, left=0)


EXAMPLES: list[Case] = [
    ok("get_weather"),
    ok("get_weather", city="Chengdu", day="tomorrow"),
    ok("get_weather", city="哈尔滨市", day="后天"),
    *(ok("search_nearby", kind=kind) for kind in KINDS),
    ok("search_nearby", kind="cafe", open_now=True, within="2000", order="rating"),
    ok("search_nearby", kind="toilet", order="distance"),
    ok("manage_saved_place", action="save", label="Parked car"),
    ok("manage_saved_place", action="save", label="遛狗的地方", place="中山公园"),
    ok("manage_saved_place", action="move", label="公司", place="Central Garage"),
    ok("manage_saved_place", action="delete", label="my home"),
    ok("manage_saved_place", action="query"),
    ok("manage_saved_place", action="query", label="爷爷家"),
    *(ok("plan_route", action="plan", destination="中山公园", mode=mode) for mode in MODES),
    ok(
        "plan_route",
        action="plan",
        origin="home",
        destination="work",
        arrive_by="9 am tomorrow",
    ),
    ok("plan_route", action="start", destination="家", mode="walk"),
    ok("plan_route", TO_PARK, action="start", destination="Riverside Park"),
    ok("plan_route", TO_PARK, action="stop"),
    ok("plan_route", TO_PARK, action="query"),
    ok("plan_route", action="query"),
    *(ok("book_ride", action="quote", destination="火车站", car=car) for car in CARS),
    ok("book_ride", action="quote", destination="home", pickup="work", time="8 am tomorrow"),
    ok("book_ride", action="book", destination="Central Station"),
    ok("book_ride", RIDING, action="cancel"),
    ok("book_ride", RIDING, action="query"),
    ok(
        "manage_trip",
        action="create",
        name="京都赏樱",
        destination="京都",
        start="2026-04-02",
        end="2026-04-06",
    ),
    ok("manage_trip", action="create", name="Day out", destination="Suzhou", start="tomorrow"),
    ok("manage_trip", LISBON, action="change", name="spring break", start="2026-05-08"),
    ok(
        "manage_trip",
        LISBON,
        action="change",
        name="Spring break",
        destination="Madrid",
        end="2026-05-09",
    ),
    ok("manage_trip", LISBON, action="delete", name="Spring break"),
    ok("manage_trip", action="delete", name="any", trip_id="trip2"),
    ok("manage_trip", action="query"),
    ok("manage_trip", LISBON, action="query", destination="Porto", start="2026-05-03"),
    ok("track_flight", flight(), action="follow", number="zz 100"),
    ok("track_flight", flight(followed=True), action="unfollow", number="ZZ100"),
    ok("track_flight", action="query"),
    ok("track_flight", flight(), action="query", city="Oslo", day="today"),
    ok("track_flight", action="query", city="伦敦"),
    ok("track_flight", action="follow", flight_id="flight4"),
    ok("manage_shopping_list", action="add", item="酱油", quantity="一瓶", shop="菜市场"),
    ok("manage_shopping_list", action="add", item="soap", bought=True),
    ok("manage_shopping_list", SOAP, action="tick", item="Soap"),
    ok(
        "manage_shopping_list",
        SOAP,
        must("manage_shopping_list", action="tick", item="soap"),
        action="untick",
        item="soap",
    ),
    ok("manage_shopping_list", SOAP, action="remove", item="soap", shop="boots"),
    ok("manage_shopping_list", action="remove", item="any", item_id="shopping_item3"),
    ok("manage_shopping_list", action="clear_bought"),
    ok("manage_shopping_list", action="query", shop="bakery"),
    *(
        ok("log_health", action="add", metric=metric, value=value)
        for metric, value in zip(
            METRICS, (71.5, 4000, 7.5, 66, 121, 5.6, 36.8, 250, 98), strict=True
        )
        if metric != "blood_pressure"
    ),
    ok("log_health", action="add", metric="blood_pressure", value=128, second="83"),
    ok("log_health", action="add", metric="weight", value=142, unit="斤", day="yesterday"),
    ok("log_health", action="delete", metric="weight", day="yesterday"),
    ok("log_health", action="delete", metric="sleep", reading_id="reading1"),
    *(ok("query_health", metric=metric) for metric in METRICS),
    *(ok("query_health", metric="steps", summary=summary) for summary in SUMMARIES),
    ok("query_health", metric="sleep", since="2026-03-02", until="yesterday"),
    *(ok("manage_workout", action="start", sport=sport) for sport in SPORTS),
    ok("manage_workout", RUNNING, action="start", sport="run"),
    ok("manage_workout", RUNNING, action="pause"),
    ok("manage_workout", RUNNING, PAUSED, ELEVEN, action="resume"),
    ok("manage_workout", RUNNING, ELEVEN, action="finish"),
    ok("manage_workout", RUNNING, ELEVEN, action="discard"),
    ok("manage_workout", action="query", sport="yoga", since="2026-03-01"),
    ok("manage_workout", RUNNING, action="query"),
    ok("manage_medication", action="add", name="板蓝根", dose="一袋", time="早上八点", amount=20),
    ok("manage_medication", TABLETS, action="add", name="zinc", time="21:00"),
    ok("manage_medication", TABLETS, action="take", name="Zinc"),
    ok("manage_medication", TABLETS, TAKEN, action="undo_take", name="Zinc"),
    ok("manage_medication", TABLETS, action="refill", name="Zinc", amount=30),
    ok("manage_medication", TABLETS, action="remove", name="Zinc"),
    ok("manage_medication", action="query", time="8:00 am"),
    ok("track_parcel", action="query"),
    *(ok("track_parcel", action="query", status=status) for status in STATUSES),
    ok("track_parcel", action="add", parcel="SF13-5792-4680", name="keyboard"),
    ok("track_parcel", parcel(), action="collect", parcel="tuning fork"),
    ok("track_parcel", parcel(), action="remove", parcel="567890"),
]

_STATED = [
    ("manage_saved_place", {"action": "save", "label": "x"}),
    ("plan_route", {"action": "stop"}),
    ("manage_workout", {"action": "start", "sport": "run"}),
    ("manage_medication", {"action": "add", "name": "x"}),
    ("track_parcel", {"action": "collect", "parcel": "x"}),
]
EXAMPLES += [ok(name, **arguments, state="{}") for name, arguments in _STATED]

FAULTS: list[Case] = [
    *(fails("invalid_argument", name, **args, state='{"x":{}}') for name, args in _STATED),
    fails("offline", "get_weather", OFFLINE),
    fails("not_found", "get_weather", city="Atlantis"),
    fails("no_forecast", "get_weather", day="2026-05-01"),
    fails("no_permission", "get_weather", NO_LOCATION),
    fails("missing_argument", "search_nearby"),
    fails("no_permission", "search_nearby", NO_LOCATION, kind="bank"),
    fails("offline", "search_nearby", OFFLINE, kind="bank"),
    fails("locked", "manage_saved_place", LOCKED, action="query"),
    fails("missing_argument", "manage_saved_place", action="save"),
    fails("already_exists", "manage_saved_place", action="save", label="单位"),
    fails("not_found", "manage_saved_place", action="delete", label="Moon base"),
    fails("ambiguous", "manage_saved_place", action="save", label="x", place="Harbo"),
    fails("missing_argument", "plan_route", action="plan"),
    fails("no_permission", "plan_route", NO_LOCATION, action="start", destination="home"),
    fails("offline", "plan_route", OFFLINE, action="plan", destination="home"),
    fails("not_found", "plan_route", action="plan", destination="Nowhere"),
    fails("ambiguous", "plan_route", action="plan", destination="人民医院"),
    fails("conflict", "plan_route", TO_PARK, action="start", destination="home"),
    fails("conflict", "plan_route", action="start", destination="here"),
    fails("missing_argument", "book_ride", action="book"),
    fails("locked", "book_ride", LOCKED, action="book", destination="home"),
    fails("app_missing", "book_ride", _no_ride_app, action="query"),
    fails("no_permission", "book_ride", NO_LOCATION, action="quote", destination="home"),
    fails("offline", "book_ride", OFFLINE, action="query"),
    fails("not_found", "book_ride", action="cancel"),
    fails("ambiguous", "book_ride", action="quote", destination="人民医院"),
    fails("conflict", "book_ride", RIDING, action="book", destination="home", time="16:32 today"),
    fails("conflict", "book_ride", action="book", destination="home", pickup="home"),
    fails(
        "invalid_argument", "book_ride", action="book", destination="home", time="2026-03-10 08:00"
    ),
    fails("missing_argument", "manage_trip", action="create", name="x"),
    fails("invalid_argument", "manage_trip", LISBON, action="change", name="Spring break"),
    fails(
        "already_exists",
        "manage_trip",
        LISBON,
        action="create",
        name="Spring break",
        destination="Porto",
        start="2026-05-01",
        end="2026-05-05",
    ),
    fails("not_found", "manage_trip", action="delete", name="Moon landing"),
    fails("ambiguous", "manage_trip", action="delete", name="Ski"),
    fails(
        "invalid_argument",
        "manage_trip",
        action="create",
        name="x",
        destination="y",
        start="2026-05-05",
        end="2026-05-01",
    ),
    fails("missing_argument", "track_flight"),
    fails("offline", "track_flight", OFFLINE, action="query"),
    fails("not_found", "track_flight", action="follow", number="XX9"),
    fails(
        "ambiguous", "track_flight", flight(), flight(gate="C1"), action="follow", number="ZZ100"
    ),
    fails("conflict", "track_flight", flight(cancelled=True), action="follow", number="ZZ100"),
    fails("missing_argument", "manage_shopping_list", action="add"),
    fails(
        "already_exists",
        "manage_shopping_list",
        SOAP,
        action="add",
        item="soap",
        quantity="2",
        shop="Boots",
    ),
    fails("not_found", "manage_shopping_list", action="tick", item="unobtainium"),
    fails("ambiguous", "manage_shopping_list", action="tick", item="tomatoes"),
    fails("missing_argument", "log_health", action="add", metric="weight"),
    fails("no_permission", "log_health", NO_HEALTH, action="delete", metric="weight"),
    fails("locked", "log_health", LOCKED, action="delete", metric="weight"),
    fails("not_found", "log_health", action="delete", metric="weight", day="2026-01-01"),
    fails("invalid_argument", "log_health", action="add", metric="weight", value=5000),
    fails("invalid_argument", "log_health", action="add", metric="weight", value=70, unit="miles"),
    fails("invalid_argument", "log_health", action="add", metric="blood_pressure", value=120),
    fails("invalid_argument", "log_health", action="add", metric="weight", value=70, second=3),
    fails(
        "invalid_argument", "log_health", action="add", metric="weight", value=70, day="tomorrow"
    ),
    fails("missing_argument", "query_health"),
    fails("no_permission", "query_health", NO_HEALTH, metric="steps"),
    fails("locked", "query_health", LOCKED, metric="steps"),
    fails("no_data", "query_health", metric="steps", since="2025-01-01", until="2025-01-05"),
    fails("invalid_argument", "query_health", metric="steps", since="today", until="yesterday"),
    fails("missing_argument", "manage_workout", action="start"),
    fails("no_permission", "manage_workout", NO_HEALTH, action="query"),
    fails("battery_low", "manage_workout", WEAK, action="start", sport="run"),
    fails("conflict", "manage_workout", RUNNING, action="start", sport="yoga"),
    fails("no_workout", "manage_workout", action="finish"),
    fails("missing_argument", "manage_medication", action="take"),
    fails("already_exists", "manage_medication", TABLETS, action="add", name="zinc", time="9 am"),
    fails("not_found", "manage_medication", action="take", name="Panacea"),
    fails("not_found", "manage_medication", TABLETS, action="remove", name="Zinc", time="noon"),
    fails("ambiguous", "manage_medication", action="take", name="Vitamin"),
    fails("conflict", "manage_medication", TABLETS, TAKEN, action="take", name="Zinc"),
    fails("conflict", "manage_medication", TABLETS, action="undo_take", name="Zinc"),
    fails("none_left", "manage_medication", TABLETS, _none_left, action="take", name="Zinc"),
    fails("invalid_argument", "manage_medication", TABLETS, action="refill", name="Zinc"),
    fails("missing_argument", "track_parcel", action="add"),
    fails("locked", "track_parcel", LOCKED, action="query"),
    fails("offline", "track_parcel", OFFLINE, action="query"),
    fails("already_exists", "track_parcel", parcel(), action="add", parcel=OMEGA),
    fails("invalid_argument", "track_parcel", action="add", parcel="my new shoes"),
    fails("not_found", "track_parcel", action="remove", parcel="philosopher's stone"),
    fails("ambiguous", "track_parcel", action="remove", parcel="phone"),
    fails(
        "conflict",
        "track_parcel",
        parcel(status="in_transit"),
        action="collect",
        parcel="tuning fork",
    ),
]
