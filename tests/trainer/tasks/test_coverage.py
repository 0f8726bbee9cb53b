"""Coverage tables and commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tandem_edge.cli.common import run
from tandem_shared.tools import Domain
from tandem_trainer.cli.main import trainer
from tandem_trainer.tasks.constructing import construct
from tandem_trainer.tasks.coverage import CAPABILITIES, capabilities, coverage
from tandem_trainer.tasks.diversity import distinct, indirect
from tandem_trainer.tasks.novelty import HashedWords
from tandem_trainer.tasks.records import Constructed


@pytest.fixture(scope="module")
def tasks() -> list[Constructed]:
    return list(construct(120, 21, HashedWords()))


def test_every_table_counts_against_its_targets(tasks: list[Constructed]) -> None:
    found = coverage(tasks)
    assert {row.name for row in found.tables["domain"]} == {each.value for each in Domain}
    assert {row.name for row in found.tables["capability"]} == set(CAPABILITIES)
    assert len(found.tables["tool"]) >= 213
    for row in found.tables["set"]:
        assert row.missing == max(0, row.target - row.count)


def test_a_set_of_one_kind_is_said_to_lack_the_others(tasks: list[Constructed]) -> None:
    plain = [each for each in tasks if each.pattern == "single" and each.task.language == "en"]
    short = {row.name for _, row in coverage(plain).missing}
    assert {"multi-step", "Chinese", "recovery", "state_tracking", "recovers"} <= short


def test_an_empty_set_has_tables_and_no_division_by_nothing() -> None:
    assert coverage([]).indirect == {"en": 0.0, "zh": 0.0}


def test_capabilities_follow_from_the_task(tasks: list[Constructed]) -> None:
    for each in tasks:
        found = capabilities(each)
        assert ("state_tracking" in found) == (len(each.task.turns) > 1)
        if each.pattern in ("when", "either"):
            assert {"information_acquisition", "multi_step_dependency"} <= set(found)
        if each.pattern.startswith("troubled"):
            assert "recovery" in found


def test_more_steps_turns_and_friction_are_estimated_harder(tasks: list[Constructed]) -> None:
    def mean(pattern: str) -> float:
        some = [each.difficulty.estimate for each in tasks if each.pattern == pattern]
        return sum(some) / len(some)

    assert mean("single") < mean("again")
    assert mean("single") < mean("troubled_when")


def test_repetition_lowers_the_diversity_of_wordings() -> None:
    varied = ["wake me at six", "ring when it is seven", "an alarm for dawn please"]
    assert distinct(varied, "en") == 1.0
    assert distinct(varied + varied[:1] * 3, "en") < 0.8
    assert distinct(["明天叫我起床"] * 2, "zh") == 0.5
    assert distinct([], "en") == 0.0


def test_a_request_that_names_neither_the_tool_nor_what_it_does_is_indirect() -> None:
    assert not indirect("set an alarm for six", "manage_alarm", "en")
    assert indirect("I need to be on my feet by six", "manage_alarm", "en")
    assert not indirect("定个六点的闹钟", "manage_alarm", "zh")
    assert indirect("六点喊我起来", "manage_alarm", "zh")


def command(*args: str) -> int:
    with pytest.raises(SystemExit) as ended:
        run(trainer, ["tasks", *args], name="tandem-trainer")
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_the_commands_construct_and_measure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, home = str(tmp_path / "tasks.jsonl"), str(tmp_path / "home")
    args = ("--count", "20", "--words", "--workers", "1", "--out", out, "--home", home, "--json")
    assert command("construct", *args) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["tasks"] == 20
    assert command("coverage", out, "--home", home, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["tasks"] == 20
    assert set(found["tables"]) >= {"domain", "tool", "intent", "pattern", "capability"}
    assert command("coverage", out, "--home", home) == 0
    assert "multi-step" in capsys.readouterr().out


def test_errors_say_what_to_do_and_show_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, home = tmp_path / "bad.jsonl", str(tmp_path / "home")
    bad.write_text("[/bad]\n")
    assert command("coverage", str(bad), "--home", home) == 2
    assert command("coverage", str(tmp_path / "none"), "--home", home) != 0
    wanted = ("--wanted", str(bad), "--count", "1", "--words", "--out", str(tmp_path / "o"))
    assert command("construct", *wanted, "--home", home) == 2
    err = capsys.readouterr().err
    assert "Traceback" not in err
    assert "proposal show" in err
