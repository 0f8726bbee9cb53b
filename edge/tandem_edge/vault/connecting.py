"""A keyed connection, whether a key fits a file, and whether a file is encrypted at all.

A key is tried without letting SQLite write: read-only and ``immutable``, so that no journal is
rolled back and no log is checkpointed with a wrong key. Where the file alone does not open (a log
may hold what mends it), a copy outside the home is tried.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from tandem_edge.languages.catalogue import _
from tandem_edge.vault.driver import Connection, NotOurs, dbapi2
from tandem_edge.vault.holding import unopened_here
from tandem_edge.vault.secret import Key, Secret
from tandem_edge.vault.wrapping import KEY_BYTES
from tandem_shared.errors import TrustError

PLAINTEXT_HEADER = b"SQLite format 3\0"
"""The first 16 bytes of every SQLite file that is not encrypted (sqlite.org/fileformat)."""
BUSY_MS = 5000
COMPANIONS = ("-wal", "-journal")
"""Files beside a database that may hold the newest of it."""
WRONG_KEY = "nothing was changed; try the other ways in: tandem key status"


def connect(path: Path, key: Secret, *, read_only: bool = False) -> Connection:
    """An open connection that has been given its key; the key has not been tried.

    It commits by itself unless a transaction is begun, and may be handed from thread to thread.
    Raises ``TrustError`` when the library underneath does not encrypt.
    """
    secret = key.reveal()
    if len(secret) != KEY_BYTES:
        raise ValueError("a database's key has 32 bytes")
    query = "mode=ro&immutable=1" if read_only else "mode=rwc"
    connection = dbapi2.connect(
        f"file:{quote(str(path.resolve()))}?{query}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        timeout=BUSY_MS / 1000,
    )
    try:
        # Raw hex: nothing to quote, and none of the 100 ms that stretching a passphrase takes.
        connection.execute(f"PRAGMA key = \"x'{secret.hex()}'\"")
        _demand_cipher(connection)
        connection.execute("PRAGMA cipher_log_level = NONE")
        connection.execute("PRAGMA temp_store = MEMORY")  # FILE spills rows in plain text
    except BaseException:
        connection.close()
        raise
    return connection


def _demand_cipher(connection: Connection) -> None:
    """Plain SQLite takes ``PRAGMA key`` without a word and writes plain text."""
    if not (row := connection.execute("PRAGMA cipher_version").fetchone()) or not row[0]:
        raise TrustError(
            "the database library does not encrypt",
            hint="install sqlcipher3 again: pip install --force-reinstall sqlcipher3",
        )


def demand_encrypted(path: Path) -> None:
    """Look at the bytes, not at a flag. Raises ``TrustError`` for a file in plain text.

    One that this process has open already was looked at then.
    """
    with unopened_here(path) as unopened:
        if not unopened:
            return
        with path.open("rb") as file:
            header = file.read(len(PLAINTEXT_HEADER))
    if header == PLAINTEXT_HEADER:
        raise TrustError(
            _("{file} is not encrypted", file=path.name),
            hint=_("it was not opened; move {file} away, and find out what wrote it", file=path),
        )


def is_empty(path: Path) -> bool:
    """Whether there is no file, or nothing in it: to SQLite, a single byte is nothing."""
    return not path.exists() or path.stat().st_size <= 1


def is_new(path: Path) -> bool:
    """Whether a database has yet to be made here. Only for who holds it ``alone``.

    Raises ``TrustError`` for an empty file, since none is ever made, and for no file beside a log:
    something was cut off, and a new database would overwrite what is left.
    """
    if not is_empty(path):
        return False
    for companion in companions_of(path):
        if companion.exists() and companion.stat().st_size > 0:
            raise TrustError(
                _(
                    "{file} is empty or gone, but {companion} is there",
                    file=path.name,
                    companion=companion.name,
                ),
                hint="nothing was changed; put the database back from a backup",
            )
    if path.exists():
        raise TrustError(
            _("{file} is empty: it was cut off", file=path.name),
            hint="nothing was changed; put it back from a backup, or move it away to begin anew",
        )
    return True


def companions_of(path: Path) -> tuple[Path, ...]:
    """Where the log and the journal of a database lie; they need not exist."""
    return tuple(path.with_name(path.name + suffix) for suffix in COMPANIONS)


def fitting(path: Path, key: Key) -> Secret:
    """Which of the keys opens the database. Raises ``TrustError`` when none does, or when one is
    right and the file is cut off.

    No byte beside or of the file changes.
    """
    for candidate in key.candidates * 2:  # another process may be writing the very page: again
        if opens(path, candidate):
            return candidate
    if any(_is_cut(path, candidate) for candidate in key.candidates):
        raise damaged(path)
    raise TrustError(_("{file} does not open with this key", file=path.name), hint=WRONG_KEY)


def damaged(path: Path) -> TrustError:
    """What an altered or cut off database is told as."""
    return TrustError(
        _("{file} is damaged or was altered", file=path.name),
        hint="nothing was changed; put it back from a backup of the home folder",
    )


def opens(path: Path, key: Secret) -> bool:
    """Whether ``key`` opens the database, found out without changing anything."""
    if _reads(path, key):
        return True
    with unopened_here(path) as unopened:
        logged = any(each.exists() and each.stat().st_size for each in companions_of(path))
        return unopened and logged and _copy_reads(path, key)


def _reads(path: Path, key: Secret) -> bool:
    with closing(connect(path, key, read_only=True)) as connection:
        return _answers(connection)


def _copy_reads(path: Path, key: Secret) -> bool:
    """Whether a copy with its log opens: a crash may have torn the page that holds the header."""
    with copied(path) as copy, closing(connect(copy, key)) as connection:
        return _answers(connection)


def _is_cut(path: Path, key: Secret) -> bool:
    """Whether the first page opens, and there are fewer pages than it says."""
    with closing(connect(path, key, read_only=True)) as connection:
        try:
            connection.execute("PRAGMA schema_version").fetchone()
        except NotOurs as error:
            return "malformed" in str(error)
    return False


@contextmanager
def copied(path: Path) -> Iterator[Path]:
    """A copy of the database and what lies beside it, outside the home for as long as needed."""
    with tempfile.TemporaryDirectory(prefix="tandem-") as folder:
        copy = Path(folder) / path.name
        for each in (path, *companions_of(path)):
            if each.exists():
                shutil.copyfile(each, copy.with_name(each.name))
        yield copy


def _answers(connection: Connection) -> bool:
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except NotOurs:
        return False
    return True


def faults_of(connection: Connection) -> list[str]:
    """What SQLite's and SQLCipher's own checks find; nothing when the database is whole."""
    try:
        # The cipher's check looks at the file alone: what the log holds goes there first.
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        found = [row[0] for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        return [*found, *(row[0] for row in connection.execute("PRAGMA cipher_integrity_check"))]
    except NotOurs as error:
        return [f"the check broke off ({type(error).__name__})"]


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A place to write a new database, which takes the place of ``path`` when all went well.

    It is durable when this returns. What was left there by a crash is removed first.
    """
    work = path.with_name(path.name + ".part")
    _remove(work)
    try:
        yield work
        demand_encrypted(work)
        work.chmod(0o600)
        _sync(work)
        work.replace(path)
    except BaseException:
        _remove(work)
        raise
    _sync(path.parent)


def _remove(path: Path) -> None:
    for each in (path, *companions_of(path), path.with_name(path.name + "-shm")):
        each.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
