"""Training: what belongs together is drawn together, and English stays where it was."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.functional import log_softmax

from tandem_trainer.embedder_tuning.batches import Batch, Batches
from tandem_trainer.embedder_tuning.encoder import Encoder

RATE, DECAY, CLIP = 2e-4, 0.01, 1.0
WARM_UP = 30
"""Steps in which the learning rate rises; it falls to nothing from there."""
TEMPERATURE = 0.03
ANCHOR = 3.0
"""What the squared distance of an English text from where it was costs, so that what the published
encoder knows is kept (as in distillation to another language, Reimers and Gurevych 2020, doi
10.18653/v1/2020.emnlp-main.365)."""
BATCHES = 2
"""A step."""
Tell = Callable[[int, float], None]
"""Is told the step and its loss."""


def train(learner: Encoder, batches: Batches, steps: int, tell: Tell) -> None:
    """Train the low-rank part of ``learner`` in place."""
    learned = [each for each in learner.model.parameters() if each.requires_grad]
    optimiser = torch.optim.AdamW(learned, lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: rate(step, steps))
    learner.model.train()
    for step in range(1, steps + 1):
        total = sum((loss(learner, batches.draw()) for _ in range(BATCHES)), start=torch.zeros(()))
        torch.autograd.backward(total / BATCHES)
        torch.nn.utils.clip_grad_norm_(learned, CLIP)
        optimiser.step()
        optimiser.zero_grad()
        schedule.step()
        tell(step, float(total.detach()) / BATCHES)
    learner.model.eval()


def rate(step: int, steps: int) -> float:
    """The share of the learning rate at a step."""
    return min(1.0, (step + 1) / WARM_UP) * (1 - step / steps)


def loss(learner: Encoder, batch: Batch) -> Tensor:
    """How badly ``batch`` is told apart, and how far its English texts have moved."""
    texts = [*batch.left, *batch.texts]
    vectors = learner.vectors(texts)
    with torch.no_grad(), learner.model.disable_adapter():
        before = learner.vectors(texts)
    left, right = vectors[: len(batch.left)], vectors[len(batch.left) :]
    told = contrast(left @ right.T, torch.tensor(batch.right), torch.tensor(batch.counted))
    english = torch.tensor([text.isascii() for text in texts])
    moved = ((vectors - before) ** 2).sum(1)[english]
    return told + ANCHOR * moved.mean() if len(moved) else told


def contrast(cosines: Tensor, right: Tensor, counted: Tensor) -> Tensor:
    """InfoNCE (van den Oord et al. 2018, arXiv 1807.03748) of ``cosines`` ``[left, texts]`` both
    ways; see ``Batch`` for the others."""
    scores = (cosines / TEMPERATURE).masked_fill(counted == 0, -1e4)
    has = right.sum(0) > 0
    there = _entropy(scores, right)
    back = _entropy(scores.T[has], right.T[has])
    return (there + back) / 2


def _entropy(scores: Tensor, right: Tensor) -> Tensor:
    wanted = right / right.sum(1, keepdim=True)
    return -(log_softmax(scores, 1) * wanted).sum(1).mean()
