"""``svc SERVICE VERB``: the switches of the radios, and power."""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.radios import switch_radio

_RADIOS = {"wifi": "wifi", "data": "mobile_data", "bluetooth": "bluetooth"}
_USAGE = """Available commands:
    help     Show information about the subcommands
    power    Control the power manager
    data     Control mobile data connectivity
    wifi     Control the Wi-Fi manager
    bluetooth Control Bluetooth service
"""
_STAY = {"true": "7", "false": "0", "ac": "1", "usb": "2", "wireless": "4"}


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case [("wifi" | "data" | "bluetooth") as radio, ("enable" | "disable") as verb]:
            switch_radio(phone, _RADIOS[radio], verb == "enable", f"svc {radio}")
            return Answer()
        case ["power", "stayon", word] if word in _STAY:
            phone.require("WRITE_SECURE_SETTINGS", "svc power stayon")
            phone.settings.put("global", "stay_on_while_plugged_in", _STAY[word])
            return Answer()
        case [("wifi" | "data" | "bluetooth" | "power") as service, *_]:
            return Answer(err=f"usage: svc {service} [enable|disable]\n")
        case _:
            return Answer(err=_USAGE)
