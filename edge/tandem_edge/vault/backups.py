"""Copies of a database under the same key, taken before it is migrated."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from tandem_edge.files import sync_folder
from tandem_edge.vault.connecting import connect, replacing
from tandem_edge.vault.driver import Connection
from tandem_edge.vault.holding import lock_of
from tandem_edge.vault.secret import Secret

FOLDER = "backups"
KEPT = 2


def backups_of(path: Path) -> list[Path]:
    """The backups of the database at ``path``, oldest first."""
    return sorted((path.parent / FOLDER).glob(f"{path.stem}@*.db"))


def back_up(source: Connection, path: Path, key: Secret, version: int) -> Path:
    """Copy the open database ``source`` of ``path`` page by page; keep the newest ``KEPT``.

    The name sorts by time and tells the version. Raises ``OSError`` or a database error when the
    disk is full; then there is no new backup and the old ones are as they were.
    """
    folder = path.parent / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    now = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    target = folder / f"{path.stem}@{now}-v{version}.db"
    with replacing(target) as work:
        copy(source, work, key)
    _remove(backups_of(path)[:-KEPT])
    return target


def drop_backups(path: Path) -> int:
    """Remove every backup of the database at ``path``; says how many. Raises ``OSError``."""
    there = backups_of(path)
    _remove(there)
    if there:
        sync_folder(path.parent / FOLDER)
    return len(there)


def _remove(backups: list[Path]) -> None:
    for old in backups:
        old.unlink(missing_ok=True)
        lock_of(old).unlink(missing_ok=True)


def copy(source: Connection, target: Path, key: Secret) -> None:
    """Copy all pages by SQLite's backup API; ``target`` is encrypted with ``key``, as the source.

    Into a connection without the key, or with another, SQLCipher refuses to copy.
    """
    target.touch(mode=0o600)
    with closing(connect(target, key)) as destination:
        source.backup(destination)
        # One file, without a log beside it: it is moved and kept as such.
        destination.execute("PRAGMA journal_mode = DELETE")
