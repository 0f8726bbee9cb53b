"""Vectors of documents, kept as float16 in the encrypted database: the truth of every index.

A vector ends with a checksum over its numbers, its document and its model. What does not fit (cut
off, put under another document, of another size) counts as not there, and is embedded anew.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tandem_edge.vault.database import Database

Floats = NDArray[np.float32]
BATCH = 512
"""Vectors that are read at once: 0.4 MB with 384 numbers each."""
AT_ONCE = 500
SUM_BYTES = 4
"""Of the CRC-32 behind each vector."""


def put_vectors(database: Database, model: str, numbers: Sequence[int], vectors: Floats) -> None:
    """Keep ``vectors`` ``[documents, dimension]`` made by ``model``, in place of older ones."""
    dimension = int(vectors.shape[1])
    halves, seed = np.ascontiguousarray(vectors, np.float16), _seed(model)
    database.conn.executemany(
        "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)",
        [
            (n, model, dimension, row + _sum(row, n, seed))
            for n, row in zip(numbers, map(_bytes, halves), strict=True)
        ],
    )


def _bytes(row: NDArray[np.float16]) -> bytes:
    return row.tobytes()


def _seed(model: str) -> int:
    return zlib.crc32(model.encode())


def _sum(numbers: bytes, n: int, seed: int) -> bytes:
    return zlib.crc32(numbers, zlib.crc32(n.to_bytes(8, "big"), seed)).to_bytes(SUM_BYTES, "big")


def _sound(blob: bytes, n: int, seed: int, dimension: int) -> bytes | None:
    """The numbers of a vector that is as it was kept."""
    numbers = blob[:-SUM_BYTES]
    if len(numbers) != dimension * 2 or not blob.endswith(_sum(numbers, n, seed)):
        return None
    return numbers


def vectors_of(database: Database, model: str, numbers: Sequence[int], dimension: int) -> Floats:
    """Vectors ``[len(numbers), dimension]`` in that order; zeros where there is no sound one by
    ``model``."""
    found, seed = np.zeros((len(numbers), dimension), np.float32), _seed(model)
    places = {n: place for place, n in enumerate(numbers)}
    for start in range(0, len(numbers), AT_ONCE):
        some = list(numbers[start : start + AT_ONCE])
        marks = ", ".join("?" * len(some))
        rows = database.execute(
            f"SELECT n, numbers FROM vectors WHERE +model = ? AND n IN ({marks})", [model, *some]
        )
        sound = {n: _sound(blob, n, seed, dimension) for n, blob in rows.fetchall()}
        kept = {places[n]: row for n, row in sound.items() if row is not None}
        halves = np.frombuffer(b"".join(kept.values()), np.float16)
        found[[*kept]] = halves.reshape(len(kept), dimension)
    return found


def every_vector(
    database: Database, model: str, dimension: int
) -> Iterator[tuple[list[int], Floats]]:
    """Numbers and vectors of everything that ``model`` has embedded, a batch at a time; those that
    are not sound are left out."""
    last, seed = 0, _seed(model)
    while True:
        rows = database.execute(
            "SELECT n, numbers FROM vectors WHERE n > ? AND model = ? ORDER BY n LIMIT ?",
            [last, model, BATCH],
        ).fetchall()
        if not rows:
            return
        last = rows[-1][0]
        sound = {n: _sound(blob, n, seed, dimension) for n, blob in rows}
        kept = {n: row for n, row in sound.items() if row is not None}
        joined = np.frombuffer(b"".join(kept.values()), np.float16)
        vectors = joined.reshape(len(kept), dimension).astype(np.float32)
        places = np.flatnonzero(np.isfinite(vectors).all(axis=1))
        numbers = [*kept]
        yield [numbers[place] for place in places], vectors[places]


def drop_vectors_but(database: Database, model: str, sound: Sequence[int]) -> int:
    """Remove every vector by ``model`` whose document is not among ``sound``; says how many. Their
    documents are then ``without_vectors``."""
    count = "SELECT count(*) FROM vectors WHERE model = ?"
    if database.execute(count, [model]).fetchone()[0] == len(sound):
        return 0
    rows = database.execute("SELECT n FROM vectors WHERE model = ?", [model]).fetchall()
    gone = {row[0] for row in rows}.difference(sound)
    database.conn.executemany("DELETE FROM vectors WHERE n = ?", [(n,) for n in gone])
    return len(gone)


def count_vectors(database: Database, model: str) -> int:
    """How many documents ``model`` has embedded."""
    row = database.execute("SELECT count(*) FROM vectors WHERE model = ?", [model]).fetchone()
    return int(row[0])


def without_vectors(database: Database, model: str, most: int = 1000, after: int = 0) -> list[int]:
    """Documents that ``model`` has not embedded yet, oldest first: new ones, and all after a
    change of model. Only numbers above ``after`` are looked at."""
    rows = database.execute(
        "SELECT n FROM documents WHERE n > ? AND NOT EXISTS "
        "(SELECT 1 FROM vectors WHERE vectors.n = documents.n AND +model = ?) ORDER BY n LIMIT ?",
        [after, model, most],
    )
    return [row[0] for row in rows.fetchall()]
