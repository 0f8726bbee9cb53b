"""A home that cannot be written is read, and what would change it is refused in one sentence."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from tandem_edge.cli.key import key
from tandem_shared.errors import TandemError
from tests.edge.cli.test_memory_commands import added, home, tandem, told

__all__ = ["home"]
NOBODY = 65534


@pytest.fixture
def sealed(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with two memories, one of them in the log still, that nobody may write."""
    added("I live in Porto")
    added("我妹妹住在成都")
    told("search", "Porto")  # what is imported late may lie where only its owner reads
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "home"
        shutil.copytree(home, place)
        shutil.copy(tmp_path / "key", Path(folder) / "key")
        (tmp_path / "key").unlink()
        for each in (Path(folder), *Path(folder).rglob("*")):
            if os.geteuid() == 0:
                os.chown(each, NOBODY, NOBODY)
            each.chmod(0o500 if each.is_dir() else 0o400)
        monkeypatch.setenv("TANDEM_HOME", str(place))
        yield place
        for each in (Path(folder), place):
            each.chmod(0o700)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Whom the modes of files hold for, unlike root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def key_of(sealed: Path) -> list[str]:
    return ["--key-file", str(sealed.parent / "key")]


def bytes_of(sealed: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sealed.rglob("*") if path.is_file()}


@pytest.mark.parametrize("asked", ["成都", "Porto"])
def test_what_is_there_can_be_looked_at(sealed: Path, asked: str) -> None:
    before, way = bytes_of(sealed), key_of(sealed)
    with as_nobody():
        found = told("search", asked, *way)["found"]
        assert told("list", *way)["total"] == 2
        assert told("show", found[0]["id"], *way)["unit"]["id"] == found[0]["id"]
        assert told("review", *way) and told("never", "list", *way)
    assert asked in found[0]["text"]
    assert bytes_of(sealed) == before


def test_what_would_be_done_can_be_seen(sealed: Path) -> None:
    before, way = bytes_of(sealed), key_of(sealed)
    with as_nobody():
        assert told("consolidate", "--preview", *way)["preview"]["looked_at"] == 2
    assert bytes_of(sealed) == before


def test_its_keys_are_not_changed_and_nobody_is_asked(sealed: Path) -> None:
    before, way = bytes_of(sealed), key_of(sealed)
    with as_nobody(), pytest.raises(TandemError) as caught:
        arguments = ["rotate", "--to", "recovery", *way]
        CliRunner().invoke(key, arguments, standalone_mode=False, catch_exceptions=False)
    assert "can only be looked at" in str(caught.value)
    assert bytes_of(sealed) == before


def test_it_can_be_exported(sealed: Path, tmp_path: Path) -> None:
    words = sealed.parent / "words"
    sealed.parent.chmod(0o700)
    words.write_text("four random words here", "utf-8")
    words.chmod(0o644)
    with as_nobody():
        done = tandem("export", "-", "--export-passphrase-file", str(words), *key_of(sealed))
    assert len(done.stdout_bytes) > 100 and "2 memories" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [["add", "I like jazz"], ["forget", "--words", "Porto", "--yes"], ["consolidate"]],
)
def test_what_would_change_it_is_refused(sealed: Path, arguments: list[str]) -> None:
    before = bytes_of(sealed)
    with as_nobody(), pytest.raises(TandemError) as caught:
        tandem(*arguments, *key_of(sealed))
    assert "can only be read" in str(caught.value) and "nothing was changed" in caught.value.hint
    assert bytes_of(sealed) == before
