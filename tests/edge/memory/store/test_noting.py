"""A memory of an earlier version opens as one that was kept by this one."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.retrieval.terms import chinese_column, terms, word_column
from tandem_edge.memory.store.book import Book
from tandem_edge.memory.store.noting import noted_anew
from tandem_edge.memory.store.schema import MIGRATIONS
from tandem_edge.vault.database import Database, open_database
from tandem_edge.vault.driver import SqlError
from tandem_shared.memory import RawTurn, Scope
from tests.edge.memory.store.conftest import KEY
from tests.edge.memory.store.test_book import source, unit

START = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
SAID = (
    "I ran to the café at 7",
    "我搬到杭州了",
    "no, don't",
    "He was running late again",
    "茶\u4dc0叶, £30 at the harbour",
)
NOTED = (
    "SELECT n, terms, own, form FROM turns ORDER BY n",
    "SELECT n, terms, own, form FROM units ORDER BY n",
    "SELECT * FROM frequencies ORDER BY term",
    "SELECT * FROM unit_terms ORDER BY term, n",
    "SELECT * FROM collection",
    "SELECT n, length FROM documents ORDER BY n",
)
NOTED_OTHERWISE = (
    "DROP TRIGGER turns_never_change",
    "UPDATE turns SET terms = CAST(terms || x'01020304' AS BLOB), own = own + 1, form = form & 63",
    "UPDATE units SET terms = x'', own = 0, form = form & 63",
    "UPDATE documents SET length = length + 1",
    "UPDATE frequencies SET documents = documents + 2",
    "INSERT INTO frequencies VALUES (67305985, 5)",
    "UPDATE unit_terms SET term = term + 1",
    "UPDATE collection SET length = length + 7",
)
"""What makes of notes of this version such as an earlier one may have left."""


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


def kept_a_version_ago(path: Path) -> None:
    """A database before everything was noted anew, with notes that say something else."""
    database = kept_now(path)
    guard = rows(database, "SELECT sql FROM sqlite_master WHERE name = 'turns_never_change'")
    for statement in (*NOTED_OTHERWISE, guard[0][0]):
        database.execute(statement)
    database.execute("DELETE FROM tandem_migrations WHERE name = 'noted_anew'")
    assert database.version == MIGRATIONS.index(noted_anew)
    database.close()


def test_what_was_noted_otherwise_is_noted_anew(tmp_path: Path) -> None:
    with closing(kept_now(tmp_path / "now.db")) as now:
        kept_a_version_ago(tmp_path / "then.db")
        with closing(open_database(tmp_path / "then.db", KEY, MIGRATIONS)) as then:
            assert then.version == len(MIGRATIONS)
            for select in NOTED:
                assert rows(then, select) == rows(now, select) != [], select


def test_a_turn_is_never_changed_after_it_was_noted_anew(tmp_path: Path) -> None:
    kept_a_version_ago(tmp_path / "then.db")
    with (
        closing(open_database(tmp_path / "then.db", KEY, MIGRATIONS)) as then,
        pytest.raises(SqlError, match="never changed"),
    ):
        then.execute("UPDATE turns SET text = 'other'")


def test_an_empty_memory_of_before_opens(tmp_path: Path) -> None:
    open_database(tmp_path / "then.db", KEY, MIGRATIONS[:1]).close()
    with closing(open_database(tmp_path / "then.db", KEY, MIGRATIONS)) as then:
        assert Book(then, Scope()).lengths() == (0, 0.0)
