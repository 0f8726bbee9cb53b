"""Runs are listed, shown and compared from their files alone."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tandem_trainer.cli.main import trainer
from tandem_trainer.train.runs.drawing import page
from tandem_trainer.train.runs.folder import Manifest, RunFolder
from tandem_trainer.train.runs.reading import read_run


def made_run(folder: Path, lr: float, name: str = "tiny", steps: int = 80) -> Path:
    run = RunFolder(folder)
    run.begin(Manifest(kind="sft", base=name, base_sha256="0", data="1" * 64, settings={"lr": lr}))
    for step in range(1, steps + 1):
        told = {"loss": math.exp(-lr * step), "examples_per_s": 2.0, "memory_mb": 100.0 + step}
        run.log("steps", step, told)
    run.log("evals", 0, {"dev_loss": 3.0, "dev_exact": 0.0})
    run.log("evals", steps, {"dev_loss": 1.0, "dev_exact": 0.5})
    return folder


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    return made_run(tmp_path / "a", 0.01), made_run(tmp_path / "b", 0.05)


def ran(*arguments: str) -> str:
    result = CliRunner().invoke(trainer, ["runs", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_runs_below_a_folder_are_listed(both: tuple[Path, Path]) -> None:
    found = json.loads(ran("list", str(both[0].parent), "--json"))["runs"]
    assert [each["run"] for each in found] == ["a", "b"]
    assert [each["dev_loss"] for each in found] == [1.0, 1.0]
    assert "b" in ran("list", str(both[0].parent))


def test_a_summary_is_of_the_first_steps_and_the_last(both: tuple[Path, Path]) -> None:
    told = read_run(both[1]).summary()
    assert told["first_loss"] == pytest.approx(math.exp(-0.05))
    last = sum(math.exp(-0.05 * step) for step in range(61, 81)) / 20
    assert told["loss"] == pytest.approx(last)
    assert (told["memory_mb"], told["steps"], told["state"]) == (180.0, 80, "not over")


def test_comparing_says_what_differs(both: tuple[Path, Path]) -> None:
    told = json.loads(ran("compare", *map(str, both), "--json"))
    assert told["differing"] == {"lr": [0.01, 0.05]}
    assert "differing lr: 0.01, 0.05" in ran("compare", *map(str, both))


def test_showing_draws_the_loss_in_a_line(both: tuple[Path, Path]) -> None:
    lines = ran("show", str(both[1])).splitlines()
    drawn = next(one for one in lines if one.startswith("loss") and "▁" in one)
    assert drawn.index("█") < drawn.index("▁")  # it falls


def test_a_page_has_a_curve_for_each_number_and_no_markup_of_a_run(tmp_path: Path) -> None:
    made_run(tmp_path / "<b>$x", 0.1, name="<script>alert(1)</script>")
    made_run(tmp_path / "plain", 0.2)
    text = page([read_run(tmp_path / "<b>$x"), read_run(tmp_path / "plain")], "<i>Runs")
    assert text.count("<svg") == 4  # dev_loss, dev_exact, loss, examples_per_s
    assert "<script" not in text and "<b>" not in text and "<i>" not in text
    assert "http-equiv" not in text and "src=" not in text


def test_html_is_written_where_it_is_asked_for(both: tuple[Path, Path], tmp_path: Path) -> None:
    ran("show", str(both[0]), "--html", str(tmp_path / "page.html"))
    assert "<svg" in (tmp_path / "page.html").read_text("utf-8")


def test_reading_runs_needs_no_torch(both: tuple[Path, Path]) -> None:
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from tandem_trainer.train.runs.reading import read_run\n"
        f"read_run(Path({str(both[0])!r})).summary()\n"
        "assert 'torch' not in sys.modules and 'matplotlib' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_folder_without_a_run_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(trainer, ["runs", "show", str(tmp_path)])
    assert "holds no run of the trainer" in str(result.exception)
