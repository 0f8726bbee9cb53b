"""Cold start of a tiny policy: next-token loss on what demonstrators said, nothing else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from tandem_shared.experience import Tokens
from tandem_trainer.train.care.ablation.demonstrations import demonstrations
from tandem_trainer.train.care.ablation.families import Family, names
from tandem_trainer.train.care.ablation.words import END, PAD, tokenizer_of, write_speech

RATE, ROWS, CLIP, WARM_UP = 3e-3, 48, 1.0, 50
WIDTH, LAYERS, HEADS, MIDDLE, LONGEST = 64, 2, 4, 192, 512
UNTRAINED = -100


def cold_start(family: Family, folder: Path, count: int, steps: int, seed: int) -> dict[str, float]:
    """Make a policy that does ``family`` as its demonstrators do, in ``folder``.

    Returns the last loss and how many parameters there are.
    """
    tokenizer = tokenizer_of(names())
    shown = [*demonstrations(family, count, seed, tokenizer)]
    torch.manual_seed(seed)
    model = tiny_model(tokenizer)
    loss = _taught(model, shown, steps, seed, tokenizer.pad_token_id)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    write_speech(folder, names())
    return {"loss": loss, "parameters": sum(each.numel() for each in model.parameters())}


def tiny_model(tokenizer: Any, layers: int = LAYERS) -> Any:
    """A Qwen2 of random weights, small enough to train in seconds."""
    from transformers import Qwen2Config, Qwen2ForCausalLM

    config = Qwen2Config(
        vocab_size=len(tokenizer),
        hidden_size=WIDTH,
        intermediate_size=MIDDLE,
        num_hidden_layers=layers,
        num_attention_heads=HEADS,
        num_key_value_heads=HEADS,
        max_position_embeddings=LONGEST,
        tie_word_embeddings=True,
        initializer_range=0.05,
        pad_token_id=tokenizer.convert_tokens_to_ids(PAD),
        eos_token_id=tokenizer.convert_tokens_to_ids(END),
    )
    return Qwen2ForCausalLM(config)


def _taught(model: Any, shown: Sequence[Tokens], steps: int, seed: int, pad: int) -> float:
    random, optimiser = Random(seed), torch.optim.AdamW(model.parameters(), lr=RATE)
    model.train()
    last: list[float] = []
    for step in range(steps):
        ids, labels = _batch(random.sample(shown, min(ROWS, len(shown))), pad)
        for group in optimiser.param_groups:
            group["lr"] = RATE * _share(step, steps)
        logits = model(input_ids=ids, attention_mask=(ids != pad).long()).logits[:, :-1]
        loss = cross_entropy(logits.flatten(0, 1), labels[:, 1:].flatten(), ignore_index=UNTRAINED)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimiser.step()
        last = [*last[-19:], loss.item()]
    return sum(last) / max(len(last), 1)


def _share(step: int, steps: int) -> float:
    """Of the learning rate: up over ``WARM_UP`` steps, down as a cosine."""
    return min(1.0, (step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * step / steps))


def _batch(some: Sequence[Tokens], pad: int) -> tuple[torch.Tensor, torch.Tensor]:
    longest = max(len(each.ids) for each in some)
    ids = torch.full((len(some), longest), pad)
    labels = torch.full((len(some), longest), UNTRAINED)
    for row, each in enumerate(some):
        found, marks = torch.tensor(each.ids), torch.tensor(each.sampled)
        ids[row, : len(found)] = found
        labels[row, : len(found)] = torch.where(marks, found, UNTRAINED)
    return ids, labels
