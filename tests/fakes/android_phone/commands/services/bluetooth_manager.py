"""``cmd bluetooth_manager`` (Android 12 and later)."""

from __future__ import annotations

from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.radios import switch_radio

_USAGE = """Bluetooth Manager Commands:
  enable
  disable
  wait-for-state:<STATE>
"""
_STATES = {True: "STATE_ON", False: "STATE_OFF"}


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case [("enable" | "disable") as verb]:
            switch_radio(phone, "bluetooth", verb == "enable", verb)
            return Answer()
        case [word] if word.startswith("wait-for-state:"):
            wanted = word.partition(":")[2]
            if wanted not in _STATES.values():
                return Answer(err=f"wait_for_state: unknown state {wanted}\n", code=255)
            reached = _STATES[phone.store.only(RADIOS).bluetooth] == wanted
            said = "" if reached else "Failed with code 1\n"
            return Answer(f"{_waiting(wanted)}\n{said}", code=0 if reached else 1)
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n{_USAGE}", code=255)


def _waiting(wanted: str) -> str:
    """How the command tells what it waits for."""
    return f"wait_for_state: Waiting for state {wanted}"
