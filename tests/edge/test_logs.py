"""Logs say what the program did, and nothing about the person it did it for."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tandem_edge import logs
from tandem_edge.logs import SAFE_FIELDS, log, log_fault, set_up_logs
from tandem_edge.settings import Settings

SECRET = "Mira Kovač +385 91 555 4471"


@pytest.fixture
def config(tmp_path: Path) -> Iterator[Settings]:
    """Logs set up in a fresh home, and taken down again."""
    config = Settings(home=tmp_path)
    set_up_logs(config)
    yield config
    close()


def close() -> None:
    root = logging.getLogger("tandem")
    for handler in list(root.handlers):
        root.removeHandler(handler)
        handler.close()


def written(config: Settings) -> list[dict[str, Any]]:
    return [json.loads(line) for line in config.log_file.read_text("utf-8").splitlines()]


def test_a_line_is_one_json_object_with_a_time_and_a_level(config: Settings) -> None:
    log("request carried out", command="ask", elapsed_s=1.5)
    (line,) = written(config)
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "request carried out",
        "level": "info",
        "command": "ask",
        "elapsed_s": 1.5,
    }


@given(
    fields=st.dictionaries(
        st.text(min_size=1).filter(lambda name: name not in SAFE_FIELDS | {"self"}),
        st.just(SECRET) | st.lists(st.just(SECRET)) | st.dictionaries(st.text(), st.just(SECRET)),
        min_size=1,
    )
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_field_that_nobody_declared_safe_is_never_written(
    config: Settings, fields: dict[str, Any]
) -> None:
    log("request carried out", **fields)
    line = written(config)[-1]
    assert "Mira" not in json.dumps(line)
    assert line["dropped_fields"] == len(fields)
    assert not set(line) - SAFE_FIELDS - {"dropped_fields"}


@pytest.mark.parametrize("name", ["request", "text", "arguments", "name", "phone", "home", "error"])
def test_names_that_hold_what_people_said_or_own_are_not_on_the_list(name: str) -> None:
    assert name not in SAFE_FIELDS


def test_a_fault_is_written_by_type_and_place_without_its_message(config: Settings) -> None:
    try:
        raise ValueError(SECRET)
    except ValueError as error:
        log_fault(error)
    (line,) = written(config)
    assert line["error_type"] == "ValueError"
    assert "test_a_fault_is_written_by_type_and_place" in line["where"]
    assert "Mira" not in json.dumps(line)


def test_the_log_is_rotated_and_old_ones_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MAX_BYTES", 500)
    config = Settings(home=tmp_path)
    set_up_logs(config)
    for step in range(100):
        log("step carried out", step=step)
    close()
    files = sorted(config.log_file.parent.iterdir())
    assert len(files) == 1 + logs.KEPT
    assert all(file.stat().st_size <= 500 for file in files)
    assert written(config)[-1]["step"] == 99


def test_a_folder_that_cannot_be_written_costs_the_log_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file where the folder should be")
    set_up_logs(Settings(home=tmp_path))
    log("request carried out")
    close()
    assert (tmp_path / "logs").is_file()


def test_nothing_goes_to_the_terminal_unless_it_is_verbose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logs(Settings(home=tmp_path))
    log("quiet")
    assert capsys.readouterr() == ("", "")
    set_up_logs(Settings(home=tmp_path, verbose=True))
    log("heard", command="ask")
    close()
    out, err = capsys.readouterr()
    assert out == ""
    assert json.loads(err)["event"] == "heard"


def test_setting_up_twice_writes_each_line_once(config: Settings) -> None:
    set_up_logs(config)
    log("once")
    assert [line["event"] for line in written(config)] == ["once"]


def test_only_the_owner_may_look_into_the_folder_of_logs(config: Settings) -> None:
    assert config.log_file.parent.stat().st_mode & 0o077 == 0
