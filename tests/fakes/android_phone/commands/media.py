"""``media volume|dispatch``"""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, Words
from tests.fakes.android_phone.commands.services import media_session
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.sounds import volume

_USAGE = """usage: media [subcommand] [options]
       media dispatch KEY
       media volume [options]
"""


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["volume", *rest]:
            return volume(phone, Words(rest))
        case ["dispatch", _]:
            return media_session.run(phone, words)
        case _:
            return Answer(err=_USAGE, code=1)
