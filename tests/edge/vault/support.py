"""What the tests of the vault share."""

from __future__ import annotations

from pathlib import Path

from tandem_edge.vault.database import Database
from tandem_edge.vault.secret import Key, Secret
from tandem_edge.vault.wrapping import Cost

CHEAP = Cost(passes=1, lanes=1, memory_kib=512)
PASSPHRASE = Secret("correct horse 电池 staple".encode())
OTHER = Secret("another passphrase 另一个".encode())
RIGHT = Key(Secret(b"\x01" * 32))
WRONG = Key(Secret(b"\x02" * 32))


def notes(database: Database) -> None:
    """The first migration of the tests' database."""
    database.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")


def words(database: Database) -> None:
    """The second: what was written becomes searchable."""
    database.execute("CREATE VIRTUAL TABLE word USING fts5(text)")
    database.execute("INSERT INTO word (rowid, text) SELECT id, text FROM note")


def moods(database: Database) -> None:
    """The third: a column with a default."""
    database.execute("ALTER TABLE note ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")


STEPS = (notes, words, moods)


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file under ``folder`` with its bytes."""
    return {
        str(each.relative_to(folder)): each.read_bytes()
        for each in sorted(folder.rglob("*"))
        if each.is_file()
    }
