"""An embedder that keeps what it has embedded, to train again quickly."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tandem_edge.embedder.protocol import Embedder, Vectors


@dataclass(frozen=True)
class KeepingEmbedder:
    """``embedder`` with its vectors in files of ``folder``, one for each call."""

    embedder: Embedder
    folder: Path

    @property
    def name(self) -> str:
        """See ``Embedder.name``."""
        return self.embedder.name

    @property
    def identity(self) -> str:
        """See ``Embedder.identity``."""
        return self.embedder.identity

    @property
    def dimension(self) -> int:
        """See ``Embedder.dimension``."""
        return self.embedder.dimension

    def queries(self, texts: Sequence[str]) -> Vectors:
        """See ``Embedder.queries``."""
        return self._kept("queries", texts, self.embedder.queries)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See ``Embedder.passages``."""
        return self._kept("passages", texts, self.embedder.passages)

    def _kept(
        self, use: str, texts: Sequence[str], embed: Callable[[Sequence[str]], Vectors]
    ) -> Vectors:
        said = "\0".join([self.identity, use, *texts])
        path = self.folder / f"{hashlib.sha256(said.encode()).hexdigest()[:32]}.npy"
        if not path.exists():
            np.save(path, embed(texts))
        found: Vectors = np.load(path, allow_pickle=False)
        return found
