"""``tandem ask`` says when it goes without memory, and keeps quiet where there is none to miss."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tandem_edge.cli.ask import ask
from tandem_edge.cli.key import key


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home without keys and without models."""
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "none"))
    return tmp_path / "home"


def keyed(tmp_path: Path) -> Path:
    """Make keys that a key file opens."""
    file = tmp_path / "key"
    CliRunner().invoke(
        key, ["init", "--key-file", str(file), "--no-recovery"], catch_exceptions=False
    )
    return file


def asked(tmp_path: Path, *more: str) -> Result:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([[{"name": "done", "arguments": {"answer": "ok"}}]]), "utf-8")
    arguments = ["Turn on Bluetooth", "--planner", f"scripted:{script}", "--seed", "7", *more]
    return CliRunner().invoke(ask, arguments, standalone_mode=False, catch_exceptions=False)


def test_a_memory_that_does_not_open_is_told_of_once_on_stderr(tmp_path: Path) -> None:
    keyed(tmp_path).unlink()
    done = asked(tmp_path)
    lines = [line for line in done.stderr.splitlines() if "memory" in line.casefold()]
    assert len(lines) == 1 and lines[0].startswith("Without memory: ")
    assert "Without memory" not in done.stdout


def test_scripts_are_told_by_an_event(tmp_path: Path) -> None:
    keyed(tmp_path).unlink()
    done = asked(tmp_path, "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    (told,) = [event for event in events if event["type"] == "without_memory"]
    assert told["why"] and "Without memory" not in done.stderr
    assert events[-1]["type"] == "turn_ended"


@pytest.mark.parametrize("keys", [True, False])
def test_nothing_is_said_where_memory_opens_or_no_key_was_ever_made(
    tmp_path: Path, keys: bool
) -> None:
    if keys:
        keyed(tmp_path)
    done = asked(tmp_path)
    assert "emory" not in done.stderr and "without_memory" not in asked(tmp_path, "--json").stdout


def test_nothing_is_said_where_memory_is_switched_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyed(tmp_path).unlink()
    monkeypatch.setenv("TANDEM_MEMORY", "false")
    assert "emory" not in asked(tmp_path).stderr
