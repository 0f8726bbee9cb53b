"""Lines that fit: each is cut to the width of the terminal, where stdout is one."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Iterable

from tandem_edge.cli.common import print_text

WIDE = "WF"
"""East Asian widths of characters that take two columns (Unicode TR11)."""
LEAST = 40
"""Columns that a line gets in any case."""


def print_lines(lines: Iterable[str], whole: str = "") -> None:
    """Lines of prose. Where any had to be cut, ``whole`` says at the end what shows it whole."""
    width = max(LEAST, shutil.get_terminal_size().columns) if sys.stdout.isatty() else 0
    cut = False
    for line in lines:
        shown = fitted(line, width) if width else line
        cut |= shown != line
        print_text(shown)
    if cut and whole:
        print_text(whole)


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
