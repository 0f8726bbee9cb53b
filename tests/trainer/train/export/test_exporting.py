"""A run is exported only as a file that acts as its checkpoint does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tandem_edge.models.adapters import resolve_adapter
from tandem_edge.models.resolve import resolve
from tandem_edge.settings import Settings, load_settings
from tandem_shared.errors import TrustError, UsageError
from tandem_trainer.train.export import exporting
from tandem_trainer.train.export.exporting import Export, export
from tandem_trainer.train.export.learned import read_lora
from tandem_trainer.train.importing.bases import Base
from tandem_trainer.train.runs import bases
from tandem_trainer.train.runs.folder import RESULT
from tests.contracts.repo import ROOT
from tests.trainer.train.export.tiny_run import DATA, finished_run, tiny_base

READ = ("docs/tools.md", "edge/tandem_edge/bench/tasks/frozen/dev.jsonl")
"""What the tiny tokeniser learns its words from, so that prompts fit the context."""
EARLY = 4
"""Tokens of an answer. In a long answer at random there is a near tie somewhere, which the half
precision of llama.cpp's keys and values decides otherwise; hardly ever among the first few."""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    texts = [(ROOT / name).read_text("utf-8")[:100_000] for name in READ]
    return tiny_base(tmp_path_factory.mktemp("base"), "qwen2", texts)


@pytest.fixture
def settings(base: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr(bases, "import_base", lambda name, models: base)
    flags = {"models_dir": tmp_path / "models", "planner_threads": 1, "planner_context": 8192}
    return load_settings({**flags, "home": tmp_path / "home", "planner_load_s": 300.0})


@pytest.fixture
def wanted(base: Base, tmp_path: Path) -> Export:
    run = finished_run(tmp_path / "run", base)
    return Export(run, tmp_path / "out", needed=0.0, tasks=2, words=True)


def quiet(*told: object) -> None:
    """Says nothing."""


@pytest.mark.timeout(600)
def test_what_is_exported_is_an_adapter_of_the_base_and_told_in_a_report(
    base: Base, settings: Settings, wanted: Export
) -> None:
    report = export(wanted, settings, quiet)
    file = wanted.out / report["file"]
    assert report["accepted"] and report["answers"] >= 2 and report["tokens"] > 10
    assert all(each["at"] > EARLY for each in report["differing"])
    assert json.loads(file.with_suffix(".json").read_text()) == report
    found = resolve_adapter(file, resolve(str(base.gguf), settings.models_dir), settings.models_dir)
    assert (found.sha256, found.rank, found.data) == (report["sha256"], 4, DATA)
    assert sorted(path.suffix for path in wanted.out.iterdir()) == [".gguf", ".json"]


@pytest.mark.timeout(600)
def test_a_file_that_acts_otherwise_is_refused_and_only_its_report_is_kept(
    base: Base, settings: Settings, wanted: Export, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = read_lora(finished_run(tmp_path / "other", base, seed=2) / "adapter")
    monkeypatch.setattr(exporting, "read_lora", lambda folder: other)
    with pytest.raises(TrustError, match="is refused"):
        export(replace(wanted, needed=0.5), settings, quiet)
    (kept,) = wanted.out.iterdir()
    report = json.loads(kept.read_text())
    assert not report["accepted"] and report["agreement"] < 0.5
    assert min(each["at"] for each in report["differing"]) <= EARLY


def test_a_run_from_another_base_or_one_that_is_not_over_is_refused(
    base: Base, settings: Settings, wanted: Export, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = replace(base, sha256="9" * 64)
    with monkeypatch.context() as patch:
        patch.setattr(bases, "import_base", lambda name, models: changed)
        with pytest.raises(UsageError, match="another base"):
            export(wanted, settings, quiet)
    (wanted.run / RESULT).unlink()
    with pytest.raises(UsageError, match="not over"):
        export(wanted, settings, quiet)
    assert not wanted.out.exists() or not [*wanted.out.iterdir()]


def test_a_run_without_a_lora_is_not_exported_as_one(settings: Settings, wanted: Export) -> None:
    (wanted.run / "adapter").rename(wanted.run / "model")
    for name in ("adapter_config.json", "adapter_model.safetensors"):
        (wanted.run / "model" / name).unlink()
    with pytest.raises(UsageError, match="there is no LoRA"):
        export(wanted, settings, quiet)
