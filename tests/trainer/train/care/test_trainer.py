"""CARE on TRL: the trainer's advantages and loss are the paper's, however the batch is cut."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
import torch

from tandem_trainer.train.care.objective import EPS, objective
from tandem_trainer.train.care.phi import Arm, Phi
from tandem_trainer.train.care.settings import CareSettings
from tests.trainer.train.care.tiny import random_base, start_of

PHI = Phi(lambda_prog=0.4, lambda_eff=0.3)
SUCCESS = ((0, 0, 0, 0), (1, 0, 1, 0), (1, 1, 1, 0), (1, 1, 1, 1))
"""Of each group: progress, consolidation, efficiency, efficiency."""


class Canned:
    """A rollout function whose attempts are written beforehand, by their row in the whole batch."""

    def __call__(self, prompts: list[str], trainer: Any) -> dict[str, Any]:
        first = trainer.accelerator.process_index * len(prompts)
        rows = range(first, first + len(prompts))
        wide = [3 + row % 4 for row in rows]
        return {
            "prompt_ids": [[3, 7 + row % 5] for row in rows],
            "completion_ids": [
                [8 + (row + at) % 9 for at in range(n)] + [1]
                for row, n in zip(rows, wide, strict=True)
            ],
            "env_mask": [[at % 3 != 1 for at in range(n)] + [True] for n in wide],
            "logprobs": None,
            "outcome": [float(SUCCESS[row // 4][row % 4]) for row in rows],
            "progress": [0.1 * (row % 7) for row in rows],
            "cost": [0.05 * (row % 11) for row in rows],
        }


def trainer_of(base: Path, out: Path, arm: Arm = Arm.CARE, **given: Any) -> Any:
    from datasets import Dataset

    from tandem_trainer.train.care.configuring import trl_settings
    from tandem_trainer.train.care.loading import load_base
    from tandem_trainer.train.care.trainer import CareTrainer, columns

    model, tokenizer, _ = load_base(start_of(base))
    functions, weights = columns(["outcome", "progress", "cost"])
    settings = CareSettings(
        **{"arm": arm, "steps": 1, "groups": 4, "group": 4, "rate": 1e-3, **given}
    )
    args = trl_settings(settings, out, weights)
    args.shuffle_dataset = False
    return CareTrainer(
        arm=arm,
        phi=PHI,
        model=model,
        reward_funcs=functions,
        args=args,
        train_dataset=Dataset.from_dict({"prompt": ["a", "b", "c", "d"]}),
        processing_class=tokenizer,
        rollout_func=Canned(),
    )


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return random_base(tmp_path_factory.mktemp("base"))


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    from tandem_trainer.train.care.configuring import quietly

    with quietly():
        yield


def batch_of(trainer: Any) -> dict[str, Any]:
    trainer.model.train()
    inputs = [{"prompt": name} for name in "abcd" for _ in range(4)]
    batch: dict[str, Any] = trainer._generate_and_score_completions(inputs)
    return batch


def by_hand(arm: Arm) -> list[float]:
    found: list[float] = []
    for group, success in enumerate(SUCCESS):
        rows = range(4 * group, 4 * group + 4)
        mean, floor, reward = fmean(success), 0.0, [float(each) for each in success]
        if arm is not Arm.GRPO and mean < 0.25:
            reward = [s + 0.4 * 0.1 * (row % 7) for s, row in zip(success, rows, strict=True)]
        if arm is not Arm.GRPO and mean >= 0.75:
            reward = [s - 0.3 * 0.05 * (row % 11) for s, row in zip(success, rows, strict=True)]
            floor = math.sqrt(0.75 * 0.25) if arm is Arm.CARE else 0.0
        found += [(r - fmean(reward)) / (max(stdev(reward), floor) + EPS) for r in reward]
    return found


@pytest.mark.parametrize("arm", Arm)
def test_the_trainers_advantages_are_those_made_by_hand(
    base: Path, tmp_path: Path, arm: Arm
) -> None:
    batch = batch_of(trainer_of(base, tmp_path, arm))
    assert batch["advantages"].tolist() == pytest.approx(by_hand(arm), abs=1e-6)


def test_the_trainers_loss_is_the_papers_on_the_policys_own_tokens(
    base: Path, tmp_path: Path
) -> None:
    trainer = trainer_of(base, tmp_path)
    trainer.current_gradient_accumulation_steps = 1
    batch = batch_of(trainer)
    rows, width = batch["completion_ids"].shape
    chance = torch.Generator().manual_seed(1)
    ids = torch.cat([batch["prompt_ids"], batch["completion_ids"]], 1)
    seen = torch.cat([batch["prompt_mask"], batch["completion_mask"]], 1)
    made = trainer._get_per_token_logps_and_entropies(trainer.model, ids, seen, width)[0]
    old = made.detach() + torch.rand(rows, width, generator=chance) - 0.5
    mask = batch["completion_mask"] * batch["tool_mask"]
    assert mask.sum() < batch["completion_mask"].sum()
    loss = trainer._compute_loss(trainer.model, {**batch, "old_per_token_logps": old})
    hand = objective(made, old, batch["advantages"], mask, 0.2, 0.28)
    assert loss.item() == pytest.approx(hand.item(), abs=1e-6)


def trained(base: Path, out: Path, **given: Any) -> torch.Tensor:
    """What one step of plain descent adds to the weights: the gradient, times the rate."""
    trainer = trainer_of(base, out, **given)
    trainer.args.optim = "sgd"  # Adam's first step is the gradient's sign: it makes noise as large
    before = weights(trainer)
    trainer.train()
    return weights(trainer) - before


def weights(trainer: Any) -> torch.Tensor:
    return torch.cat([each.detach().flatten().clone() for each in trainer.model.parameters()])


def assert_same(found: torch.Tensor, wanted: torch.Tensor) -> None:
    assert wanted.norm() > 1e-4
    assert (found - wanted).norm() < 1e-3 * wanted.norm()


def test_cutting_a_batch_into_parts_does_not_move_what_is_learned(
    base: Path, tmp_path: Path
) -> None:
    whole = trained(base, tmp_path / "1")
    for parts in (2, 4):
        assert_same(trained(base, tmp_path / str(parts), accumulate=parts), whole)


@pytest.mark.slow
def test_the_number_of_processes_does_not_move_what_is_learned(base: Path, tmp_path: Path) -> None:
    """Two processes of two groups each learn what one process learns of all four."""
    whole = trained(base, tmp_path / "one")
    out = tmp_path / "two.pt"
    launch = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    command = [sys.executable, *launch, __file__, str(base), str(tmp_path / "two"), str(out)]
    path = os.pathsep.join([str(Path(__file__).parents[4]), *sys.path])
    environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr[-2000:]
    processes, two = torch.load(out, weights_only=True)
    assert processes == 2
    assert_same(two, whole)


if __name__ == "__main__":
    made = trained(Path(sys.argv[1]), Path(sys.argv[2]), groups=2)
    if int(os.environ.get("RANK", "0")) == 0:
        torch.save((int(os.environ.get("WORLD_SIZE", "1")), made), sys.argv[3])
