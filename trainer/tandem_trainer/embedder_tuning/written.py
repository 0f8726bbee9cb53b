"""Questions and turns that were written for training, in both languages.

A file's entries are six lines: a question (``Q``, ``问``), a turn that answers it (``A``, ``答``)
and a turn about the same that does not (``N``, ``非``). Lines that begin with ``#`` or ``==`` are
none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

MARKS = ("Q", "问", "A", "答", "N", "非")
Both = tuple[str, str]
"""English and Chinese that say the same."""


@dataclass(frozen=True)
class Written:
    """An entry."""

    question: Both
    answer: Both
    beside: Both
    """A turn about the same matter, or in the same words, that does not answer."""

    @property
    def texts(self) -> tuple[Both, Both, Both]:
        """All three."""
        return self.question, self.answer, self.beside


def shipped_entries() -> tuple[Written, ...]:
    """All entries in this package."""
    files = sorted(resources.files(__package__).iterdir(), key=lambda file: file.name)
    return tuple(
        entry
        for file in files
        if file.name.startswith("pairs_")
        for entry in read_entries(file.read_text("utf-8"), file.name)
    )


def read_entries(text: str, name: str) -> Iterator[Written]:
    """The entries of a file. Raises ``ValueError`` that names the line that is not as it should."""
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.startswith(("#", "=="))
    ]
    for first in range(0, len(lines), len(MARKS)):
        entry = lines[first : first + len(MARKS)]
        texts = [
            _text(line, mark, f"{name}:{number}")
            for (number, line), mark in zip(entry, MARKS, strict=False)
        ]
        if len(texts) < len(MARKS):
            raise ValueError(f"{name}: the last entry has {len(texts)} lines, not {len(MARKS)}")
        yield Written((texts[0], texts[1]), (texts[2], texts[3]), (texts[4], texts[5]))


def _text(line: str, mark: str, where: str) -> str:
    found, colon, text = line.partition(":")
    if found != mark or not colon or not text.strip():
        raise ValueError(f"{where}: a line that begins with {mark}: is wanted here")
    return text.strip()
