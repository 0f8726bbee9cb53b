"""``tandem memory`` shows, counts, exports and forgets the owner's memory, and nobody else's in the
same home."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tandem_edge.cli.key import key
from tandem_edge.cli.memory import memory
from tandem_edge.memory.room import database_of, open_memory
from tandem_edge.vault.opening import Use, unlock
from tandem_shared.memory import Scope
from tests.edge.memory.isolation.scenes import SCOPES, after, turn

TEXTS = ("I like jazz {word}", "我喜欢红酒 {word}", "I live in Porto {word}")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home in which the owner and eight others remember much the same."""
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "none"))
    arguments = ["init", "--key-file", str(tmp_path / "key"), "--no-recovery"]
    CliRunner().invoke(key, arguments, standalone_mode=False, catch_exceptions=False)
    for scope, word in [(Scope(), "mine"), *((scope, "theirs") for scope in SCOPES)]:
        where = tmp_path / "home"
        with open_memory(where, unlock(where).key(Use.DATABASE), scope, None) as room:
            said = [turn(text.format(word=word), n) for n, text in enumerate(TEXTS)]
            room.hear(said, after(9))
    yield tmp_path / "home"


def told(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(memory, [*arguments, "--json"], standalone_mode=False)
    if result.exception:
        raise result.exception
    value = json.loads(result.stdout)
    assert isinstance(value, dict)
    return value


def others(home: Path) -> dict[str, bytes]:
    paths = [database_of(home, scope) for scope in SCOPES]
    return {path.name: path.read_bytes() for path in paths}


def test_nothing_that_is_told_is_anybody_elses(home: Path) -> None:
    units = told("list")
    assert units["total"] == len(units["units"]) == 3
    assert told("list", "--turns")["total"] == 3
    asked = ["jazz theirs", "theirs", "红酒", "Where does theirs live?", "mine"]
    every = [units, told("list", "--turns"), told("review")]
    every += [told("search", question, "--limit", "50", "--why") for question in asked]
    every += [told("show", unit["id"]) for unit in units["units"]]
    shown = json.dumps(every, ensure_ascii=False)
    assert "mine" in shown and "theirs" not in shown


def test_forgetting_and_ordering_leave_the_others_bytes_alone(home: Path) -> None:
    before = others(home)
    assert told("forget", "--words", "theirs", "--yes")["units"] == 0
    assert told("consolidate")["looked_at"] == 3
    gone = told("forget", "--since", "2020-01-01", "--yes")
    assert (gone["units"], gone["turns"]) == (3, 3)
    assert told("list")["total"] == 0
    assert others(home) == before


def test_an_export_holds_the_owners_memory_and_an_import_goes_into_it_alone(
    home: Path, tmp_path: Path
) -> None:
    before, secret = others(home), tmp_path / "passphrase"
    secret.write_text("correct horse battery staple\n", "utf-8")
    secret.chmod(0o600)
    path, option = str(tmp_path / "export"), ("--export-passphrase-file", str(secret))
    assert told("export", path, *option) | {"file": ""} == {
        "file": "",
        "turns": 3,
        "units": 3,
        "never": 0,
    }
    assert told("forget", "--since", "2020-01-01", "--yes")["turns"] == 3
    taken = told("import", path, *option)
    assert (taken["turns"], taken["units"]) == (3, 3)
    assert others(home) == before
