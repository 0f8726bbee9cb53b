"""``cmd power``: the battery saver."""

from __future__ import annotations

from tandem_edge.phone.sandbox.device import DEVICE
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model

_USAGE = """Power manager (power) commands:
  set-adaptive-power-saver-enabled [true|false]
  set-mode MODE
    sets the power mode of the device to MODE.
    1 turns low power mode on and 0 turns low power mode off.
"""


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["set-mode", ("0" | "1") as mode]:
            phone.require("WRITE_SECURE_SETTINGS", "set-mode")
            if not phone.store.only(DEVICE).charging:  # a charging phone ignores the saver
                verb = "enable" if mode == "1" else "disable"
                phone.act("manage_battery_saver", action=verb)
            return Answer()
        case ["set-mode", mode]:
            return lines(f"Error: java.lang.NumberFormatException: {mode}")
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n{_USAGE}", code=255)
