"""The Settings app: switches, numbers and choices by section, each over one tool."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.phone.catalogue.display_sound.dark_hours import NIGHT_LIGHT
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.display_sound.idle_screen import ALWAYS_ON, SCREEN_SAVER
from tandem_edge.phone.catalogue.display_sound.screen_settings import SCREEN
from tandem_edge.phone.catalogue.display_sound.sound import SOUND, STREAMS
from tandem_edge.phone.catalogue.display_sound.sound_profiles import VIBRATION
from tandem_edge.phone.catalogue.input_interaction.gestures import ONE_HANDED
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.security_privacy.sensor_access import SENSOR_ACCESS
from tandem_edge.phone.catalogue.system_settings.accessibility import ACCESSIBILITY
from tandem_edge.phone.catalogue.system_settings.phone_battery import BATTERY
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.screens.elements import (
    Address,
    App,
    Calls,
    Element,
    Look,
    MakesPage,
    Page,
    Role,
    Takes,
    link,
    slider,
    switch,
    toggle,
)
from tandem_edge.phone.sandbox.screens.setting_words import SECTIONS, WORDS
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Bilingual, ToolCall


@dataclass(frozen=True)
class Choice:
    """A setting with a few values: the tool that sets it, its argument, what is set now."""

    section: str
    tool: str
    argument: str
    values: tuple[str, ...]
    now: Callable[[Store], str]
    fixed: tuple[tuple[str, JsonValue], ...] = ()


_STRENGTHS = ("off", "light", "medium", "strong")
CHOICES: dict[str, Choice] = {
    "ringer_mode": Choice(
        "sound",
        "set_ringer_mode",
        "mode",
        ("ring", "vibrate", "silent"),
        lambda store: store.only(SOUND).mode,
    ),
    "font_size": Choice(
        "display",
        "set_font_size",
        "size",
        ("small", "default", "large", "larger", "largest"),
        lambda store: store.only(SCREEN).text_size,
    ),
    "color_mode": Choice(
        "display",
        "set_color_mode",
        "mode",
        ("natural", "standard", "vivid"),
        lambda store: store.only(SCREEN).color_mode,
    ),
    "refresh_rate": Choice(
        "display",
        "set_refresh_rate",
        "rate",
        ("60", "90", "120", "adaptive"),
        lambda store: store.only(SCREEN).rate,
    ),
    "clock_format": Choice(
        "system",
        "set_clock_format",
        "format",
        ("12_hour", "24_hour"),
        lambda store: "24_hour" if store.only(DEVICE).hour24 else "12_hour",
    ),
    **{
        f"vibration_{on}": Choice(
            "sound",
            "set_vibration",
            "strength",
            _STRENGTHS,
            lambda store, on=on: str(getattr(store.only(VIBRATION), on)),  # type: ignore[misc]
            (("on", on),),
        )
        for on in ("calls", "notifications", "alarms", "touch")
    },
}


def _word(look: Look, name: str) -> str:
    en, zh = WORDS.get(name, (name.replace("_", " "), name.replace("_", " ")))
    return look.say(en, zh)


def _toggle(look: Look, name: str, on: bool, tool: str) -> Element:
    return toggle(name, _word(look, name), on, tool)


def _choices(look: Look, section: str) -> list[Element]:
    return [
        link(
            name,
            _word(look, name),
            Address("settings", "choice", name),
            _word(look, choice.now(look.store)),
        )
        for name, choice in CHOICES.items()
        if choice.section == section
    ]


def _choice(look: Look, key: str) -> Page:
    choice = CHOICES[key]
    now = choice.now(look.store)
    options = []
    for value in choice.values:
        call = ToolCall(name=choice.tool, arguments={**dict(choice.fixed), choice.argument: value})
        label = _word(look, value)
        options.append(Element(value, Role.OPTION, label, look.on(value == now), Calls(call)))
    return Page(_word(look, key), tuple(options))


def _network(look: Look) -> list[Element]:
    radios = look.store.only(RADIOS)
    return [
        _toggle(look, "wifi", radios.wifi, "manage_wifi"),
        _toggle(look, "bluetooth", radios.bluetooth, "manage_bluetooth"),
        _toggle(look, "mobile_data", radios.mobile_data, "manage_mobile_data"),
        _toggle(look, "airplane_mode", radios.airplane_mode, "manage_airplane_mode"),
        _toggle(look, "hotspot", radios.hotspot, "manage_hotspot"),
    ]


def _display(look: Look) -> list[Element]:
    store = look.store
    display, night = store.only(DISPLAY), store.only(NIGHT_LIGHT)
    timeout = Takes(ToolCall(name="set_screen_timeout"), "duration")
    return [
        slider(
            "brightness", _word(look, "brightness"), display.brightness, "set_brightness", "percent"
        ),
        _toggle(look, "dark_mode", display.dark_mode, "manage_dark_mode"),
        _toggle(look, "auto_rotate", display.auto_rotate, "manage_auto_rotate"),
        _toggle(look, "flashlight", display.flashlight, "control_flashlight"),
        _toggle(look, "night_light", night.enabled, "manage_night_light"),
        _toggle(look, "always_on", store.only(ALWAYS_ON).enabled, "manage_always_on_display"),
        _toggle(look, "screen_saver", store.only(SCREEN_SAVER).enabled, "manage_screen_saver"),
        _toggle(look, "one_handed", store.only(ONE_HANDED).enabled, "set_one_handed_mode"),
        Element(
            "screen_timeout",
            Role.FIELD,
            _word(look, "screen_timeout"),
            f"{store.only(SCREEN).timeout} s",
            timeout,
        ),
    ]


def _sound(look: Look) -> list[Element]:
    sound = look.store.only(SOUND)
    volumes = [
        slider(
            f"volume_{stream}",
            _word(look, f"volume_{stream}"),
            getattr(sound, stream),
            "set_volume",
            "percent",
            stream=stream,
        )
        for stream in STREAMS
    ]
    quiet = _toggle(look, "do_not_disturb", sound.do_not_disturb, "manage_do_not_disturb")
    return [*volumes, quiet]


def _battery(look: Look) -> list[Element]:
    battery = look.store.only(BATTERY)
    limit = _word(look, "charging_limit")
    return [
        _toggle(look, "battery_saver", battery.saver, "manage_battery_saver"),
        slider("charging_limit", limit, battery.limit, "set_charging_limit", "percent"),
    ]


def _security(look: Look) -> list[Element]:
    access = look.store.only(SENSOR_ACCESS)
    made = []
    for sensor in ("camera", "microphone", "location"):
        calls = [
            ToolCall(name="manage_sensor_access", arguments={"action": action, "sensor": sensor})
            for action in ("allow", "block")
        ]
        label = _word(look, f"access_{sensor}")
        made.append(switch(f"access_{sensor}", label, getattr(access, sensor), *calls))
    return made


def _accessibility(look: Look) -> list[Element]:
    return [
        toggle(name, _word(look, name), row.enabled, "manage_accessibility_feature", feature=name)
        for name, row in look.store.all(ACCESSIBILITY).items()
    ]


def _nothing(look: Look) -> list[Element]:
    return []


_MADE: dict[str, Callable[[Look], list[Element]]] = {
    "network": _network,
    "display": _display,
    "sound": _sound,
    "battery": _battery,
    "security": _security,
    "system": _nothing,
    "accessibility": _accessibility,
}


def _section(name: str) -> MakesPage:
    def page(look: Look, key: str) -> Page:
        elements = [*_MADE[name](look), *_choices(look, name)]
        return Page(look.say(*SECTIONS[name]), tuple(elements))

    return page


def _first(look: Look, key: str) -> Page:
    links = [link(name, look.say(*SECTIONS[name]), Address("settings", name)) for name in _MADE]
    return Page(look.say("Settings", "设置"), tuple(links))


APP = App(
    "settings",
    Bilingual(en="Settings", zh="设置"),
    {"": _first, "choice": _choice, **{name: _section(name) for name in _MADE}},
)
