"""Calls that a phone carries out by recipe, on the phones they are tried on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall
from tests.edge.phone.making import Setup, device, make_phone, must


@dataclass(frozen=True)
class Case:
    """A call after ``setups``, on a phone that has ``settings`` besides (space, name, value)."""

    name: str
    arguments: dict[str, Any]
    setups: tuple[Setup, ...] = ()
    settings: tuple[tuple[str, str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, *map(str, self.arguments.values())])[:70]

    def phone(self) -> SandboxPhone:
        return make_phone(*self.setups)

    def call(self) -> ToolCall:
        return ToolCall(name=self.name, arguments=self.arguments)


def on(name: str, /, *setups: Setup, **arguments: Any) -> Case:
    return Case(name, arguments, setups)


def put(table: Any, **fields: Any) -> Setup:
    return lambda phone: phone.store.update(table, **fields)


def switches(name: str) -> list[Case]:
    """On and off, each from the other."""
    return [
        on(name, must(name, action="disable"), action="enable"),
        on(name, must(name, action="enable"), action="disable"),
    ]


_EVENT = must(
    "manage_schedule",
    action="create",
    title="Dentist, upstairs",
    start="2026-03-20T15:30",
    duration="45 min",
    place="Elm Street, 4",
)
_CONTACT = must("manage_contact", action="create", name="Ann; O'Neil $x", phone="+447700900777")
AUTOMATIC_BRIGHTNESS = ("system", "screen_brightness_mode", "1")
RINGS = put(SOUND, mode="ring")
ON_BATTERY = device(charging=False, battery_percent=70)
PLAYS = must("play_music", query="Workout")

WRITES = [
    *switches("manage_wifi"),
    *switches("manage_bluetooth"),
    *switches("manage_mobile_data"),
    *switches("manage_airplane_mode"),
    *switches("manage_dark_mode"),
    *switches("manage_auto_rotate"),
    *switches("manage_do_not_disturb"),
    *switches("manage_night_light"),
    *switches("manage_always_on_display"),
    *switches("manage_screen_saver"),
    replace(on("set_brightness", percent=20), settings=(AUTOMATIC_BRIGHTNESS,)),
    on("set_brightness", percent=100),
    *(
        on("set_volume", RINGS, stream=stream, percent=20)
        for stream in ("media", "ring", "alarm", "notification", "call")
    ),
    *(
        on("set_ringer_mode", put(SOUND, mode=before), mode=mode)
        for before, mode in (("ring", "vibrate"), ("vibrate", "silent"), ("silent", "ring"))
    ),
    on("set_screen_timeout", duration="5 min"),
    *(on("set_font_size", size=size) for size in ("small", "largest")),
    on("set_font_size", size="default", bold=True),
    *(on("set_color_mode", mode=mode) for mode in ("natural", "vivid")),
    on("open_app", must("close_app", app="微信"), app="微信"),
    on("close_app", must("open_app", app="微信"), app="微信"),
    on("manage_app", action="uninstall", app="微信"),
    *(
        on("manage_alarm", action="create", time=time, label=label, repeat=repeat)
        for time, label, repeat in (
            ("2026-03-11T06:17", "Bake; don't burn", "once"),
            ("2026-03-11T06:18", "起床 $HOME", "daily"),
            ("2026-03-11T06:19", "Work", "weekdays"),
            ("2026-03-14T09:25", "-x", "weekends"),
        )
    ),
    on("manage_alarm", action="create", time="2026-03-10T21:05"),
    on("manage_countdown", action="start", duration="12 min", label="茶 & biscuits"),
    on(
        "manage_schedule",
        action="create",
        title="晚饭; with Ann's mum",
        start="2026-03-20T18:30",
        duration="90 min",
        place="12, High St (rear)",
    ),
    on(
        "manage_schedule",
        action="create",
        title="Call, title=x",
        start="2026-07-20T10:00",
        timezone="New York",
    ),
    on("manage_schedule", _EVENT, action="reschedule", title="Dentist", start="2026-03-21T09:00"),
    on("manage_schedule", _EVENT, action="delete", title="Dentist, upstairs"),
    on("manage_contact", action="create", name="Zoë Quill", phone="+447700900999"),
    on(
        "manage_contact",
        action="create",
        name="新 邻居",
        phone="+8613900001111",
        email="new@mail.example",
    ),
    on("manage_contact", _CONTACT, action="update", name="Ann", phone="+447700900778"),
    on("manage_contact", _CONTACT, action="update", name="Ann; O'Neil $x", new_name="Ann `w`"),
    on("manage_contact", _CONTACT, action="delete", name="Ann; O'Neil $x"),
    on("make_call", person="10086"),
    on("make_call", person="+44 7700 900123"),
    on("control_call", must("make_call", person="10086"), action="hang_up"),
    *(
        on(
            "manage_battery_saver",
            ON_BATTERY,
            must("manage_battery_saver", action=before),
            action=action,
        )
        for before, action in (("disable", "enable"), ("enable", "disable"))
    ),
    on("manage_battery_saver", ON_BATTERY, action="schedule", percent=30),
    on("set_clock_format", device(hour24=True), format="12_hour"),
    on("set_clock_format", device(hour24=False), format="24_hour"),
    on("manage_time_zone", action="set", zone="London"),
    on(
        "manage_time_zone", must("manage_time_zone", action="automatic"), action="set", zone="Tokyo"
    ),
    on(
        "manage_time_zone",
        must("manage_time_zone", action="automatic"),
        action="set",
        zone="Tokyo",
        follows=True,
    ),
    on("lock_phone"),
    *switches("set_one_handed_mode"),
    *(
        on("set_vibration", on=what, strength=strength)
        for what, strength in (
            ("calls", "off"),
            ("notifications", "strong"),
            ("alarms", "light"),
            ("touch", "off"),
        )
    ),
    *(
        on(
            "manage_accessibility_feature",
            must("manage_accessibility_feature", action="disable", feature=feature),
            action="enable",
            feature=feature,
        )
        for feature in (
            "magnification",
            "color_correction",
            "color_inversion",
            "high_contrast_text",
            "live_caption",
            "extra_dim",
            "mono_audio",
        )
    ),
    on(
        "manage_accessibility_feature",
        must("manage_accessibility_feature", action="enable", feature="extra_dim"),
        action="disable",
        feature="extra_dim",
    ),
    on("manage_sensor_access", action="block", sensor="location"),
    on(
        "manage_sensor_access",
        must("manage_sensor_access", action="block", sensor="location"),
        action="allow",
        sensor="location",
    ),
    on("control_playback", PLAYS, action="pause"),
    on("control_playback", PLAYS, must("control_playback", action="pause"), action="resume"),
    on("control_playback", must("play_music", query="健身歌单"), action="next"),
]
READS = [
    on("manage_wifi", action="query"),
    on("manage_airplane_mode", action="query"),
    on("manage_dark_mode", action="query"),
    on("manage_schedule", action="query"),
    on("manage_calendar", action="query"),
    on("manage_schedule", _EVENT, action="query", title="Dentist"),
    on("find_free_time", day="2026-03-12"),
    on("manage_contact", _CONTACT, action="query", name="Ann"),
    on("manage_contact", action="query"),
    on("read_messages"),
    on("read_messages", unread=True),
    on("query_battery"),
    on("manage_battery_saver", action="query"),
    on("query_device_info", topic="software"),
    on("manage_time_zone", action="query"),
]
NO_PHONE = [
    on("calculate_expression", expression="12*8+5"),
    on("convert_unit", value=3, source="miles", target="km"),
    on("convert_time", time="15:00", source="London", target="Tokyo"),
    on("calculate_date", action="describe", day="2026-10-01"),
]
