"""``cmd uimode night``: the dark theme."""

from __future__ import annotations

from tandem_edge.phone.catalogue.display_sound.dark_hours import DARK_HOURS
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model

_USAGE = """UiModeManager service (uimode) commands:
  help
    Print this help text.
  night [yes|no|auto|custom_schedule|custom_bedtime]
    Set or read night mode.
"""


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["night"]:
            return lines(f"Night mode: {_mode(phone)}")
        case ["night", ("yes" | "no") as wanted]:
            phone.require("WRITE_SECURE_SETTINGS", "night")
            phone.act("manage_dark_mode", action="enable" if wanted == "yes" else "disable")
            return lines(f"Night mode: {_mode(phone)}")
        case ["night", *_]:
            return Answer(err="Error: mode must be 'yes', 'no', or 'auto'\n", code=255)
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n{_USAGE}", code=255)


def _mode(phone: Model) -> str:
    if phone.store.only(DARK_HOURS).schedule != "off":
        return "custom_schedule"
    return "yes" if phone.store.only(DISPLAY).dark_mode else "no"
