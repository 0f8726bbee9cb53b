"""The formats by name: how each is read, and how long an answer may be."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.bench.memory.evaluation import beam, locomo, longmemeval
from tandem_edge.bench.memory.evaluation.sample import Sample
from tandem_shared.errors import UsageError


@dataclass(frozen=True)
class Format:
    """One benchmark's files. ``longest`` is how many characters an answer may have."""

    files: Callable[[Path], list[Path]]
    read: Callable[[Path], list[Sample]]
    longest: int
    few_words: bool = True
    """Whether a right answer has a few words; otherwise it may be a paragraph."""


FORMATS = {
    "locomo": Format(lambda data: [locomo.file_in(data)], locomo.read, 240),
    "longmemeval": Format(lambda data: [longmemeval.file_in(data)], longmemeval.read, 240),
    "beam": Format(beam.files_in, beam.read, 1000, few_words=False),
}


def digest(format_: Format, data: Path) -> str:
    """SHA-256 of every file that is read, in order. Raises ``UsageError``."""
    found = hashlib.sha256()
    for file in format_.files(data):
        found.update(digest_of_file(file).encode())
    return found.hexdigest()


def digest_of_file(path: Path) -> str:
    """SHA-256 of a file. Raises ``UsageError``."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise UsageError(
            f"{path.name} cannot be read: {error.strerror}", hint="name the file with --data"
        ) from error
