"""Lines that fit: on a terminal each is wrapped to its width; in a pipe each stays one line."""

from __future__ import annotations

import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tandem_edge.cli.common import print_text

WIDE = "WF"
"""East Asian widths of characters that take two columns (Unicode TR11)."""
LEAST = 24
"""Columns that a line gets in any case."""
MOST_LINES = 6
"""Lines of a terminal that a row's text takes; a longer one ends in an ellipsis."""
INDENT = "    "
CLOSING = "，。！？、；：）》」』】”’"
"""Signs that begin no line in Chinese."""
_WIDE = "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60"
_PIECE = re.compile(f"\\s+|[{_WIDE}][{CLOSING}]*|[^\\s{_WIDE}]+[{CLOSING}]*")


@dataclass(frozen=True)
class Row:
    """A line of a table: what it is about, then its text. On a narrow terminal columns are left
    out, the last first; the first one, such as an id, never is."""

    columns: tuple[str, ...]
    text: str
    mark: str = ""

    def __str__(self) -> str:
        return f"{self._head(len(self.columns))}: {self.text}"

    def laid_out(self, width: int) -> list[str]:
        """The row in lines of at most ``width`` columns: on one if it fits, else the text under
        what it is about."""
        if columns(str(self)) <= width:
            return [str(self)]
        counts = range(len(self.columns), 0, -1)
        heads = (f"{self._head(count)}:" for count in counts)
        head = next((each for each in heads if columns(each) <= width), f"{self._head(1)}:")
        lines = wrapped(self.text, width - len(INDENT))
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES - 1], fitted(lines[MOST_LINES - 1] + "…", width - 4)]
        if columns(head) > width and self.mark not in (
            "",
            INDENT,
        ):  # what marks the row has a line of its own then
            return [self.mark.rstrip(), *replace(self, mark=INDENT).laid_out(width)]
        return [*_hard(head, width), *(INDENT + line for line in lines)]

    def _head(self, count: int) -> str:
        return self.mark + "  ".join(self.columns[:count])


def print_lines(lines: Iterable[str | Row], whole: str = "") -> None:
    """Lines of prose. Where the text of any had to be cut, ``whole`` says at the end what shows it
    whole."""
    width = max(LEAST, shutil.get_terminal_size().columns) if sys.stdout.isatty() else 0
    cut = False
    for line in lines:
        shown = _lines_of(line, width) if width else [str(line)]
        cut |= len(shown) > 1 and shown[-1].endswith("…")
        for each in shown:
            print_text(each)
    if cut and whole:
        print_text("\n".join(wrapped(whole, width)))


def _lines_of(line: str | Row, width: int) -> list[str]:
    if isinstance(line, Row):
        return line.laid_out(width)
    first, *rest = wrapped(line, width) or [""]
    return [first, *(INDENT + each for each in wrapped(" ".join(rest), width - len(INDENT)))]


def wrapped(text: str, width: int) -> list[str]:
    """``text`` in lines of at most ``width`` columns, broken between words, and between Chinese
    characters but not before a sign that closes. Blanks at a break are dropped."""
    lines, line = [], ""
    for piece in _PIECE.findall(text):
        if columns(line + piece) > width and line.strip():
            lines.append(line.rstrip())
            line = ""
        if line or not piece.isspace() or not lines:  # blanks indent the first line and no other
            *full, line = _hard(line + piece, width)
            lines += full
    return [*lines, line.rstrip()] if line.strip() else lines


def _hard(text: str, width: int) -> list[str]:
    """``text`` cut wherever ``width`` ends: a word that is longer than a line."""
    lines = [""]
    for char in text:
        if columns(lines[-1] + char) > width and lines[-1]:
            lines.append("")
        lines[-1] += char
    return lines


def fitted(line: str, width: int) -> str:
    """``line`` in at most ``width`` columns; a longer one ends in an ellipsis."""
    if columns(line) <= width:
        return line
    taken, left = [], width - 1
    for char in line:
        left -= columns(char)
        if left < 0:
            break
        taken.append(char)
    return "".join(taken) + "…"


def columns(text: str) -> int:
    """How many columns of a terminal ``text`` takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in WIDE else 1
        for char in text
    )
