"""``locksettings``: whether the lock screen asks for anything."""

from __future__ import annotations

from tandem_edge.phone.catalogue.security_privacy.screen_lock import SCREEN_LOCK
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model

_USAGE = """lockSettings service commands:
  get-disabled [--old <CREDENTIAL>] [--user USER_ID]
  verify [--old <CREDENTIAL>] [--user USER_ID]
"""


def run(phone: Model, words: list[str]) -> Answer:
    kind = phone.store.only(SCREEN_LOCK).kind
    match words:
        case ["get-disabled", *_]:
            return lines(str(kind == "none").lower())
        case ["verify"]:
            secure = kind not in ("none", "swipe")
            said = (
                "Old password '' didn't match"
                if secure
                else "Lock credential verified successfully"
            )
            return lines(said)
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n{_USAGE}", code=255)
