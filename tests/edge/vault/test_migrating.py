"""Forward only: from every earlier version to the newest, with a copy of what was before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.vault.backups import KEPT, backups_of
from tandem_edge.vault.connecting import opens
from tandem_edge.vault.database import Database, open_database
from tandem_edge.vault.leaks import MARK, leaks_in
from tandem_edge.vault.migrating import TABLE
from tandem_shared.errors import TandemError, UsageError
from tests.edge.vault.support import RIGHT, STEPS, WRONG, bytes_of, moods, notes, words


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


def schema(database: Database) -> list[tuple[str, str]]:
    rows = database.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL ORDER BY name")
    return list(rows)


@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_every_earlier_version_is_brought_to_the_newest(
    version: int, path: Path, tmp_path: Path
) -> None:
    with open_database(path, RIGHT, STEPS[:version]) as old:
        old.execute("INSERT INTO note (text) VALUES (?)", [MARK])
        assert old.version == version
    with open_database(path, RIGHT, STEPS) as new:
        assert new.version == len(STEPS) and new.faults() == []
        row = new.execute("SELECT text, mood FROM note").fetchone()
        assert row == (MARK, "calm")
        with open_database(tmp_path / "fresh" / "memory.db", RIGHT, STEPS) as fresh:
            assert schema(new) == schema(fresh)


def test_what_was_before_a_migration_is_kept_under_the_same_key(path: Path) -> None:
    with open_database(path, RIGHT, STEPS[:1]) as old:
        old.execute("INSERT INTO note (text) VALUES (?)", [MARK])
    open_database(path, RIGHT, STEPS).close()
    (backup,) = backups_of(path)
    assert backup.stat().st_mode & 0o777 == 0o600
    assert leaks_in(backup.parent) == [] and not opens(backup, WRONG.now)
    with open_database(backup, RIGHT, STEPS[:1]) as old:
        assert old.version == 1 and old.execute("SELECT text FROM note").fetchone() == (MARK,)


def test_a_new_database_needs_no_backup_and_neither_does_a_current_one(path: Path) -> None:
    open_database(path, RIGHT, STEPS).close()
    open_database(path, RIGHT, STEPS).close()
    assert backups_of(path) == []


def test_only_the_newest_backups_are_kept(path: Path) -> None:
    many = [*STEPS, *(_named(f"more_{number}") for number in range(4))]
    made = []
    for count in range(1, len(many) + 1):
        open_database(path, RIGHT, many[:count]).close()
        made.append(backups_of(path))
    assert len(made[-1]) == KEPT and made[-1][0] == made[-2][-1]
    assert [each.name.rpartition("-v")[2] for each in made[-1]] == ["5.db", "6.db"]


def _named(name: str):  # type: ignore[no-untyped-def]
    def step(database: Database) -> None:
        database.execute(f"CREATE TABLE {name} (id INTEGER)")

    step.__name__ = name
    return step


def test_a_file_of_a_newer_tandem_is_refused_and_left_alone(path: Path) -> None:
    open_database(path, RIGHT, STEPS).close()
    before = bytes_of(path.parent)
    with pytest.raises(UsageError, match="newer Tandem") as caught:
        open_database(path, RIGHT, STEPS[:2])
    assert "nothing was changed" in caught.value.hint
    assert bytes_of(path.parent) == before
    open_database(path, RIGHT, STEPS).close()


def test_a_file_with_another_history_is_refused(path: Path) -> None:
    open_database(path, RIGHT, [notes, words]).close()
    with pytest.raises(UsageError, match="something else"):
        open_database(path, RIGHT, [notes, moods, words])


def test_a_migration_that_fails_leaves_the_version_before_it_whole(path: Path) -> None:
    def breaks(database: Database) -> None:
        database.execute("CREATE TABLE half (id INTEGER)")
        database.execute("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(TandemError, match="cannot be used"):
        open_database(path, RIGHT, [*STEPS, breaks])
    with open_database(path, RIGHT, STEPS) as database:
        assert database.version == len(STEPS) and not database.table("half").exists()


def test_each_migration_is_recorded_with_its_name_and_time(path: Path) -> None:
    with open_database(path, RIGHT, STEPS) as database:
        rows = list(database.execute(f"SELECT number, name, at FROM {TABLE} ORDER BY number"))
    assert [row[:2] for row in rows] == [(1, "notes"), (2, "words"), (3, "moods")]
    assert all(row[2].endswith("+00:00") for row in rows)
