"""``tandem harness``: building, showing and comparing, as a person or a script would."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tandem_edge.cli.harness import harness
from tandem_edge.harness.adapter.reading import built_in_sources
from tandem_edge.harness.adapter.storing import built_in_config, load_config
from tandem_shared.errors import UsageError

pytestmark = pytest.mark.usefixtures("home")
TOOLS = "manage_alarm,manage_countdown,set_volume"


def tandem(*arguments: str) -> Result:
    result = CliRunner().invoke(harness, arguments, standalone_mode=False)
    if result.exception:
        raise result.exception
    return result


def told(*arguments: str) -> dict[str, Any]:
    value = json.loads(tandem(*arguments, "--json").stdout)
    assert isinstance(value, dict)
    return value


def edited(path: Path, old: str, new: str) -> Path:
    text = built_in_config().read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return path


def test_a_build_that_is_up_to_date_says_so_and_ends_with_0() -> None:
    result = tandem("build", "--check")
    assert result.return_value == 0 and "up to date" in result.stdout


def test_a_build_is_written_only_where_it_is_asked_for(tmp_path: Path) -> None:
    assert "not written" in tandem("build").stdout
    out = tmp_path / "harness.json"
    assert told("build", "--out", str(out))["file"] == str(out)
    assert out.read_bytes() == built_in_config().read_bytes()


def test_a_check_of_edited_sources_says_what_differs_and_ends_with_1(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(built_in_sources(), tmp_path / "s"))
    limits = folder / "limits.toml"
    limits.write_text(limits.read_text("utf-8").replace("nearest = 8", "nearest = 5"), "utf-8")
    result = tandem("build", "--check", "--sources", str(folder))
    assert result.return_value == 1
    assert result.stdout.splitlines() == ["nearest", "  ~ 8 -> 5"]
    as_json = told("build", "--check", "--sources", str(folder))
    assert as_json["up_to_date"] is False and len(as_json["differences"]) == 1


def test_check_and_out_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="writes nothing"):
        tandem("build", "--check", "--out", str(tmp_path / "x"))


def test_show_without_tools_gives_numbers() -> None:
    about = told("show")
    assert about["tools"] == len(load_config().tools)
    assert about["digest"] == load_config().digest
    assert about["digest"] in tandem("show").stdout


@pytest.mark.parametrize("language", ["en", "zh"])
def test_show_gives_what_a_request_is_told_and_how_long_it_is(language: str) -> None:
    about = told("show", "--tools", TOOLS, "--language", language)
    assert about["tools"] == TOOLS.split(",")
    assert "manage_countdown" in about["notes"] and "set_ringer_mode" not in about["notes"]
    for part in ("rules", "notes"):
        assert about[f"{part}_size"]["characters"] == len(about[part])
        assert 0 < about[f"{part}_size"]["tokens"] < len(about[part])
    text = tandem("show", "--tools", TOOLS, "--language", language).stdout
    assert all(line in text for line in about["notes"].splitlines())


def test_show_says_what_was_left_out_and_why() -> None:
    about = told("show", "--tools", TOOLS)
    left = {(each["section"], each["item"]): each["why"] for each in about["left_out"]}
    assert left[("arguments", "set_volume")] == "limit of arguments"


def test_show_of_a_tool_that_is_not_there_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="no tool manage_alarms") as caught:
        tandem("show", "--tools", "manage_alarms")
    assert "manage_alarm?" in caught.value.hint


def test_show_takes_the_file_that_it_is_given_or_that_the_settings_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = edited(tmp_path / "h.json", '"candidates":15', '"candidates":11')
    assert told("show", "--harness", str(path))["candidates"] == 11
    monkeypatch.setenv("TANDEM_HARNESS", str(path))
    assert told("show")["candidates"] == 11


def test_diff_tells_by_section_what_changed(tmp_path: Path) -> None:
    path = edited(tmp_path / "h.json", "To wake up: manage_alarm", "To wake: manage_alarm")
    found = told("diff", "default", str(path))["differences"]
    assert [(each["section"], each["item"]) for each in found] == [("routing", "alarm_or_reminder")]
    lines = tandem("diff", "default", str(path)).stdout.splitlines()
    assert lines[:2] == ["routing", "  ~ alarm_or_reminder"]
    assert "To wake up" in lines[2] and "To wake:" in lines[3]
    assert tandem("diff", str(path), str(path)).stdout == "no difference\n"


def test_diff_of_a_file_that_is_no_configuration_says_what_to_type(tmp_path: Path) -> None:
    path = edited(tmp_path / "h.json", '"version":"1"', '"version":"\\u001b[2J"')
    with pytest.raises(UsageError, match="no harness configuration") as caught:
        tandem("diff", "default", str(path))
    assert caught.value.hint and "\x1b" not in str(caught.value)
