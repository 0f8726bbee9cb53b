"""The screen's settings."""

from __future__ import annotations

from tandem_edge.phone.android.conversions import FULL_BRIGHTNESS
from tandem_edge.phone.android.parsing import ON_OFF, fact, kept, one, value
from tandem_edge.phone.android.recipe import reading
from tandem_edge.phone.android.view import View
from tandem_edge.phone.catalogue.display_sound.dark_hours import NIGHT_LIGHT
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.display_sound.idle_screen import ALWAYS_ON, SCREEN_SAVER
from tandem_edge.phone.catalogue.display_sound.screen_settings import SCREEN

_SIZES = {"0.85": "small", "1.0": "default", "1.15": "large", "1.3": "larger", "1.5": "largest"}
_COLORS = {"0": "natural", "1": "standard", "2": "vivid"}
_WEIGHTS = {"0": False, "300": True}


def _percent(text: str) -> int:
    return round(int(text) * 100 / FULL_BRIGHTNESS)


BRIGHTNESS = reading(
    "settings get system screen_brightness", kept(DISPLAY, "brightness", _percent), "display"
)
BRIGHTNESS_MODE = reading(
    "settings get system screen_brightness_mode", fact("brightness_mode"), "fact.brightness_mode"
)
AUTO_ROTATE = reading(
    "settings get system accelerometer_rotation",
    kept(DISPLAY, "auto_rotate", ON_OFF),
    "display.auto_rotate",
)


def _night(out: str, view: View) -> None:
    mode = one(r"^Night mode: (\w+)", out, "night mode")
    view.set(DISPLAY, dark_mode=value(mode, {"yes": True, "no": False}))


DARK = reading("cmd uimode night", _night, "display.dark_mode", since=29)
TIMEOUT = reading(
    "settings get system screen_off_timeout",
    kept(SCREEN, "timeout", lambda text: int(text) // 1000),
    "screen.timeout",
)
TEXT_SIZE = reading(
    "settings get system font_scale",
    kept(SCREEN, "text_size", _SIZES, unset="default"),
    "screen.text_size",
)
BOLD = reading(
    "settings get secure font_weight_adjustment",
    kept(SCREEN, "bold", _WEIGHTS, unset=False),
    "screen.bold",
    since=31,
)
COLORS = reading(
    "settings get system display_color_mode", kept(SCREEN, "color_mode", _COLORS), "screen"
)
NIGHT = reading(
    "settings get secure night_display_activated",
    kept(NIGHT_LIGHT, "enabled", ON_OFF, unset=False),
    "night_light.enabled",
)
ALWAYS = reading(
    "settings get secure doze_always_on",
    kept(ALWAYS_ON, "enabled", ON_OFF, unset=False),
    "always_on.enabled",
)
SAVER = reading(
    "settings get secure screensaver_enabled",
    kept(SCREEN_SAVER, "enabled", ON_OFF),
    "screen_saver.enabled",
)
