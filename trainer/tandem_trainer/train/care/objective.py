"""Eq. 5, 9 and 10 of CARE (arXiv 2608.23035) as pure functions.

Tensors of a batch are ``[groups, G]``, one row a group of attempts at the same task. The sample
deviation is the unbiased one, as TRL takes it; the paper does not say.
"""

from __future__ import annotations

import torch
from torch import Tensor

from tandem_trainer.train.care.phi import Arm, Phi

EPS = 1e-4
PROGRESS, CONSOLIDATION, EFFICIENCY = range(3)


def regimes(outcome: Tensor, phi: Phi) -> Tensor:
    """``[groups]``: ``PROGRESS``, ``CONSOLIDATION`` or ``EFFICIENCY``, by the mean success."""
    mean = outcome.double().mean(1)
    found = torch.full_like(mean, CONSOLIDATION, dtype=torch.long)
    found[mean < phi.p_low] = PROGRESS
    found[mean >= phi.p_high] = EFFICIENCY
    return found


def shaping(outcome: Tensor, progress: Tensor, cost: Tensor, phi: Phi, arm: Arm) -> Tensor:
    """What Eq. 5 adds to the outcome, ``[groups, G]``; nothing for plain GRPO."""
    if arm is Arm.GRPO:
        return torch.zeros_like(outcome)
    found = regimes(outcome, phi)[:, None]
    added = torch.where(found == PROGRESS, phi.lambda_prog * progress, 0.0)
    return torch.where(found == EFFICIENCY, -phi.lambda_eff * cost, added)


def deviation(reward: Tensor, regime: Tensor, phi: Phi, arm: Arm) -> Tensor:
    """The denominator of Eq. 9, ``[groups, 1]``, with eps; the floor only for efficiency."""
    sigma = reward.std(1, keepdim=True)
    if arm is Arm.CARE:
        floored = sigma.clamp(min=phi.anchor)
        sigma = torch.where(regime[:, None] == EFFICIENCY, floored, sigma)
    return sigma + EPS


def advantages(reward: Tensor, regime: Tensor, phi: Phi, arm: Arm) -> Tensor:
    """Eq. 9, ``[groups, G]``."""
    return (reward - reward.mean(1, keepdim=True)) / deviation(reward, regime, phi, arm)


def objective(
    logps: Tensor, old: Tensor, advantage: Tensor, mask: Tensor, low: float, high: float
) -> Tensor:
    """The negative of Eq. 10, to be minimised.

    ``logps`` and ``old`` are log-probabilities ``[attempts, tokens]`` now and when sampled,
    ``mask`` is 1 where the policy chose the token, ``advantage`` is ``[attempts]``. The ratio is
    clipped to ``[1 - low, 1 + high]``; the mean is over an attempt's own tokens, then over
    attempts, so that a long attempt weighs no more than a short one.
    """
    ratio = (logps - old).exp()
    clipped = ratio.clamp(1 - low, 1 + high)
    spread = advantage[:, None]
    terms = torch.min(ratio * spread, clipped * spread)
    return -((terms * mask).sum(1) / mask.sum(1).clamp(min=1)).mean()
