"""The default planner itself learns here, from what the edge asks it."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from tandem_edge.bench.runs.running import guidance_of
from tandem_edge.settings import default_models_dir, load_settings
from tandem_trainer.train.importing.bases import import_base
from tandem_trainer.train.sft.evaluating import Evaluator
from tandem_trainer.train.sft.losses import backward, look
from tandem_trainer.train.sft.policy import load_policy
from tandem_trainer.train.sft.reading import read_dataset
from tandem_trainer.train.sft.rendering import Renderer
from tandem_trainer.train.sft.replaying import Replayer
from tandem_trainer.train.sft.sequences import Writer
from tandem_trainer.train.sft.settings import SftSettings
from tests.conftest import pulled


@pytest.mark.slow
@pytest.mark.planner
@pytest.mark.timeout(1200)
def test_the_default_planner_learns_two_requests(dataset: Path) -> None:
    pulled("qwen2.5-coder-0.5b")
    base = import_base("qwen2.5-coder-0.5b", default_models_dir())
    replayer = Replayer(guidance_of(load_settings({}), bare=False))
    renderer = Renderer(replayer, Writer(base.tokeniser(), base.turns), 8, 1024, 4096)
    groups = renderer.held(read_dataset(dataset).examples, 2)
    policy = load_policy(base.folder, SftSettings(dropout=0.0), 0)
    evaluator = Evaluator(policy)
    before = look(evaluator, groups)
    optimiser = torch.optim.AdamW([*policy.learned.values()], lr=5e-4)
    for _ in range(3):
        backward(evaluator, groups)
        optimiser.step()
        optimiser.zero_grad()
    after = look(evaluator, groups)
    assert before.loss < 3  # it is a language model, not noise: the conversion is whole
    assert after.loss < before.loss
