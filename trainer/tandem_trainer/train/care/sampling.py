"""Sampling a batch of answers from a transformers model, each row by its own seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor


@dataclass
class Request:
    """One answer to sample: what stands before it, how long it may be, and its own chance."""

    ids: list[int]
    most: int
    chance: torch.Generator
    answer: list[int] = field(default_factory=list)


def sample(
    model: Any, requests: Sequence[Request], stop: int, pad: int, temperature: float
) -> list[list[int]]:
    """The answers' token ids, each with ``stop`` at its end unless it became too long.

    A row is drawn with its own generator, so that who else is in the batch does not decide it; a
    temperature of 0 takes the likeliest tokens.
    """
    for each in requests:
        each.answer.clear()
    with torch.inference_mode():
        ids, mask = _padded(requests, pad, model.device)
        places = (mask.cumsum(1) - 1).clamp(min=0)
        cache, open_ = None, list(range(len(requests)))
        while open_:
            made = model(
                input_ids=ids,
                attention_mask=mask,
                position_ids=places,
                cache=cache,
                use_cache=True,
                logits_to_keep=1,
            )
            cache = made.cache
            chosen = _chosen(made.logits[:, -1].float(), requests, open_, temperature, pad)
            open_ = [row for row in open_ if not _ended(requests[row], stop)]
            ids = torch.tensor(chosen, device=model.device)[:, None]
            mask = torch.cat([mask, torch.ones_like(ids)], 1)
            places = places[:, -1:] + 1
    return [list(each.answer) for each in requests]


def _chosen(
    logits: Tensor, requests: Sequence[Request], open_: list[int], temperature: float, pad: int
) -> list[int]:
    """The next token of each row, added to the answers that are still open."""
    if temperature == 0:
        drawn = logits.argmax(1)
    else:
        draws = torch.zeros(len(requests), 1)
        for row in open_:
            draws[row] = torch.rand(1, generator=requests[row].chance)
        below = (logits / temperature).softmax(1).double().cumsum(1)
        spots = draws.to(below) * below[:, -1:]
        drawn = torch.searchsorted(below, spots, right=True)[:, 0].clamp(max=logits.shape[1] - 1)
    chosen = [pad] * len(requests)
    told = drawn.tolist()
    for row in open_:
        chosen[row] = told[row]
        requests[row].answer.append(told[row])
    return chosen


def _ended(request: Request, stop: int) -> bool:
    return request.answer[-1] == stop or len(request.answer) >= request.most


def _padded(requests: Sequence[Request], pad: int, device: Any) -> tuple[Tensor, Tensor]:
    """Prompts with ``pad`` to their left, and where they are."""
    longest = max(len(each.ids) for each in requests)
    ids = torch.full((len(requests), longest), pad)
    mask = torch.zeros((len(requests), longest), dtype=torch.long)
    for row, each in enumerate(requests):
        ids[row, longest - len(each.ids) :] = torch.tensor(each.ids)
        mask[row, longest - len(each.ids) :] = 1
    return ids.to(device), mask.to(device)
