"""Rules and grants that name nothing are refused; files that cannot be kept say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.cli.common import carried_out
from tandem_edge.cli.grants import grants
from tandem_edge.policy.grants import GRANTS_NAME, Grants
from tandem_edge.policy.naming import check_names
from tandem_edge.policy.rules import RULES_NAME, load_rules
from tandem_shared.errors import UsageError


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("manage_notes", []), ("manage_pasword", []), ("", []), ("manage_note", ["actoin"])],
)
def test_a_slip_in_a_name_is_refused(tool: str, arguments: list[str]) -> None:
    with pytest.raises(UsageError):
        check_names(tool, arguments)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        *(("manage_note", ["action"]), ("manage_*", ["action"]), ("*", ["person"])),
        *(("mcp__board__search", ["query"]), ("skill__night_drive", []), ("delegate_task", [])),
    ],
)
def test_names_and_patterns_that_may_fit_pass(tool: str, arguments: list[str]) -> None:
    check_names(tool, arguments)


def test_a_rule_with_a_slip_stops_the_agent(tmp_path: Path) -> None:
    path = tmp_path / RULES_NAME
    path.write_text('[[rule]]\ntool = "manage_pasword"\nverdict = "refuse"\n', "utf-8")
    with pytest.raises(UsageError, match="rule 1: there is no tool manage_pasword"):
        load_rules(path)


@pytest.mark.parametrize(
    "options",
    [
        *(["--for", "1e300"], ["--for", "nan"], ["--for", "inf"], ["--until", "0001-01-01"]),
        *(["--argument", "title=\udcff"], ["--argument", "title=a\x1b[2J"]),
    ],
)
def test_a_grant_that_makes_no_sense_is_refused_in_words(
    tmp_path: Path, options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["allow", "manage_note", *options, "--home", str(tmp_path)]
    assert carried_out(grants, arguments, "tandem grants") == UsageError.exit_code
    assert "error: " in capsys.readouterr().err.lower()
    assert not (tmp_path / GRANTS_NAME).exists()


def test_grants_that_cannot_be_locked_say_so_and_grant_nothing(tmp_path: Path) -> None:
    (tmp_path / f"{GRANTS_NAME}.lock").mkdir()
    with pytest.raises(UsageError, match="cannot be changed"):
        Grants(tmp_path / GRANTS_NAME).revoke()
