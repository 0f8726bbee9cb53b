"""How a GGUF file calls and orders the weights that transformers has, for the architectures here.

Names are those of the gguf package. llama.cpp turns pairs of neighbouring rows of queries and keys
in its ``llama`` files where transformers turns the two halves of a head, so those rows change
places (the permutation of llama.cpp's own converter).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gguf
import numpy as np
from numpy.typing import NDArray

from tandem_shared.errors import UsageError

Weights = NDArray[Any]
TURNED = "llama"
"""The architecture whose queries and keys have their rows in another order."""
KNOWN = (TURNED, "qwen2")
ENDINGS = (".weight", ".bias")


@dataclass(frozen=True)
class Layout:
    """The layout of one base's file. ``heads`` and ``kv_heads`` are attention's."""

    architecture: str
    blocks: int
    heads: int
    kv_heads: int

    def names(self, theirs: Iterable[str]) -> dict[str, str]:
        """The file's name of each of transformers' names.

        Raises ``UsageError`` for a weight that the file has no place for.
        """
        kinds = {name: kind for kind, name in gguf.MODEL_ARCH_NAMES.items()}
        table = gguf.get_tensor_name_map(kinds[self.architecture], self.blocks)
        found: dict[str, str] = {}
        for name in theirs:
            ours = table.get_name(name, try_suffixes=ENDINGS)
            if ours is None:
                raise UsageError(
                    f"the weight {name} has no place in a {self.architecture} file",
                    hint="export a run whose base is a planner's GGUF file",
                )
            found[name] = ours
        return found

    def ordered(self, name: str, weights: Weights) -> Weights:
        """``weights`` of the file's ``name`` with their rows in the file's order."""
        heads = {"attn_q": self.heads, "attn_k": self.kv_heads}.get(name.split(".")[-2], 0)
        if self.architecture != TURNED or not heads:
            return weights
        rows, *rest = weights.shape
        halves = weights.reshape(heads, 2, rows // heads // 2, *rest)
        return np.ascontiguousarray(halves.swapaxes(1, 2).reshape(weights.shape))


def layout_of(base: Path) -> Layout:
    """The layout of the GGUF file ``base``. Raises ``UsageError`` for another architecture."""
    fields = gguf.GGUFReader(base).fields
    architecture = str(fields[gguf.Keys.General.ARCHITECTURE].contents())
    if architecture not in KNOWN:
        raise UsageError(
            f"{architecture} models cannot be exported yet, only {', '.join(KNOWN)}",
            hint="train another --base: tandem model list",
        )

    def number(key: str, usual: int = 0) -> int:
        field = fields.get(key.format(arch=architecture))
        return int(field.contents()) if field else usual

    heads = number(gguf.Keys.Attention.HEAD_COUNT)
    return Layout(
        architecture,
        number(gguf.Keys.LLM.BLOCK_COUNT),
        heads,
        number(gguf.Keys.Attention.HEAD_COUNT_KV, heads),
    )
