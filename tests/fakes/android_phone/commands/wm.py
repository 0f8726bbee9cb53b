"""``wm``: size and density of the screen, and the lock screen."""

from __future__ import annotations

import re

from tandem_edge.phone.catalogue.security_privacy.screen_lock import secured
from tandem_edge.phone.sandbox.device import DEVICE
from tests.fakes.android_phone.answers import Answer, Failed, lines
from tests.fakes.android_phone.model import Model

_USAGE = """Window manager (window) commands:
  size [reset|WxH|WdpxHdp] [-d DISPLAY_ID]
  density [reset|DENSITY] [-d DISPLAY_ID] [-u UNIQUE_ID]
  dismiss-keyguard
"""


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["size"]:
            return _size(phone)
        case ["size", wanted]:
            phone.require("WRITE_SECURE_SETTINGS", "size")
            phone.window.override = None if wanted == "reset" else _parsed(wanted)
            return Answer()
        case ["density"]:
            return lines(f"Physical density: {phone.window.density}")
        case ["dismiss-keyguard"]:
            if not secured(phone.store):
                phone.store.update(DEVICE, locked=False)
            return Answer()
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n{_USAGE}", code=255)


def _size(phone: Model) -> Answer:
    window = phone.window
    physical = f"Physical size: {window.width}x{window.height}"
    if window.override is None:
        return lines(physical)
    return lines(physical, f"Override size: {window.override[0]}x{window.override[1]}")


def _parsed(wanted: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{2,5})x(\d{2,5})", wanted)
    if found is None:
        raise Failed(f"Error: bad size {wanted}\n")
    return int(found[1]), int(found[2])
