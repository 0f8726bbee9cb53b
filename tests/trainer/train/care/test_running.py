"""Whole runs in small: through the command, the harness and the sandbox phone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tandem_shared.errors import MissingError, UsageError
from tandem_shared.tasks import Split, Task
from tandem_trainer.cli.care import care
from tandem_trainer.train.care import following
from tandem_trainer.train.care.controlling import Decision, Rules, load_ranges, replayed
from tandem_trainer.train.care.running import CareRun, run_care
from tandem_trainer.train.care.settings import CareSettings
from tandem_trainer.train.runs.folder import RunFolder
from tests.trainer.train.care.tiny import random_base, start_of, tasks

SETTINGS = CareSettings(
    steps=3, groups=1, group=2, rate=1e-3, answer_tokens=4, cost_scale=32, cost_call=4
)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return random_base(tmp_path_factory.mktemp("base"))


def run_of(base: Path, out: Path, **given: Any) -> CareRun:
    settings = SETTINGS.model_copy(update=given)
    dev = tasks(Split.DEV, 4)
    return CareRun(start_of(base), tasks(), dev, out, settings, controller=Rules(load_ranges()))


def lines(out: Path, log: Any) -> list[dict[str, Any]]:
    return [*RunFolder(out).read(log)]


def written(path: Path, some: tuple[Task, ...]) -> str:
    path.write_text("".join(f"{each.model_dump_json()}\n" for each in some), "utf-8")
    return str(path)


def test_three_steps_through_the_command_leave_a_policy_and_a_folder_that_tells(
    base: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    arguments = ["--base", str(base), "--out", str(out), "--bare", "--json"]
    arguments += ["--tasks", written(tmp_path / "train.jsonl", tasks())]
    arguments += ["--dev", written(tmp_path / "dev.jsonl", tasks(Split.DEV, 4))]
    arguments += ["--steps", "3", "--groups", "1", "--group", "2", "--answer-tokens", "4"]
    arguments += ["--home", str(tmp_path / "home"), "--every", "2"]
    done = CliRunner().invoke(care, arguments, catch_exceptions=False)
    result = json.loads(done.stdout)
    assert result["steps"] == 3
    assert {"accuracy", "tokens", "calls"} <= set(result["dev"])
    steps = lines(out, "steps")
    assert [each["step"] for each in steps] == [1, 2, 3]
    assert {"loss", "outcome", "progress", "cost", "tokens", "success", "p_high"} <= set(steps[0])
    assert [each["step"] for each in lines(out, "evals")] == [2]
    assert (out / "policy" / "speech.json").exists()
    assert (out / "policy" / "model.safetensors").exists()


class Killed(BaseException):
    pass


def test_a_run_that_is_killed_goes_on_to_the_same_curve_and_decisions(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"steps": 3, "save_every": 2, "every": 1, "dev_tasks": 1}
    run_care(run_of(base, tmp_path / "whole", **given))
    decide = following.Follows._decided

    def dies(self: Any, step: int) -> Any:
        if step == 3:
            raise Killed
        return decide(self, step)

    with monkeypatch.context() as patch:
        patch.setattr(following.Follows, "_decided", dies)
        with pytest.raises(Killed):
            run_care(run_of(base, tmp_path / "killed", **given))
    run_care(run_of(base, tmp_path / "killed", **given))
    for log in ("steps", "evals", "events"):
        assert lines(tmp_path / "killed", log) == lines(tmp_path / "whole", log)


def test_a_runs_decisions_are_made_again_from_its_log(base: Path, tmp_path: Path) -> None:
    run_care(run_of(base, tmp_path / "run", every=1))
    events = lines(tmp_path / "run", "events")
    assert len(events) == 3
    for each in events:
        told = {name: each[name] for name in Decision.model_fields}
        decision = Decision.model_validate(told)
        assert replayed(decision, load_ranges()) == decision


def test_a_finished_run_is_not_done_again_and_another_is_refused(
    base: Path, tmp_path: Path
) -> None:
    first = run_care(run_of(base, tmp_path / "run", steps=1))
    before = (tmp_path / "run" / "steps.jsonl").read_bytes()
    assert run_care(run_of(base, tmp_path / "run", steps=1)) == first
    assert (tmp_path / "run" / "steps.jsonl").read_bytes() == before
    with pytest.raises(UsageError, match="another run"):
        run_care(run_of(base, tmp_path / "run", steps=1, rate=0.5))


def test_nothing_but_train_tasks_is_trained_on(base: Path, tmp_path: Path) -> None:
    wanted = CareRun(start_of(base), tasks(Split.DEV), (), tmp_path / "run", SETTINGS)
    with pytest.raises(UsageError, match="dev split"):
        run_care(wanted)
    assert not (tmp_path / "run").exists()


def test_a_base_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(MissingError):
        run_care(run_of(tmp_path / "nowhere", tmp_path / "run"))


@pytest.mark.parametrize("line", ["", "{}", "nonsense", '{"id": "x"}'])
def test_a_file_of_tasks_that_is_none_is_refused(base: Path, tmp_path: Path, line: str) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text(f"{line}\n")
    arguments = ["--base", str(base), "--out", str(tmp_path / "run"), "--tasks", str(path)]
    done = CliRunner().invoke(care, [*arguments, "--home", str(tmp_path / "home"), "--bare"])
    assert isinstance(done.exception, UsageError)
    assert not (tmp_path / "run").exists()
