"""A run's folder says what was trained and how it went, whatever happened to the process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_shared.errors import UsageError
from tandem_trainer.train.runs.folder import Manifest, RunFolder, around

MANIFEST = Manifest(kind="sft", base="tiny", base_sha256="0" * 64, data="1" * 64, seed=3)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    folder = RunFolder(tmp_path / "run")
    folder.begin(MANIFEST)
    return folder


def test_the_same_run_goes_on_and_another_is_refused(run: RunFolder) -> None:
    run.begin(MANIFEST.model_copy(update={"code": "repaired", "machine": "elsewhere"}))
    with pytest.raises(UsageError, match="its seed, settings differ"):
        run.begin(MANIFEST.model_copy(update={"seed": 4, "settings": {"lr": 1}}))


def test_a_torn_line_is_no_record_and_is_written_over(run: RunFolder) -> None:
    run.log("steps", 1, {"loss": 2.5})
    with (run.path / "steps.jsonl").open("ab") as file:
        file.write(b'{"step": 2, "lo')
    assert [*run.read("steps")] == [{"step": 1, "loss": 2.5}]
    run.log("steps", 2, {"loss": 2.0})
    assert [each["loss"] for each in run.read("steps")] == [2.5, 2.0]


def test_rewinding_forgets_what_came_after_the_checkpoint(run: RunFolder) -> None:
    for step in range(1, 5):
        run.log("steps", step, {"loss": 1 / step})
    run.log("evals", 3, {"dev_loss": 1.0})
    run.rewind(2)
    assert [each["step"] for each in run.read("steps")] == [1, 2]
    assert [*run.read("evals")] == []


def test_a_loss_that_is_no_number_is_kept_as_nothing(run: RunFolder) -> None:
    run.log("steps", 1, {"loss": float("nan"), "of": [float("inf"), 1]})
    assert [*run.read("steps")] == [{"step": 1, "loss": None, "of": [None, 1]}]


def test_a_run_is_over_exactly_when_it_says_what_came_out(run: RunFolder) -> None:
    assert run.result() is None
    run.finish({"best": 1.5})
    assert run.result() == {"best": 1.5}


def test_a_line_that_is_no_record_is_named(run: RunFolder) -> None:
    (run.path / "steps.jsonl").write_text('{"step": 1}\n[1]\n')
    with pytest.raises(UsageError, match="line 2"):
        list(run.read("steps"))


def test_a_manifest_tells_the_code_and_the_packages() -> None:
    told = around()
    assert len(told["code"]) == 64
    assert "torch" in told["packages"]


def test_a_folder_without_a_run_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run"):
        RunFolder(tmp_path).manifest()
