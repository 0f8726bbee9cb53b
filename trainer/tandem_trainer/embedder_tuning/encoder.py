"""multilingual-e5-small as PyTorch trains it, out of the packed file that the edge converts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from peft import LoraConfig, get_peft_model
from torch import Tensor
from torch.nn.functional import normalize
from transformers import BertConfig, BertModel

from tandem_edge.embedder.conversion.packed import Packed
from tandem_edge.embedder.conversion.vocabulary import kept_pieces, tokenizer_json
from tandem_edge.embedder.pieces import Pieces, read_pieces

LONGEST = 64
"""Tokens of a text that is trained on."""
LINEAR = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "fi": "intermediate.dense",
    "fo": "output.dense",
}
"""The packed file's names of a layer's matrices, and ``BertLayer``'s."""
_NORMS = {"aln": "attention.output.LayerNorm", "oln": "output.LayerNorm"}


@dataclass(frozen=True)
class Encoder:
    """A model, and how its texts are cut into pieces."""

    model: torch.nn.Module
    pieces: Pieces
    pad: int

    def vectors(self, texts: Sequence[str]) -> Tensor:
        """Token vectors averaged, at unit length ``[texts, hidden]``."""
        rows = [self.pieces.encode(text, LONGEST) for text in texts]
        ids = torch.full((len(rows), max(map(len, rows))), self.pad)
        for place, row in enumerate(rows):
            ids[place, : len(row)] = torch.tensor(row)
        mask = (torch.arange(ids.shape[1]) < torch.tensor([[len(row)] for row in rows])).long()
        hidden = self.model(input_ids=ids, attention_mask=mask).last_hidden_state
        shown = mask[..., None].float()
        return normalize((hidden * shown).sum(1) / shown.sum(1), dim=-1)


def load(packed: Packed) -> Encoder:
    """The encoder as it was published, with the pieces that the edge keeps."""
    shape, kept = packed.shape, kept_pieces(packed)
    config = BertConfig(
        vocab_size=len(kept), hidden_size=shape.hidden, num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads, intermediate_size=shape.inner,
        max_position_embeddings=shape.positions, type_vocab_size=shape.kinds,
        layer_norm_eps=shape.epsilon, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0,
    )  # fmt: skip
    model = BertModel(config, add_pooling_layer=False)
    state = {name: torch.tensor(np.array(array)) for name, array in _state(packed, kept)}
    model.load_state_dict(state, strict=True)
    return Encoder(model, read_pieces(tokenizer_json(packed, kept)), kept.index(shape.pad))


def adapted(encoder: Encoder, rank: int) -> Encoder:
    """``encoder`` with low-rank changes to every matrix, to be learned."""
    config = LoraConfig(r=rank, lora_alpha=rank, target_modules=[*LINEAR.values()])
    return Encoder(get_peft_model(encoder.model, config), encoder.pieces, encoder.pad)


def _state(packed: Packed, kept: list[int]) -> Iterator[tuple[str, np.ndarray]]:
    shape = packed.shape
    words = np.concatenate([*packed.rows("emb.word", shape.vocabulary, shape.hidden)])[kept]
    yield "embeddings.word_embeddings.weight", words
    for name, packed_name, rows in (
        ("position", "emb.pos", shape.positions), ("token_type", "emb.type", shape.kinds),
    ):  # fmt: skip
        table = packed.floats(packed_name, rows, shape.hidden)
        yield f"embeddings.{name}_embeddings.weight", table
    yield from _norm(packed, "emb.ln", "embeddings.LayerNorm")
    for layer in range(shape.layers):
        yield from _layer(packed, f"l{layer}.", f"encoder.layer.{layer}.")


def _layer(packed: Packed, p: str, into: str) -> Iterator[tuple[str, np.ndarray]]:
    for name, module in LINEAR.items():
        outputs, inputs = sizes(packed, name)
        yield f"{into}{module}.weight", packed.matrix(f"{p}{name}.w", outputs, inputs)
        yield f"{into}{module}.bias", packed.floats(f"{p}{name}.b", outputs)
    for name, module in _NORMS.items():
        yield from _norm(packed, f"{p}{name}", f"{into}{module}")


def sizes(packed: Packed, name: str) -> tuple[int, int]:
    """Outputs and inputs of a layer's matrix."""
    hidden, inner = packed.shape.hidden, packed.shape.inner
    return {"fi": (inner, hidden), "fo": (hidden, inner)}.get(name, (hidden, hidden))


def _norm(packed: Packed, name: str, into: str) -> Iterator[tuple[str, np.ndarray]]:
    for part, theirs in (("w", "weight"), ("b", "bias")):
        yield f"{into}.{theirs}", packed.floats(f"{name}.{part}", packed.shape.hidden)
