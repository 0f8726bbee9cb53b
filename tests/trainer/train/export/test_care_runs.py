"""Cold start, CARE, export: one after the other, to a LoRA over the base's own file."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tandem_edge.models.adapters import resolve_adapter
from tandem_edge.models.resolve import resolve
from tandem_edge.settings import Settings, load_settings
from tandem_shared.errors import MissingError, UsageError
from tandem_shared.tasks import Split
from tandem_trainer.cli.care import care
from tandem_trainer.train.export.exporting import Export, export
from tandem_trainer.train.export.learned import read_lora
from tandem_trainer.train.importing.bases import Base, folder_digest, import_base
from tandem_trainer.train.runs.folder import Manifest, RunFolder
from tests.contracts.repo import ROOT
from tests.trainer.train.care.test_running import written
from tests.trainer.train.care.tiny import tasks
from tests.trainer.train.export.tiny_run import finished_run, tiny_base

READ = ("docs/tools.md", "edge/tandem_edge/bench/tasks/frozen/dev.jsonl")
"""What the tiny tokeniser learns its words from, so that prompts fit the context."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Base:
    texts = [(ROOT / name).read_text("utf-8")[:100_000] for name in READ]
    return tiny_base(tmp_path_factory.mktemp("base"), "qwen2", texts)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def base(made: Base, models: Path) -> Base:
    """The tiny base, imported from its file as any other."""
    return import_base(str(made.gguf), models)


@pytest.fixture
def settings(models: Path, tmp_path: Path) -> Settings:
    flags = {"models_dir": models, "planner_threads": 1, "planner_context": 8192}
    return load_settings({**flags, "home": tmp_path / "home", "planner_load_s": 300.0})


def trained(base: str, out: Path, models: Path, *more: str) -> Path:
    """A run of CARE of two steps, through the command."""
    out.parent.mkdir(parents=True, exist_ok=True)
    arguments = ["--base", base, "--out", str(out), "--bare", "--json", "--steps", "2", *more]
    arguments += ["--tasks", written(out.with_suffix(".train"), tasks(count=2)), "--dev-tasks", "1"]
    arguments += ["--dev", written(out.with_suffix(".dev"), tasks(Split.DEV, 1))]
    arguments += ["--groups", "1", "--group", "2", "--answer-tokens", "4", "--rate", "1e-2"]
    arguments += ["--home", str(out.with_suffix(".home"))]
    around = {"TANDEM_MODELS_DIR": str(models)}
    done = CliRunner(env=around).invoke(care, arguments, catch_exceptions=False)
    assert json.loads(done.stdout)["steps"] == 2
    return out


def quiet(*told: object) -> None:
    """Says nothing."""


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_cold_starts_lora_goes_through_care_to_an_adapter_of_the_bases_own_file(
    base: Base, models: Path, settings: Settings, tmp_path: Path
) -> None:
    first = finished_run(tmp_path / "first", base)
    run = trained(str(first), tmp_path / "care", models, "--over", str(base.gguf))
    wanted = Export(run, tmp_path / "out", base=str(base.gguf), needed=0.0, tasks=1, words=True)
    report = export(wanted, settings, quiet)
    manifest = RunFolder(run).manifest()
    assert manifest.begun_from == folder_digest(first / "adapter")
    assert report["accepted"] and report["answers"] >= 1
    assert report["base_sha256"] == base.sha256 == manifest.base_sha256
    found = resolve_adapter(wanted.out / report["file"], resolve(str(base.gguf), models), models)
    assert (found.rank, found.data) == (read_lora(first / "adapter").rank, manifest.data)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_lora_that_care_began_over_a_gguf_file_is_exported_over_it(
    base: Base, models: Path, settings: Settings, tmp_path: Path
) -> None:
    run = trained(str(base.gguf), tmp_path / "care", models, "--lora", "2")
    manifest = RunFolder(run).manifest()
    assert (manifest.base, manifest.base_sha256) == (base.name, base.sha256)
    assert manifest.begun_from == ""
    wanted = Export(run, tmp_path / "out", base=str(base.gguf), needed=0.0, tasks=1, words=True)
    assert export(wanted, settings, quiet)["accepted"]


def care_run(base: Base, learned: Path, **more: object) -> Path:
    """The folder of a finished run of CARE that made what another run had learned."""
    folder = learned.parent / "care"
    (learned / "adapter").rename(learned / "policy")
    learned.rename(folder)
    told = {"kind": "care", "base": base.name, "base_sha256": base.sha256, "data": "d" * 64}
    (folder / "training.json").write_text(
        Manifest.model_validate({**told, **more}).model_dump_json()
    )
    return folder


def test_a_lora_over_a_base_without_a_gguf_file_is_refused(
    made: Base, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tandem_trainer.train.runs import bases

    alone = replace(made, gguf=None)
    run = care_run(alone, finished_run(tmp_path / "first", made))
    wanted = Export(run, tmp_path / "out")
    with pytest.raises(MissingError, match="no model is found by that name"):
        export(wanted, settings, quiet)
    monkeypatch.setattr(bases, "import_base", lambda name, models: alone)
    with pytest.raises(UsageError, match="is no GGUF file"):
        export(wanted, settings, quiet)
    assert not wanted.out.exists()


def test_a_lora_over_what_an_earlier_run_made_of_every_weight_is_refused(
    made: Base, settings: Settings, tmp_path: Path
) -> None:
    first = finished_run(tmp_path / "first", made)
    run = care_run(made, first, begun_from="b" * 64, settings={"lora": 4})
    with pytest.raises(UsageError, match="over what an earlier run made of every weight"):
        export(Export(run, tmp_path / "out", base=str(made.gguf)), settings, quiet)
