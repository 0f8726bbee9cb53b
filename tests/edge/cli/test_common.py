"""What every command shares: JSON that is JSON, and how errors are told."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import click
import pytest

from tandem_edge.cli.common import carried_out, print_json
from tandem_tui.commands import tandem


def refuse(word: str) -> None:
    raise AssertionError(f"{word} is no JSON")


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_lacks_is_null(
    number: float, capsys: pytest.CaptureFixture[str]
) -> None:
    value: dict[str, Any] = {"a": [number, 1.5, {"b": number}], "c": (number,), "d": "NaN"}
    print_json(value)
    shown = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert shown == {"a": [None, 1.5, {"b": None}], "c": [None], "d": "NaN"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("memory", "list"),
        ("memory", "list", "--limit", "many"),
        ("memory", "retain", "set", "nothing"),
        ("memory", "never", "remove", "没有"),
        ("memory", "import", "nowhere"),
        ("memory", "list", "--user", "小明"),
        ("key", "rotate", "--data", "--to", "passphrase"),
    ],
)
def test_an_error_is_prose_or_with_json_one_object(
    arguments: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path))
    code = carried_out(tandem, [*arguments, "--json"])
    ended = capsys.readouterr()
    error = json.loads(ended.err)
    assert ended.out == "" and error.keys() == {"message", "hint", "code"}
    assert error["message"] and error["hint"] and error["code"] == code > 0
    assert carried_out(tandem, [*arguments]) == code
    plain = capsys.readouterr().err
    assert error["message"] in plain and not plain.startswith("{")


def test_other_groups_tell_errors_in_prose_with_json_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path))
    assert carried_out(tandem, ["grants", "revoke", "g0042", "--json"]) == 2
    assert capsys.readouterr().err.startswith("error: ")


def test_json_after_two_dashes_is_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path))
    assert carried_out(tandem, ["memory", "search", "--", "--json"]) > 0
    assert capsys.readouterr().err.startswith("error: ")


def test_bytes_that_are_no_text_are_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    @click.command()
    @click.argument("word")
    def told(word: str) -> None:
        click.echo(word)

    assert carried_out(told, ["bad \udcff"]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and "bad \\udcff is not text in UTF-8" in shown.err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            OSError(28, "No space left on device"),
            "cannot use what it was written to: No space left",
        ),
        (PermissionError(13, "Permission denied", "/x/y"), "cannot use /x/y: Permission denied"),
    ],
)
def test_what_the_system_says_of_a_file_reaches_the_user(
    error: OSError, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def fails() -> None:
        raise error

    assert carried_out(fails, []) == 1
    shown = capsys.readouterr().err
    assert said in shown and "something broke" not in shown
