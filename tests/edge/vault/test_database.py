"""One door: what opens is encrypted, whole and of this key, or it does not open."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.vault import connecting
from tandem_edge.vault.connecting import PLAINTEXT_HEADER, connect, opens
from tandem_edge.vault.database import Database, open_database
from tandem_edge.vault.driver import SqlError
from tandem_edge.vault.holding import alone
from tandem_edge.vault.leaks import MARK, leaks_in
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.errors import TandemError, TrustError, UsageError
from tests.edge.vault.support import RIGHT, STEPS, WRONG, bytes_of


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "memory.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    with open_database(path, RIGHT, STEPS) as database:
        database["note"].insert({"text": MARK})
        yield database


def crashed(database: Database, to: Path) -> Path:
    """The files of an open database as a crash would leave them: the newest rows in the log."""
    to.mkdir()
    for each in database.path.parent.glob("memory.db*"):
        shutil.copyfile(each, to / each.name)
    assert (to / "memory.db-wal").stat().st_size > 0
    return to / "memory.db"


def refused(path: Path, key: Key = WRONG) -> TandemError:
    """The error of an opening that must change no byte."""
    before = bytes_of(path.parent)
    with pytest.raises(TandemError) as caught:
        open_database(path, key, STEPS)
    assert bytes_of(path.parent) == before
    return caught.value


def test_what_is_stored_is_there_again(database: Database, path: Path) -> None:
    database.close()
    with open_database(path, RIGHT, STEPS) as again:
        assert [row["text"] for row in again["note"].rows] == [MARK] and again.faults() == []


def test_a_wrong_key_leaves_every_byte_unchanged(database: Database, path: Path) -> None:
    database.close()
    error = refused(path)
    assert error.exit_code == 6 and "nothing was changed" in error.hint


def test_a_wrong_key_after_a_crash_leaves_every_byte_unchanged(
    database: Database, tmp_path: Path
) -> None:
    left = crashed(database, tmp_path / "left")
    assert refused(left).exit_code == 6
    with open_database(left, RIGHT, STEPS) as again:
        assert again["note"].count == 1 and again.faults() == []


def test_a_first_page_that_is_torn_is_mended_from_the_log(
    database: Database, tmp_path: Path
) -> None:
    database.conn.execute("PRAGMA user_version = 2")  # the first page, in the log too
    left = crashed(database, tmp_path / "left")
    torn = bytearray(left.read_bytes())
    torn[2048:4096] = bytes(2048)
    left.write_bytes(torn)
    assert refused(left).exit_code == 6
    with open_database(left, RIGHT, STEPS) as again:
        assert again["note"].count == 1 and again.faults() == []


@pytest.mark.parametrize("page", range(8))
def test_a_turned_bit_is_an_error_and_never_other_words(
    page: int, database: Database, path: Path
) -> None:
    database.close()
    data = bytearray(path.read_bytes())
    data[page * 4096 + 2000] ^= 1
    path.write_bytes(data)
    try:
        with open_database(path, RIGHT, STEPS) as again:
            assert again.faults() != []
            assert page > 0
    except TandemError as error:  # it was a page that opening reads
        assert page > 0 or error.exit_code == 6


def test_nothing_in_plain_text_is_on_the_disk(database: Database, path: Path) -> None:
    assert path.read_bytes()[:16] != PLAINTEXT_HEADER
    assert leaks_in(path.parent) == []
    assert (path.parent / "memory.db-wal").stat().st_size > 0


def test_a_plaintext_database_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(PLAINTEXT_HEADER + bytes(4080))
    error = refused(path, RIGHT)
    assert error.exit_code == 6 and "not encrypted" in str(error)


def test_a_library_that_does_not_encrypt_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3  # noqa: TID251 - what must not be mistaken for SQLCipher

    class Plain:
        connect = staticmethod(sqlite3.connect)

    monkeypatch.setattr(connecting, "dbapi2", Plain)
    with pytest.raises(TrustError, match="does not encrypt"):
        open_database(path, RIGHT, STEPS)
    assert set(bytes_of(path.parent)) == {"memory.db.lock"}


def test_an_empty_file_beside_a_log_is_no_new_database(database: Database, tmp_path: Path) -> None:
    left = crashed(database, tmp_path / "left")
    left.write_bytes(b"")
    assert "empty or gone" in str(refused(left, RIGHT))


def test_it_is_set_up_as_it_should_be(database: Database) -> None:
    def pragma(name: str) -> Any:
        return database.conn.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("cipher_version")
    assert pragma("journal_mode") == "wal" and pragma("synchronous") == 1
    assert pragma("temp_store") == 2 and pragma("secure_delete") == 1
    assert pragma("foreign_keys") == 1 and pragma("busy_timeout") == 5000


def test_every_commit_reaches_the_disk_where_that_is_asked_for(path: Path) -> None:
    with open_database(path, RIGHT, STEPS, full=True) as database:
        assert database.conn.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_its_files_are_the_owners_alone(database: Database, path: Path) -> None:
    for each in path.parent.iterdir():
        assert each.stat().st_mode & 0o077 == 0, each.name


def test_a_column_can_be_added_by_an_insert(database: Database) -> None:
    database["note"].insert({"text": "a", "place": "北京"}, alter=True)
    assert [row["place"] for row in database["note"].rows] == [None, "北京"]


def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    with pytest.raises(ValueError, match="no"), database.writing():
        database["note"].insert({"text": "half"})
        raise ValueError("no")
    assert database["note"].count == 1 and not database.conn.in_transaction


def test_errors_are_those_that_the_vault_names(database: Database) -> None:
    with pytest.raises(SqlError):
        database.execute("SELECT * FROM nowhere")


def test_the_key_shows_nowhere(database: Database) -> None:
    shown = f"{database!r} {vars(database)} {RIGHT!r}"
    assert RIGHT.now.reveal().hex() not in shown and repr(RIGHT.now.reveal()) not in shown


def test_a_key_of_another_length_is_refused(path: Path) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        connect(path, Secret(b"short"))


def test_of_two_keys_the_one_that_fits_opens(database: Database, path: Path) -> None:
    database.close()
    with open_database(path, Key(WRONG.now, former=RIGHT.now), STEPS) as again:
        assert again["note"].count == 1
    assert opens(path, RIGHT.now) and not opens(path, WRONG.now)


def test_two_may_have_it_open_and_none_while_it_is_replaced(database: Database, path: Path) -> None:
    with open_database(path, RIGHT, STEPS) as other:
        other["note"].insert({"text": "二"})
        assert database["note"].count == 2
    with pytest.raises(UsageError, match="in use"), alone(path, wait_s=0):
        pass
    database.close()
    with alone(path, wait_s=0):
        pass


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="reads the system's list of locks")
def test_trying_a_key_drops_no_lock_of_who_has_it_open(database: Database, path: Path) -> None:
    def locks() -> int:
        inode = path.stat().st_ino
        lines = Path("/proc/locks").read_text().splitlines()
        return sum(f":{inode} " in line and f" {os.getpid()} " in line for line in lines)

    held = locks()
    assert held > 0
    open_database(path, RIGHT, STEPS).close()
    with pytest.raises(TrustError):
        open_database(path, WRONG, STEPS)
    assert locks() == held
    path.read_bytes()
    assert locks() < held  # as any reading of the file by other means would


def test_a_database_is_made_once_by_whoever_comes_first(path: Path) -> None:
    faults: list[BaseException] = []

    def come(number: int) -> None:
        try:
            with open_database(path, RIGHT, STEPS) as database:
                database["note"].insert({"text": str(number)})
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=come, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert faults == []
    with open_database(path, RIGHT, STEPS) as database:
        assert database["note"].count == 4 and database.version == 3


def test_a_path_is_a_name_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a%20?mode=memory&key=x#日记 '.db"
    with open_database(path, RIGHT, STEPS) as database:
        database["note"].insert({"text": "x"})
    assert path.stat().st_size > 0 and opens(path, RIGHT.now)


def test_what_was_deleted_is_overwritten(path: Path) -> None:
    with open_database(path, RIGHT, STEPS) as database:
        database["note"].insert({"text": MARK})
        database.execute("DELETE FROM note")
        database.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    plain = path.with_name("plain")
    _decrypted(path, plain)
    assert leaks_in(plain.parent) == ["plain"]  # its header and its tables, being plain text
    assert MARK.encode() not in plain.read_bytes()


def _decrypted(path: Path, to: Path) -> None:
    """A page-by-page copy in plain text."""
    connection = connect(path, RIGHT.now)
    connection.execute("ATTACH DATABASE ? AS plain KEY ''", [str(to)])
    connection.execute("SELECT sqlcipher_export('plain')")
    connection.close()
