"""``screencap [-p] [-d DISPLAY] [FILE]``"""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.screen.picture import draw, packed

_WARNING = (
    b"[Warning] Multiple displays were found, but no display id was specified! Defaulting to the "
    b"first display found, however this default is not guaranteed to be consistent.\n"
)
_USAGE = "usage: screencap [-hp] [-d display-id] [FILENAME]\n"


def run(phone: Model, words: list[str]) -> Answer:
    if "-h" in words:
        return Answer(err=_USAGE, code=1)
    names = [
        word
        for place, word in enumerate(words)
        if not word.startswith("-") and words[place - 1] != "-d"
    ]
    fault = phone.faults.profile.screenshot
    black = fault == "black" or not phone.window.awake
    picture = packed(draw(phone.window.roots(), phone.window.size, black=black), "PNG", 1, 90)
    if fault == "warning":
        picture = _WARNING + picture
    if not names:
        return Answer(picture)
    try:
        phone.root.write(names[0], picture)
    except OSError as error:
        return Answer(err=f"Error opening file: {names[0]} ({error.strerror})\n", code=1)
    return Answer()
