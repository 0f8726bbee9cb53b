"""A memory of the first version opens as one that was kept by this one."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.retrieval.terms import chinese_column, terms, word_column
from tandem_edge.memory.store.book import Book
from tandem_edge.memory.store.schema import MIGRATIONS
from tandem_edge.vault.database import Database, open_database
from tandem_edge.vault.driver import SqlError
from tandem_shared.memory import RawTurn, Scope
from tests.edge.memory.store.conftest import KEY
from tests.edge.memory.store.test_book import source, unit

START = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
SAID = ("I ran to the café at 7", "我搬到杭州了", "no, don't", "He was running late again")
NOTED = (
    "SELECT id, terms, own, form FROM turns ORDER BY n",
    "SELECT id, terms, own, form FROM units ORDER BY n",
    "SELECT * FROM frequencies ORDER BY term",
    "SELECT * FROM unit_terms ORDER BY term, n",
    "SELECT * FROM collection",
)


def said() -> list[RawTurn]:
    return [
        RawTurn(session="s", order=at, speaker="Ana", text=text, at=START + timedelta(minutes=at))
        for at, text in enumerate(SAID)
    ]


def kept_now(path: Path) -> Database:
    """A database of this version with two turns of a session and a unit on one of them."""
    database = open_database(path, KEY, MIGRATIONS)
    book = Book(database, Scope())
    kept = capture(book, said()).kept
    one = unit([kept[0].id], "Ana ran to the café")
    book.add_unit(one, one.summary)
    return database


def kept_then(path: Path, now: Database) -> Database:
    """The same rows in a database of the first version, as that wrote them."""
    database = open_database(path, KEY, MIGRATIONS[:1])
    turn_columns = "n, id, session, place, speaker, text, at, moment, origin"
    unit_columns = "n, id, kind, status, subject, attribute, moment, pinned, superseded_by, whole"
    shown = {row[0]: dated(*row[1:]) for row in rows(now, "SELECT n, speaker, text, at FROM turns")}
    shown |= dict(rows(now, "SELECT n, json_extract(whole, '$.summary') FROM units"))
    for n, identity in rows(now, "SELECT n, id FROM documents"):
        put(database, "documents", "n, id, length", [n, identity, len(terms(shown[n]))])
        words = [n, word_column(shown[n]), chinese_column(shown[n])]
        put(database, "words", "rowid, stems, pieces", words)
    for table, columns in (("turns", turn_columns), ("units", unit_columns)):
        for row in rows(now, f"SELECT {columns} FROM {table}"):
            put(database, table, columns, row)
    return database


def dated(speaker: str, text: str, at: str) -> str:
    return f"{datetime.fromisoformat(at).day} March 2026 {speaker}: {text}"


def rows(database: Database, select: str) -> list[Any]:
    return database.execute(select).fetchall()


def put(database: Database, table: str, columns: str, row: Any) -> None:
    marks = ", ".join("?" * len(row))
    database.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", list(row))


def test_what_is_noted_afterwards_is_what_would_have_been_noted_at_once(tmp_path: Path) -> None:
    with closing(kept_now(tmp_path / "now.db")) as now:
        kept_then(tmp_path / "then.db", now).close()
        with closing(open_database(tmp_path / "then.db", KEY, MIGRATIONS)) as then:
            assert then.version == len(MIGRATIONS)
            for select in NOTED:
                assert rows(then, select) == rows(now, select) != [], select


def test_a_memory_of_before_is_searched_as_one_of_now(tmp_path: Path) -> None:
    with closing(kept_now(tmp_path / "now.db")) as now:
        kept_then(tmp_path / "then.db", now).close()
        with closing(open_database(tmp_path / "then.db", KEY, MIGRATIONS)) as then:
            for asked in ("running", "杭州", "10 March", "Ana"):
                found, expected = (
                    source(Book(each, Scope())).by_keyword(asked, 9) for each in (then, now)
                )
                assert found == expected != []


def test_a_raw_turn_is_still_never_changed(tmp_path: Path) -> None:
    with closing(kept_now(tmp_path / "now.db")) as now:
        kept_then(tmp_path / "then.db", now).close()
    with (
        closing(open_database(tmp_path / "then.db", KEY, MIGRATIONS)) as then,
        pytest.raises(SqlError, match="never changed"),
    ):
        then.execute("UPDATE turns SET text = 'other'")


def test_an_empty_memory_of_before_opens(tmp_path: Path) -> None:
    open_database(tmp_path / "then.db", KEY, MIGRATIONS[:1]).close()
    with closing(open_database(tmp_path / "then.db", KEY, MIGRATIONS)) as then:
        assert Book(then, Scope()).lengths() == (0, 0.0)
