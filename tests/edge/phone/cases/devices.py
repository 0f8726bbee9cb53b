"""Cases of gadgets, watches, televisions, the home and printers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER, Player
from tandem_edge.phone.catalogue.devices.casting import THINGS
from tandem_edge.phone.catalogue.devices.climate import CLIMATES, UNITS
from tandem_edge.phone.catalogue.devices.computers import COMPUTERS, KINDS
from tandem_edge.phone.catalogue.devices.doors import DOORS, Door
from tandem_edge.phone.catalogue.devices.gadgets import GADGETS
from tandem_edge.phone.catalogue.devices.gadgets import KINDS as GADGET_KINDS
from tandem_edge.phone.catalogue.devices.lights import COLORS, LIGHTS
from tandem_edge.phone.catalogue.devices.printing import PRINTERS
from tandem_edge.phone.catalogue.devices.receivers import RECEIVERS, SOURCES
from tandem_edge.phone.catalogue.devices.rooms import ROOMS
from tandem_edge.phone.catalogue.devices.watches import WATCHES
from tandem_edge.phone.sandbox.store import ONLY, Table
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import (
    AIRPLANE,
    LOCKED,
    OFFLINE,
    Case,
    Setup,
    fails,
    hit_by,
    must,
    ok,
)

BLUETOOTH = must("manage_bluetooth", action="enable")
NO_BLUETOOTH = must("manage_bluetooth", action="disable")
NO_WIFI = must("manage_wifi", action="disable")
DENIED = hit_by("denied", "nearby_devices")


def _named(phone: SandboxPhone, table: Table[Any], name: str) -> str:
    rows = phone.store.all(table)
    return next(key for key, row in rows.items() if row.name == name)


def with_fields(table: Table[Any], name: str, **fields: Any) -> Setup:
    """A setup that changes the record called ``name``."""
    return lambda phone: phone.store.update(table, _named(phone, table, name), **fields)


def gadget(name: str, **fields: Any) -> Setup:
    """A paired device in a certain state, Bluetooth being on."""
    changes = with_fields(GADGETS, name, **fields)

    def setup(phone: SandboxPhone) -> None:
        BLUETOOTH(phone)
        changes(phone)

    return setup


def _only_watch(phone: SandboxPhone, **fields: Any) -> None:
    """Of the phone's watches only the Orbit is connected."""
    BLUETOOTH(phone)
    for key, row in list(phone.store.all(GADGETS).items()):
        if row.kind == "watch":
            phone.store.update(GADGETS, key, linked=row.name == "Orbit Watch 5", **fields)


def watch(**fields: Any) -> Setup:
    """The Orbit is the connected watch, with these faces and readings on it."""

    def setup(phone: SandboxPhone) -> None:
        _only_watch(phone)
        key = _named(phone, GADGETS, "Orbit Watch 5")
        faces = {"face": "Classic Dial", "faces": ("Classic Dial", "Marathon", "青花瓷")}
        phone.store.update(WATCHES, key, **{**faces, **fields})

    return setup


def door(name: str, **fields: Any) -> Setup:
    """A door in a certain state."""

    def setup(phone: SandboxPhone) -> None:
        rows = phone.store.all(DOORS)
        key, row = next((key, row) for key, row in rows.items() if row.door == name)
        phone.store.put(DOORS, key, replace(row, **fields))

    return setup


def appliance(unit: str, room: str, **fields: Any) -> Setup:
    """An air conditioner or heating in a certain state."""

    def setup(phone: SandboxPhone) -> None:
        rows = phone.store.all(CLIMATES)
        key = next(k for k, row in rows.items() if (row.unit, row.room) == (unit, room))
        phone.store.update(CLIMATES, key, **fields)

    return setup


def _no_garage(phone: SandboxPhone) -> None:
    for key, row in list(phone.store.all(DOORS).items()):
        if row.door == "garage":
            phone.store.remove(DOORS, key)


def _gate(phone: SandboxPhone) -> None:
    phone.store.add(DOORS, Door("gate", locked=True))


def _no_music(phone: SandboxPhone) -> None:
    phone.store.put(PLAYER, ONLY, Player())


def _two_pads(phone: SandboxPhone) -> None:
    BLUETOOTH(phone)
    for name in ("Arcade Pad", "北通手柄"):
        phone.store.update(GADGETS, _named(phone, GADGETS, name), linked=True)


def _two_tvs_off(phone: SandboxPhone) -> None:
    for name in ("Vista 55", "Vista 43"):
        phone.store.update(RECEIVERS, _named(phone, RECEIVERS, name), on=False)


BUDS = gadget("Nimbus Buds", linked=False, near=True)
BUDS_ON = gadget("Nimbus Buds", linked=True, near=True, battery=15)
ORBIT = watch()
TV_ON = with_fields(RECEIVERS, "Vista 55", on=True, source="tv", muted=False, channel=3, volume=20)
TV_OFF = with_fields(RECEIVERS, "Vista 55", on=False)
MIRRORED = must("cast_media", what="screen", device="living room TV")
PHOTOS = must("cast_media", what="photos", device="Nest Frame")
LAMPS_OFF = must("control_light", action="turn_off")
LAMPS_ON = must("control_light", action="turn_on")
HOME_LOCKED = (door("front", locked=True), door("back", locked=True), door("garage", locked=True))
PRINTING = must("print_document", action="print", document="Lease signed")

EXAMPLES: list[Case] = [
    ok("manage_paired_device", BLUETOOTH, action="pair", name="Lumo Buds"),
    ok("manage_paired_device", BUDS_ON, action="pair", name="Party Barrel"),
    ok("manage_paired_device", BUDS, action="connect", name="nimbus buds"),
    ok("manage_paired_device", BUDS, action="connect", name="Tuba Mini"),
    ok("manage_paired_device", BUDS_ON, action="connect", name="Nimbus Buds"),
    ok("manage_paired_device", BUDS_ON, action="disconnect", name="Nimbus Buds"),
    ok("manage_paired_device", BUDS, action="rename", name="Nimbus Buds", new_name="Gym buds"),
    ok("manage_paired_device", BUDS_ON, action="forget", name="Nimbus Buds"),
    *(ok("manage_paired_device", BLUETOOTH, action="query", kind=kind) for kind in GADGET_KINDS),
    ok("manage_paired_device", NO_BLUETOOTH, action="query", name="手环"),
    ok("manage_paired_device", BLUETOOTH, action="forget", name="any", state="{}"),
    ok("query_device_battery", BLUETOOTH),
    ok("query_device_battery", BUDS_ON, below=20),
    ok("query_device_battery", ORBIT, name="手表"),
    ok("find_device", BUDS_ON, action="ring", name="Nimbus Buds"),
    ok(
        "find_device",
        BUDS_ON,
        must("find_device", action="ring", name="Nimbus Buds"),
        action="stop",
        name="earbuds",
    ),
    ok("find_device", action="ring", name="Home ThinkPad"),
    ok("find_device", action="locate", name="备用机"),
    ok("sync_watch", ORBIT),
    *(ok("sync_watch", ORBIT, what=part) for part in ("all", "health", "alarms", "contacts")),
    ok("sync_watch", ORBIT, watch="Orbit"),
    ok("manage_watch_face", ORBIT, action="use", face="青花瓷"),
    ok("manage_watch_face", ORBIT, action="install", face="Neon Clock Blue"),
    ok("manage_watch_face", ORBIT, action="remove", face="marathon", watch="手表"),
    ok("manage_watch_face", ORBIT, action="query"),
    ok("manage_watch_face", ORBIT, action="use", face="any", state="{}"),
    ok("send_to_device", device="Home ThinkPad", content="pick up the keys"),
    *(
        ok("send_to_device", device="Grey MacBook", kind=kind, content=content)
        for kind, content in zip(
            KINDS,
            ("hello", "https://example.org", "Lasagne", "Mira Kaya", "Lease signed"),
            strict=True,
        )
    ),
    *(
        ok("cast_media", what=what, device=to)
        for what, to in zip(THINGS, ("客厅电视", "厨房音箱", "Nest Frame"), strict=True)
    ),
    ok("cast_media", TV_OFF, what="screen", device="Vista 55"),
    ok("cast_media", MIRRORED, what="screen", device="Vista 55"),
    ok("cast_media", what="screen", device="any", state="{}"),
    ok("control_cast", PHOTOS, action="pause"),
    ok("control_cast", PHOTOS, must("control_cast", action="pause"), action="resume"),
    ok("control_cast", MIRRORED, action="stop"),
    ok("control_cast", MIRRORED, action="set_volume", percent=15),
    ok("control_cast", MIRRORED, action="move", device="bedroom TV"),
    ok("control_cast", MIRRORED, action="query"),
    ok("control_cast", action="query"),
    ok("control_cast", action="stop", state="{}"),
    ok("control_tv", TV_OFF, action="turn_on", room="living_room"),
    ok("control_tv", TV_ON, action="turn_off", room="living_room"),
    ok("control_tv", MIRRORED, action="turn_off"),
    ok("control_tv", TV_ON, action="set_channel", channel="十二"),
    ok("control_tv", TV_ON, action="set_volume", percent="45%"),
    ok("control_tv", TV_ON, action="mute"),
    ok("control_tv", TV_ON, must("control_tv", action="mute"), action="unmute"),
    *(ok("control_tv", MIRRORED, action="set_source", source=source) for source in SOURCES),
    *(ok("control_tv", action="query", room=room) for room in ROOMS),
    ok("control_tv", action="turn_on", state="{}"),
    ok("control_light", LAMPS_OFF, action="turn_on", room="study", percent=40),
    ok("control_light", LAMPS_ON, action="turn_off"),
    ok("control_light", action="set", room="living_room", percent="15%"),
    *(ok("control_light", action="set", light="灯带", color=color) for color in COLORS),
    *(ok("control_light", action="query", room=room) for room in ("kitchen", "balcony")),
    *(ok("control_light", action="query", room=room) for room in ("bedroom", "bathroom")),
    ok("control_light", action="query", room="hallway", light="Hall light"),
    ok("control_light", action="set", state="{}"),
    ok("control_thermostat", action="turn_on", room="bedroom", unit="air_conditioner"),
    ok("control_thermostat", action="turn_on", room="study", mode="heat", celsius=22),
    ok("control_thermostat", action="turn_off", room="living_room"),
    ok("control_thermostat", action="set_temperature", room="living_room", celsius="二十四"),
    ok("control_thermostat", action="set_temperature", unit="heating", room="bedroom", celsius=21),
    *(
        ok("control_thermostat", action="set_mode", room="study", mode=mode)
        for mode in ("heat", "auto", "dry", "fan")
    ),
    ok(
        "control_thermostat",
        appliance("air_conditioner", "study", mode="fan"),
        action="set_mode",
        room="study",
        mode="cool",
    ),
    *(ok("control_thermostat", action="query", unit=unit) for unit in UNITS),
    *(ok("control_thermostat", action="query", room=room) for room in ROOMS),
    ok("control_thermostat", action="turn_off", state="{}"),
    ok("control_door_lock", door("back", locked=False), action="lock", door="back"),
    ok(
        "control_door_lock",
        door("back", locked=False),
        door("garage", locked=False),
        action="lock",
    ),
    ok("control_door_lock", *HOME_LOCKED, action="unlock", door="front"),
    ok("control_door_lock", action="query"),
    ok("control_door_lock", _gate, action="unlock", door="gate"),
    ok("control_door_lock", *HOME_LOCKED, action="unlock", door="garage"),
    ok("control_door_lock", action="lock", state="{}"),
    ok("print_document", action="print", document="Lease signed.pdf", copies=2),
    ok("print_document", action="print", document="红烧肉", color=True),
    ok("print_document", action="print", document="Parked on", printer="Office printer"),
    ok("print_document", PRINTING, action="cancel"),
    ok("print_document", action="query"),
]

for room in ROOMS:
    if room in ("kids_room", "dining_room", "garage"):
        # This home has no lamps there, until somebody puts one up.
        EXAMPLES.append(
            ok(
                "control_light",
                with_fields(LIGHTS, "Floor lamp", room=room),
                action="turn_off",
                room=room,
            )
        )

FAULTS: list[Case] = [
    fails("missing_argument", "manage_paired_device", action="rename", name="x"),
    fails("no_permission", "manage_paired_device", DENIED, action="query"),
    fails(
        "bluetooth_off", "manage_paired_device", NO_BLUETOOTH, action="connect", name="Tuba Mini"
    ),
    fails("bluetooth_off", "manage_paired_device", AIRPLANE, action="connect", name="Tuba Mini"),
    fails("not_found", "manage_paired_device", BLUETOOTH, action="pair", name="Nimbus Buds"),
    fails("ambiguous", "manage_paired_device", BLUETOOTH, action="connect", name="earbuds"),
    fails(
        "out_of_range",
        "manage_paired_device",
        gadget("Tuba Mini", linked=False, near=False),
        action="connect",
        name="Tuba Mini",
    ),
    fails(
        "already_exists",
        "manage_paired_device",
        BLUETOOTH,
        action="rename",
        name="Nimbus Buds",
        new_name="tuba mini",
    ),
    fails(
        "invalid_argument",
        "manage_paired_device",
        BLUETOOTH,
        action="forget",
        name="x",
        state='{"paired_devices": {"paired_device1": {"name": "x"}}}',
    ),
    fails("no_permission", "query_device_battery", DENIED),
    fails("bluetooth_off", "query_device_battery", NO_BLUETOOTH),
    fails("not_found", "query_device_battery", BLUETOOTH, name="toaster"),
    fails("not_connected", "query_device_battery", BUDS, name="Nimbus Buds"),
    fails("ambiguous", "query_device_battery", _two_pads, name="controller"),
    fails("missing_argument", "find_device", action="ring"),
    fails("no_permission", "find_device", DENIED, action="locate", name="x"),
    fails("offline", "find_device", NO_BLUETOOTH, OFFLINE, action="locate", name="x"),
    fails("not_found", "find_device", action="locate", name="toaster"),
    fails("ambiguous", "find_device", action="locate", name="平板"),
    fails("unreachable", "find_device", BUDS, action="ring", name="Nimbus Buds"),
    fails("no_permission", "sync_watch", DENIED),
    fails("bluetooth_off", "sync_watch", NO_BLUETOOTH),
    fails("not_found", "sync_watch", ORBIT, watch="Rolex"),
    fails("ambiguous", "sync_watch", gadget("Tempo Watch", linked=True)),
    fails("not_connected", "sync_watch", ORBIT, watch="Tempo Watch"),
    fails("watch_battery_low", "sync_watch", lambda phone: _only_watch(phone, battery=3)),
    fails("missing_argument", "manage_watch_face", action="use"),
    fails("no_permission", "manage_watch_face", DENIED, action="query"),
    fails("bluetooth_off", "manage_watch_face", NO_BLUETOOTH, action="query"),
    fails("offline", "manage_watch_face", ORBIT, OFFLINE, action="install", face="Marathon"),
    fails("not_found", "manage_watch_face", ORBIT, action="use", face="Big Digits"),
    fails("ambiguous", "manage_watch_face", ORBIT, action="install", face="Neon"),
    fails("not_connected", "manage_watch_face", ORBIT, action="query", watch="Pulse Watch S"),
    fails(
        "watch_full",
        "manage_watch_face",
        watch(faces=("Classic Dial", "a", "b", "c", "d", "e")),
        action="install",
        face="青花瓷",
    ),
    fails("conflict", "manage_watch_face", ORBIT, action="remove", face="Classic Dial"),
    fails("missing_argument", "send_to_device", device="laptop"),
    fails("locked", "send_to_device", LOCKED, device="Grey MacBook", content="x"),
    fails("no_permission", "send_to_device", DENIED, device="Grey MacBook", content="x"),
    fails("radios_off", "send_to_device", AIRPLANE, device="Grey MacBook", content="x"),
    fails("not_found", "send_to_device", device="toaster", content="x"),
    fails("ambiguous", "send_to_device", device="laptop", content="x"),
    fails(
        "unreachable",
        "send_to_device",
        with_fields(COMPUTERS, "Grey MacBook", online=False),
        device="Grey MacBook",
        content="x",
    ),
    fails("missing_argument", "cast_media", what="screen"),
    fails("wifi_off", "cast_media", NO_WIFI, what="screen", device="Vista 55"),
    fails("not_found", "cast_media", what="screen", device="toaster"),
    fails("ambiguous", "cast_media", what="screen", device="Vista"),
    fails(
        "unreachable",
        "cast_media",
        with_fields(RECEIVERS, "Vista 55", reachable=False),
        what="screen",
        device="Vista 55",
    ),
    fails("conflict", "cast_media", MIRRORED, what="photos", device="Nest Frame"),
    fails("not_supported", "cast_media", what="screen", device="Hearth Speaker"),
    fails("nothing_playing", "cast_media", _no_music, what="music", device="Hearth Speaker"),
    fails("invalid_argument", "cast_media", what="music", device="x", state="nonsense"),
    fails("missing_argument", "control_cast", MIRRORED, action="move"),
    fails("wifi_off", "control_cast", MIRRORED, NO_WIFI, action="stop"),
    fails("not_casting", "control_cast", action="stop"),
    fails("not_found", "control_cast", MIRRORED, action="move", device="toaster"),
    fails("ambiguous", "control_cast", MIRRORED, action="move", device="Vista"),
    fails(
        "unreachable",
        "control_cast",
        MIRRORED,
        with_fields(RECEIVERS, "Vista 43", reachable=False),
        action="move",
        device="Vista 43",
    ),
    fails("not_supported", "control_cast", MIRRORED, action="pause"),
    fails("missing_argument", "control_tv", action="set_channel"),
    fails("wifi_off", "control_tv", NO_WIFI, action="query"),
    fails("not_found", "control_tv", action="turn_on", room="balcony"),
    fails("ambiguous", "control_tv", _two_tvs_off, action="turn_on"),
    fails(
        "unreachable",
        "control_tv",
        with_fields(RECEIVERS, "Vista 43", reachable=False),
        action="turn_on",
        room="bedroom",
    ),
    fails("tv_off", "control_tv", TV_OFF, action="mute", room="living_room"),
    fails("missing_argument", "control_light"),
    fails("offline", "control_light", OFFLINE, action="query"),
    fails("not_found", "control_light", action="turn_on", room="garage"),
    fails(
        "unreachable",
        "control_light",
        with_fields(LIGHTS, "Hall light", reachable=False),
        action="turn_on",
        room="hallway",
    ),
    fails("not_supported", "control_light", action="set", room="kitchen", color="red"),
    fails("invalid_argument", "control_light", action="set", room="kitchen"),
    fails("invalid_argument", "control_light", action="turn_off", percent=5),
    fails("missing_argument", "control_thermostat", action="set_temperature"),
    fails("offline", "control_thermostat", OFFLINE, action="query"),
    fails("not_found", "control_thermostat", action="turn_on", room="garage"),
    fails("ambiguous", "control_thermostat", action="turn_on", room="bedroom"),
    fails(
        "conflict",
        "control_thermostat",
        appliance("air_conditioner", "bedroom", on=True, mode="cool"),
        action="turn_on",
        room="bedroom",
        unit="heating",
    ),
    fails(
        "conflict",
        "control_thermostat",
        appliance("air_conditioner", "study", mode="fan"),
        action="set_temperature",
        room="study",
        celsius=20,
    ),
    fails(
        "not_supported",
        "control_thermostat",
        action="set_mode",
        room="bedroom",
        unit="heating",
        mode="dry",
    ),
    fails("invalid_argument", "control_thermostat", action="turn_off", room="study", celsius=20),
    fails("missing_argument", "control_door_lock", action="unlock"),
    fails("locked", "control_door_lock", LOCKED, action="unlock", door="front"),
    fails("offline", "control_door_lock", OFFLINE, action="query"),
    fails("not_found", "control_door_lock", _no_garage, action="lock", door="garage"),
    fails(
        "unreachable",
        "control_door_lock",
        door("front", battery=0),
        action="unlock",
        door="front",
    ),
    fails(
        "conflict",
        "control_door_lock",
        door("back", locked=False, ajar=True),
        action="lock",
    ),
    fails("missing_argument", "print_document", action="print"),
    fails("locked", "print_document", LOCKED, action="print", document="Lasagne"),
    fails("wifi_off", "print_document", NO_WIFI, action="query"),
    fails("not_found", "print_document", action="cancel"),
    fails("ambiguous", "print_document", action="print", document="Tax return"),
    fails("unreachable", "print_document", action="print", document="Lasagne", printer="书房喷墨"),
    fails(
        "no_paper",
        "print_document",
        with_fields(PRINTERS, "Home LaserJet", paper=3),
        action="print",
        document="Lasagne recipe",
        copies=4,
    ),
    fails(
        "no_ink",
        "print_document",
        with_fields(PRINTERS, "Home LaserJet", ink=0),
        action="print",
        document="Lasagne",
    ),
    fails(
        "not_supported",
        "print_document",
        action="print",
        document="Lasagne",
        printer="Office printer",
        color=True,
    ),
]
