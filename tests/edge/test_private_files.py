"""What Tandem makes in its home is its owner's alone, whatever the umask."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.files import append_line, private_folder, write_atomically
from tandem_edge.logs import log, set_up_logs
from tandem_edge.settings import Settings


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """The usual umask, under which others may read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_every_folder_that_is_missing_is_made_private_and_no_other_changes(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    private_folder(tmp_path / "a" / "b")
    assert (mode(tmp_path / "a"), mode(tmp_path / "a" / "b")) == (0o700, 0o700)
    assert mode(tmp_path) == 0o755


def test_a_file_in_the_place_of_a_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    for path in (tmp_path / "a", tmp_path / "a" / "b"):
        with pytest.raises(NotADirectoryError):
            private_folder(path)


def test_files_are_made_private(tmp_path: Path) -> None:
    write_atomically(tmp_path / "home" / "file", b"x")
    append_line(tmp_path / "home" / "lines", b"x")
    assert {mode(each) for each in (tmp_path / "home").iterdir()} == {0o600}
    assert mode(tmp_path / "home") == 0o700


def test_the_log_is_private_and_so_becomes_one_that_was_not(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    set_up_logs(settings)
    log("started")
    assert (mode(tmp_path / "home"), mode(settings.log_file)) == (0o700, 0o600)
    settings.log_file.chmod(0o644)
    set_up_logs(settings)
    log("started again")
    assert mode(settings.log_file) == 0o600
    assert settings.log_file.read_text("utf-8").count("started") == 2
