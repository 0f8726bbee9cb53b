"""The whole conversion: one file in, one file out, one tensor in memory at a time."""

from __future__ import annotations

import json
from pathlib import Path

from tandem_edge.embedder.conversion.adapter import Adapter
from tandem_edge.embedder.conversion.graph import model_head, tensor_bytes, tensors
from tandem_edge.embedder.conversion.packed import read_packed
from tandem_edge.embedder.conversion.vocabulary import kept_pieces, tokenizer_json

VERSION = 2
"""Goes up with every change of the bytes that come out; the registry's digest changes with it."""


def convert(source: Path, out: Path, adapter: Adapter) -> None:
    """Write the ONNX model, with ``adapter`` in its weights and its tokenizer in its metadata.
    Raises ``NotPackedError``."""
    packed = read_packed(source)
    kept = kept_pieces(packed)
    about = {"version": VERSION, "pad": kept.index(packed.shape.pad)}
    metadata = {
        "tandem": json.dumps({**about, "longest": packed.shape.positions}),
        "tokenizer": tokenizer_json(packed, kept),
    }
    with out.open("wb") as file:
        file.write(model_head(packed, metadata))
        metadata.clear()
        for tensor in tensors(packed, kept, adapter):
            file.write(tensor_bytes(tensor))
