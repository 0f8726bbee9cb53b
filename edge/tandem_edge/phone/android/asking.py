"""Readings off a phone, as many as there are in one line, so that it is asked but once."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence

from tandem_edge.phone.android.link.protocol import Link, ShellAnswer
from tandem_edge.phone.android.listings import (
    all_words,
    cut,
    number_rows,
    numbers_words,
    one_text,
    one_words,
    value_of,
)
from tandem_edge.phone.android.quoting import line
from tandem_edge.phone.android.recipe import Listing, Reading, Row, Words
from tandem_edge.phone.android.view import Unreadable, View

READING_S = 30.0
"""Deadline of a reading: a query of a provider starts a process on the phone, each a second."""
NOT_THERE = 127
"""The shell's exit code for a command that the phone does not have."""


def look(link: Link, readings: Sequence[Reading | Listing]) -> View:
    """What the readings say now. Raises ``Unreadable`` and what the link raises."""
    view = View()
    asked = [words for each in readings for words in _words(each)]
    answers = iter(ask(link, asked))
    for each in readings:
        if isinstance(each, Reading):
            answer = next(answers)
            each.fill(_printed(each.words, answer), view)
        else:
            numbers = next(answers)
            texts = next(answers) if each.texts else None
            each.fill(_rows(link, each, numbers, texts), view)
    return view


def ask(link: Link, commands: Sequence[Words]) -> list[ShellAnswer]:
    """Run commands that change nothing, in one shell line; what each of them printed.

    The answers are told apart by a mark that nothing on the phone can know.
    """
    if not commands:
        return []
    mark = f"--{secrets.token_hex(8)}--"
    said = "; ".join(f"{line(words)}; code=$?; echo; echo {mark} $code" for words in commands)
    answer = link.shell(said, changes=False, deadline_s=READING_S)
    parts = re.split(rf"\n{mark} (\d+)\n?", answer.out)
    if len(parts) != 2 * len(commands) + 1:
        raise Unreadable("the phone's shell stopped half way")
    return [
        ShellAnswer(out, answer.err, int(code))
        for out, code in zip(parts[::2], parts[1::2], strict=False)
    ]


def _words(each: Reading | Listing) -> list[Words]:
    if isinstance(each, Reading):
        return [each.words]
    return [numbers_words(each), *([all_words(each)] if each.texts else [])]


def _printed(words: Words, answer: ShellAnswer) -> str:
    if answer.code:
        raise Unreadable(f"{' '.join(words)} ended with {answer.code}: {answer.out[:60]!r}")
    return answer.out


def _rows(
    link: Link, listing: Listing, numbers: ShellAnswer, texts: ShellAnswer | None
) -> list[Row]:
    rows = number_rows(listing, _printed(numbers_words(listing), numbers))
    if texts is None or not rows:
        return rows
    cuts = cut(listing, rows, _printed(all_words(listing), texts))
    whole: list[Row] = []
    for row, found in zip(rows, cuts, strict=True):
        known = found or _alone(link, listing, str(row["_id"]))
        whole.append({**row, **{name: value_of(text) for name, text in known.items()}})
    return whole


def _alone(link: Link, listing: Listing, number: str) -> dict[str, str]:
    commands = [one_words(listing, number, column) for column in listing.texts]
    answers = ask(link, commands)
    return {
        column: one_text(column, _printed(words, answer))
        for column, words, answer in zip(listing.texts, commands, answers, strict=True)
    }
