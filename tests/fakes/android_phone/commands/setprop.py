"""``setprop NAME VALUE``"""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.model import Model

_OPEN = ("debug.", "log.")
"""Prefixes that the shell user may set."""


def run(phone: Model, words: list[str]) -> Answer:
    if len(words) != 2:
        return Answer(err="usage: setprop NAME VALUE\n", code=1)
    name, value = words
    if not name.startswith(_OPEN):
        return Answer(err=f"Failed to set property '{name}' to '{value}'.\n", code=1)
    phone.properties[name] = value
    return Answer()
