"""What was learned, as the file that the edge's conversion reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from tandem_edge.embedder.conversion.packed import Packed
from tandem_trainer.embedder_tuning.encoder import LINEAR, Encoder

PART = 0.7
"""How much of the unevenness of activations is moved into the weights (alpha in SmoothQuant)."""
LEAST = 1e-3
PRODUCTS = {"qkv": "qkv", "ao": ["ao"], "fi": ["fi"], "fo": ["fo"]}
"""What the edge multiplies at once, and the matrices in it."""
Array = NDArray[Any]
_WHOLE_MAX = 127


def packed_adapter(
    learner: Encoder, packed: Packed, texts: Sequence[str]
) -> dict[str, NDArray[Any]]:
    """The arrays of ``tandem_edge.embedder.conversion.adapter.Adapter``; how uneven activations are
    is measured on ``texts``."""
    arrays = dict(_changes(learner))
    largest = activations(learner, texts)
    for layer in range(packed.shape.layers):
        for product, parts in PRODUCTS.items():
            whole = np.concatenate([_merged(learner, layer, name) for name in parts])
            exponents = smoothing(largest[layer, parts[0]], np.abs(whole).max(axis=0))
            arrays[f"l{layer}.{product}.smooth"] = exponents
    return arrays


def write_adapter(path: Path, arrays: Mapping[str, Array]) -> None:
    """The file that the edge reads."""
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def smoothing(activations: Array, weights: Array) -> Array:
    """Exponents of two by which inputs are divided ``[inputs]``, out of the largest activation and
    the largest weight of each."""
    even = np.maximum(activations, LEAST) ** PART / np.maximum(weights, LEAST) ** (1 - PART)
    return np.rint(np.log2(even / np.median(even))).astype(np.int8)


def activations(learner: Encoder, texts: Sequence[str]) -> Mapping[tuple[int, str], Array]:
    """The largest size of each input of each layer's matrices over ``texts``."""
    largest: dict[tuple[int, str], torch.Tensor] = {}
    hooks = []
    for layer, name, module in _modules(learner):

        def seen(_: object, given: tuple[torch.Tensor, ...], key: tuple[int, str]) -> None:
            most = given[0].abs().flatten(0, -2).amax(0)
            largest[key] = torch.maximum(largest[key], most) if key in largest else most

        hook = lambda module, given, key=(layer, name): seen(module, given, key)  # noqa: E731
        hooks.append(module.register_forward_pre_hook(hook))
    with torch.no_grad():
        for text in texts:  # one by one: padding is no activation
            learner.vectors([text])
    for hook in hooks:
        hook.remove()
    return {key: most.numpy() for key, most in largest.items()}


def _changes(learner: Encoder) -> Iterator[tuple[str, Array]]:
    for layer, name, module in _modules(learner):
        key = f"l{layer}.{name}"
        down, down_scale = _whole(module.lora_A["default"].weight)
        up, up_scale = _whole(module.lora_B["default"].weight)
        yield f"{key}.down", down
        yield f"{key}.up", up
        scale = down_scale * up_scale * module.scaling["default"]
        yield f"{key}.scale", np.asarray(scale, np.float32)


def _whole(weights: torch.Tensor) -> tuple[Array, float]:
    values = weights.detach().numpy()
    scale = max(float(np.abs(values).max()), 1e-12) / _WHOLE_MAX
    return np.rint(values / scale).astype(np.int8), scale


def _merged(learner: Encoder, layer: int, name: str) -> Array:
    module: Any = learner.model.get_submodule(_path(layer, name))
    weights = module.base_layer.weight + module.get_delta_weight("default")
    return np.asarray(weights.detach().numpy())


def _modules(learner: Encoder) -> Iterator[tuple[int, str, Any]]:
    layers = len(learner.model.base_model.model.encoder.layer)
    for layer in range(layers):
        for name in LINEAR:
            yield layer, name, learner.model.get_submodule(_path(layer, name))


def _path(layer: int, name: str) -> str:
    return f"base_model.model.encoder.layer.{layer}.{LINEAR[name]}"
