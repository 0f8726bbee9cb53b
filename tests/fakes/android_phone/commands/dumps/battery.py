"""``dumpsys battery``"""

from __future__ import annotations

from tandem_edge.phone.catalogue.system_settings.phone_battery import BATTERY
from tandem_edge.phone.sandbox.device import DEVICE
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    if words:
        return Answer(err="Dump current battery state, or:\n", code=255)
    device, battery = phone.store.only(DEVICE), phone.store.only(BATTERY)
    return lines(
        "Current Battery Service state:",
        "  AC powered: false",
        f"  USB powered: {str(device.charging).lower()}",
        "  Wireless powered: false",
        f"  status: {2 if device.charging else 3}",
        f"  health: {2 if battery.health >= 80 else 7}",
        "  present: true",
        f"  level: {device.battery_percent}",
        "  scale: 100",
        "  voltage: 4100",
        "  temperature: 271",
        "  technology: Li-ion",
        f"  Cycle count: {battery.cycles}",
    )
