"""Words for the shell of a phone (mksh): whatever a text holds, it stays one word."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

MOST_BYTES = 100_000
"""Of one line, UTF-8: Linux hands a program no argument longer than 128 KiB."""


class CannotSay(ValueError):
    """A text cannot be a word of a shell line, whatever the quoting."""


def word(text: str) -> str:
    """``text`` as one word. Raises ``CannotSay`` for NUL and for lone surrogates."""
    if "\0" in text:
        raise CannotSay("it holds a NUL character")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CannotSay("it holds half of a character") from None
    return shlex.quote(text)


def line(words: Iterable[str]) -> str:
    """A command and its arguments as one line. Raises ``CannotSay``, also when it is too long."""
    said = " ".join(map(word, words))
    if len(said.encode()) > MOST_BYTES:
        raise CannotSay("it is too long for a phone's shell")
    return said
