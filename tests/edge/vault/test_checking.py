"""A damaged database is refused before a byte of it is written, and told as what it is."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tandem_edge.vault import checking
from tandem_edge.vault.connecting import connect
from tandem_edge.vault.database import open_database, unusable
from tandem_edge.vault.driver import dbapi2
from tandem_shared.errors import TandemError, TrustError
from tests.edge.vault.support import RIGHT, STEPS, bytes_of

NOTES = 300


def filled(folder: Path, *, leave_log: bool = False) -> Path:
    """A database of some dozen pages; with ``leave_log`` as a killed process leaves it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "made.db"
    with closing(open_database(path, RIGHT, STEPS)) as database:
        with database.writing():
            for number in range(NOTES):
                text = f"note {number} " * 20
                database.execute("INSERT INTO note (text) VALUES (?)", [text])
        if not leave_log:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        for number in range(3):
            database.execute("INSERT INTO note (text) VALUES (?)", [f"newest {number}"])
        left = folder / "left"
        left.mkdir()
        for each in folder.glob("made.db*"):
            shutil.copyfile(each, left / each.name)
    return (left if leave_log else folder) / "made.db"


def refused(path: Path) -> TandemError:
    before = bytes_of(path.parent)
    with pytest.raises(TrustError) as caught:
        open_database(path, RIGHT, STEPS)
    assert bytes_of(path.parent) == before and "nothing was changed" in caught.value.hint
    return caught.value


def notes(path: Path) -> int:
    with closing(open_database(path, RIGHT, STEPS)) as database:
        return int(database.execute("SELECT count(*) FROM note").fetchone()[0])


@given(st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bit_of_a_database_is_noticed(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "made.db"
    if not path.exists():
        filled(tmp_path)
    whole = path.read_bytes()
    altered = bytearray(whole)
    altered[data.draw(st.integers(0, len(whole) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    path.write_bytes(bytes(altered))
    refused(path)
    path.write_bytes(whole)


@pytest.mark.parametrize("size", [1, 100, 4096, 4097, 5 * 4096, -4096, -1])
def test_a_cut_database_is_called_damaged_and_the_key_is_not_blamed(
    size: int, tmp_path: Path
) -> None:
    path = filled(tmp_path)
    with path.open("r+b") as file:
        file.truncate(size if size > 0 else path.stat().st_size + size)
    told = str(refused(path))
    assert "damaged" in told or size in (1, 100), "of less than a page nothing can be said"


def test_an_empty_file_is_not_taken_for_a_new_database(tmp_path: Path) -> None:
    path = filled(tmp_path)
    path.write_bytes(b"")
    assert "cut off" in str(refused(path))


def test_a_log_is_not_copied_into_a_database_that_is_not_its_own(tmp_path: Path) -> None:
    path = filled(tmp_path / "one", leave_log=True)
    shutil.copyfile(filled(tmp_path / "two"), path)
    assert "damaged" in str(refused(path))


def test_what_a_killed_process_left_opens_with_all_that_was_committed(tmp_path: Path) -> None:
    assert notes(filled(tmp_path, leave_log=True)) == NOTES + 3


def test_a_page_that_the_log_makes_whole_is_no_damage(tmp_path: Path) -> None:
    """A power cut may tear a page while the log is copied into the file."""
    path = filled(tmp_path, leave_log=True)
    with path.open("r+b") as file:
        file.seek(100)
        file.write(bytes(50))
    assert notes(path) == NOTES + 3


def test_a_large_database_is_opened_without_reading_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = filled(tmp_path)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size - 100)
        file.write(bytes(100))
    refused(path)
    monkeypatch.setattr(checking, "MOST", 10)
    with closing(open_database(path, RIGHT, STEPS)):
        pass


def test_a_damaged_page_that_is_met_later_is_told_as_damage(tmp_path: Path) -> None:
    path = filled(tmp_path)
    data = bytearray(path.read_bytes())
    for at in range(2 * 4096, len(data), 4096):
        data[at + 9] ^= 1
    path.write_bytes(bytes(data))
    with (
        closing(connect(path, RIGHT.now)) as connection,
        pytest.raises(dbapi2.DatabaseError) as caught,
    ):
        connection.execute("SELECT sum(length(text)) FROM note").fetchall()
    assert unusable(path, caught.value).exit_code == 6


def test_it_is_not_looked_at_while_somebody_has_it_open(tmp_path: Path) -> None:
    """Whoever writes meanwhile would make what is read look torn."""
    path = filled(tmp_path)
    looked: list[object] = []
    with closing(open_database(path, RIGHT, STEPS, look=looked.append)):
        assert len(looked) == 1
        with closing(open_database(path, RIGHT, STEPS, look=looked.append)):
            assert len(looked) == 1


def test_who_looks_may_refuse(tmp_path: Path) -> None:
    path = filled(tmp_path)
    before = bytes_of(tmp_path)

    def never(_: object) -> None:
        raise TrustError("not this one", hint="another")

    with pytest.raises(TrustError, match="not this one"):
        open_database(path, RIGHT, STEPS, look=never)
    assert bytes_of(tmp_path) == before
    assert notes(path)


def test_a_fault_of_the_disk_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TandemError) as caught:
        open_database(tmp_path / "file" / "a.db", RIGHT, STEPS)
    assert caught.value.hint and not isinstance(caught.value, TrustError)
    full = unusable(tmp_path, dbapi2.OperationalError("database or disk is full"))
    broken = unusable(tmp_path, dbapi2.OperationalError("disk I/O error"))
    assert "no room" in str(full) and "no room" in str(broken) and full.hint and broken.hint
