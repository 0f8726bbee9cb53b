"""The planner's adapter as people see it: in doctor, among the models, in a run's record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tandem_edge.bench.runs.running import RunPlan, choose, with_adapter
from tandem_edge.cli.bench import bench
from tandem_edge.cli.common import carried_out
from tandem_edge.cli.model import model
from tandem_edge.doctor import examine
from tandem_edge.settings import Settings, load_settings
from tandem_shared.errors import UsageError
from tandem_shared.tasks import Split
from tests.edge.models.builders import CHATML_TEMPLATE, loadable, lora, sha256

BASE = loadable(template=CHATML_TEMPLATE)
LORA = lora(sha256(BASE))


@pytest.fixture
def settings(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    (tmp_path / "tiny.gguf").write_bytes(BASE)
    (tmp_path / "lora.gguf").write_bytes(LORA)
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "models"))
    monkeypatch.setenv("TANDEM_PLANNER", str(tmp_path / "tiny.gguf"))
    monkeypatch.setenv("TANDEM_PLANNER_ADAPTER", str(tmp_path / "lora.gguf"))
    return load_settings({})


def test_doctor_and_the_list_of_models_show_it(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = (each for each in examine(settings) if each.name == "planner")
    assert found.state == "ok" and sha256(LORA)[:12] in found.fact
    assert carried_out(model, ["list"], "tandem model") == 0
    assert "rank 2" in capsys.readouterr().out
    assert carried_out(model, ["list", "--json"], "tandem model") == 0
    told = json.loads(capsys.readouterr().out)["adapter"]
    assert (told["sha256"], told["problem"]) == (sha256(LORA), "")


def test_one_of_another_planner_is_told_and_does_not_hide_the_models(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lora.gguf").write_bytes(lora("9" * 64))
    (found,) = (each for each in examine(settings) if each.name == "planner")
    assert found.state == "FAIL" and found.exit_code == 2 and "another planner" in found.fact
    assert carried_out(model, ["list"], "tandem model") == 0
    shown = capsys.readouterr().out
    assert "smollm2-135m" in shown and "another planner" in shown


def test_a_runs_record_names_it(settings: Settings) -> None:
    tasks = choose(Split.DEV, limit=2)
    plan = RunPlan(settings, Split.DEV, tasks, 0, words=True)
    assert plan.info().adapter == sha256(LORA)
    oracle = settings.model_copy(update={"planner": "oracle"})
    assert RunPlan(oracle, Split.DEV, tasks, 0, words=True).info().adapter == ""


def test_an_agent_without_a_file_takes_none(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("oracle", "scripted:x.txt", "openai:http://127.0.0.1:9#m"):
        with pytest.raises(UsageError, match="takes no adapter"):
            with_adapter(settings.model_copy(update={"planner": name}), tmp_path / "lora.gguf")
    given = [
        "run",
        "--split",
        "dev",
        "--planner",
        "oracle",
        "--adapter",
        str(tmp_path / "lora.gguf"),
    ]
    assert carried_out(bench, [*given, "--out", str(tmp_path / "out")], "tandem bench") == 2
    assert "takes no adapter" in capsys.readouterr().err
