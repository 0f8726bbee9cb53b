"""``getprop [NAME [DEFAULT]]``"""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.properties import properties


def run(phone: Model, words: list[str]) -> Answer:
    known = properties(phone)
    if words[:1] == ["-T"] or len(words) > 2:
        return Answer(err="usage: getprop [-TZ] [NAME [DEFAULT]]\n", code=1)
    if not words:
        return lines(*(f"[{name}]: [{value}]" for name, value in sorted(known.items())))
    default = words[1] if len(words) > 1 else ""
    return lines(known.get(words[0], default))
