"""Looks for plain text where only ciphertext may be: files, and what a process holds open."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

MARK = "秘密标记七号secret mark 7d1f"
"""Words that occur nowhere else, in both languages; those who are put to the test store them."""
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")
SIGNS = (b"SQLite format 3", b"CREATE TABLE")
"""What gives a database in plain text away, whatever it holds."""


def signs_of(mark: str = MARK) -> tuple[bytes, ...]:
    """The bytes to look for: each language's half of the mark, in every encoding, and ``SIGNS``."""
    at = next(index for index, letter in enumerate(mark) if letter.isascii())
    halves = (mark[:at], mark[at:])
    return (*(half.encode(each) for half in halves for each in ENCODINGS), *SIGNS)


def leaks_in(folder: Path, also: Sequence[bytes] = ()) -> list[str]:
    """Names of the files anywhere under ``folder`` that hold a sign, or any bytes of ``also``; a
    sign in a name counts too."""
    signs = (*signs_of(), *also)
    files = [each for each in sorted(folder.rglob("*")) if each.is_file()]
    return [
        str(each.relative_to(folder))
        for each in files
        if _holds(_content(each), signs) or _holds(os.fsencode(each.name), signs)
    ]


def leaks_held_by(pid: int, also: Sequence[bytes] = ()) -> list[str]:
    """Names of deleted files that process ``pid`` holds open and that hold a sign (Linux)."""
    signs = (*signs_of(), *also)
    return [name for name, data in _deleted(pid) if _holds(data, signs)]


def _deleted(pid: int) -> Iterator[tuple[str, bytes]]:
    folder = Path(f"/proc/{pid}/fd")
    for each in sorted(folder.iterdir()) if folder.is_dir() else ():
        try:
            target = str(each.readlink())
            if target.startswith("/") and target.endswith(" (deleted)"):
                yield Path(target).name, each.read_bytes()
        except OSError:
            continue  # closed meanwhile


def _content(path: Path) -> bytes:
    """The bytes of a file; none of one that went meanwhile."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _holds(data: bytes, signs: tuple[bytes, ...]) -> bool:
    return any(sign in data for sign in signs)
