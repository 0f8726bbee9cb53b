"""Whose memory a database is: it says so itself, so that one put in another's place is refused.

All databases of a home open with one key; the name of a file alone proves nothing.
"""

from __future__ import annotations

import json
from pathlib import Path

from tandem_edge.languages.catalogue import _
from tandem_edge.vault.database import Database
from tandem_edge.vault.driver import Connection
from tandem_shared.errors import TrustError
from tandem_shared.memory import Scope

BELONGS = "belongs"
"""The row of ``rules`` that holds the scope."""


def demand_belonging(connection: Connection, scope: Scope, path: Path) -> bool:
    """See that the database is of ``scope``; says whether it says so, or nothing at all yet.

    Raises ``TrustError`` for another scope's. Reads only.
    """
    rows = "SELECT count(*) FROM sqlite_master WHERE name = 'rules'"
    if not connection.execute(rows).fetchone()[0]:
        return False
    row = connection.execute("SELECT whole FROM rules WHERE name = ?", [BELONGS]).fetchone()
    if row is not None and json.loads(row[0]) != scope.model_dump():
        raise TrustError(
            _("{file} holds somebody else's memory", file=path.name),
            hint="nothing was changed; the files of two memories were swapped: put them back",
        )
    return row is not None


def settle_belonging(database: Database, scope: Scope) -> None:
    """Have a database say whose it is from now on. Raises as ``demand_belonging``."""
    if not demand_belonging(database.conn, scope, database.path):
        whole = json.dumps(scope.model_dump())
        database.execute("INSERT OR IGNORE INTO rules VALUES (?, ?)", [BELONGS, whole])
