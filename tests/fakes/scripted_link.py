"""A link whose phone is a function: for tests of what is asked of a phone, without one.

The lines that the Android world sends are taken apart as a shell would (words, quotes, ``;``), and
each command is handed to ``answers``. Only what those lines use of a shell is understood; that they
mean the same in a phone's real shell is what the tests over adb show.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from tandem_edge.phone.android.link.protocol import DEADLINE_S, LinkError, ShellAnswer

Answers = Callable[[tuple[str, ...]], ShellAnswer]
"""What the phone prints for a command's words."""
NOT_THERE = ShellAnswer("", "inaccessible or not found", 127)


@dataclass
class ScriptedLink:
    """``sent`` are the commands that changed the phone, ``asked`` all others, in their order.

    ``breaks`` are raised instead of an answer, one for each line that changes the phone and in
    their order; ``before`` says whether the phone had not done it yet when the link broke.
    """

    answers: Answers
    serial: str = "scripted"
    wireless: bool = False
    breaks: list[LinkError | None] = field(default_factory=list)
    before: bool = True
    dead: bool = False
    """After a break nothing answers any more."""
    sent: list[tuple[str, ...]] = field(default_factory=list)
    asked: list[tuple[str, ...]] = field(default_factory=list)
    broken: LinkError | None = None

    def shell(self, line: str, *, changes: bool, deadline_s: float = DEADLINE_S) -> ShellAnswer:
        """See ``Link.shell``."""
        if self.dead and self.broken is not None:
            raise self.broken
        if not changes:
            return self._run(line, self.asked)
        self.broken = self.breaks.pop(0) if self.breaks else None
        if self.broken is None:
            return self._run(line, self.sent)
        if not self.before:
            self._run(line, self.sent)
        raise self.broken

    def automate(
        self, method: str, *params: JsonValue, changes: bool, deadline_s: float = DEADLINE_S
    ) -> JsonValue:
        """No recipe asks for it."""
        raise NotImplementedError(method)

    def screenshot(self, *, deadline_s: float = DEADLINE_S) -> bytes:
        """No recipe asks for it."""
        raise NotImplementedError

    def push(self, data: bytes, path: str, *, deadline_s: float = DEADLINE_S) -> None:
        """No recipe asks for it."""
        raise NotImplementedError

    def pull(self, path: str, *, most: int, deadline_s: float = DEADLINE_S) -> bytes:
        """No recipe asks for it."""
        raise NotImplementedError

    def close(self) -> None:
        """There is nothing to end."""

    def _run(self, line: str, log: list[tuple[str, ...]]) -> ShellAnswer:
        out, err, code, kept = "", "", 0, "0"
        for words in commands_of(line):
            if words == ("code=$?",):
                kept = str(code)
            elif words[0] == "echo":
                out += " ".join(words[1:]).replace("$code", kept) + "\n"
            else:
                log.append(words)
                answer = self.answers(words)
                out, err, code = out + answer.out, err + answer.err, answer.code
        return ShellAnswer(out, err, code)


def commands_of(line: str) -> Iterator[tuple[str, ...]]:
    """The commands of a line, as words without their quotes."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";")
    lexer.whitespace_split = True
    lexer.commenters = ""
    words: list[str] = []
    for word in [*lexer, ";"]:
        if word != ";":
            words.append(word)
        elif words:
            yield tuple(words)
            words = []


def by_table(answers: dict[str, str | ShellAnswer]) -> Answers:
    """Answers by the command as it is written with blanks between its words; others are not
    there."""

    def answer(words: Sequence[str]) -> ShellAnswer:
        found = answers.get(" ".join(words), NOT_THERE)
        return ShellAnswer(found, "", 0) if isinstance(found, str) else found

    return answer
