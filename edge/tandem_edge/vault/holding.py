"""Who has a database open: shared by all that use it, alone for what replaces its file.

A database file is replaced as a whole when its key changes. Whoever had it open would go on
writing into the old one, so every open database holds a shared lock on a file beside it.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError

WAIT_S = 5.0
STEP_S = 0.02

_open_here: Counter[str] = Counter()
_counting = threading.Lock()


def lock_of(path: Path) -> Path:
    """The file whose lock stands for the database."""
    return path.with_name(path.name + ".lock")


class Hold:
    """A shared hold on a database for as long as it is open here."""

    def __init__(self, path: Path) -> None:
        """Raises ``UsageError`` when it is being replaced for longer than ``WAIT_S``."""
        self._name = str(path.resolve())
        self._descriptor: int | None = _locked(path, fcntl.LOCK_SH, WAIT_S)
        with _counting:
            _open_here[self._name] += 1

    def release(self) -> None:
        """Let go; may be called again."""
        if self._descriptor is None:
            return
        os.close(self._descriptor)
        self._descriptor = None
        with _counting:
            _open_here[self._name] -= 1


@contextmanager
def unopened_here(path: Path) -> Iterator[bool]:
    """Whether this process does not have the database open; it is not opened before this ends.

    Only then may its file be read as bytes: POSIX drops all of a process's locks on a file when any
    descriptor of it is closed (sqlite.org/howtocorrupt.html, 2.2).
    """
    with _counting:
        yield _open_here[str(path.resolve())] == 0


@contextmanager
def alone(path: Path, wait_s: float = WAIT_S) -> Iterator[None]:
    """Nobody else has the database open, and nobody opens it before this ends.

    Raises ``UsageError`` when somebody has it open for longer than ``wait_s``.
    """
    descriptor = _locked(path, fcntl.LOCK_EX, wait_s)
    try:
        yield
    finally:
        os.close(descriptor)


def _locked(path: Path, how: int, wait_s: float) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
    descriptor = os.open(lock_of(path), flags, 0o600)
    end = time.monotonic() + wait_s
    while True:
        try:
            fcntl.flock(descriptor, how | fcntl.LOCK_NB)
            return descriptor
        except BlockingIOError:
            if time.monotonic() > end:
                os.close(descriptor)
                raise UsageError(
                    _("{file} is in use", file=path.name),
                    hint="close the other Tandem (screens, serve) and repeat",
                ) from None
            time.sleep(STEP_S)
        except BaseException:
            os.close(descriptor)
            raise
