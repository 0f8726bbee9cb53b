"""Files written so that a crash leaves the old or the new one, and read within limits."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import IO


def private_folder(path: Path) -> None:
    """Make the folder ``path`` and those above it that are missing, each for its owner alone.

    One that is there already stays as its owner set it. Raises ``OSError``.
    """
    missing = [each for each in (path, *path.parents) if not each.exists()]
    for each in reversed(missing):  # mkdir(parents=True) would give its mode to the last one alone
        each.mkdir(mode=0o700, exist_ok=True)
    if not path.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))


def open_private(path: str | Path, flags: int) -> int:
    """An opener for ``open``: a file that it makes is its owner's alone (0600)."""
    return os.open(path, flags, 0o600)


def write_atomically(path: Path, data: bytes, *, mode: int = 0o600) -> None:
    """Replace ``path`` by ``data``: temporary file, fsync, rename, fsync of the folder.

    Raises ``OSError`` (a full disk, say) with the old file untouched.
    """
    private_folder(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def writable(path: Path) -> bool:
    """Whether this process may write a file, or in a folder, that is there."""
    by_effect = os.access in os.supports_effective_ids
    return os.access(path, os.W_OK, effective_ids=by_effect)


def append_line(path: Path, line: bytes) -> None:
    """Add ``line``, which holds no newline, to a file of lines; durable when this returns.

    The beginning of a line that a crash tore off is dropped first. For one writer at a time.
    """
    new = not path.exists()
    with open(path, "ab+", opener=open_private) as file:
        _drop_torn_end(file)
        file.write(line + b"\n")
        file.flush()
        os.fsync(file.fileno())
    if new:
        sync_folder(path.parent)


def _drop_torn_end(file: IO[bytes]) -> None:
    if file.seek(0, os.SEEK_END) == 0:
        return
    file.seek(-1, os.SEEK_END)
    if file.read(1) != b"\n":
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)


def sync_folder(folder: Path) -> None:
    """Make renames inside ``folder`` durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_limited(path: Path, most: int) -> bytes:
    """The bytes of a file that a person named.

    Raises ``OSError``, or ``ValueError`` when it is no regular file (a device never ends, a pipe
    may never begin) or holds more than ``most`` bytes.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise ValueError("it is not a regular file")
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"it is over {most / 1e6:g} MB")
    return data


def why_unread(error: Exception) -> str:
    """Why a file that a person named could not be read, without naming it again."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
