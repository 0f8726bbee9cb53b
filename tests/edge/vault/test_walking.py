"""A log that a crash has left is whole; one with a commit that SQLite would never reach is not."""

from __future__ import annotations

import shutil
import sqlite3  # noqa: TID251 - real logs of SQLite itself, and what SQLite makes of them
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.vault.walking import FRAME, HEADER, whole_until

PAGE = 512
SIZE = FRAME + PAGE
ROWS = 12


def connected(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA page_size = {PAGE}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA wal_autocheckpoint = 0")
    return connection


def log_of(path: Path) -> bytes:
    return path.with_name(path.name + "-wal").read_bytes()


def is_whole(log: bytes) -> bool:
    return whole_until(log) is None


def rows_in(path: Path, log: bytes, folder: Path) -> int:
    """How many rows SQLite itself finds with that log."""
    copy = folder / "copy.db"
    for each in folder.glob("copy.db*"):
        each.unlink()
    shutil.copyfile(path, copy)
    copy.with_name("copy.db-wal").write_bytes(log)
    with closing(sqlite3.connect(copy)) as connection:
        return int(connection.execute("SELECT count(*) FROM said").fetchone()[0])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where copies are made."""
    return tmp_path_factory.mktemp("copies")


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A database whose rows, a commit each, are all in its log."""
    path = tmp_path_factory.mktemp("log") / "said.db"
    with closing(connected(path)) as connection:
        connection.execute("CREATE TABLE said (text TEXT)")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        for number in range(ROWS):
            connection.execute("INSERT INTO said VALUES (?)", [f"{number}" * 200])
        yield path


def test_a_log_of_sqlites_own_is_whole(logged: Path) -> None:
    assert is_whole(log_of(logged)) and len(log_of(logged)) > ROWS * SIZE
    assert is_whole(b"")


@given(st.data())
def test_a_log_cut_off_anywhere_is_what_a_crash_leaves(logged: Path, data: st.DataObject) -> None:
    log = log_of(logged)
    assert is_whole(log[: data.draw(st.integers(0, len(log)))])


@given(st.data())
def test_a_bit_turned_anywhere_before_the_last_page_is_noticed(
    logged: Path, folder: Path, data: st.DataObject
) -> None:
    log = bytearray(log_of(logged))
    at = data.draw(st.integers(0, len(log) - SIZE - 1))
    log[at] ^= 1 << data.draw(st.integers(0, 7))
    there = rows_in(logged, bytes(log), folder)
    assert there < ROWS, "SQLite passes over it without a word"
    whole = whole_until(bytes(log))
    assert whole is not None and whole <= at
    left = bytes(log[:whole])
    assert is_whole(left) and rows_in(logged, left, folder) == there


@given(st.data())
def test_a_bit_turned_in_the_last_page_cannot_be_told_from_a_crash(
    logged: Path, data: st.DataObject
) -> None:
    log = bytearray(log_of(logged))
    log[data.draw(st.integers(len(log) - SIZE, len(log) - 1))] ^= 1
    assert is_whole(bytes(log))


@given(st.binary(max_size=4 * SIZE))
def test_any_bytes_can_be_walked_through(data: bytes) -> None:
    assert is_whole(data) is (len(data) <= HEADER)


def test_what_is_left_of_an_earlier_log_is_passed_over(tmp_path: Path) -> None:
    """SQLite begins its log anew over the old one, whose end stays behind."""
    path = tmp_path / "said.db"
    with closing(connected(path)) as connection:
        connection.execute("CREATE TABLE said (text TEXT)")
        for number in range(ROWS):
            connection.execute("INSERT INTO said VALUES (?)", [f"{number}" * 200])
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        long = len(log_of(path))
        connection.execute("INSERT INTO said VALUES ('again')")
        assert len(log_of(path)) == long
        assert is_whole(log_of(path))


def test_what_is_left_of_a_transaction_that_was_rolled_back_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "said.db"
    with closing(connected(path)) as connection:
        connection.execute("PRAGMA cache_size = 2")  # pages leave memory before the commit
        connection.execute("CREATE TABLE said (text TEXT)")
        connection.execute("BEGIN")
        for number in range(200):
            connection.execute("INSERT INTO said VALUES (?)", [f"{number}" * 100])
        connection.execute("ROLLBACK")
        spilled = len(log_of(path))
        connection.execute("INSERT INTO said VALUES ('again')")
        assert len(log_of(path)) == spilled > 20 * SIZE
        assert is_whole(log_of(path))
