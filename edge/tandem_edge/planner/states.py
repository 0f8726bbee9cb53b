"""Saved states of evaluated prompt text: files in a folder, named after what they stand for.

A state's bytes are written under their SHA-256, since llama.cpp aborts on damaged ones. A file
that cannot be read or written costs time, nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.files import write_atomically

DIGEST_BYTES = 32
KEPT = 16
"""State files, and folders of blocks, that are kept: the last used ones."""
KEPT_BLOCKS = 512
"""Blocks of one folder that are kept: a phone's tools twice over. Other people's tools (a client's,
a server's) come without end."""
STALE_S = 3600.0
"""A temporary file of this age belongs to a process that was killed while writing it."""


@dataclass(frozen=True)
class States:
    """The states in one folder."""

    folder: Path

    def read(self, name: str) -> bytes:
        """The state called ``name``, or no bytes when there is no whole one."""
        path = self._path(name)
        try:
            saved = path.read_bytes()
        except OSError:
            return b""
        digest, state = saved[:DIGEST_BYTES], saved[DIGEST_BYTES:]
        if hashlib.sha256(state).digest() != digest:
            return b""
        with contextlib.suppress(OSError):
            os.utime(path)  # the files used longest ago go first
        return state

    def write(self, name: str, state: bytes) -> None:
        """Keep ``state``, and forget what was used longest ago."""
        with contextlib.suppress(OSError):
            write_atomically(self._path(name), hashlib.sha256(state).digest() + state)

    def inside(self, name: str) -> States:
        """States that belong to the one called ``name``."""
        return States(self.folder / f"{name}.blocks")

    def prune(self, kept: int = KEPT) -> None:
        """Remove the states used longest ago, and what killed processes left half written."""
        late = time.time() - STALE_S
        by_use = sorted(self.folder.glob("*.state"), key=_used, reverse=True)
        stale = [path for path in self.folder.glob(".*.state.*") if _used(path) < late]
        for path in by_use[kept:] + stale:
            with contextlib.suppress(OSError):
                path.unlink()
            shutil.rmtree(self.inside(path.stem).folder, ignore_errors=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.state"


def _used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0  # another process has removed it


def name_of(*parts: object) -> str:
    """A file name for whatever ``parts`` say."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()
