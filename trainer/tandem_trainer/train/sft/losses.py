"""The loss of a cold start, and how much of what is held out is answered exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from tandem_trainer.train.sft.evaluating import Evaluator, Told
from tandem_trainer.train.sft.packing import Group


def surprise(told: Told) -> Tensor:
    """The sum of ``-log p`` over the learned tokens: the sum of Eq. 4 (arXiv 2609.29892)."""
    return cross_entropy(told.logits, told.wanted, reduction="sum")


def backward(evaluator: Evaluator, groups: Iterable[Group]) -> float:
    """Add the gradient of the mean loss over all of ``groups``' learned tokens; return that mean.

    One ``Z`` for all, so that neither the split into groups nor their number moves the loss.
    """
    groups = [*groups]
    count, total = sum(group.learned for group in groups), 0.0
    for group in groups:
        loss = surprise(evaluator.tell(group)) / count
        torch.autograd.backward(loss)
        total += float(loss.detach())
    return total


@dataclass(frozen=True)
class Seen:
    """Of what is held out: the mean loss of a token, and the share of answers that the policy would
    give exactly so by taking the likeliest token each time, without a grammar."""

    loss: float
    exact: float
    answers: int


def look(evaluator: Evaluator, groups: Iterable[Group]) -> Seen:
    """Evaluate ``groups`` without learning. An answer is exact when each of its tokens is the
    likeliest after those before it: then, and only then, greedy decoding gives it."""
    model = evaluator.policy.model
    training, total, tokens, hits = model.training, 0.0, 0, list[bool]()
    model.eval()
    with torch.no_grad():
        for group in groups:
            told = evaluator.tell(group)
            total += float(surprise(told))
            tokens += group.learned
            hits += exact(told)
    model.train(training)
    return Seen(total / max(tokens, 1), sum(hits) / max(len(hits), 1), len(hits))


def exact(told: Told) -> list[bool]:
    """Whether each answer's tokens are all the likeliest."""
    right = told.logits.argmax(-1) == told.wanted
    count = int(told.answers.max()) + 1
    wrong = torch.zeros(count, dtype=torch.long, device=right.device)
    wrong.index_add_(0, told.answers, (~right).long())
    return [bool(each == 0) for each in wrong.tolist()]
