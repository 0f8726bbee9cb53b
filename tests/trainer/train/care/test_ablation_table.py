"""The ablation's table and curves are made of run folders alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_trainer.train.care.ablation.plot import plot
from tandem_trainer.train.care.ablation.table import cells, table
from tandem_trainer.train.runs.folder import RunFolder


def finished(out: Path, name: str, accuracy: float, tokens: float) -> None:
    folder = RunFolder(out / "runs" / "even" / name)
    folder.path.mkdir(parents=True)
    folder.log("steps", 1, {"success": accuracy, "tokens": tokens})
    folder.log("steps", 2, {"success": accuracy, "tokens": tokens})
    dev = {"accuracy": accuracy, "tokens": tokens, "thinking": 1.0, "calls": 3.0, "redundant": 0.0}
    folder.finish({"dev": dev})


def test_an_arm_is_compared_with_plain_grpo_over_the_seeds_that_both_have(tmp_path: Path) -> None:
    finished(tmp_path, "grpo.0", 0.90, 20.0)
    finished(tmp_path, "grpo.1", 0.80, 30.0)
    finished(tmp_path, "care.0", 0.91, 15.0)
    found = cells(tmp_path)
    assert found[0].mean("accuracy") == pytest.approx(0.85)
    assert "+1.00 points, -25.0 % tokens" in table(found)


def test_a_run_that_is_not_over_is_not_in_the_table_but_is_drawn(tmp_path: Path) -> None:
    going = RunFolder(tmp_path / "runs" / "even" / "care.0")
    going.path.mkdir(parents=True)
    going.log("steps", 1, {"success": 0.5, "tokens": 9.0})
    assert cells(tmp_path) == []
    assert plot(tmp_path).count("<polyline") == 6


def test_with_no_runs_there_is_an_empty_table_and_picture(tmp_path: Path) -> None:
    assert len(table(cells(tmp_path)).splitlines()) == 1
    assert plot(tmp_path).startswith("<svg")
