"""What Tandem's own training adds to the encoder: low-rank changes of its matrices (LoRA, Hu et al.
2021, arXiv 2106.09685), and scales that make its activations easier to quantise (SmoothQuant, Xiao
et al. 2022, arXiv 2211.10438).

``python -m tandem_trainer.embedder_tuning`` makes the file. All is whole numbers times one scale,
and factors are powers of two, so that the same bytes come out on every machine.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tandem_edge.embedder.conversion.packed import Floats, NotPackedError

FILE = "adapter.npz"


@dataclass(frozen=True)
class Adapter:
    """Arrays by name. Of a matrix ``l0.q``: ``l0.q.down`` ``[rank, inputs]`` and ``l0.q.up``
    ``[outputs, rank]``, whole numbers, and ``l0.q.scale`` of their product. Of a product
    ``l0.qkv``: ``l0.qkv.smooth`` ``[inputs]``, exponents of two. What is not there changes
    nothing."""

    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)

    def weights(self, name: str, weights: Floats) -> Floats:
        """A matrix ``[outputs, inputs]`` with what was learned added."""
        if f"{name}.up" not in self.arrays:
            return weights
        up, down = (self.arrays[f"{name}.{part}"].astype(np.int32) for part in ("up", "down"))
        if (len(up), down.shape[1]) != weights.shape:
            raise NotPackedError(f"the adapter does not fit {name}")
        change = (up @ down).astype(np.float32) * np.float32(self.arrays[f"{name}.scale"])
        return np.asarray(weights + change, np.float32)

    def smooth(self, name: str, inputs: int) -> Floats:
        """What each input of a product is divided by before it is quantised ``[inputs]``; the
        matrix is multiplied by the same."""
        exponents = self.arrays.get(f"{name}.smooth")
        if exponents is None:
            return np.ones(inputs, np.float32)
        return np.asarray(np.ldexp(np.float32(1), exponents.astype(np.int32)), np.float32)


def shipped_adapter() -> Adapter:
    """The adapter in this package. Raises ``NotPackedError`` when it is damaged."""
    try:
        with (
            resources.files(__package__).joinpath(FILE).open("rb") as file,
            np.load(file, allow_pickle=False) as arrays,
        ):
            return Adapter({name: arrays[name] for name in arrays.files})
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise NotPackedError(f"{FILE} is damaged: {error}") from error
