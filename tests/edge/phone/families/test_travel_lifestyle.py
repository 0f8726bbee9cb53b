"""Ways, weather, trips, shopping and health: what follows from what, and when."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tandem_edge.phone.catalogue.travel_lifestyle.flights import FLIGHTS
from tandem_edge.phone.catalogue.travel_lifestyle.medication import MEDICINES
from tandem_edge.phone.catalogue.travel_lifestyle.parcels import PARCELS
from tandem_edge.phone.catalogue.travel_lifestyle.places import PLACES, POSITION
from tandem_edge.phone.catalogue.travel_lifestyle.rides import RIDES
from tandem_edge.phone.catalogue.travel_lifestyle.routes import GUIDANCE
from tandem_edge.phone.catalogue.travel_lifestyle.shopping import SHOPPING
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.travel_lifestyle import (
    ELEVEN,
    LISBON,
    NO_LOCATION,
    PAUSED,
    RIDING,
    RUNNING,
    SOAP,
    TABLETS,
    TAKEN,
    TO_PARK,
    flight,
    parcel,
)
from tests.edge.phone.making import device, do, make_phone, must

NOW = datetime(2026, 3, 10, 9, 0)


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def code(phone: SandboxPhone, name: str, /, **arguments: Any) -> str:
    fault = do(phone, name, **arguments).result.fault
    return fault.code if fault else ""


def told(phone: SandboxPhone) -> list[str]:
    notes = phone.store.all(NOTIFICATIONS).values()
    return [f"{note.title} {note.text}" for note in notes if note.posted >= NOW]


# weather and places


@pytest.mark.parametrize("city", ["Chengdu", "chengdu", "成都", "成都市"])
def test_a_city_is_known_in_either_language(city: str) -> None:
    assert data(make_phone(), "get_weather", city=city)["city"] == "Chengdu"


def test_without_a_day_a_week_is_told_and_with_one_that_day() -> None:
    phone = make_phone()
    assert len(data(phone, "get_weather")["days"]) == 7
    days = data(phone, "get_weather", day="tomorrow")["days"]
    assert [each["day"] for each in days] == ["2026-03-11"]


def test_a_city_that_is_named_needs_no_location() -> None:
    phone = make_phone(NO_LOCATION)
    assert code(phone, "get_weather") == "no_permission"
    assert code(phone, "get_weather", city="Oslo") == "not_found"
    assert data(phone, "get_weather", city="London")


def test_the_nearest_comes_first_unless_the_best_is_wanted() -> None:
    phone = make_phone()
    near = data(phone, "search_nearby", kind="restaurant")["places"]
    assert near == sorted(near, key=lambda each: each["metres"])
    best = data(phone, "search_nearby", kind="restaurant", order="rating")["places"]
    assert best == sorted(best, key=lambda each: -each["rating"])


def test_what_is_closed_is_left_out_on_request() -> None:
    phone = make_phone(device(clock=datetime(2026, 3, 10, 3, 0)))
    banks = data(phone, "search_nearby", kind="bank", open_now=True)
    assert all(each["open"] for each in banks["places"])
    assert banks["total"] < data(phone, "search_nearby", kind="bank")["total"]


def test_a_cinema_is_open_over_midnight() -> None:
    phone = make_phone(device(clock=datetime(2026, 3, 10, 0, 30)))
    assert data(phone, "search_nearby", kind="cinema", open_now=True)["total"] > 0


def test_home_and_jia_are_one_place() -> None:
    phone = make_phone()
    english, chinese = (
        data(phone, "plan_route", action="plan", destination=said) for said in ("home", "家")
    )
    assert english == chinese
    assert code(phone, "manage_saved_place", action="save", label="家") == "already_exists"


def test_a_place_saved_here_is_no_way_from_here() -> None:
    phone = make_phone(must("manage_saved_place", action="save", label="Parked car"))
    planned = data(phone, "plan_route", action="plan", destination="parked car", mode="walk")
    assert planned["metres"] == 0
    data(phone, "plan_route", action="start", destination="中山公园")
    phone.advance(NOW + timedelta(hours=3))
    assert data(phone, "plan_route", action="plan", destination="parked car")["metres"] > 500


# ways and rides


def test_rush_hour_takes_longer_and_one_leaves_in_time() -> None:
    phone = make_phone()
    way = {"action": "plan", "origin": "home", "destination": "work"}
    calm = data(phone, "plan_route", arrive_by="2026-03-11 14:00", **way)
    rush = data(phone, "plan_route", arrive_by="2026-03-11 18:50", **way)
    assert rush["minutes"] > calm["minutes"]
    assert rush["arrive_at"] <= "2026-03-11T18:50"


def test_whoever_is_guided_somewhere_is_there_in_the_end() -> None:
    phone = make_phone(TO_PARK)
    arrives = phone.store.only(GUIDANCE).arrives
    assert arrives is not None
    phone.advance(arrives)
    park = next(row for row in phone.store.all(PLACES).values() if row.name == "Riverside Park")
    here = phone.store.only(POSITION)
    assert (here.east, here.north) == (park.east, park.north)
    assert data(phone, "plan_route", action="query")["active"] is False
    assert any("Riverside Park" in each for each in told(phone))


def test_a_second_navigation_has_to_wait_until_the_first_is_stopped() -> None:
    phone = make_phone(TO_PARK)
    assert code(phone, "plan_route", action="start", destination="home") == "conflict"
    data(phone, "plan_route", action="stop")
    assert data(phone, "plan_route", action="start", destination="home")["active"]


def test_dearer_cars_cost_more_and_a_booked_one_costs_what_was_quoted() -> None:
    phone = make_phone()
    way = {"destination": "Central Station", "time": "14:00 today"}
    offers = data(phone, "book_ride", action="quote", **way)["offers"]
    prices = {each["car"]: each["price"] for each in offers}
    assert prices["shared"] < prices["economy"] < prices["comfort"] < prices["premium"]
    assert (
        data(phone, "book_ride", action="book", car="comfort", **way)["price"]
        == (prices["comfort"])
    )


def test_a_ride_comes_drives_and_ends_where_it_was_to() -> None:
    phone = make_phone(RIDING)
    phone.advance(datetime(2026, 3, 10, 16, 30))
    assert data(phone, "book_ride", action="query")["rides"][0]["status"] == "riding"
    assert code(phone, "book_ride", action="cancel") == "conflict"
    phone.advance(datetime(2026, 3, 10, 19, 0))
    ride = list(phone.store.all(RIDES).values())[-1]
    assert ride.status == "done"
    assert phone.store.only(POSITION).address == ride.address


def test_a_late_cancellation_costs_a_fee() -> None:
    phone = make_phone(RIDING, device(clock=datetime(2026, 3, 10, 16, 25)))
    assert data(phone, "book_ride", action="cancel")["fee"] > 0
    assert data(make_phone(RIDING), "book_ride", action="cancel")["fee"] == 0


# trips, flights, shopping, parcels


def test_a_trip_knows_the_events_and_trips_it_overlaps() -> None:
    meeting = must("manage_schedule", action="create", title="Board", start="2026-05-02T10:00")
    phone = make_phone(LISBON, meeting)
    made = data(
        phone,
        "manage_trip",
        action="create",
        name="Ferry",
        destination="Vigo",
        start="2026-05-02",
        end="2026-05-03",
    )
    assert "Spring break" in made["overlaps"] and "Board" in made["events"]


def test_a_new_first_day_moves_the_whole_trip() -> None:
    phone = make_phone(LISBON)
    moved = data(phone, "manage_trip", action="change", name="Spring break", start="2026-06-01")
    assert (moved["start"], moved["end"]) == ("2026-06-01", "2026-06-05")


def test_a_followed_flight_is_called_to_its_gate() -> None:
    phone = make_phone(flight(late=30), must("track_flight", action="follow", number="ZZ100"))
    phone.advance(datetime(2026, 3, 10, 17, 39))
    assert not any("ZZ100" in each for each in told(phone))
    phone.advance(datetime(2026, 3, 10, 17, 41))
    assert sum("ZZ100" in each and "B7" in each for each in told(phone)) == 1


def test_a_flight_number_of_two_days_needs_the_day() -> None:
    phone = make_phone(flight(), flight(departs=datetime(2026, 3, 11, 18, 0)))
    assert code(phone, "track_flight", action="follow", number="ZZ100") == "ambiguous"
    followed = data(phone, "track_flight", action="follow", number="ZZ100", day="tomorrow")
    assert followed["departs"] == "2026-03-11T18:00"


def test_without_anything_said_the_followed_flights_are_shown() -> None:
    phone = make_phone(flight(followed=True))
    listed = data(phone, "track_flight", action="query")["flights"]
    assert listed and all(each["followed"] for each in listed)


@pytest.mark.parametrize(
    ("clock", "status"),
    [
        (datetime(2026, 3, 10, 9, 0), "on_time"),
        (datetime(2026, 3, 10, 17, 30), "boarding"),
        (datetime(2026, 3, 10, 18, 30), "in_the_air"),
        (datetime(2026, 3, 11, 18, 30), "landed"),
    ],
)
def test_a_flights_status_follows_the_clock(clock: datetime, status: str) -> None:
    phone = make_phone(flight(), device(clock=clock))
    listed = data(phone, "track_flight", action="query", number="ZZ100")["flights"]
    assert [each["status"] for each in listed] == [status]


def test_the_same_thing_may_be_wanted_from_two_shops() -> None:
    phone = make_phone(SOAP, must("manage_shopping_list", action="add", item="soap"))
    assert code(phone, "manage_shopping_list", action="tick", item="soap") == "ambiguous"
    assert data(phone, "manage_shopping_list", action="tick", item="soap", shop="Boots")["bought"]


def test_clearing_keeps_what_is_still_to_be_bought() -> None:
    phone = make_phone()
    wanted = [row.item for row in phone.store.all(SHOPPING).values() if not row.bought]
    data(phone, "manage_shopping_list", action="clear_bought")
    assert [row.item for row in phone.store.all(SHOPPING).values()] == wanted


def test_a_parcel_moves_on_and_ends_in_the_locker_with_a_code() -> None:
    start = parcel(status="out_for_delivery", due=datetime(2026, 3, 10, 11, 0), code="")
    phone = make_phone(start)
    phone.advance(datetime(2026, 3, 10, 12, 0))
    found = data(phone, "track_parcel", action="query", parcel="tuning fork")["parcels"][0]
    assert found["status"] == "to_collect" and found["code"]
    assert any("tuning fork" in each and found["code"] in each for each in told(phone))
    assert data(phone, "track_parcel", action="collect", parcel="tuning fork")["changed"]


def test_in_the_end_nothing_is_on_its_way() -> None:
    phone = make_phone()
    phone.advance(NOW + timedelta(days=4))
    assert all(row.due is None for row in phone.store.all(PARCELS).values())


# health


@pytest.mark.parametrize(
    ("value", "unit", "kilograms"), [(142, "斤", 71), (154, "pounds", 69.85), (70, "kg", 70)]
)
def test_a_weight_is_kept_in_kilograms(value: float, unit: str, kilograms: float) -> None:
    made = data(make_phone(), "log_health", action="add", metric="weight", value=value, unit=unit)
    assert made["value"] == pytest.approx(kilograms)


def test_what_adds_up_is_summed_by_day() -> None:
    phone = make_phone(
        must("log_health", action="add", metric="water", value=200),
        must("log_health", action="add", metric="water", value=2, unit="cups"),
    )
    today = data(phone, "query_health", metric="water", since="today")
    assert today["value"] == pytest.approx(200 + 2 * 236.59, abs=0.1)


def test_blood_pressure_is_averaged_as_two_values() -> None:
    add = {"action": "add", "metric": "blood_pressure"}
    phone = make_phone(
        must("log_health", value=120, second=80, **add),
        must("log_health", value=130, second=90, **add),
    )
    mean = data(phone, "query_health", metric="blood_pressure", summary="average", since="today")
    assert (mean["value"], mean["second"]) == (125, 85)


def test_a_trend_is_the_last_value_less_the_first() -> None:
    phone = make_phone(must("log_health", action="add", metric="weight", value=60))
    listed = data(phone, "query_health", metric="weight", summary="list")["readings"]
    trend = data(phone, "query_health", metric="weight", summary="trend")["value"]
    assert trend == pytest.approx(listed[0]["value"] - listed[-1]["value"], abs=0.01)


def test_pauses_do_not_count_and_a_run_adds_steps() -> None:
    phone = make_phone(
        RUNNING,
        device(clock=NOW + timedelta(minutes=30)),
        PAUSED,
        device(clock=NOW + timedelta(minutes=50)),
        must("manage_workout", action="resume"),
        device(clock=NOW + timedelta(minutes=60)),
    )
    done = data(phone, "manage_workout", action="finish")
    assert done["minutes"] == 40
    assert data(phone, "query_health", metric="steps", since="today")["value"] == 40 * 165
    assert (
        data(phone, "manage_workout", action="query", sport="run")["workouts"][0]["minutes"] == 40
    )


def test_a_discarded_workout_leaves_no_trace() -> None:
    phone = make_phone()
    before = phone.dump()["tables"]
    for setup in (RUNNING, must("manage_workout", action="discard")):
        setup(phone)
    assert phone.dump()["tables"] == before


def test_a_workout_goes_on_while_time_passes() -> None:
    phone = make_phone(RUNNING, ELEVEN)
    shown = data(phone, "manage_workout", action="query")
    assert (shown["minutes"], shown["running"]) == (120, True)


def test_a_medicine_is_called_for_daily_and_not_when_it_was_just_taken() -> None:
    phone = make_phone(TABLETS, device(clock=datetime(2026, 3, 10, 8, 30)))
    phone.store.update(MEDICINES, _zinc(phone), minded=datetime(2026, 3, 10, 8, 30))
    data(phone, "manage_medication", action="take", name="Zinc")
    phone.advance(datetime(2026, 3, 10, 23, 0))
    assert not any("Zinc" in each for each in told(phone))
    phone.advance(datetime(2026, 3, 12, 23, 0))
    assert sum("Zinc" in each for each in told(phone)) == 2


def test_the_last_doses_are_low_and_can_be_refilled() -> None:
    phone = make_phone(TABLETS, TAKEN)
    listed = data(phone, "manage_medication", action="query", name="Zinc")["medicines"][0]
    assert (listed["left"], listed["low"]) == (2, True)
    assert data(phone, "manage_medication", action="refill", name="Zinc", amount=60)["left"] == 62


def test_one_time_of_day_can_be_dropped() -> None:
    phone = make_phone(TABLETS, must("manage_medication", action="add", name="Zinc", time="9 pm"))
    data(phone, "manage_medication", action="remove", name="Zinc", time="9 am")
    assert phone.store.all(MEDICINES)[_zinc(phone)].times == ("21:00",)


def test_look_alike_medicines_are_asked_about() -> None:
    fault = do(make_phone(), "manage_medication", action="take", name="二甲").result.fault
    assert fault is not None and fault.code == "ambiguous"
    assert "二甲双胍缓释片" in fault.message


def _zinc(phone: SandboxPhone) -> str:
    return next(key for key, row in phone.store.all(MEDICINES).items() if row.name == "Zinc")


# lives


@pytest.mark.parametrize("cast", Cast)
def test_every_cast_lives_somewhere_and_has_things_to_do(cast: Cast) -> None:
    phone = SandboxPhone.generate(5, cast=cast)
    store = phone.store
    assert len(store.all(PLACES)) >= 30
    assert len(store.all(FLIGHTS)) >= 20
    assert len(store.all(SHOPPING)) >= 8 and len(store.all(PARCELS)) >= 6
    assert data(phone, "plan_route", action="plan", origin="home", destination="公司")["metres"] > 0
    assert data(phone, "get_weather")["days"]


def test_no_two_casts_share_a_place_to_go() -> None:
    stores = [SandboxPhone.generate(5, cast=cast).store for cast in list(Cast)[1:]]
    names = [{row.name for row in store.all(PLACES).values()} for store in stores]
    assert sum(map(len, names)) == len(set().union(*names))
