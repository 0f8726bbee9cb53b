"""What a command of the phone prints, and how it takes its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Answer:
    """Output, errors and exit code. One that ``stays`` runs until it is killed."""

    out: str | bytes = ""
    err: str = ""
    code: int = 0
    stays: bool = False


class Failed(Exception):
    """Ends a command with an answer that says why."""

    def __init__(self, err: str = "", code: int = 255, *, out: str = "") -> None:
        super().__init__(err or out)
        self.answer = Answer(out, err, code)


def lines(*printed: str) -> Answer:
    """An answer that prints lines."""
    return Answer("".join(f"{line}\n" for line in printed))


def thrown(doing: str, exception: str) -> Failed:
    """A command of a system service that threw: the service's shell prints the trace."""
    trace = "\tat android.os.Parcel.createExceptionOrNull(Parcel.java:3011)\n"
    return Failed(f"\nException occurred while executing '{doing}':\n{exception}\n{trace}", 255)


@dataclass
class Words:
    """A command's words, taken one by one as Android's own ``ShellCommand`` does."""

    words: Sequence[str]
    at: int = field(default=0)

    def next(self) -> str | None:
        """The next word, or ``None``."""
        if self.at >= len(self.words):
            return None
        self.at += 1
        return self.words[self.at - 1]

    def required(self) -> str:
        """The next word. Fails as Android does when there is none."""
        word = self.next()
        if word is None:
            last = self.words[self.at - 1] if self.at else ""
            raise thrown(
                self.words[0] if self.words else "",
                f'java.lang.IllegalArgumentException: Argument expected after "{last}"',
            )
        return word

    def option(self) -> str | None:
        """The next word if it is an option; ``--`` ends them."""
        if self.at < len(self.words) and self.words[self.at].startswith("-"):
            word = self.next()
            return None if word == "--" else word
        return None

    def peek(self) -> str | None:
        """The next word, left where it is."""
        return self.words[self.at] if self.at < len(self.words) else None

    def rest(self) -> list[str]:
        """Every word that is left."""
        rest = list(self.words[self.at :])
        self.at = len(self.words)
        return rest

    def number(self) -> int:
        """The next word as a whole number. Fails as Java's parser does."""
        return whole(self.required(), self.words[0])


def whole(word: str, doing: str) -> int:
    """A whole number of 32 bits. Fails as Java's parser does."""
    try:
        value = int(word, 10)
    except ValueError:
        value = 1 << 40
    if not -(1 << 31) <= value < 1 << 31:
        raise thrown(doing, f'java.lang.NumberFormatException: For input string: "{word}"')
    return value
