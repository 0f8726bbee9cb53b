"""The guard on the default planner: neither nothing nor everything, and noise over it falls."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

from tandem_edge.llm.opening import open_local
from tandem_edge.models.resolve import ModelFile
from tandem_edge.settings import Settings, default_models_dir, load_settings
from tandem_trainer.evaluate.guard.asking import Answer
from tandem_trainer.evaluate.guard.falling import WHOLE, falls, scores
from tandem_trainer.evaluate.guard.items import DATA, SETS, Guard
from tandem_trainer.evaluate.guard.taking import Answers, Taker, take
from tandem_trainer.train.export.layout import layout_of
from tandem_trainer.train.export.learned import Lora
from tandem_trainer.train.export.writing import Facts, write_lora

BLOCKS, WIDTH, RANK = range(8, 12), 896, 4
PER_FILE = 4
SIZE = 0.3
"""Of the noise: with it the model writes gibberish."""


def noise_over(model: ModelFile, out: Path) -> Path:
    """A LoRA of random numbers over some of the model's attention."""
    draw = np.random.default_rng(0)
    pairs = {
        f"model.layers.{block}.self_attn.o_proj.weight": (
            draw.normal(size=(RANK, WIDTH)).astype(np.float32) * SIZE,
            draw.normal(size=(WIDTH, RANK)).astype(np.float32) * SIZE,
        )
        for block in BLOCKS
    }
    write_lora(
        out,
        Lora(RANK, 2.0 * RANK, pairs),
        layout_of(model.path),
        Facts("noise", model.sha256, "", ""),
    )
    return out


def shortened(folder: Path) -> Guard:
    """Some items of each of the guard's files, those with a right option first."""
    folder.mkdir()
    for path in DATA.glob("*.yaml"):
        forms = sorted(
            yaml.safe_load(path.read_text("utf-8")), key=lambda form: "right" not in form
        )
        (folder / path.name).write_text(yaml.safe_dump(forms[:PER_FILE], allow_unicode=True))
    return Guard(folder)


def answers(
    guard: Guard, settings: Settings, path: Path, adapter: Path | None
) -> dict[str, Answer]:
    planner = open_local(settings, settings.planner, adapter)
    taker = Taker(
        planner_sha256=planner.identity,
        adapter=planner.adapter.sha256 if planner.adapter else "",
        items_sha256=guard.sha256,
    )
    try:
        return {each.item: each for each in take(guard, planner, Answers(path), taker)}
    finally:
        planner.close()


@pytest.mark.slow
@pytest.mark.planner
@pytest.mark.timeout(1800)
def test_the_default_planner_knows_some_of_each_set_and_noise_over_it_falls(
    default_model: ModelFile, home: Path, tmp_path: Path
) -> None:
    settings = load_settings({"planner": default_model.name, "models_dir": default_models_dir()})
    guard = shortened(tmp_path / "guard")
    parent = answers(guard, settings, tmp_path / "parent.jsonl", None)
    noisy = noise_over(default_model, tmp_path / "noise.gguf")
    found = scores(guard.items, answers(guard, settings, tmp_path / "new.jsonl", noisy), parent)
    assert all(0 < found[name].parent < 100 for name in SETS)
    assert falls(scores(guard.items, parent, parent), 2) == []
    assert falls(found, 2)[0].startswith(f"guard: {WHOLE} -")
    assert found[WHOLE].sureness < 0
