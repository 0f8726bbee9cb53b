"""What an embedder is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""``[texts, dimension]``, each row of unit length: a dot product is the cosine."""


class Embedder(Protocol):
    """Turns texts into vectors whose cosines say how near their meanings are.

    Texts are foreign data: any string will do. Safe to call from several threads.
    """

    @property
    def name(self) -> str:
        """The model's name, as in ``tandem model list``."""

    @property
    def identity(self) -> str:
        """SHA-256 of the model: vectors of two identities never mix."""

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""

    def queries(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that look for something, ``[len(texts), dimension]``.

        Raises ``TrustError`` when the model's file does not load.
        """

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of texts that are to be found, ``[len(texts), dimension]``."""
