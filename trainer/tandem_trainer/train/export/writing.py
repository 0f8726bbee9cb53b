"""GGUF files of what was learned: the same bytes for the same checkpoint."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np
from gguf import GGUFReader, GGUFValueType, GGUFWriter
from safetensors import safe_open

from tandem_edge.models.gguf import BASE_KEY, DATA_KEY
from tandem_shared.errors import UsageError
from tandem_trainer.train.export.layout import Layout, Weights
from tandem_trainer.train.export.learned import Lora

HARNESS_KEY = "tandem.harness"
NOTHING = Lora(1, 1.0, {})
OWN = frozenset(
    {
        gguf.Keys.General.ARCHITECTURE, gguf.Keys.General.FILE_TYPE, gguf.Keys.General.NAME,
        gguf.Keys.General.QUANTIZATION_VERSION, BASE_KEY, DATA_KEY, HARNESS_KEY,
    }
)  # fmt: skip
"""Keys of a merged file that are not its base's."""
EMBEDDING, HEAD = "token_embd.weight", "output.weight"


@dataclass(frozen=True)
class Facts:
    """What a file says of itself: digests of the base's file, the data set and the harness."""

    name: str
    base_sha256: str
    data: str
    harness: str


def write_lora(out: Path, lora: Lora, layout: Layout, facts: Facts) -> None:
    """Write ``lora`` as a GGUF adapter in float16. Raises ``UsageError`` for numbers too large."""
    writer = GGUFWriter(out, layout.architecture)
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, lora.alpha)
    _tell(writer, facts)
    names = layout.names(lora.pairs)
    for theirs, name in sorted(names.items(), key=lambda pair: pair[1]):
        down, up = lora.pairs[theirs]
        writer.add_tensor(f"{name}.lora_a", _half(down))
        writer.add_tensor(f"{name}.lora_b", _half(layout.ordered(name, up)))
    _finish(writer)


def write_merged(
    out: Path, base: Path, weights: Path, layout: Layout, facts: Facts, lora: Lora = NOTHING
) -> None:
    """Write the GGUF file ``base`` with the checkpoint in the folder ``weights`` in its place, and
    ``lora`` added to it: matrices in float16, all else in float32.

    Raises ``UsageError`` when the checkpoint lacks one of its weights.
    """
    read = GGUFReader(base)
    writer = GGUFWriter(out, layout.architecture, use_temp_file=True)
    _copy_keys(read, writer)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    _tell(writer, facts)
    with ExitStack() as stack:
        parts = sorted(weights.glob("*.safetensors"))
        files = [stack.enter_context(safe_open(part, "numpy")) for part in parts]
        places = {name: file for file in files for name in file.keys()}  # noqa: SIM118
        theirs = _theirs(layout, places, [tensor.name for tensor in read.tensors])
        for tensor in read.tensors:
            name = theirs[tensor.name]
            merged = places[name].get_tensor(name).astype(np.float32) + lora.added(name)
            merged = layout.ordered(tensor.name, merged)
            writer.add_tensor(tensor.name, _half(merged) if merged.ndim > 1 else merged)
    _finish(writer)


def _theirs(layout: Layout, have: Iterable[str], wanted: Iterable[str]) -> dict[str, str]:
    """Which weight of the checkpoint each of the file's is; a shared head is the embedding."""
    found = {ours: theirs for theirs, ours in layout.names(have).items()}
    found.setdefault(HEAD, found.get(EMBEDDING, ""))
    missing = [name for name in wanted if not found.get(name)]
    if missing:
        raise UsageError(
            f"the checkpoint has no {missing[0]}, which its base has", hint="export another run"
        )
    return found


def _copy_keys(read: GGUFReader, writer: GGUFWriter) -> None:
    for key, field in read.fields.items():
        if key.startswith("GGUF.") or key in OWN:
            continue
        kind = field.types[0]
        items = field.types[-1] if kind == GGUFValueType.ARRAY else None
        writer.add_key_value(key, field.contents(), kind, sub_type=items)


def _tell(writer: GGUFWriter, facts: Facts) -> None:
    writer.add_name(facts.name)
    writer.add_string(BASE_KEY, facts.base_sha256)
    writer.add_string(DATA_KEY, facts.data)
    writer.add_string(HARNESS_KEY, facts.harness)


def _half(weights: Weights) -> Weights:
    with np.errstate(over="ignore"):
        half = np.ascontiguousarray(weights.astype(np.float16))
    if not np.isfinite(half).all():
        raise UsageError("the checkpoint has numbers that float16 cannot hold", hint="train again")
    return half


def _finish(writer: GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
