"""The pool of one workspace and agent: lessons in an encrypted file of their own, with no user.

Nothing in it says who told a lesson, when, or in which conversation; its id is chance alone. Whose
it was is known only in that user's own memory, which can take it back.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import StringConstraints, field_validator

from tandem_edge.vault.database import Database, open_database
from tandem_edge.vault.migrating import Migration
from tandem_edge.vault.secret import Key
from tandem_shared.memory import LONGEST_SUMMARY, Scope, language_code
from tandem_shared.text import one_line
from tandem_shared.tools import Frozen

ID_BYTES = 16
TABLE = (
    "CREATE TABLE lessons (id TEXT PRIMARY KEY, language TEXT NOT NULL, text TEXT NOT NULL) STRICT"
)


class Lesson(Frozen):
    """Something reusable, in one sentence that names nobody."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_SUMMARY)]
    language: language_code

    @field_validator("text")
    @classmethod
    def _plain(cls, text: str) -> str:
        if text != one_line(text):
            raise ValueError("a lesson is one plain line")
        return text


@dataclass
class Pool:
    """The lessons of one workspace and agent."""

    database: Database

    def add(self, lesson: Lesson) -> str:
        """Keep a lesson; gives its id."""
        identity = f"lesson_{secrets.token_hex(ID_BYTES)}"
        self.database.execute(
            "INSERT INTO lessons VALUES (?, ?, ?)", [identity, lesson.language, lesson.text]
        )
        return identity

    def lessons(self) -> dict[str, Lesson]:
        """Every lesson by its id, in no order that tells when it came."""
        rows = self.database.execute("SELECT id, text, language FROM lessons ORDER BY id")
        return {row[0]: Lesson(text=row[1], language=row[2]) for row in rows.fetchall()}

    def remove(self, ids: Collection[str]) -> int:
        """Take lessons out for good, from the pages of the file too; says how many there were."""
        with self.database.writing():
            gone = sum(
                self.database.execute("DELETE FROM lessons WHERE id = ?", [each]).rowcount
                for each in ids
            )
        self.database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return gone


def pool_of(home: Path, scope: Scope) -> Path:
    """The file of the pool that a scope takes part in, whoever its user is."""
    return home / f"experience@{scope.workspace}@{scope.agent}.db"


@contextmanager
def open_pool(home: Path, key: Key, scope: Scope) -> Iterator[Pool]:
    """The pool of ``scope``. Raises what ``vault.database.open_database`` raises."""
    database = open_database(pool_of(home, scope), key, MIGRATIONS)
    try:
        yield Pool(database)
    finally:
        database.close()


def _first_table(database: Database) -> None:
    database.execute(TABLE)


MIGRATIONS: tuple[Migration, ...] = (_first_table,)
"""In order; a new one is added at the end, and none is ever changed."""
