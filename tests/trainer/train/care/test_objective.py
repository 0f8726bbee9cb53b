"""Eq. 5, 9 and 10, by hand."""

from __future__ import annotations

import math
from statistics import fmean, stdev

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_trainer.train.care.objective import (
    CONSOLIDATION,
    EFFICIENCY,
    EPS,
    PROGRESS,
    advantages,
    objective,
    regimes,
    shaping,
)
from tandem_trainer.train.care.phi import Arm, Phi

PHI = Phi(lambda_prog=0.4, lambda_eff=0.1, p_low=0.25, p_high=0.75)
HARD = ([0, 0, 0, 0], [0.0, 0.5, 0.25, 0.5], [0.9, 0.1, 0.2, 0.3])
MIXED = ([1, 0, 1, 0], [1.0, 0.5, 1.0, 0.0], [0.9, 0.1, 0.2, 0.3])
MOSTLY = ([1, 1, 1, 0], [1.0, 1.0, 1.0, 0.0], [0.9, 0.1, 0.2, 0.3])
MASTERED = ([1, 1, 1, 1], [1.0, 1.0, 1.0, 1.0], [0.5, 0.3, 0.2, 0.4])
GROUPS = (HARD, MIXED, MOSTLY, MASTERED)


def rows(place: int, groups: tuple = GROUPS) -> torch.Tensor:
    return torch.tensor([group[place] for group in groups], dtype=torch.float64)


def found(arm: Arm, groups: tuple = GROUPS) -> list[list[float]]:
    outcome, progress, cost = (rows(place, groups) for place in range(3))
    reward = outcome + shaping(outcome, progress, cost, PHI, arm)
    return advantages(reward, regimes(outcome, PHI), PHI, arm).tolist()


def by_hand(group: tuple, arm: Arm) -> list[float]:
    """The paper's three lines, in plain arithmetic."""
    success, progress, cost = group
    mean, floor = fmean(success), 0.0
    reward = [float(s) for s in success]
    if arm is not Arm.GRPO and mean < 0.25:
        reward = [s + 0.4 * p for s, p in zip(success, progress, strict=True)]
    if arm is not Arm.GRPO and mean >= 0.75:
        reward = [s - 0.1 * e for s, e in zip(success, cost, strict=True)]
    if arm is Arm.CARE and mean >= 0.75:
        floor = math.sqrt(0.75 * 0.25)
    below = max(stdev(reward), floor) + EPS
    return [(each - fmean(reward)) / below for each in reward]


@pytest.mark.parametrize("arm", Arm)
def test_advantages_are_those_made_by_hand_in_every_regime(arm: Arm) -> None:
    for group, made in zip(GROUPS, found(arm), strict=True):
        assert made == pytest.approx(by_hand(group, arm), abs=1e-6)


def test_the_regime_is_chosen_by_group_and_its_bounds_are_those_of_the_paper() -> None:
    assert regimes(rows(0), PHI).tolist() == [PROGRESS, CONSOLIDATION, EFFICIENCY, EFFICIENCY]
    at_low = torch.tensor([[1.0, 0.0, 0.0, 0.0]])
    assert regimes(at_low, PHI).tolist() == [CONSOLIDATION]


def test_with_the_floor_lambda_eff_decides_how_much_a_cost_weighs_among_successes() -> None:
    spread = torch.tensor(found(Arm.CARE)[3]).std().item()
    assert spread == pytest.approx(0.1 * stdev(MASTERED[2]) / (math.sqrt(0.1875) + EPS), rel=1e-6)
    assert torch.tensor(found(Arm.NO_FLOOR)[3]).std().item() == pytest.approx(1, abs=0.01)


def test_the_floor_holds_in_the_efficiency_regime_only() -> None:
    care, without = found(Arm.CARE), found(Arm.NO_FLOOR)
    assert care[:2] == without[:2]
    assert care[3] != without[3]


def test_plain_grpo_sees_nothing_but_the_outcome() -> None:
    assert found(Arm.GRPO)[3] == [0.0] * 4


def test_a_cheap_failure_never_beats_a_dear_success() -> None:
    cheap = ([1, 1, 1, 0], [1, 1, 1, 0], [1.0, 1.0, 1.0, 0.0])
    made = found(Arm.CARE, (cheap,))[0]
    assert made[3] < min(made[:3])


@settings(max_examples=50, deadline=None)
@given(st.permutations(range(4)), st.permutations(range(4)), st.sampled_from([*Arm]))
def test_the_order_of_a_group_and_of_groups_moves_nothing(
    within: list[int], among: list[int], arm: Arm
) -> None:
    moved = tuple(
        tuple([column[place] for place in within] for column in GROUPS[group]) for group in among
    )
    for group, made in zip(among, found(arm, moved), strict=True):
        plain = found(arm)[group]
        assert made == pytest.approx([plain[place] for place in within], abs=1e-12)


def batch() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    chance = torch.Generator().manual_seed(0)
    logps = -torch.rand(8, 6, generator=chance, dtype=torch.float64)
    old = logps + 0.5 * (torch.rand(8, 6, generator=chance, dtype=torch.float64) - 0.5)
    mask = (torch.rand(8, 6, generator=chance) < 0.7).double()
    mask[:, 0] = 1
    return logps, old, torch.randn(8, generator=chance, dtype=torch.float64), mask


def test_the_objective_is_the_mean_over_tokens_then_over_attempts() -> None:
    logps, old, advantage, mask = batch()
    attempts = []
    for row in range(8):
        terms = []
        for token in range(6):
            if mask[row, token]:
                ratio = math.exp(logps[row, token] - old[row, token])
                spread = advantage[row].item()
                terms.append(min(ratio * spread, min(max(ratio, 0.8), 1.28) * spread))
        attempts.append(fmean(terms))
    assert objective(logps, old, advantage, mask, 0.2, 0.28).item() == pytest.approx(
        -fmean(attempts), abs=1e-9
    )


def test_splitting_a_batch_and_padding_it_move_nothing() -> None:
    logps, old, advantage, mask = batch()
    whole = objective(logps, old, advantage, mask, 0.2, 0.28)
    halves = [
        objective(logps[half], old[half], advantage[half], mask[half], 0.2, 0.28)
        for half in (slice(0, 4), slice(4, 8))
    ]
    padded = [torch.cat([each, torch.zeros(8, 3).double()], 1) for each in (logps, old, mask)]
    assert torch.stack(halves).mean().item() == pytest.approx(whole.item(), abs=1e-12)
    wide = objective(padded[0], padded[1], advantage, padded[2], 0.2, 0.28)
    assert wide.item() == pytest.approx(whole.item(), abs=1e-12)


@pytest.mark.parametrize(
    ("ratio", "advantage", "learns"),
    [
        (1.25, 1.0, True),
        (1.3, 1.0, False),
        (1.3, -1.0, True),
        (0.75, -1.0, False),
        (0.75, 1.0, True),
    ],
)
def test_the_clip_is_wider_upwards_and_stops_only_what_goes_too_far(
    ratio: float, advantage: float, learns: bool
) -> None:
    logps = torch.tensor([[math.log(ratio)]], requires_grad=True)
    one = torch.ones(1, 1)
    objective(logps, torch.zeros(1, 1), torch.tensor([advantage]), one, 0.2, 0.28).backward()
    assert bool(logps.grad.abs().sum() > 0) is learns
