"""``cmd sensor_privacy``: the switches of camera and microphone (Android 12 and later)."""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.model import Model

_USAGE = """Sensor Privacy manager (sensor_privacy) commands:
  enable USER_ID SENSOR
  disable USER_ID SENSOR
"""


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case [("enable" | "disable") as verb, "0", ("camera" | "microphone") as sensor]:
            phone.require("WRITE_SECURE_SETTINGS", verb)
            blocks = "block" if verb == "enable" else "allow"
            phone.act("manage_sensor_access", action=blocks, sensor=sensor)
            return Answer()
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(err="Invalid args\n", code=255)
