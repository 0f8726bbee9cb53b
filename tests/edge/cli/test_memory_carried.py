"""An export goes through pipes, and leaves out what is never to be remembered, which is told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tandem_edge.cli.memory import memory
from tandem_shared.errors import UsageError
from tests.edge.cli.test_memory_commands import added, home, refused, tandem, told

__all__ = ["home"]


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """The options of an export's passphrase."""
    (tmp_path / "words").write_text("four random words here", "utf-8")
    return ["--export-passphrase-file", str(tmp_path / "words")]


def piped(*arguments: str, data: bytes = b"") -> Result:
    return CliRunner().invoke(memory, arguments, input=data, catch_exceptions=False)


def test_an_export_goes_to_stdout_and_comes_from_stdin(
    home: Path, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    added("我妹妹住在成都")
    done = piped("export", "-", "--json", *words)
    assert json.loads(done.stderr) == {"file": None, "turns": 1, "units": 1, "never": 0}
    assert not (tmp_path / "-").exists()
    taken = piped("import", "-", "--user", "other", "--json", *words, data=done.stdout_bytes)
    assert json.loads(taken.stdout)["units"] == 1
    assert told("search", "成都", "--user", "other")["found"]


def test_a_file_may_be_named_as_stdout_is(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    added("I like jazz")
    tandem("export", "./-", *words)
    assert (tmp_path / "-").stat().st_size > 100


def test_stdin_cannot_bring_an_export_and_a_passphrase(words: list[str]) -> None:
    for more in ([], ["--passphrase-stdin", *words]):
        error = refused("import", "-", *more)
        assert isinstance(error, UsageError) and "--export-passphrase-file" in error.hint


def test_a_missing_export_is_told_with_what_writes_one(tmp_path: Path, words: list[str]) -> None:
    hint = refused("import", str(tmp_path / "no"), *words).hint
    assert re.search("tandem memory export .*FILE$", hint)


@pytest.mark.parametrize(
    ("text", "pattern"),
    [("My passport is E12345678", "[0-9]{8}"), ("我的护照号是E12345678", "[0-9]{8}")],
)
def test_what_is_never_to_be_remembered_is_counted_where_an_import_leaves_it_out(
    text: str, pattern: str, words: list[str], tmp_path: Path
) -> None:
    added(text)
    added("I like jazz")
    kept = tandem("never", "add", pattern, "--pattern").stdout
    assert "they stay here" in kept and "leaves them out" in kept
    out = tandem("export", str(tmp_path / "x"), *words).stdout
    assert "2 of them fit what is never" in out
    shown = tandem("import", str(tmp_path / "x"), "--user", "other", *words).stdout
    assert "never to be remembered: 1 thing that was said, 1 memory" in shown
    assert f"pattern {pattern}: 1 thing that was said, 1 memory" in shown
    listed = told("list", "--turns", "--user", "other")["turns"]
    assert [turn["text"] for turn in listed] == ["I like jazz"]


def test_an_import_into_the_same_memory_takes_nothing_for_refused(
    words: list[str], tmp_path: Path
) -> None:
    added("The gate code is 4711")
    tandem("never", "add", "4711")
    tandem("export", str(tmp_path / "x"), *words)
    done = told("import", str(tmp_path / "x"), *words)
    assert (done["known_turns"], done["refused_turns"], done["never"]) == (1, 0, [])
    assert told("list", "--turns")["total"] == 1
