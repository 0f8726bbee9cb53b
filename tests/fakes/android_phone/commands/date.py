"""``date [-u] [+FORMAT]``: the phone's own clock."""

from __future__ import annotations

from datetime import UTC

from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    now = phone.now()
    if words[:1] == ["-u"]:
        now, words = now.astimezone(UTC), words[1:]
    if not words:
        return lines(now.strftime("%a %b %e %H:%M:%S %Z %Y"))
    if len(words) != 1 or not words[0].startswith("+"):
        return Answer(err="date: cannot set date: Operation not permitted\n", code=1)
    text = words[0][1:].replace("%s", str(int(now.timestamp()))).replace("%N", "000000000")
    return lines(now.strftime(text))
