"""Vectors of documents, kept as float16 in the encrypted database: the truth of every index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tandem_edge.vault.database import Database

Floats = NDArray[np.float32]
BATCH = 4096
"""Vectors that are read at once: 3 MB with 384 numbers each."""
AT_ONCE = 500


def put_vectors(database: Database, model: str, numbers: Sequence[int], vectors: Floats) -> None:
    """Keep ``vectors`` ``[documents, dimension]`` made by ``model``, in place of older ones."""
    dimension = int(vectors.shape[1])
    halves = np.ascontiguousarray(vectors, np.float16)
    database.conn.executemany(
        "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)",
        [(n, model, dimension, row.tobytes()) for n, row in zip(numbers, halves, strict=True)],
    )


def vectors_of(database: Database, model: str, numbers: Sequence[int], dimension: int) -> Floats:
    """Vectors ``[len(numbers), dimension]`` in that order; zeros where ``model`` made none."""
    found = np.zeros((len(numbers), dimension), np.float32)
    places = {n: place for place, n in enumerate(numbers)}
    for start in range(0, len(numbers), AT_ONCE):
        some = list(numbers[start : start + AT_ONCE])
        marks = ", ".join("?" * len(some))
        rows = database.execute(
            f"SELECT n, numbers FROM vectors WHERE model = ? AND n IN ({marks})", [model, *some]
        )
        for n, blob in rows.fetchall():
            found[places[n]] = np.frombuffer(blob, np.float16)
    return found


def every_vector(
    database: Database, model: str, dimension: int
) -> Iterator[tuple[list[int], Floats]]:
    """Numbers and vectors of everything that ``model`` has embedded, a batch at a time."""
    last = 0
    while True:
        rows = database.execute(
            "SELECT n, numbers FROM vectors WHERE n > ? AND model = ? ORDER BY n LIMIT ?",
            [last, model, BATCH],
        ).fetchall()
        if not rows:
            return
        joined = np.frombuffer(b"".join(row[1] for row in rows), np.float16)
        last = rows[-1][0]
        yield [row[0] for row in rows], joined.reshape(len(rows), dimension).astype(np.float32)


def without_vectors(database: Database, model: str, most: int = 1000) -> list[int]:
    """Documents that ``model`` has not embedded yet, oldest first: new ones, and all after a
    change of model."""
    rows = database.execute(
        "SELECT n FROM documents WHERE n NOT IN (SELECT n FROM vectors WHERE model = ?) "
        "ORDER BY n LIMIT ?",
        [model, most],
    )
    return [row[0] for row in rows.fetchall()]
