"""The second and the fourth version of the tables: what a search would otherwise count anew each
time is noted, and noted again where a note tells more.

Of each turn and unit the codes of its terms and its form (``retrieval.counted.Note``), of each term
in how many documents it stands, of the collection how large it is, and for each term the units that
have it. No word is written: a code says nothing without the text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from tandem_edge.memory.retrieval.counted import CODE, Note, note
from tandem_edge.memory.retrieval.pool import Passage, dated
from tandem_edge.vault.database import Database

TABLES = """
CREATE TABLE frequencies (
    term INTEGER PRIMARY KEY,
    documents INTEGER NOT NULL
) STRICT;

CREATE TABLE unit_terms (
    term INTEGER NOT NULL,
    n INTEGER NOT NULL REFERENCES units (n) ON DELETE CASCADE,
    PRIMARY KEY (term, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX unit_terms_n ON unit_terms (n);

CREATE TABLE collection (
    documents INTEGER NOT NULL,
    length INTEGER NOT NULL
) STRICT;

INSERT INTO collection SELECT count(*), ifnull(sum(length), 0) FROM documents;

CREATE TRIGGER documents_come AFTER INSERT ON documents
BEGIN UPDATE collection SET documents = documents + 1, length = length + NEW.length; END;

CREATE TRIGGER documents_go AFTER DELETE ON documents
BEGIN UPDATE collection SET documents = documents - 1, length = length - OLD.length; END;
"""
"""Statements with a blank line between."""
COLUMNS = ("terms BLOB NOT NULL DEFAULT x''", "own INTEGER NOT NULL DEFAULT 0",
           "form INTEGER NOT NULL DEFAULT 0")  # fmt: skip
GUARD = "turns_never_change"
AT_ONCE = 2_000
"""Rows that are read before they are written again."""


def noted_terms(database: Database) -> None:
    """Add the tables and columns, and note what is there already (about 3,000 turns a second)."""
    for statement in TABLES.strip().split("\n\n"):
        database.execute(statement)
    for table in ("turns", "units"):
        for column in COLUMNS:
            database.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
    _note_all(database)


def noted_anew(database: Database) -> None:
    """Note everything again: a form tells kinds of answer too, and a hexagram is no longer taken
    for a Chinese character. The index of words stays: to it a hexagram never was one."""
    for table in ("frequencies", "unit_terms"):
        database.execute(f"DELETE FROM {table}")
    _note_all(database)
    for table in ("turns", "units"):
        database.execute(
            f"UPDATE documents SET length = length(noted.terms) / {CODE.itemsize} "
            f"FROM {table} AS noted WHERE noted.n = documents.n"
        )
    database.execute(
        "UPDATE collection SET length = (SELECT ifnull(sum(length), 0) FROM documents)"
    )


def _note_all(database: Database) -> None:
    often: Counter[int] = Counter()
    _note_turns(database, often)
    _note_units(database, often)
    database.conn.executemany("INSERT INTO frequencies VALUES (?, ?)", list(often.items()))


def _note_turns(database: Database, often: Counter[int]) -> None:
    """What was said does not change by this, so the guard steps aside for it."""
    row = database.execute("SELECT sql FROM sqlite_master WHERE name = ?", [GUARD]).fetchone()
    database.execute(f"DROP TRIGGER {GUARD}")
    for rows in _portions(database, "SELECT n, speaker, text, at FROM turns"):
        _write(database, "turns", [(n, _note_of_turn(*said)) for n, *said in rows], often)
    database.execute(row[0])


def _note_of_turn(speaker: str, text: str, at: str) -> Note:
    return note(text, dated(Passage("", text, speaker, datetime.fromisoformat(at))))


def _note_units(database: Database, often: Counter[int]) -> None:
    for rows in _portions(database, "SELECT n, json_extract(whole, '$.summary') FROM units"):
        noted = [(n, note(summary, summary)) for n, summary in rows]
        _write(database, "units", noted, often)
        terms = [(term, n) for n, each in noted for term in each.distinct]
        database.conn.executemany("INSERT INTO unit_terms VALUES (?, ?)", terms)


def _portions(database: Database, select: str) -> Iterator[list[Any]]:
    last = 0
    while rows := database.execute(
        f"{select} WHERE n > ? ORDER BY n LIMIT ?", [last, AT_ONCE]
    ).fetchall():
        yield rows
        last = rows[-1][0]


def _write(
    database: Database, table: str, noted: list[tuple[int, Note]], often: Counter[int]
) -> None:
    database.conn.executemany(
        f"UPDATE {table} SET terms = ?, own = ?, form = ? WHERE n = ?",
        [(each.codes, each.own, each.form, n) for n, each in noted],
    )
    for _, each in noted:
        often.update(each.distinct)
