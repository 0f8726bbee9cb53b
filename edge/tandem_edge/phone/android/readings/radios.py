"""Radios as Android's settings tell of them."""

from __future__ import annotations

import re

from tandem_edge.phone.android.parsing import ON_OFF, kept
from tandem_edge.phone.android.recipe import reading
from tandem_edge.phone.android.view import View
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.sandbox.device import DEVICE

_WIFI = {"0": False, "1": True, "2": True, "3": False}
"""``Settings.Global.WIFI_ON``: 2 is on in spite of airplane mode, 3 off because of it."""
_BLUETOOTH = {"0": False, "1": True, "2": True}

WIFI = reading("settings get global wifi_on", kept(RADIOS, "wifi", _WIFI), "radios.wifi")
BLUETOOTH = reading(
    "settings get global bluetooth_on", kept(RADIOS, "bluetooth", _BLUETOOTH), "radios.bluetooth"
)
MOBILE_DATA = reading(
    "settings get global mobile_data",
    kept(RADIOS, "mobile_data", ON_OFF),
    "radios.mobile_data",
)
AIRPLANE = reading(
    "settings get global airplane_mode_on",
    kept(RADIOS, "airplane_mode", ON_OFF, unset=False),
    "radios.airplane_mode",
)


def _service(out: str, view: View) -> None:
    """Bars of the best card in service; of one in service without a level, one bar."""
    serves = re.search(r"mVoiceRegState=0\b", out) is not None
    levels = [int(each) for each in re.findall(r"\blevel=(\d)", out)]
    view.set(DEVICE, signal_bars=max([1, *levels]) if serves else 0)


SERVICE = reading("dumpsys telephony.registry", _service, "device.signal_bars")
