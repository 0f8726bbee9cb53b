"""``cmd connectivity airplane-mode`` (Android 11 and later)."""

from __future__ import annotations

from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.radios import switch_radio

_USAGE = """Connectivity service commands:
  help
    Print this help text.
  airplane-mode [enable|disable]
    Turn airplane mode on or off.
  airplane-mode
    Get airplane mode.
"""


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["airplane-mode"]:
            on = phone.store.only(RADIOS).airplane_mode
            return lines("enabled" if on else "disabled")
        case ["airplane-mode", ("enable" | "disable") as verb]:
            switch_radio(phone, "airplane_mode", verb == "enable", "airplane-mode")
            return Answer()
        case ["airplane-mode", *_]:
            return Answer(_USAGE, code=255)
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n", code=255)
