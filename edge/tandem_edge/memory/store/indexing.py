"""Vectors for what has none, and the index over them all. Without an embedder, neither."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.retrieval.pool import Floats, spoken
from tandem_edge.memory.retrieval.vectors import DIMENSION, VectorIndex
from tandem_edge.memory.store.book import Book, Kept
from tandem_edge.memory.store.passages import passage_of_turn, passage_of_unit
from tandem_edge.memory.store.vectors import (
    count_vectors,
    drop_vectors_but,
    every_vector,
    put_vectors,
    vectors_of,
    without_vectors,
)

TEXTS = 256
"""Embedded and committed together: what a crash can cost is the work on these."""


@dataclass
class Indexing:
    """The vectors and the index of one book. The index is rebuilt from the vectors at opening;
    documents of another model's vectors, or of vectors that are not sound, are embedded anew, a few
    at a time."""

    book: Book
    embedder: Embedder | None
    index: VectorIndex = field(init=False)
    _embedded_to: int = 0
    """No document up to this number is without a vector."""

    def __post_init__(self) -> None:
        self.index = VectorIndex(self._exact, dimension=self._dimension)
        if self.embedder is not None:
            sound = array("q")
            expected = count_vectors(self.book.database, self._model)
            self.index.rebuild(self._batches(sound), expected)
            drop_vectors_but(self.book.database, self._model, sound)

    def _batches(self, sound: array[int]) -> Iterator[tuple[list[int], Floats]]:
        """Every sound vector; the numbers of them all are added to ``sound``."""
        for numbers, vectors in every_vector(self.book.database, self._model, self._dimension):
            sound.extend(numbers)
            yield numbers, vectors

    def catch_up(self, most: int = 1 << 62) -> int:
        """Embed at most ``most`` documents that have no vector of this model; says how many."""
        done = 0
        while self.embedder is not None and done < most:
            portion = min(TEXTS, most - done)
            numbers = without_vectors(self.book.database, self._model, portion, self._embedded_to)
            if not numbers:
                break
            self._embed(numbers)
            self._embedded_to = numbers[-1]
            done += len(numbers)
        return done

    def _embed(self, numbers: list[int]) -> None:
        assert self.embedder is not None
        texts = {kept.n: spoken(passage_of_turn(kept)) for kept in self._turns(numbers)}
        units = self.book.units_by_number(numbers)
        texts |= {n: spoken(passage_of_unit(unit)) for n, unit in units.items()}
        vectors = self.embedder.passages([texts.get(n, "") for n in numbers])
        with self.book.writing():
            put_vectors(self.book.database, self._model, numbers, vectors)
        self.index.add(numbers, vectors)

    def _turns(self, numbers: list[int]) -> Iterable[Kept]:
        return self.book.turns(numbers).values()

    def forget(self, numbers: Iterable[int]) -> None:
        """Take documents out of the index; their vectors are gone from the book already."""
        self.index.remove(numbers)

    @property
    def _model(self) -> str:
        return self.embedder.identity if self.embedder is not None else ""

    @property
    def _dimension(self) -> int:
        return self.embedder.dimension if self.embedder is not None else DIMENSION

    def _exact(self, numbers: Sequence[int]) -> Floats:
        return vectors_of(self.book.database, self._model, numbers, self._dimension)
