"""Forward-only migrations: functions in a list, numbered by their place in it from 1.

What was done is kept in the table ``tandem_migrations``. A function is never changed, moved or
removed once it has been released: what follows is a new one at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.vault.database import Database

Migration = Callable[["Database"], None]
"""Brings a database one version on, inside a transaction that it neither begins nor ends."""
TABLE = "tandem_migrations"


def version_of(database: Database) -> int:
    """How many migrations the database has seen; 0 for a new one."""
    row = database.execute(f"SELECT coalesce(max(number), 0) FROM {TABLE}").fetchone()
    return int(row[0])


def prepare(database: Database) -> None:
    """Make the table of migrations where there is none."""
    database.execute(
        f"CREATE TABLE IF NOT EXISTS {TABLE} "
        "(number INTEGER PRIMARY KEY, name TEXT NOT NULL, at TEXT NOT NULL)"
    )


def pending(database: Database, migrations: Sequence[Migration]) -> int:
    """How many migrations are still to be done.

    Raises ``UsageError`` for a file that newer code, or other code, has written.
    """
    done = [row[0] for row in database.execute(f"SELECT name FROM {TABLE} ORDER BY number")]
    known = [each.__name__ for each in migrations[: len(done)]]
    if len(done) > len(migrations):
        raise UsageError(
            _(
                "{file} was written by a newer Tandem (version {written}, this one knows {known})",
                file=database.path.name,
                written=len(done),
                known=len(migrations),
            ),
            hint="nothing was changed; install the newer Tandem, or open one of the backups",
        )
    if done != known:
        raise UsageError(
            _("{file} holds something else than this Tandem expects", file=database.path.name),
            hint="nothing was changed; see that it is the right file, or open one of the backups",
        )
    return len(migrations) - len(done)


def migrate(database: Database, migrations: Sequence[Migration]) -> None:
    """Do what is still to be done, each in a transaction of its own.

    Two processes may come here at once: the second finds the work done. A migration that fails
    leaves the database at the version before it.
    """
    while pending(database, migrations):
        with database.writing():
            if pending(database, migrations):
                _next(database, migrations)


def _next(database: Database, migrations: Sequence[Migration]) -> None:
    number = version_of(database)
    step = migrations[number]
    step(database)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    database.execute(f"INSERT INTO {TABLE} VALUES (?, ?, ?)", [number + 1, step.__name__, now])
