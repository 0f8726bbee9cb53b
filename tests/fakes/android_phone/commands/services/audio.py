"""``cmd audio``: volumes and the ringer (Android 13 and later)."""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, Failed, lines, whole
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.sounds import STREAM_NAMES, ringer_words, set_index, set_ringer

_USAGE = """Audio manager commands:
  set-volume STREAM_TYPE VOLUME_INDEX
  set-ringer-mode NORMAL|SILENT|VIBRATE
"""


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["set-volume", stream, index]:
            number, wanted = whole(stream, "set-volume"), whole(index, "set-volume")
            if number not in STREAM_NAMES:
                raise Failed(f"Error: no stream {stream}\n")
            set_index(phone, STREAM_NAMES[number], wanted)
            return lines(f"calling AudioManager.setStreamVolume({number}, {wanted}, 0)")
        case ["set-ringer-mode", mode] if mode.upper() in ringer_words():
            set_ringer(phone, mode.upper())
            return Answer()
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n{_USAGE}", code=255)
