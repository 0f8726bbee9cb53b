"""``cmd location`` (Android 10 and later)."""

from __future__ import annotations

from tandem_edge.phone.catalogue.security_privacy.sensor_access import SENSOR_ACCESS
from tests.fakes.android_phone.answers import Answer, Failed, Words, lines
from tests.fakes.android_phone.model import Model

_USAGE = """Location service commands:
  is-location-enabled [--user <USER_ID>]
  set-location-enabled true|false [--user <USER_ID>]
"""


def run(phone: Model, words: list[str]) -> Answer:
    taken = Words(words)
    match taken.next():
        case "is-location-enabled":
            return lines(str(phone.store.only(SENSOR_ACCESS).location).lower())
        case "set-location-enabled":
            return _set(phone, taken)
        case None | "help":
            return Answer(_USAGE)
        case verb:
            return Answer(f"Unknown command: {verb}\n{_USAGE}", code=255)


def _set(phone: Model, words: Words) -> Answer:
    wanted = words.required()
    if wanted not in ("true", "false"):
        raise Failed(f"Error: expected true or false, not {wanted}\n")
    if words.rest() not in ([], ["--user", "0"], ["--user", "current"]):
        raise Failed("Error: Unknown option\n")
    phone.require("WRITE_SECURE_SETTINGS", "set-location-enabled")
    phone.act(
        "manage_sensor_access", action="allow" if wanted == "true" else "block", sensor="location"
    )
    return Answer()
