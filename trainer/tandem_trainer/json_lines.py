"""Text of JSON Lines that a person named: a record a line, and lines that say nothing."""

from __future__ import annotations

from collections.abc import Iterator


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of ``text`` that say something, each with its number, counted from 1.

    A line ends at a line feed alone: what else parts lines (U+2028, say) may stand in a record.
    """
    return ((at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip())
