"""Tables of one scope's memory, and how an older file becomes a newer one.

Raw turns are never changed: the database itself refuses. A document is anything that a search can
find, a turn or a unit; its number joins the tables to the search texts and the vectors.
"""

from __future__ import annotations

from tandem_edge.memory.store.noting import noted_anew, noted_terms
from tandem_edge.memory.store.unlearned import unlearned_turns
from tandem_edge.vault.database import Database
from tandem_edge.vault.migrating import Migration

TABLES = """
CREATE TABLE documents (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    length INTEGER NOT NULL
) STRICT;

CREATE TABLE turns (
    n INTEGER PRIMARY KEY REFERENCES documents (n),
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    place INTEGER NOT NULL,
    speaker TEXT NOT NULL,
    text TEXT NOT NULL,
    at TEXT NOT NULL,
    moment REAL NOT NULL,
    origin TEXT NOT NULL,
    UNIQUE (session, place)
) STRICT;

CREATE INDEX turns_moment ON turns (moment);

CREATE TRIGGER turns_never_change BEFORE UPDATE ON turns
BEGIN SELECT RAISE(ABORT, 'a raw turn is never changed'); END;

CREATE TABLE units (
    n INTEGER PRIMARY KEY REFERENCES documents (n),
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    subject TEXT NOT NULL,
    attribute TEXT NOT NULL,
    moment REAL NOT NULL,
    pinned INTEGER NOT NULL,
    superseded_by TEXT,
    whole TEXT NOT NULL
) STRICT;

CREATE INDEX units_slot ON units (subject, attribute, status);

CREATE INDEX units_kind ON units (kind, status);

CREATE TABLE evidence (
    unit TEXT NOT NULL REFERENCES units (id) ON DELETE CASCADE,
    turn TEXT NOT NULL,
    PRIMARY KEY (unit, turn)
) STRICT, WITHOUT ROWID;

CREATE INDEX evidence_turn ON evidence (turn);

CREATE TABLE vectors (
    n INTEGER PRIMARY KEY REFERENCES documents (n) ON DELETE CASCADE,
    model TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    numbers BLOB NOT NULL
) STRICT;

CREATE INDEX vectors_model ON vectors (model);

CREATE VIRTUAL TABLE words USING fts5 (
    stems, pieces, content='', contentless_delete=1, tokenize='porter unicode61'
);

CREATE VIRTUAL TABLE word_counts USING fts5vocab ('words', 'row');

CREATE TABLE uses (
    unit TEXT PRIMARY KEY REFERENCES units (id) ON DELETE CASCADE,
    times INTEGER NOT NULL,
    last TEXT NOT NULL
) STRICT;

CREATE TABLE failures (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    stage TEXT NOT NULL,
    turn TEXT NOT NULL,
    why TEXT NOT NULL
) STRICT;

CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    what TEXT NOT NULL,
    whole TEXT NOT NULL
) STRICT;

CREATE TABLE rules (
    name TEXT PRIMARY KEY,
    whole TEXT NOT NULL
) STRICT;
"""
"""Statements with a blank line between."""


def first_tables(database: Database) -> None:
    """Everything that the first version has."""
    for statement in TABLES.split("\n\n"):
        database.execute(statement)


MIGRATIONS: tuple[Migration, ...] = (first_tables, noted_terms, unlearned_turns, noted_anew)
"""In order; a new one is added at the end, and none is ever changed."""
