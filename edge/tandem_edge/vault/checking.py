"""Whether a database is whole, seen before it is opened for writing: damage changes nothing then.

SQLCipher finds an altered page only when it reads it, takes a page of zeros for an empty one, and
lets SQLite pass over a damaged log and copy another database's log into this one. So the log is
walked through, and every page authenticated, while nobody has the database open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tandem_edge.languages.catalogue import _
from tandem_edge.vault.connecting import companions_of, connect, copied, damaged, is_empty
from tandem_edge.vault.driver import Connection, NotOurs
from tandem_edge.vault.holding import alone
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.walking import whole_until
from tandem_shared.errors import TrustError, UsageError

MOST = 64_000_000
"""Bytes of a database whose pages are all authenticated: a tenth of a second. In a larger one an
altered page is found when it is read."""

Look = Callable[[Connection], object]
"""Looks at a connection before anything is written, and raises what it does not accept."""


def examine(path: Path, key: Secret, look: Look) -> None:
    """``demand_whole``, unless somebody has the database open: who opened it first has looked."""
    with ExitStack() as stack:
        try:
            stack.enter_context(alone(path, wait_s=0))
        except UsageError:
            return
        demand_whole(path, key, look)


def demand_whole(path: Path, key: Secret, look: Look = lambda _: None) -> None:
    """See that the database at ``path``, which ``key`` opens, is whole, and that ``look`` takes it.
    Only for who holds it ``alone``.

    Raises ``TrustError`` and what ``look`` raises; no byte has changed then.
    """
    logs = [each for each in companions_of(path) if each.exists() and each.stat().st_size]
    _demand_reached(logs)
    if is_empty(path):
        raise damaged(path)
    if sum(each.stat().st_size for each in (path, *logs)) > MOST:
        return
    with ExitStack() as stack:
        try:
            connection = stack.enter_context(_reading(path, key, logged=bool(logs)))
            broken = bool(connection.execute("PRAGMA cipher_integrity_check").fetchall())
        except NotOurs:
            broken = True
        if broken:
            raise damaged(path)
        look(connection)


@contextmanager
def _reading(path: Path, key: Secret, *, logged: bool) -> Iterator[Connection]:
    """A connection that changes nothing of the home: to the file, or to a copy with its log."""
    if not logged:
        with closing(connect(path, key, read_only=True)) as connection:
            yield connection
        return
    with copied(path) as copy, closing(connect(copy, key)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        yield connection


def _demand_reached(logs: Sequence[Path]) -> None:
    """See that SQLite would reach every commit in the log. Raises ``TrustError``."""
    for log in logs:
        if not log.name.endswith("-wal") or (whole := whole_until(log.read_bytes())) is None:
            continue
        cut = _("cut {file} to its first {number} bytes", file=log.name, number=whole)
        go_on = cut if whole else _("move {file} away", file=log.name)
        raise TrustError(
            _("{file}, the newest of the database, is damaged or was altered", file=log.name),
            hint=_(
                "nothing was changed; put it and its database back from a backup of the home "
                "folder, or {command} to go on without what follows",
                command=go_on,
            ),
        )
