"""SHA-256 of a model file, computed when it must be and remembered while the file is the same."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from tandem_edge.models.cache import Cache, Stamp
from tandem_shared.errors import TandemError

CHUNK = 1 << 20


def digest_file(path: Path, on_bytes: Callable[[int], None] = lambda done: None) -> Stamp:
    """Read ``path`` to its end. ``on_bytes`` hears how many bytes have been read so far.

    Raises ``TandemError`` if it changes meanwhile or cannot be read.
    """
    try:
        with path.open("rb", buffering=0) as file:
            before = os.fstat(file.fileno())
            digest = hashlib.sha256()
            done = 0
            while chunk := file.read(CHUNK):
                digest.update(chunk)
                done += len(chunk)
                on_bytes(done)
            after = os.fstat(file.fileno())
    except OSError as error:
        raise TandemError(f"{path} cannot be read: {error.strerror or error}") from error
    if _identity(before) != _identity(after) or done != after.st_size:
        raise TandemError(f"{path} changed while it was being checked", hint="try again")
    return _stamp(after, digest.hexdigest())


def digest_of(path: Path, cache: Cache, *, afresh: bool = False) -> str:
    """The digest of ``path``: remembered if the file is the very same, computed otherwise.

    "The same" means size, modification and change time and inode are what they were after the
    last full check (``verified.json``). That catches damage and honest mistakes at no cost; it
    is no defence against someone who can write the user's own cache, who could write the record
    as well. ``afresh`` computes in any case.
    """
    path = path.resolve()
    known = None if afresh else cache.stamps().get(str(path))
    if known is not None:
        try:
            if known == _stamp(path.stat(), known.sha256):
                return known.sha256
        except OSError as error:
            raise TandemError(f"{path} cannot be read: {error.strerror or error}") from error
    stamp = digest_file(path)
    cache.record_stamp(path, stamp)
    return stamp.sha256


def remember(path: Path, sha256: str, cache: Cache) -> None:
    """Record that ``path``, as it lies there now, has just been found to have this digest."""
    cache.record_stamp(path.resolve(), _stamp(path.stat(), sha256))


def _identity(status: os.stat_result) -> tuple[int, int, int]:
    return (status.st_size, status.st_mtime_ns, status.st_ino)


def _stamp(status: os.stat_result, sha256: str) -> Stamp:
    return Stamp(
        size=status.st_size,
        mtime_ns=status.st_mtime_ns,
        ctime_ns=status.st_ctime_ns,
        inode=status.st_ino,
        sha256=sha256,
    )
