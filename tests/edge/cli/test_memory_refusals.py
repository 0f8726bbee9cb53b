"""Every verb of ``tandem memory`` refuses a key that does not fit and files that were altered: exit
code 6, what to do next, and every byte of the home as it was."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from tandem_edge.bench.memory.safety.material import (
    every_way,
    key_file,
    new_home,
    told,
    turns_of,
)
from tandem_edge.cli.memory import memory
from tandem_edge.memory.opening import hold_memory
from tandem_edge.memory.room import database_of, open_memory
from tandem_edge.vault.opening import Use, unlock
from tandem_edge.vault.rotating import rotate_data
from tandem_edge.vault.slots import KEYS_NAME
from tandem_shared.errors import TandemError
from tandem_shared.memory import Scope
from tests.edge.vault.support import bytes_of

ID = "unit_01kb2m3n4p5q6r7s8t"
VERBS = {
    "add": ["add", "I like jazz"],
    "search": ["search", "jazz"],
    "show": ["show", ID],
    "list": ["list"],
    "correct": ["correct", ID, "I like tea"],
    "pin": ["pin", ID],
    "unpin": ["unpin", ID],
    "forget": ["forget", "--words", "jazz", "--yes"],
    "consolidate": ["consolidate"],
    "never": ["never", "add", "jazz"],
    "retain": ["retain", "set", "turns", "--days", "90", "--yes"],
    "review": ["review"],
    "export": ["export", "OUT", "--export-passphrase-file", "WORDS"],
    "import": ["import", "IN", "--export-passphrase-file", "WORDS"],
}
Harm = Callable[[Path, Path], list[str]]
"""Does something to the first home, with the second at hand; gives options to come in by."""


def damaged(home: Path, other: Path) -> list[str]:
    path = database_of(home, Scope())
    with path.open("r+b") as file:
        file.seek(path.stat().st_size - 2000)
        file.write(b"\0" * 16)
    return []


def cut(home: Path, other: Path) -> list[str]:
    path = database_of(home, Scope())
    os.truncate(path, path.stat().st_size - 4096)
    return []


def emptied(home: Path, other: Path) -> list[str]:
    os.truncate(database_of(home, Scope()), 0)
    return []


def somebody_elses(home: Path, other: Path) -> list[str]:
    shutil.copyfile(database_of(home, Scope(user="ann")), database_of(home, Scope()))
    return []


def another_homes(home: Path, other: Path) -> list[str]:
    shutil.copyfile(database_of(other, Scope()), database_of(home, Scope()))
    return []


def other_keys(home: Path, other: Path) -> list[str]:
    shutil.copyfile(other / KEYS_NAME, home / KEYS_NAME)
    return ["--key-file", str(key_file(home))]


def no_keys(home: Path, other: Path) -> list[str]:
    (home / KEYS_NAME).unlink()
    return []


def wrong_passphrase(home: Path, other: Path) -> list[str]:
    path = home.parent / "wrong"
    path.write_text("eight grey herons 八只灰鹭\n", "utf-8")
    path.chmod(0o600)
    return ["--passphrase-file", str(path)]


def wrong_key_file(home: Path, other: Path) -> list[str]:
    return ["--key-file", str(key_file(other))]


def no_key_file(home: Path, other: Path) -> list[str]:
    key_file(home).unlink()
    return []


HARMS = (damaged, cut, emptied, somebody_elses, another_homes, other_keys, no_keys)
WRONG = (wrong_passphrase, wrong_key_file, no_key_file)


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Two homes with something in them, the first with two users; the first is the one in use."""
    first, second = tmp_path / "first" / "home", tmp_path / "second" / "home"
    for home in (first, second):
        home.parent.mkdir()
        new_home(home)
        for scope in (Scope(), Scope(user="ann")):
            with open_memory(home, unlock(home).key(Use.DATABASE), scope, None) as room:
                turns = turns_of(told(random.Random(1), 8), 0)
                room.hear(turns, turns[-1].at)
    (tmp_path / "words").write_text("correct horse battery staple\n", "utf-8")
    (tmp_path / "words").chmod(0o600)
    (tmp_path / "in").write_bytes(b"tandem memory export 1\n{}\n")
    monkeypatch.setenv("TANDEM_HOME", str(first))
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "none"))
    CliRunner().invoke(memory, ["list"], standalone_mode=False, catch_exceptions=False)
    return first, second


def filled_in(verb: str, folder: Path) -> list[str]:
    names = {"OUT": folder / "out", "IN": folder / "in", "WORDS": folder / "words"}
    return [str(names.get(each, each)) for each in VERBS[verb]]


@pytest.mark.parametrize("harm", [*HARMS, *WRONG], ids=lambda harm: harm.__name__)
def test_every_verb_refuses_and_changes_nothing(
    harm: Harm, homes: tuple[Path, Path], tmp_path: Path
) -> None:
    options = harm(*homes)
    before = bytes_of(homes[0])
    for verb in VERBS:
        for plain in ([], ["--json"]):
            line = [*filled_in(verb, tmp_path), *options, *plain]
            result = CliRunner().invoke(memory, line, standalone_mode=False)
            error = result.exception
            assert isinstance(error, TandemError), (verb, error)
            assert error.exit_code == 6 and error.hint, (verb, error)
            assert result.stdout == "" and "jazz" not in f"{error} {error.hint}"
            assert bytes_of(homes[0]) == before, verb
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_an_agent_goes_without_and_says_why(harm: Harm, homes: tuple[Path, Path]) -> None:
    harm(*homes)
    before = bytes_of(homes[0])
    held, why = hold_memory(homes[0], None)
    assert bytes_of(homes[0]) == before
    assert held is None and why


@pytest.mark.parametrize("harm", [damaged, cut, emptied, another_homes])
def test_a_new_data_key_is_refused_too(harm: Harm, homes: tuple[Path, Path]) -> None:
    harm(*homes)
    before = bytes_of(homes[0])
    with pytest.raises(TandemError) as caught:
        rotate_data(unlock(homes[0]), every_way(homes[0]))
    assert bytes_of(homes[0]) == before and caught.value.exit_code == 6


def test_every_verb_of_the_memory_is_among_them() -> None:
    opens_none = {"scopes"}
    assert set(VERBS) == set(memory.commands) - opens_none


@pytest.mark.parametrize("harm", [damaged, somebody_elses, wrong_passphrase])
def test_a_process_ends_with_6_and_shows_no_traceback(
    harm: Harm, homes: tuple[Path, Path], tmp_path: Path
) -> None:
    line = [*filled_in("search", tmp_path), *harm(*homes), "--home", str(homes[0])]
    code = "from tandem_edge.cli.common import run; from tandem_edge.cli.memory import memory; "
    ended = subprocess.run(
        [sys.executable, "-c", f"{code}run(memory)", *line],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.returncode == 6 and ended.stdout == ""
    assert ended.stderr.startswith("error: ") and "  try: " in ended.stderr
    assert "Traceback" not in ended.stderr
