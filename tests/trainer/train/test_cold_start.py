"""A cold start: learns, is killed and goes on as if it had not been, and says what it did."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from tandem_edge.settings import load_settings
from tandem_shared.errors import UsageError
from tandem_trainer.train.importing.bases import Base
from tandem_trainer.train.runs.folder import RunFolder
from tandem_trainer.train.sft import running
from tandem_trainer.train.sft.running import Wanted, cold_start
from tandem_trainer.train.sft.settings import SftSettings

CHOSEN = SftSettings(
    rank=4, lr=0.02, epochs=4, steps=6, accumulate=1, group=4, held=0.2, evals=3, eval_most=4,
    patience=0, checkpoints=2, dtype="float32",
)  # fmt: skip
TIMED = frozenset(
    {"seconds", "cpu_seconds", "memory_mb", "examples_per_s", "answers_per_s", "tokens_per_s"}
)
CHILD = """
import sys
from pathlib import Path
from tandem_edge.models.turns import CHATML
from tandem_trainer.train.importing.bases import Base
from tandem_trainer.train.sft import running
from tandem_trainer.train.sft.settings import SftSettings
from tandem_edge.settings import load_settings
import torch
torch.set_num_threads(1)
folder, dataset, out, chosen = sys.argv[1:]
running.import_base = lambda name, models: Base("tiny", Path(folder), "7" * 64, CHATML)
wanted = running.Wanted(
    Path(dataset), "tiny", Path(out), SftSettings.model_validate_json(chosen), 5, words=True
)
running.cold_start(wanted, load_settings({}), lambda what, record: print(what, flush=True))
"""


def curve(out: Path) -> list[dict[str, Any]]:
    """What is logged, but for what depends on the machine's mood."""
    run = RunFolder(out)
    records = [*run.read("steps"), *run.read("evals")]
    return [{key: each[key] for key in each if key not in TIMED} for each in records]


def begun(base: Base, dataset: Path, out: Path) -> subprocess.Popen[bytes]:
    arguments = [str(base.folder), str(dataset), str(out), CHOSEN.model_dump_json()]
    return subprocess.Popen([sys.executable, "-c", CHILD, *arguments], stdout=subprocess.PIPE)


@pytest.fixture
def in_process(tiny_base: Base, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # as in the child: sums in another order are other sums
    monkeypatch.setattr(running, "import_base", lambda name, models: tiny_base)
    yield
    torch.set_num_threads(threads)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_killed_run_goes_on_to_the_same_curve_and_the_same_weights(
    in_process: None, tiny_base: Base, dataset: Path, tmp_path: Path
) -> None:
    whole = Wanted(dataset, "tiny", tmp_path / "whole", CHOSEN, 5, words=True)
    cold_start(whole, load_settings({}), lambda what, record: None)
    with begun(tiny_base, dataset, tmp_path / "killed") as killed:
        assert killed.stdout is not None
        told = (line for line in killed.stdout if line == b"step\n")
        for _ in range(3):  # the checkpoint is of step 2
            next(told)
        killed.send_signal(signal.SIGKILL)
    assert RunFolder(tmp_path / "killed").result() is None
    with begun(tiny_base, dataset, tmp_path / "killed") as again:
        again.communicate()
    assert again.returncode == 0
    assert "resumed" in [one["what"] for one in RunFolder(tmp_path / "killed").read("events")]
    assert curve(tmp_path / "killed") == curve(tmp_path / "whole")
    weights = [
        load_file(tmp_path / name / "adapter" / "adapter_model.safetensors")
        for name in ("killed", "whole")
    ]
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[1])


def test_the_loss_falls_and_the_best_is_kept(
    in_process: None, dataset: Path, tmp_path: Path
) -> None:
    # All of it: an adapter on random weights is held back by the head, whose logits are tiny.
    longer = CHOSEN.model_copy(update={"method": "full", "steps": 24, "evals": 8})
    wanted = Wanted(dataset, "tiny", tmp_path / "run", longer, words=True)
    result = cold_start(wanted, load_settings({}), lambda what, record: None)
    losses = [each["loss"] for each in RunFolder(wanted.out).read("steps")]
    assert losses[-1] < losses[0] - 1
    looks = {each["step"]: each["dev_loss"] for each in RunFolder(wanted.out).read("evals")}
    assert result["best_step"] == min(looks, key=lambda step: looks[step])
    assert result["best_dev_loss"] < looks[0]
    assert result["left_out"] == {}
    told: list[str] = []  # a run that is over is read, not done again
    assert cold_start(wanted, load_settings({}), lambda what, record: told.append(what)) == result
    assert not told


def test_all_of_a_model_is_trained_where_that_is_asked_for(
    in_process: None, tiny_base: Base, dataset: Path, tmp_path: Path
) -> None:
    chosen = CHOSEN.model_copy(update={"method": "full", "steps": 2, "held": 0.0, "apart": True})
    wanted = Wanted(dataset, "tiny", tmp_path / "run", chosen, words=True)
    cold_start(wanted, load_settings({}), lambda what, record: None)
    before = load_file(tiny_base.folder / "model.safetensors")
    after = load_file(tmp_path / "run" / "model" / "model.safetensors")
    assert any(not torch.equal(before[name], after[name]) for name in after)
    assert (tmp_path / "run" / "model" / "tokenizer.json").is_file()


def test_a_run_stops_when_what_is_held_out_gets_no_better(
    in_process: None, dataset: Path, tmp_path: Path
) -> None:
    stuck = CHOSEN.model_copy(update={"lr": 1e-12, "evals": 1, "patience": 2, "dropout": 0.0})
    wanted = Wanted(dataset, "tiny", tmp_path / "run", stuck, words=True)
    result = cold_start(wanted, load_settings({}), lambda what, record: None)
    assert result["stopped"] in ("patience", "steps")
    looks = [each["dev_loss"] for each in RunFolder(wanted.out).read("evals")]
    if result["stopped"] == "patience":
        assert min(looks[-2:]) >= min(looks[:-2])
    assert json.loads((wanted.out / "result.json").read_text()) == result


def test_a_run_whose_time_is_up_goes_on_when_it_is_given_more(
    in_process: None, dataset: Path, tmp_path: Path
) -> None:
    short = CHOSEN.model_copy(update={"minutes": 1e-9})
    wanted = Wanted(dataset, "tiny", tmp_path / "run", short, words=True)
    first = cold_start(wanted, load_settings({}), lambda what, record: None)
    assert (first["stopped"], first["step"]) == ("minutes", 0)
    more = Wanted(dataset, "tiny", tmp_path / "run", CHOSEN, words=True)
    result = cold_start(more, load_settings({}), lambda what, record: None)
    assert (result["stopped"], result["step"]) == ("steps", CHOSEN.steps)


@pytest.mark.usefixtures("in_process")
def test_settings_that_the_model_cannot_have_leave_no_run_behind(
    dataset: Path, tmp_path: Path
) -> None:
    wanted = Wanted(dataset, "tiny", tmp_path / "run", SftSettings(layers=99), 5, words=True)
    with pytest.raises(UsageError, match="has 2 layers"):
        cold_start(wanted, load_settings({}), lambda what, record: None)
    assert not (tmp_path / "run").exists()
