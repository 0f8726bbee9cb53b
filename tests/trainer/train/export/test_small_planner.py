"""A LoRA over SmolLM2 itself, exported, acts as its checkpoint does."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM

from tandem_edge.settings import default_models_dir, load_settings
from tandem_trainer.train.export.exporting import Export, export
from tandem_trainer.train.importing.bases import Base, import_base
from tandem_trainer.train.runs.folder import Manifest, RunFolder
from tests.conftest import pulled

MOST_APART = 0.25
"""Of the answers: what is written at random has near ties, which eight-bit activations decide
otherwise; a trained planner has few."""


def run_over(base: Base, folder: Path) -> Path:
    model = AutoModelForCausalLM.from_pretrained(base.folder, dtype=torch.float32)
    adapted = get_peft_model(
        model, LoraConfig(r=4, lora_alpha=8, target_modules="all-linear", task_type="CAUSAL_LM")
    )
    torch.manual_seed(0)
    for name, parameter in adapted.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter, std=0.01)
    adapted.save_pretrained(folder / "adapter")
    run = RunFolder(folder)
    run.begin(Manifest(kind="sft", base=base.name, base_sha256=base.sha256, data="d" * 64))
    run.finish({"stopped": "steps", "step": 1})
    return folder


@pytest.mark.slow
@pytest.mark.planner
@pytest.mark.timeout(1200)
def test_the_small_planners_adapter_takes_its_checkpoints_actions(
    home: Path, tmp_path: Path
) -> None:
    pulled("smollm2-135m")
    base = import_base("smollm2-135m", default_models_dir())
    settings = load_settings({"planner": base.name, "models_dir": default_models_dir()})
    run = run_over(base, tmp_path / "run")
    wanted = Export(run, tmp_path / "out", needed=1 - MOST_APART, tasks=4, words=True)
    report = export(wanted, settings, lambda found, tasks: None)
    assert report["accepted"] and report["answers"] >= 4
