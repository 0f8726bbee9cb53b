"""An embedder without a model: texts of the same words lie together, others apart."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tandem_edge.embedder.protocol import Vectors
from tandem_edge.memory.retrieval.terms import terms


@dataclass(frozen=True)
class HashedEmbedder:
    """A text's vector is the sum of its terms' directions, which their hashes choose."""

    name: str = "hashed"
    identity: str = "0" * 64
    dimension: int = 384

    def queries(self, texts: Sequence[str]) -> Vectors:
        """See ``Embedder.queries``."""
        return self.passages(texts)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See ``Embedder.passages``."""
        rows = [self._row(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimension), np.float32)

    def _row(self, text: str) -> Vectors:
        directions = [self._direction(each) for each in terms(text) or [text]]
        row = np.sum(directions, axis=0)
        return np.asarray(row / np.linalg.norm(row), np.float32)

    def _direction(self, term: str) -> Vectors:
        seed = int.from_bytes(hashlib.sha256(term.encode()).digest()[:8], "big")
        return np.random.default_rng(seed).standard_normal(self.dimension, np.float32)
