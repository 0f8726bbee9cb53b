"""``dumpsys trust``: whether the phone is locked, and by what."""

from __future__ import annotations

from tandem_edge.phone.catalogue.security_privacy.screen_lock import secured
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    locked = int(phone.window.locked and secured(phone.store))
    return lines(
        "Trust manager state:",
        f' User "Owner" (id=0, flags=0x4c13) (current): trusted=0, deviceLocked={locked}',
    )
