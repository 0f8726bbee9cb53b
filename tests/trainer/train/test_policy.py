"""What of a model is learned."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from tandem_shared.errors import UsageError
from tandem_trainer.train.sft.policy import load_policy
from tandem_trainer.train.sft.settings import SftSettings
from tests.trainer.train.tiny import save_tiny

LINEAR = 7
"""Linear maps of a layer: four of attention, three of the feed-forward part."""


@pytest.mark.parametrize(("layers", "learned"), [(0, {"0", "1"}), (1, {"1"}), (2, {"0", "1"})])
def test_a_lora_is_on_the_last_layers_that_were_asked_for(
    tmp_path: Path, layers: int, learned: set[str]
) -> None:
    policy = load_policy(save_tiny(tmp_path), SftSettings(layers=layers, dtype="float32"), 0)
    assert {name.split(".layers.")[1].split(".")[0] for name in policy.learned} == learned
    assert len(policy.learned) == 2 * LINEAR * len(learned)


def test_more_layers_than_there_are_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has 2 layers"):
        load_policy(save_tiny(tmp_path), SftSettings(layers=3, dtype="float32"), 0)


def test_threads_that_another_library_took_are_given_back(tmp_path: Path) -> None:
    policy = load_policy(save_tiny(tmp_path), SftSettings(dtype="float32"), 0, threads=2)
    faiss = pytest.importorskip("faiss")
    before = torch.get_num_threads()
    try:
        faiss.omp_set_num_threads(1)
        with policy.arithmetic():
            assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
