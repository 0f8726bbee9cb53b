"""Gadgets, the watch, the television and the home: what they do to one another."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER
from tandem_edge.phone.catalogue.devices.doors import DOORS
from tandem_edge.phone.catalogue.devices.gadgets import GADGETS, SOUNDING, connected
from tandem_edge.phone.catalogue.devices.lights import LIGHTS
from tandem_edge.phone.catalogue.devices.printing import PRINT_JOBS
from tandem_edge.phone.catalogue.devices.receivers import CASTING, RECEIVERS
from tandem_edge.phone.catalogue.devices.watches import WATCHES
from tandem_edge.phone.catalogue.travel_lifestyle.health import READINGS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.devices import (
    BLUETOOTH,
    BUDS,
    BUDS_ON,
    LAMPS_OFF,
    MIRRORED,
    NO_BLUETOOTH,
    ORBIT,
    PRINTING,
    TV_OFF,
    TV_ON,
    appliance,
    door,
    gadget,
    watch,
    with_fields,
)
from tests.edge.phone.making import AIRPLANE, do, make_phone, must


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def code(phone: SandboxPhone, name: str, /, **arguments: Any) -> str:
    fault = do(phone, name, **arguments).result.fault
    return fault.code if fault else ""


def row(phone: SandboxPhone, table: Any, name: str) -> Any:
    return next(row for row in phone.store.all(table).values() if row.name == name)


def is_connected(phone: SandboxPhone, name: str) -> bool:
    return connected(phone.store, row(phone, GADGETS, name))


# paired devices


def test_airplane_mode_disconnects_what_is_paired_and_landing_brings_it_back() -> None:
    phone = make_phone(BUDS_ON, AIRPLANE)
    assert not is_connected(phone, "Nimbus Buds")
    listed = data(phone, "manage_paired_device", action="query", name="Nimbus Buds")["devices"]
    assert not any(each["connected"] for each in listed)
    assert code(phone, "query_device_battery", name="Nimbus Buds") == "bluetooth_off"
    data(phone, "manage_airplane_mode", action="disable")
    assert is_connected(phone, "Nimbus Buds")


def test_bluetooth_switched_off_disconnects_and_hides_what_is_around() -> None:
    phone = make_phone(BUDS_ON, NO_BLUETOOTH)
    assert not is_connected(phone, "Nimbus Buds")
    assert data(phone, "manage_paired_device", action="query")["nearby"] == []


def test_sound_goes_to_one_device_at_a_time() -> None:
    phone = make_phone(BUDS_ON, gadget("Tuba Mini", linked=False, near=True))
    others = [
        each.name
        for each in phone.store.all(GADGETS).values()
        if each.linked and each.kind in SOUNDING
    ]
    replaced = data(phone, "manage_paired_device", action="connect", name="Tuba Mini")["replaced"]
    assert replaced == ", ".join(others)
    assert not is_connected(phone, "Nimbus Buds")
    assert is_connected(phone, "Tuba Mini")


def test_a_keyboard_does_not_take_the_sound() -> None:
    phone = make_phone(BUDS_ON, gadget("Desk Keyboard", linked=False, near=True))
    assert data(phone, "manage_paired_device", action="connect", name="Desk Keyboard") | {
        "replaced": ""
    }
    assert is_connected(phone, "Nimbus Buds")


def test_of_several_earphones_the_connected_one_is_disconnected() -> None:
    phone = make_phone(BLUETOOTH)
    for key, each in list(phone.store.all(GADGETS).items()):
        phone.store.update(GADGETS, key, linked=each.name == "降噪耳机")
    assert data(phone, "manage_paired_device", action="disconnect", name="耳机")["name"] == (
        "降噪耳机"
    )


def test_what_was_forgotten_waits_to_be_paired_again() -> None:
    phone = make_phone(
        gadget("Desk Keyboard", near=True),
        must("manage_paired_device", action="forget", name="Desk Keyboard"),
    )
    again = {"name": "Desk Keyboard"}
    assert code(phone, "manage_paired_device", action="connect", **again) == "not_found"
    assert data(phone, "manage_paired_device", action="pair", **again)["connected"]


def test_connecting_twice_changes_nothing() -> None:
    phone = make_phone(BUDS_ON)
    execution = do(phone, "manage_paired_device", action="connect", name="Nimbus Buds")
    assert execution.changes == () and execution.result.data["changed"] is False


def test_batteries_are_told_the_emptiest_first() -> None:
    listed = data(make_phone(BUDS_ON), "query_device_battery")["devices"]
    levels = [each["battery_percent"] for each in listed]
    assert levels == sorted(levels) and len(levels) > 1
    assert {"name": "Nimbus Buds", "battery_percent": 15, "low": True} in listed


def test_a_ringing_device_is_stopped_without_saying_which_of_several() -> None:
    phone = make_phone(BUDS_ON, must("find_device", action="ring", name="Nimbus Buds"))
    stopped = data(phone, "find_device", action="stop", name="earbuds")
    assert stopped == {"name": "Nimbus Buds", "ringing": False, "changed": True}


def test_a_lost_device_out_of_reach_tells_where_it_was() -> None:
    phone = make_phone(BUDS, must("manage_wifi", action="enable"))
    seen = data(phone, "find_device", action="locate", name="Nimbus Buds")
    assert seen["connected"] is False and seen["place"]


# the watch


def test_syncing_hands_over_each_reading_once() -> None:
    phone = make_phone(ORBIT)
    before = len(phone.store.all(READINGS))
    handed = data(phone, "sync_watch", what="health")["readings"]
    assert handed == len(phone.store.all(READINGS)) - before > 0
    assert data(phone, "sync_watch", what="health")["changed"] is False
    assert len(phone.store.all(READINGS)) == before + handed


def test_steps_of_the_watch_are_in_the_days_total() -> None:
    phone = make_phone(watch(measured=(("steps", 1234.0, datetime(2026, 3, 10, 8, 0)),)))
    assert code(phone, "query_health", metric="steps", since="today") == "no_data"
    data(phone, "sync_watch")
    assert data(phone, "query_health", metric="steps", since="today")["value"] == 1234


def test_the_face_in_use_stays_until_another_is_chosen() -> None:
    phone = make_phone(ORBIT)
    assert code(phone, "manage_watch_face", action="remove", face="Classic Dial") == "conflict"
    data(phone, "manage_watch_face", action="use", face="Marathon")
    data(phone, "manage_watch_face", action="remove", face="Classic Dial")
    key = next(k for k, each in phone.store.all(GADGETS).items() if each.name == "Orbit Watch 5")
    kept = phone.store.get(WATCHES, key)
    assert kept is not None and (kept.face, kept.faces) == ("Marathon", ("Marathon", "青花瓷"))


# casting and the television


def test_casting_switches_the_television_on_and_takes_its_input() -> None:
    phone = make_phone(TV_OFF, MIRRORED)
    television = row(phone, RECEIVERS, "Vista 55")
    assert (television.on, television.source) == (True, "cast")


def test_switching_the_television_off_ends_the_cast() -> None:
    phone = make_phone(MIRRORED)
    data(phone, "control_tv", action="turn_off", room="living_room")
    assert data(phone, "control_cast", action="query") == {"casting": False}


@pytest.mark.parametrize(
    ("action", "more"), [("set_channel", {"channel": 5}), ("set_source", {"source": "hdmi1"})]
)
def test_another_input_ends_the_cast(action: str, more: dict[str, Any]) -> None:
    phone = make_phone(MIRRORED)
    data(phone, "control_tv", action=action, room="living_room", **more)
    assert phone.store.only(CASTING).receiver == ""


def test_music_that_is_cast_plays_and_stops_with_the_cast() -> None:
    phone = make_phone(must("cast_media", what="music", device="厨房小度"))
    assert phone.store.only(PLAYER).playing
    data(phone, "control_cast", action="pause")
    assert not phone.store.only(PLAYER).playing
    data(phone, "control_cast", action="resume")
    data(phone, "control_cast", action="stop")
    assert not phone.store.only(PLAYER).playing


def test_a_receiver_is_found_by_room_and_kind_in_either_language() -> None:
    for said in ("bedroom TV", "卧室的电视", "Vista 43"):
        assert data(make_phone(), "cast_media", what="screen", device=said)["device"] == "Vista 43"


def test_a_cast_moves_with_what_it_shows() -> None:
    phone = make_phone(MIRRORED)
    assert data(phone, "control_cast", action="move", device="投影仪")["device"] == "极米投影仪"
    assert row(phone, RECEIVERS, "Vista 55").source == "tv"


def test_the_remote_means_the_television_that_is_on() -> None:
    phone = make_phone(TV_ON, with_fields(RECEIVERS, "Vista 43", on=False))
    assert data(phone, "control_tv", action="mute")["name"] == "Vista 55"


def test_setting_the_volume_unmutes() -> None:
    phone = make_phone(TV_ON, must("control_tv", action="mute"))
    assert data(phone, "control_tv", action="set_volume", percent=30)["muted"] is False


# the home


def test_one_word_darkens_the_house_and_a_dead_lamp_is_named() -> None:
    phone = make_phone(with_fields(LIGHTS, "Ceiling light", reachable=False))
    told = data(phone, "control_light", action="turn_off")
    assert told["unreachable"] == ["Ceiling light"]
    lit = [each.name for each in phone.store.all(LIGHTS).values() if each.on and each.reachable]
    assert lit == []


def test_a_colour_goes_to_the_lamps_that_have_it() -> None:
    phone = make_phone(LAMPS_OFF)
    data(phone, "control_light", action="set", room="living_room", color="blue")
    assert row(phone, LIGHTS, "灯带").color == "blue"
    assert row(phone, LIGHTS, "Floor lamp").color != "blue"


def test_a_dimmed_lamp_is_on() -> None:
    phone = make_phone(LAMPS_OFF)
    data(phone, "control_light", action="set", light="Floor lamp", percent=20)
    lamp = row(phone, LIGHTS, "Floor lamp")
    assert (lamp.on, lamp.percent) == (True, 20)


def test_heating_starts_once_the_cooling_is_off() -> None:
    phone = make_phone(appliance("air_conditioner", "bedroom", on=True, mode="cool"))
    heat = {"action": "turn_on", "room": "bedroom", "unit": "heating"}
    assert code(phone, "control_thermostat", **heat) == "conflict"
    data(phone, "control_thermostat", action="turn_off", room="bedroom", unit="air_conditioner")
    assert data(phone, "control_thermostat", **heat)["on"]


def test_without_a_room_the_appliance_that_runs_is_meant() -> None:
    phone = make_phone(appliance("air_conditioner", "living_room", on=True, mode="cool"))
    assert data(phone, "control_thermostat", action="set_temperature", celsius=24)["room"] == (
        "living_room"
    )


def test_the_front_door_locks_itself_again() -> None:
    phone = make_phone(
        door("front", locked=True), must("control_door_lock", action="unlock", door="front")
    )
    front = next(each for each in phone.store.all(DOORS).values() if each.door == "front")
    assert not front.locked and front.relocks_at is not None
    phone.advance(front.relocks_at)
    log = data(phone, "control_door_lock", action="query", door="front")["log"]
    assert (log[0]["what"], log[0]["who"]) == ("locked", "auto")
    assert (log[1]["what"], log[1]["who"]) == ("unlocked", "phone")


def test_a_door_that_stands_open_cannot_lock_itself_and_says_so() -> None:
    now = make_phone().now().replace(tzinfo=None)
    phone = make_phone(door("front", locked=False, ajar=True, relocks_at=now))
    phone.advance(now + timedelta(minutes=1))
    front = next(each for each in phone.store.all(DOORS).values() if each.door == "front")
    assert not front.locked
    assert "front door" in list(phone.store.all(NOTIFICATIONS).values())[-1].title


def test_locking_up_locks_every_door_or_none() -> None:
    phone = make_phone(door("back", locked=False), door("garage", locked=False, ajar=True))
    assert code(phone, "control_door_lock", action="lock") == "conflict"
    back = next(each for each in phone.store.all(DOORS).values() if each.door == "back")
    assert not back.locked


def test_a_print_job_takes_paper_and_is_done_in_time() -> None:
    phone = make_phone(PRINTING)
    jobs = data(phone, "print_document", action="query")["jobs"]
    assert jobs[-1]["title"] == "Lease signed.pdf" and jobs[-1]["status"] == "printing"
    phone.advance(phone.now().replace(tzinfo=None) + timedelta(hours=1))
    assert list(phone.store.all(PRINT_JOBS).values())[-1].status == "done"
    assert code(phone, "print_document", action="cancel") == "not_found"


# lives


@pytest.mark.parametrize("cast", Cast)
def test_every_cast_has_a_home_full_of_devices(cast: Cast) -> None:
    store = SandboxPhone.generate(5, cast=cast).store
    assert len(store.all(LIGHTS)) >= 10
    assert len(store.all(GADGETS)) >= 12
    assert len({each.kind for each in store.all(GADGETS).values()}) >= 6
    linked = [each for each in store.all(GADGETS).values() if each.linked]
    assert sum(each.kind in SOUNDING for each in linked) <= 1
    assert sum(each.kind == "watch" for each in linked) == 1


def test_no_two_casts_share_a_gadget_or_a_lamp() -> None:
    stores = [SandboxPhone.generate(5, cast=cast).store for cast in list(Cast)[1:]]
    names = [
        {each.name for each in store.all(GADGETS).values()}
        | {each.name for each in store.all(LIGHTS).values()}
        for store in stores
    ]
    assert sum(map(len, names)) == len(set().union(*names))
