"""A tiny model of the default planner's architecture with random weights, made in a test."""

from __future__ import annotations

from pathlib import Path

import torch
from transformers import LlamaConfig, LlamaForCausalLM, Qwen2Config, Qwen2ForCausalLM

from tandem_trainer.train.importing.tokeniser import Piece
from tandem_trainer.train.sft.sequences import Spans

SIZES = {
    "vocab_size": 300, "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 2,
    "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 4096,
    "bos_token_id": 1, "eos_token_id": 2, "pad_token_id": 0,
}  # fmt: skip


def save_tiny(folder: Path, kind: str = "qwen2", **sizes: int) -> Path:
    torch.manual_seed(0)
    made = {**SIZES, **sizes}
    model = (
        Qwen2ForCausalLM(Qwen2Config(**made))
        if kind == "qwen2"
        else LlamaForCausalLM(LlamaConfig(**made))
    )
    model.save_pretrained(folder)
    return folder


def spans(start: int, *, own: int = 3, shared: int = 6, blocks: bool = True) -> Spans:
    """A sequence of two answers: a beginning of four tokens, a shared block, a block of its own, a
    request, an answer, a result and an answer."""
    pieces = (
        Piece((5, 6, 7, 8)),
        Piece(tuple(range(20, 20 + shared)), blocks),
        Piece(tuple(range(start, start + own)), blocks),
        Piece((start + 1, 9)),
        Piece((start + 2, start + 3, 2)),
        Piece((11, start + 4)),
        Piece((start + 5, 2)),
    )
    at = 4 + shared + own + 2
    return Spans(pieces, 1, 3, (range(at, at + 3), range(at + 5, at + 7)))
