"""``logcat``: this phone keeps no log, so ``-d`` shows an empty one."""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    if "-c" in words:
        return Answer()
    return lines("--------- beginning of main")
