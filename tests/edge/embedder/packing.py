"""Tiny packed models, made on the spot, and what they should give (computed in plain numpy)."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
SPACE = "\u2581"
PIECES = ["<s>", "<pad>", "</s>", "<unk>", ",", SPACE, "a", "b", f"{SPACE}a", "好", "ж", "б", "c"]
HIDDEN, LAYERS, HEADS, INNER, POSITIONS, KINDS = 32, 2, 2, 64, 16, 2
EPSILON = 1e-5


@dataclass(frozen=True)
class Tiny:
    """A packed file's bytes and the weights it holds."""

    data: bytes
    weights: dict[str, Array]

    def vector(self, ids: list[int]) -> Array:
        """The encoder's answer to pieces by their number in ``PIECES``."""
        w = self.weights
        x = w["emb.word"][ids] + w["emb.pos"][: len(ids)] + w["emb.type"][0]
        x = _norm(x, w, "emb.ln")
        for layer in range(LAYERS):
            p = f"l{layer}."
            x = _norm(x + self._attention(x, p), w, f"{p}aln")
            inner = _gelu(x @ w[f"{p}fi.w"].T + w[f"{p}fi.b"])
            x = _norm(x + inner @ w[f"{p}fo.w"].T + w[f"{p}fo.b"], w, f"{p}oln")
        mean = x.mean(axis=0)
        return mean / np.linalg.norm(mean)

    def _attention(self, x: Array, p: str) -> Array:
        w, size = self.weights, HIDDEN // HEADS
        q, k, v = (x @ w[f"{p}{c}.w"].T + w[f"{p}{c}.b"] for c in "qkv")
        heads = []
        for head in range(HEADS):
            part = slice(head * size, (head + 1) * size)
            scores = np.exp(q[:, part] @ k[:, part].T / math.sqrt(size))
            heads.append(scores / scores.sum(axis=1, keepdims=True) @ v[:, part])
        return np.concatenate(heads, axis=1) @ w[f"{p}ao.w"].T + w[f"{p}ao.b"]


def _norm(x: Array, w: dict[str, Array], name: str) -> Array:
    centred = x - x.mean(axis=-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
    return scaled * w[f"{name}.w"] + w[f"{name}.b"]


def _gelu(x: Array) -> Array:
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


def tiny(seed: int = 0) -> Tiny:
    """A model of random weights over ``PIECES``; two of them are Cyrillic."""
    random = np.random.default_rng(seed)
    weights: dict[str, Array] = {}
    tensors: list[tuple[str, bytes]] = []

    def blocks(name: str, rows: int, columns: int) -> None:
        nibbles = random.integers(0, 16, (rows, columns // 32, 32), dtype=np.uint8)
        scales = random.uniform(0.02, 0.05, (rows, columns // 32, 1)).astype(np.float16)
        weights[name] = ((nibbles.astype(np.float32) - 8) * scales).reshape(rows, columns)
        halves = nibbles[..., :16] | nibbles[..., 16:] << 4
        packed = np.concatenate([scales.view(np.uint8).reshape(*scales.shape[:2], 2), halves], -1)
        tensors.append((name, packed.tobytes()))

    def floats(name: str, *shape: int) -> None:
        weights[name] = random.normal(0, 0.2, shape).astype(np.float32)
        if name.endswith("ln.w"):
            weights[name] += 1
        tensors.append((name, weights[name].tobytes()))

    blocks("emb.word", len(PIECES), HIDDEN)
    floats("emb.pos", POSITIONS, HIDDEN)
    floats("emb.type", KINDS, HIDDEN)
    _vectors(floats, "emb.ln")
    for layer in range(LAYERS):
        p = f"l{layer}."
        for name in ("q", "k", "v", "ao"):
            blocks(f"{p}{name}.w", HIDDEN, HIDDEN)
            floats(f"{p}{name}.b", HIDDEN)
        blocks(f"{p}fi.w", INNER, HIDDEN)
        floats(f"{p}fi.b", INNER)
        blocks(f"{p}fo.w", HIDDEN, INNER)
        floats(f"{p}fo.b", HIDDEN)
        _vectors(floats, f"{p}aln")
        _vectors(floats, f"{p}oln")
    return Tiny(_file(tensors), weights)


def _vectors(floats: object, name: str) -> None:
    for part in ("w", "b"):
        floats(f"{name}.{part}", HIDDEN)  # type: ignore[operator]


def _file(tensors: list[tuple[str, bytes]]) -> bytes:
    texts = [piece.encode() for piece in PIECES]
    ends = np.cumsum([0, *map(len, texts)]).astype("<u4")
    scores = -np.arange(len(PIECES), dtype="<f4")
    head = b"E5S1" + struct.pack("<i", 1)
    head += struct.pack("<7i", HIDDEN, LAYERS, HEADS, INNER, len(PIECES), POSITIONS, KINDS)
    head += struct.pack("<fi5iQ", EPSILON, 32, len(PIECES), 0, 2, 1, 3, sum(map(len, texts)))
    head += ends.tobytes() + scores.tobytes() + b"".join(texts)
    head += struct.pack("<iIi", 0, 0, len(tensors))
    start = len(head) + sum(2 + len(name) + 21 for name, _ in tensors)
    for name, data in tensors:
        head += struct.pack("<H", len(name)) + name.encode()
        head += struct.pack("<BIQQ", 0, 0, start, len(data))
        start += len(data)
    return head + b"".join(data for _, data in tensors)
