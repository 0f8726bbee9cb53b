"""``cmd alarm``: the clock and its time zone."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.model import Model

_USAGE = """Alarm manager service (alarm) commands:
  set-time TIME
  set-timezone TZ
"""


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["set-timezone", zone]:
            phone.require("SET_TIME", "set-timezone")
            if _known(zone):
                phone.act("manage_time_zone", action="set", zone=zone)
            return Answer()
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n{_USAGE}", code=255)


def _known(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (OSError, LookupError, ValueError):
        return False
    return True
