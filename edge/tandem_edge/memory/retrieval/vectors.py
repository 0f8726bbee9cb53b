"""Which vectors lie nearest to a query's: an index in memory that can always be made anew.

FAISS (Douze et al. 2024, arXiv 2401.08281), flat with 8 bits a number, compares the query with
every vector: 38 MB and 2 ms for 100,000. It is a cache: the vectors themselves are kept elsewhere,
encrypted, and the best of what it finds are scored again exactly. It is never written to disk.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from tandem_edge.memory.retrieval.pool import Floats
from tandem_shared.errors import UsageError

DIMENSION = 384
RESCORED = 50
"""Best of the index that are scored again from exact vectors: 8 bits blur only close calls."""
EDGE = 0.25
"""Numbers beyond it are cut off in the index, and only there: the embedder's were at most .19."""

Exact = Callable[[Sequence[int]], Floats]
"""From keys to their vectors ``[keys, dimension]``, float16 or float32, rows of unit length."""


def has_faiss() -> bool:
    """Whether the library is installed."""
    return importlib.util.find_spec("faiss") is not None


class VectorIndex:
    """Unit vectors under whole-number keys. Without FAISS it holds nothing and finds nothing.

    The range of each dimension is fixed, so that the index needs no training and two indexes of
    the same vectors are equal. Not thread-safe.
    """

    def __init__(self, exact: Exact, *, dimension: int = DIMENSION) -> None:
        self._exact, self._dimension = exact, dimension
        inner = _new_index(dimension) if has_faiss() else None
        self._index = _keyed(inner) if inner is not None else None
        self._codes: Any = inner.codes if inner is not None else None
        self._highest = -1

    def __len__(self) -> int:
        return int(self._index.ntotal) if self._index is not None else 0

    def add(self, keys: Sequence[int], vectors: Floats) -> None:
        """Have ``vectors`` ``[keys, dimension]`` found; a key that is there is replaced.

        Raises ``UsageError`` when shapes do not fit, a number is not finite or a key comes twice.
        """
        rows = self._checked(keys, vectors)
        if self._index is None or not len(rows):
            return
        if min(keys) <= self._highest:  # what is new has a number above all others: none to remove
            self.remove(keys)
        self._index.add_with_ids(rows, np.asarray(keys, np.int64))
        self._highest = max(self._highest, *keys)

    def remove(self, keys: Iterable[int]) -> int:
        """Forget the vectors of ``keys``; how many there were."""
        asked = np.asarray(list(keys), np.int64)
        if self._index is None or not len(asked):
            return 0
        return int(self._index.remove_ids(asked))

    def rebuild(self, batches: Iterable[tuple[Sequence[int], Floats]], expected: int = 0) -> None:
        """Forget everything, then add every batch of keys and vectors, ``expected`` of them: room
        for these is taken at once, since room that grows is held twice over for a while."""
        if self._index is not None:
            self._index.reset()
            self._codes.resize(expected * self._dimension)
            self._codes.resize(0)
            self._highest = -1
        for keys, vectors in batches:
            self.add(keys, vectors)

    def search(self, query: Floats, count: int) -> list[tuple[int, float]]:
        """The ``count`` nearest keys with their cosines, best first; the best 50 are exact."""
        if self._index is None or not len(self) or count < 1:
            return []
        wanted = min(max(count, RESCORED), len(self))
        scores, keys = self._index.search(_row(query), wanted)
        near = [(int(key), float(score)) for key, score in zip(keys[0], scores[0], strict=True)]
        best = self._rescored(query, near[:RESCORED])
        return (best + near[RESCORED:])[:count]

    def _rescored(self, query: Floats, near: list[tuple[int, float]]) -> list[tuple[int, float]]:
        keys = [key for key, _ in near]
        cosines = np.asarray(self._exact(keys), np.float32) @ _row(query)[0]
        return sorted(
            zip(keys, map(float, cosines), strict=True), key=lambda row: (-row[1], row[0])
        )

    def _checked(self, keys: Sequence[int], vectors: Floats) -> Floats:
        rows = np.ascontiguousarray(vectors, np.float32)
        if rows.shape != (len(keys), self._dimension) or len(set(keys)) != len(keys):
            raise UsageError(
                f"{len(keys)} keys do not fit vectors of shape {rows.shape}",
                hint=f"give one key, once, for each row of {self._dimension} numbers",
            )
        if not np.isfinite(rows).all():
            raise UsageError("a vector holds what is no number", hint="embed the text again")
        return rows


def _row(query: Floats) -> Floats:
    return np.ascontiguousarray(query, np.float32).reshape(1, -1)


def _new_index(dimension: int) -> Any:
    """An index whose 8 bits span ``-EDGE`` to ``EDGE``: the same in each dimension, so that FAISS
    need not read the range of each."""
    import faiss

    faiss.omp_set_num_threads(1)
    inner = faiss.IndexScalarQuantizer(
        dimension, faiss.ScalarQuantizer.QT_8bit_uniform, faiss.METRIC_INNER_PRODUCT
    )
    inner.train(np.stack([np.full(dimension, side, np.float32) for side in (-EDGE, EDGE)]))
    return inner


def _keyed(inner: Any) -> Any:
    """The index under whole-number keys, which it keeps beside it."""
    import faiss

    return faiss.IndexIDMap(inner)
