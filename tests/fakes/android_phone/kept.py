"""Which settings of Android's provider are which records of the sandbox phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tandem_edge.phone.catalogue.display_sound.dark_hours import NIGHT_LIGHT
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.display_sound.idle_screen import ALWAYS_ON, SCREEN_SAVER
from tandem_edge.phone.catalogue.display_sound.screen_settings import SCREEN
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.catalogue.display_sound.sound_profiles import VIBRATION
from tandem_edge.phone.catalogue.input_interaction.gestures import ONE_HANDED
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.security_privacy.sensor_access import SENSOR_ACCESS
from tandem_edge.phone.catalogue.system_settings.accessibility import ACCESSIBILITY
from tandem_edge.phone.catalogue.system_settings.developer_options import DEVELOPER
from tandem_edge.phone.catalogue.system_settings.phone_battery import BATTERY
from tandem_edge.phone.catalogue.system_settings.phone_language import ZONE_SETTING
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import ONLY, Store, Table

FULL_BRIGHTNESS = 255


class NoSuchValue(ValueError):
    """The service that watches the setting ignores such a value."""


@dataclass(frozen=True)
class Kept:
    """One setting: how it is read off a record, and what putting it does to the record.

    Of one that ``only_tells``, putting changes the text and nothing else: what it tells of is
    switched elsewhere.
    """

    table: Table[Any]
    field: str
    to_text: Callable[[Any], str]
    from_text: Callable[[str], Any]
    key: str = ONLY
    only_tells: bool = False

    def read(self, store: Store) -> str:
        """The text that stands for what the record holds; ``null`` where there is none."""
        record = store.get(self.table, self.key)
        return "null" if record is None else self.to_text(getattr(record, self.field))

    def write(self, store: Store, text: str) -> None:
        """Let the record follow ``text``. Raises ``ValueError`` for one that nobody understands."""
        value = self.from_text(text)
        if store.get(self.table, self.key) is not None:
            store.update(self.table, self.key, **{self.field: value})


def _flag(table: Table[Any], name: str, key: str = ONLY, *, only_tells: bool = False) -> Kept:
    return Kept(table, name, lambda on: "1" if on else "0", _truth, key, only_tells)


def _truth(text: str) -> bool:
    on: bool = _choice({"1": True, "0": False}, text)
    return on


def _choice(values: Mapping[str, Any], text: str) -> Any:
    if text not in values:
        raise NoSuchValue(text)
    return values[text]


def _words(
    table: Table[Any], name: str, words: Mapping[str, str], *, only_tells: bool = False
) -> Kept:
    """A setting that has a text for each word of the record."""
    back = {text: word for word, text in words.items()}
    return Kept(
        table, name, words.__getitem__, lambda text: _choice(back, text), only_tells=only_tells
    )


def _number(table: Table[Any], name: str, per: int, low: int, high: int) -> Kept:
    def parse(text: str) -> int:
        value = int(text) // per
        if not low <= value <= high:
            raise NoSuchValue(text)
        return value

    return Kept(table, name, lambda value: str(value * per), parse)


def _brightness(text: str) -> int:
    value = int(text)
    if not 0 <= value <= FULL_BRIGHTNESS:
        raise NoSuchValue(text)
    return round(value * 100 / FULL_BRIGHTNESS)


_FONT_SCALES = {
    "small": "0.85",
    "default": "1.0",
    "large": "1.15",
    "larger": "1.3",
    "largest": "1.5",
}
_STRENGTHS = {"off": "0", "light": "1", "medium": "2", "strong": "3"}
_SYSTEM = {
    "screen_brightness": Kept(
        DISPLAY, "brightness", lambda percent: str(round(percent * 2.55)), _brightness
    ),
    "accelerometer_rotation": _flag(DISPLAY, "auto_rotate"),
    "screen_off_timeout": _number(SCREEN, "timeout", 1000, 1, 86_400),
    "time_12_24": Kept(
        DEVICE,
        "hour24",
        lambda on: "24" if on else "12",
        lambda text: _choice({"24": True, "12": False}, text),
    ),
    "font_scale": _words(SCREEN, "text_size", _FONT_SCALES),
    "display_color_mode": _words(
        SCREEN, "color_mode", {"natural": "0", "standard": "1", "vivid": "2"}
    ),
    "ring_vibration_intensity": _words(VIBRATION, "calls", _STRENGTHS),
    "notification_vibration_intensity": _words(VIBRATION, "notifications", _STRENGTHS),
    "alarm_vibration_intensity": _words(VIBRATION, "alarms", _STRENGTHS),
    "haptic_feedback_intensity": _words(VIBRATION, "touch", _STRENGTHS),
    "master_mono": _flag(ACCESSIBILITY, "enabled", "mono_audio"),
}
_SECURE = {
    "ui_night_mode": Kept(
        DISPLAY,
        "dark_mode",
        lambda on: "2" if on else "1",
        lambda text: _choice({"2": True, "1": False}, text),
        only_tells=True,
    ),
    "night_display_activated": _flag(NIGHT_LIGHT, "enabled"),
    "doze_always_on": _flag(ALWAYS_ON, "enabled"),
    "screensaver_enabled": _flag(SCREEN_SAVER, "enabled"),
    "one_handed_mode_enabled": _flag(ONE_HANDED, "enabled"),
    "location_mode": Kept(
        SENSOR_ACCESS,
        "location",
        lambda on: "3" if on else "0",
        lambda text: _choice({"3": True, "0": False, "1": True, "2": True}, text),
    ),
    "accessibility_display_inversion_enabled": _flag(ACCESSIBILITY, "enabled", "color_inversion"),
    "accessibility_display_daltonizer_enabled": _flag(ACCESSIBILITY, "enabled", "color_correction"),
    "accessibility_display_magnification_enabled": _flag(ACCESSIBILITY, "enabled", "magnification"),
    "high_text_contrast_enabled": _flag(ACCESSIBILITY, "enabled", "high_contrast_text"),
    "reduce_bright_colors_activated": _flag(ACCESSIBILITY, "enabled", "extra_dim"),
    "odi_captions_enabled": _flag(ACCESSIBILITY, "enabled", "live_caption"),
    "font_weight_adjustment": Kept(
        SCREEN,
        "bold",
        lambda on: "300" if on else "0",
        lambda text: _choice({"300": True, "0": False}, text),
    ),
}
_GLOBAL = {
    "airplane_mode_on": _flag(RADIOS, "airplane_mode", only_tells=True),
    "wifi_on": _flag(RADIOS, "wifi", only_tells=True),
    "bluetooth_on": _flag(RADIOS, "bluetooth", only_tells=True),
    "mobile_data": _flag(RADIOS, "mobile_data", only_tells=True),
    "zen_mode": _flag(SOUND, "do_not_disturb", only_tells=True),
    "mode_ringer": _words(
        SOUND, "mode", {"silent": "0", "vibrate": "1", "ring": "2"}, only_tells=True
    ),
    "low_power": _flag(BATTERY, "saver"),
    "low_power_trigger_level": _number(BATTERY, "saver_at", 1, 0, 90),
    "auto_time_zone": _flag(ZONE_SETTING, "automatic"),
    "development_settings_enabled": _flag(DEVELOPER, "menu"),
}
KEPT: dict[tuple[str, str], Kept] = {
    (space, name): kept
    for space, settings in (("system", _SYSTEM), ("secure", _SECURE), ("global", _GLOBAL))
    for name, kept in settings.items()
}
LOOSE: dict[tuple[str, str], str] = {
    ("system", "screen_brightness_mode"): "0",
    ("system", "user_rotation"): "0",
    ("system", "vibrate_on"): "1",
    ("secure", "screensaver_activate_on_sleep"): "1",
    ("secure", "accessibility_enabled"): "0",
    ("secure", "android_id"): "9f3b5c1e7a2d4860",
    ("secure", "user_setup_complete"): "1",
    ("global", "adb_enabled"): "1",
    ("global", "auto_time"): "1",
    ("global", "device_provisioned"): "1",
    ("global", "stay_on_while_plugged_in"): "0",
    ("global", "window_animation_scale"): "1.0",
    ("global", "transition_animation_scale"): "1.0",
    ("global", "animator_duration_scale"): "1.0",
    ("global", "wifi_scan_always_enabled"): "1",
    ("global", "heads_up_notifications_enabled"): "1",
}
"""Settings of which the sandbox phone has no record, as a fresh phone has them."""
