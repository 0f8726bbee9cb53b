"""A new planner takes its parent's place only where nothing fell; all of it is told and kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.cli.common import carried_out
from tandem_edge.models.digest import digest_of
from tandem_shared.errors import UsageError
from tandem_trainer.cli.main import trainer
from tandem_trainer.evaluate import evaluating
from tandem_trainer.evaluate.evaluating import REPORT
from tandem_trainer.evaluate.standing import standing

TASKS = 12


@pytest.fixture
def evaluate(home: Path, tmp_path: Path) -> Any:
    def run(new: str, parent: str, *more: str, out: str = "evals") -> int:
        given = ["evaluate", "--planner", new, "--parent", parent, "--out", str(tmp_path / out)]
        given += ["--tasks", str(TASKS), "--words", "--home", str(home), *more]
        return carried_out(trainer, given, "tandem-trainer")

    return run


def test_a_planner_that_does_less_is_refused_with_what_it_lost(
    evaluate: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate("does-nothing", "oracle", "--no-guard") == 1
    told = capsys.readouterr().out
    report = json.loads((tmp_path / "evals" / REPORT).read_text("utf-8"))
    found = report["benchmark"]
    assert not report["accepted"] and report["guard"] is None
    assert {line.split(":")[0] for line in report["refused"]} == {"success", "gate"}
    lost = [each["task"] for each in found["regressions"]]
    assert len(lost) == found["success"]["only_second"] >= TASKS - 2
    assert all(each["reasons"] for each in found["regressions"])
    assert f"{len(lost)} tasks that only the parent did" in told
    assert all(f"refused: {why}" in told for why in report["refused"])


def test_a_planner_that_does_more_is_accepted(
    evaluate: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate("oracle", "does-nothing", "--no-guard", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["accepted"] and report["refused"] == []
    assert report["benchmark"]["regressions"] == []
    assert report["benchmark"]["success"]["low"] > 0
    assert report["new"]["planner"] == "oracle" and report["tasks_sha256"]


def test_both_languages_are_half_of_the_tasks(evaluate: Any, tmp_path: Path) -> None:
    evaluate("oracle", "does-nothing", "--no-guard")
    found = standing(tmp_path / "evals" / "new", tmp_path / "evals" / "parent")
    assert {name: each.tasks for name, each in found.languages.items()} == {
        "en": TASKS // 2, "zh": TASKS // 2,
    }  # fmt: skip


def test_a_gate_that_falls_refuses_by_itself_unless_that_may_be_lost(
    evaluate: Any, tmp_path: Path
) -> None:
    evaluate("does-nothing", "oracle", "--no-guard")
    found = standing(tmp_path / "evals" / "new", tmp_path / "evals" / "parent")
    assert found.gates["memory_retrieved"].change < 0
    gates = [line for line in found.falls(0) if line.startswith("gate")]
    assert len(gates) == sum(gate.change < 0 for gate in found.gates.values())
    assert [line for line in found.falls(100) if line.startswith("gate")] == []


def test_what_is_kept_is_not_tried_again(
    evaluate: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluate("does-nothing", "oracle", "--no-guard")
    results = [tmp_path / "evals" / name / "results.jsonl" for name in ("new", "parent")]
    before = [path.read_bytes() for path in results]
    kept = results[0].read_bytes().splitlines(keepends=True)
    results[0].write_bytes(b"".join(kept[:-1]) + kept[-1][:20])
    assert evaluate("does-nothing", "oracle", "--no-guard") == 1
    assert len(results[0].read_bytes().splitlines()) == TASKS
    assert results[1].read_bytes() == before[1]


@pytest.mark.parametrize(
    ("new", "parent", "more", "says"),
    [
        ("oracle", "oracle", ["--no-guard"], "the same file"),
        ("oracle", "does-nothing", [], "no file of this machine, which the guard needs"),
        ("oracle", "does-nothing", ["--no-guard", "--adapter", "x.gguf"], "takes no adapter"),
    ],
)
def test_what_cannot_be_compared_is_refused_before_anything_is_tried(
    evaluate: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    new: str, parent: str, more: list[str], says: str,
) -> None:  # fmt: skip
    assert evaluate(new, parent, *more) == UsageError.exit_code
    error = capsys.readouterr().err
    assert says in error and "try:" in error
    assert not (tmp_path / "evals").exists()


def test_without_the_package_its_tasks_are_refused_with_the_command_to_type(
    evaluate: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tandem_trainer.evaluate import lm_eval_tasks

    monkeypatch.setattr(lm_eval_tasks, "find_spec", lambda name: None)
    monkeypatch.setattr(evaluating, "has_file", lambda planner: True)
    code = evaluate("oracle", "does-nothing", "--no-guard", "--lm-eval", "mmlu_redux, ifeval")
    assert code == 3
    assert "tandem-phone[lm-eval]" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_very_files_are_measured_and_named(tmp_path: Path, home: Path) -> None:
    from dataclasses import replace

    from tandem_edge.settings import load_settings
    from tandem_trainer.evaluate.evaluating import Evaluation
    from tandem_trainer.evaluate.guard.items import Guard
    from tandem_trainer.train.export.layout import layout_of
    from tandem_trainer.train.export.learned import read_lora
    from tandem_trainer.train.export.writing import Facts, write_lora
    from tests.contracts.repo import ROOT
    from tests.trainer.train.export.tiny_run import DATA, finished_run, tiny_base

    texts = [(ROOT / "edge/tandem_edge/bench/tasks/frozen/dev.jsonl").read_text("utf-8")[:100_000]]
    base = tiny_base(tmp_path, "qwen2", texts)
    assert base.gguf is not None
    adapter = tmp_path / "tiny-lora.gguf"
    lora = read_lora(finished_run(tmp_path / "run", base) / "adapter")
    write_lora(adapter, lora, layout_of(base.gguf), Facts("tiny", base.sha256, DATA, ""))
    guard = shortened(tmp_path / "guard", 3)
    flags = {"models_dir": tmp_path / "models", "planner_threads": 1, "planner_load_s": 300.0}
    settings = load_settings({**flags, "planner": str(base.gguf), "planner_context": 8192})
    wanted = Evaluation(
        tmp_path / "evals", adapter=adapter, tasks=2, words=True, guard=Guard(guard)
    )
    told: list[tuple[str, int, int]] = []
    report = evaluating.evaluate(wanted, settings, lambda *args: told.append(args))
    assert report["new"]["sha256"] == report["parent"]["sha256"] == base.sha256
    from tandem_edge.models.cache import Cache

    assert report["new"]["adapter_sha256"] == digest_of(adapter, Cache(tmp_path / "models"))
    assert report["parent"]["adapter_sha256"] == ""
    assert report["guard"]["items"] == 18 and report["guard"]["scores"]["all"]["items"] == 18
    kept = [(tmp_path / "evals" / name / "guard.jsonl").read_text() for name in ("new", "parent")]
    assert kept[0] != kept[1]
    again = evaluating.evaluate(replace(wanted, guard_points=100.0), settings, lambda *args: None)
    assert again["guard"]["scores"] == report["guard"]["scores"]


def shortened(folder: Path, items: int) -> Path:
    """The guard with so many items of each file."""
    import yaml

    from tandem_trainer.evaluate.guard.items import DATA

    folder.mkdir()
    for path in DATA.glob("*.yaml"):
        kept = yaml.safe_load(path.read_text("utf-8"))[:items]
        (folder / path.name).write_text(yaml.safe_dump(kept, allow_unicode=True), "utf-8")
    return folder
