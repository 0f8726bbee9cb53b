"""``cmd media_session``: volume and the keys of players."""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, Failed, Words, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.sounds import play_key, volume

_USAGE = """usage: media_session [subcommand] [options]
       media_session dispatch KEY
       media_session list-sessions
       media_session monitor <tag>
       media_session volume [options]
"""
_KEYS = {
    "play": 126,
    "pause": 127,
    "play-pause": 85,
    "stop": 86,
    "next": 87,
    "previous": 88,
    "headsethook": 79,
}


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["dispatch", key] if key in _KEYS:
            play_key(phone, _KEYS[key])
            return Answer()
        case ["dispatch", key]:
            raise Failed(f"Error: unknown dispatch code '{key}'\n")
        case ["volume", *rest]:
            return volume(phone, Words(rest))
        case ["list-sessions"]:
            return lines("Sessions:", "  tag=music, package=com.android.music")
        case _:
            return Answer(_USAGE, code=0 if not words else 255)
