"""The one function that opens a database of Tandem's, encrypted by SQLCipher."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from tandem_edge.files import private_folder
from tandem_edge.languages.catalogue import _
from tandem_edge.vault.backups import back_up
from tandem_edge.vault.checking import Look, examine
from tandem_edge.vault.connecting import (
    WRONG_KEY,
    connect,
    damaged,
    demand_encrypted,
    faults_of,
    fitting,
    is_empty,
    is_new,
    replacing,
)
from tandem_edge.vault.driver import Busy, Connection, NotOurs, sqlite_utils
from tandem_edge.vault.holding import Hold, alone
from tandem_edge.vault.migrating import Migration, migrate, pending, prepare, version_of
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.errors import TandemError, TrustError

PAGES_KB = 7_000
"""Of pages that are kept in memory, decrypted. Each keyword search reads the lengths of texts all
over a memory: of 200,000 texts they stay with 6,500 and more, and with less none of them do."""
WAL_ATTEMPTS = 100
WAL_STEP_S = 0.02


class Database(sqlite_utils.Database):
    """An open, encrypted database: sqlite-utils over SQLCipher.

    Outside ``writing`` and ``atomic`` every statement commits by itself. One connection may be
    handed from thread to thread, one at a time. Errors are those of ``vault.driver.SqlError``.
    """

    def __init__(self, connection: Connection, path: Path, hold: Hold) -> None:
        self.path = path
        self._hold = hold
        # Plugins of sqlite-utils are anybody's code, and would see every row.
        super().__init__(connection, execute_plugins=False)

    def __repr__(self) -> str:
        return f"<Database {self.path.name}>"

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction that takes the right to write at once, all or nothing."""
        self.conn.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.conn.execute("COMMIT")
        except BaseException:
            if self.conn.in_transaction:
                self.conn.execute("ROLLBACK")
            raise

    def faults(self) -> list[str]:
        """What the integrity checks of SQLite and SQLCipher find; nothing when it is whole."""
        return faults_of(self.conn)

    @property
    def version(self) -> int:
        """How many migrations it has seen."""
        return version_of(self)

    def close(self) -> None:
        """Close it and let others replace its file; may be called again."""
        super().close()
        self._hold.release()


def open_database(
    path: Path,
    key: Key,
    migrations: Sequence[Migration],
    *,
    full: bool = False,
    look: Look = lambda _: None,
) -> Database:
    """Open the database at ``path``, or make it, and bring it to the newest version.

    It is in WAL mode with foreign keys on, deleted content overwritten, temporary tables in memory.
    With ``full`` each commit is on the disk when it returns (``synchronous = FULL``: outbox,
    approvals); without, the last commits may be lost when the power fails, never when a process
    dies. Before an existing file is migrated it is backed up. ``look`` may refuse a database that
    was there already, before a byte of it is written.

    Raises ``TrustError`` when no key fits, when the file is in plain text, damaged, altered or cut
    off (no byte has changed then); ``UsageError`` for a file of a newer Tandem or one in use.
    """
    try:
        return _open(path, key, migrations, look, full=full)
    except NotOurs as error:
        raise unusable(path, error) from error
    except OSError as error:
        raise TandemError(
            _(
                "{file} cannot be opened: {why}",
                file=path.name,
                why=_(error.strerror or type(error).__name__),
            ),
            hint="nothing was changed; see that the home folder is yours to write, and has room",
        ) from error


def _open(
    path: Path, key: Key, migrations: Sequence[Migration], look: Look, *, full: bool
) -> Database:
    private_folder(path.parent)
    if is_empty(path):
        _make(path, key.now)
    demand_encrypted(path)
    secret = fitting(path, key)
    examine(path, secret, look)
    hold = Hold(path)
    try:
        if key.former is not None:  # a rotation may have gone on before the hold
            secret = fitting(path, key)
        return _opened(path, secret, hold, migrations, full=full)
    except BaseException:
        hold.release()
        raise


def _make(path: Path, key: Secret) -> None:
    """Make an encrypted database of nothing; alone, since two would choose two salts.

    It is made elsewhere and renamed, so that there is never a file without its first page.
    """
    with alone(path):
        if not is_new(path):
            return
        with replacing(path) as work:
            work.touch(mode=0o600)
            with closing(connect(work, key)) as connection:
                connection.execute("PRAGMA user_version = 1")


def _opened(
    path: Path, secret: Secret, hold: Hold, migrations: Sequence[Migration], *, full: bool
) -> Database:
    connection = connect(path, secret)
    try:
        _set_up(connection, full=full)
        database = Database(connection, path, hold)
        _bring_up(database, secret, migrations)
    except BaseException:
        connection.close()
        raise
    return database


def _set_up(connection: Connection, *, full: bool) -> None:
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute(f"PRAGMA cache_size = -{PAGES_KB}")
    connection.execute("PRAGMA foreign_keys = ON")
    _log_ahead(connection)
    connection.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")


def _log_ahead(connection: Connection) -> None:
    """WAL mode; the change from a journal is refused, not waited for, while another reads."""
    for attempt in range(WAL_ATTEMPTS):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except Busy as error:
            if attempt == WAL_ATTEMPTS - 1 or "locked" not in str(error):
                raise
            time.sleep(WAL_STEP_S)


def _bring_up(database: Database, secret: Secret, migrations: Sequence[Migration]) -> None:
    if not database.table("tandem_migrations").exists():
        prepare(database)
    if pending(database, migrations) and (version := version_of(database)):
        back_up(database.conn, database.path, secret, version)
    migrate(database, migrations)


def unusable(path: Path, error: Exception) -> TandemError:
    """What a database error means to its owner. Its own words may quote rows: not repeated."""
    if "locked" in str(error):
        return TandemError(_("{file} is busy", file=path.name), hint="wait a moment and repeat")
    if "full" in str(error):
        return TandemError(_("there is no room for {file}", file=path.name), hint="free some space")
    if "I/O" in str(error):  # also a file that a limit keeps from growing
        return TandemError(
            _("{file} cannot be read or written: no room, or a fault of the disk", file=path.name),
            hint="free some space and repeat; nothing that was kept is lost",
        )
    if "not a database" in str(error):
        return TrustError(_("{file} does not open with this key", file=path.name), hint=WRONG_KEY)
    if "malformed" in str(error):
        return damaged(path)
    return TandemError(
        _("{file} cannot be used ({fault})", file=path.name, fault=type(error).__name__),
        hint=_("nothing was removed; copies are in {folder}/backups", folder=path.parent.name),
    )
