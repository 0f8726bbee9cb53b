"""``dumpsys power``"""

from __future__ import annotations

from tandem_edge.phone.catalogue.system_settings.phone_battery import BATTERY
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    awake = phone.window.awake
    return lines(
        "POWER MANAGER (dumpsys power)",
        f"  mWakefulness={'Awake' if awake else 'Asleep'}",
        f"  mHoldingDisplaySuspendBlocker={str(awake).lower()}",
        f"  mSettingBatterySaverEnabled={str(phone.store.only(BATTERY).saver).lower()}",
        f"Display Power: state={'ON' if awake else 'OFF'}",
    )
