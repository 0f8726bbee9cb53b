"""The detector of plain text finds it where it is: else its silence would prove nothing."""

from __future__ import annotations

import os
import sqlite3  # noqa: TID251 - the control: what plain text on a disk looks like
from pathlib import Path

import pytest

from tandem_edge.vault.leaks import ENCODINGS, MARK, leaks_held_by, leaks_in, signs_of


def test_it_finds_a_plaintext_database_and_its_log(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "plain.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE said (text TEXT)")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("INSERT INTO said VALUES (?)", [MARK])
    connection.commit()
    assert set(leaks_in(tmp_path)) == {"plain.db", "plain.db-wal"}
    connection.close()


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("words", ["秘密标记七号", "secret mark 7d1f"])
def test_it_finds_either_language_in_every_encoding(
    encoding: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "log").write_bytes(b"\x00x" + words.encode(encoding) + b"y")
    assert leaks_in(tmp_path) == ["deep/log"]


def test_it_finds_words_in_a_name(tmp_path: Path) -> None:
    (tmp_path / "秘密标记七号.txt").touch()
    assert len(leaks_in(tmp_path)) == 1


def test_it_finds_a_deleted_file_that_is_open_still(tmp_path: Path) -> None:
    file = tmp_path / "etilqs_1"
    with file.open("wb") as open_file:
        open_file.write(MARK.encode())
        open_file.flush()
        assert "etilqs_1 (deleted)" not in leaks_held_by(os.getpid())
        file.unlink()
        assert "etilqs_1 (deleted)" in leaks_held_by(os.getpid())


def test_it_stays_silent_about_other_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(range(256)) * 40)
    assert leaks_in(tmp_path) == []


def test_no_sign_is_so_short_that_chance_makes_it() -> None:
    assert min(map(len, signs_of())) >= 12


def test_it_finds_other_bytes_that_it_is_told_of(tmp_path: Path) -> None:
    key = bytes(range(100, 132))
    (tmp_path / "a").write_bytes(b"x" + key + b"y")
    assert leaks_in(tmp_path) == [] and leaks_in(tmp_path, [key]) == ["a"]
