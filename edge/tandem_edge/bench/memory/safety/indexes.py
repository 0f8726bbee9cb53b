"""What becomes of an index whose vectors are cut, exchanged or another model's: it is made anew.

The vectors lie in the encrypted database and the index in memory, so that only who has the key can
do this, or a fault of a program. Such a vector must neither break a search nor find the wrong text.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from tandem_edge.bench.memory.safety.material import new_home, noted, told, turns_of
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.memory.store.vectors import Floats, put_vectors, vectors_of, without_vectors
from tandem_edge.vault.database import Database
from tandem_edge.vault.driver import SqlError
from tandem_edge.vault.opening import Use, unlock
from tandem_shared.errors import TandemError
from tandem_shared.memory import Scope

TEXTS = 12
HARMED = 4
"""Documents whose vectors are harmed."""

ALIKE = 0.999
"""Cosine of two documents in the same words: a turn, and the unit that was made of it."""

Harm = Callable[[Database, list[int], Embedder], object]


@dataclass(frozen=True)
class Rebuilt:
    """What became of one harm. ``misled`` counts documents that are in the index and are not what
    their own vector finds; ``right`` those that it finds once the missing are embedded anew."""

    name: str
    documents: int
    embedded_anew: int
    misled: int
    right: int
    said: str = ""

    @property
    def whole(self) -> bool:
        """Whether every document is found again, and none was passed off as another."""
        return self.embedded_anew > 0 and self.right == self.documents and not self.misled


def harm_all(folder: Path, embedder: Embedder, seed: int = 0) -> list[Rebuilt]:
    """Do every harm to a memory of its own in ``folder``."""
    chance, found = random.Random(seed), []
    for number, (name, harm) in enumerate(HARMS.items()):
        place = folder / f"index{number}"
        place.mkdir()
        new_home(place / "home")
        found.append(_harm(place / "home", embedder, chance, name, harm))
    return found


def _harm(home: Path, embedder: Embedder, chance: random.Random, name: str, harm: Harm) -> Rebuilt:
    key = unlock(home).key(Use.DATABASE)
    with open_memory(home, key, Scope(), embedder) as room:
        texts = [*noted(chance, TEXTS), *told(chance, TEXTS)]
        room.hear(turns_of(texts, 0), turns_of(texts, 1)[0].at)
        vectors = _vectors(room, embedder)
        with room.book.writing():
            harm(room.book.database, chance.sample([*vectors], HARMED), embedder)
    try:
        with open_memory(home, key, Scope(), embedder) as room:
            missing = without_vectors(room.book.database, embedder.identity)
            misled = sum(_finds_another(room, n, vectors) for n in vectors if n not in missing)
            room.search(texts[0], turns_of(texts, 1)[0].at)
            embedded = room.indexing.catch_up()
            wrong = sum(_finds_another(room, n, vectors) for n in vectors)
    except (TandemError, SqlError, ValueError) as error:
        return Rebuilt(name, len(vectors), 0, 0, 0, f"{type(error).__name__}: {error}")
    return Rebuilt(name, len(vectors), embedded, misled, len(vectors) - wrong)


def _vectors(room: MemoryRoom, embedder: Embedder) -> dict[int, Floats]:
    """Every document's vector as it was made."""
    rows = room.book.database.execute("SELECT n FROM documents ORDER BY n").fetchall()
    numbers = [row[0] for row in rows]
    found = vectors_of(room.book.database, embedder.identity, numbers, embedder.dimension)
    return dict(zip(numbers, found, strict=True))


def _finds_another(room: MemoryRoom, n: int, vectors: Mapping[int, Floats]) -> bool:
    """Whether a document's own vector finds no document that says the same."""
    near = [near for near, _ in room.indexing.index.search(vectors[n], 1)]
    return not any(float(vectors[n] @ vectors[each]) > ALIKE for each in near)


def _write(database: Database, n: int, numbers: bytes) -> None:
    database.execute("UPDATE vectors SET numbers = ? WHERE n = ?", [numbers, n])


def _read(database: Database, n: int) -> bytes:
    row = database.execute("SELECT numbers FROM vectors WHERE n = ?", [n]).fetchone()
    return bytes(row[0])


def _cut(database: Database, numbers: list[int], _: Embedder) -> None:
    for n in numbers:
        _write(database, n, _read(database, n)[:100])


def _lengthened(database: Database, numbers: list[int], _: Embedder) -> None:
    for n in numbers:
        _write(database, n, _read(database, n) * 2)


def _emptied(database: Database, numbers: list[int], _: Embedder) -> None:
    for n in numbers:
        _write(database, n, b"")


def _exchanged(database: Database, numbers: list[int], _: Embedder) -> None:
    """Each gets the vector of the next."""
    there = [_read(database, n) for n in numbers]
    for n, blob in zip(numbers, there[1:] + there[:1], strict=True):
        _write(database, n, blob)


def _half_cut(database: Database, numbers: list[int], _: Embedder) -> None:
    """What one lacks another has too much: together they are as long as they should be."""
    for one, two in pairwise(numbers[:2]):
        first, second = _read(database, one), _read(database, two)
        _write(database, one, first[:-2])
        _write(database, two, second + first[-2:])


def _flipped(database: Database, numbers: list[int], _: Embedder) -> None:
    for n in numbers:
        blob = bytearray(_read(database, n))
        blob[1] ^= 0x80  # the sign of the first number
        _write(database, n, bytes(blob))


def _no_numbers(database: Database, numbers: list[int], embedder: Embedder) -> None:
    nothing = np.full((len(numbers), embedder.dimension), np.nan, np.float32)
    put_vectors(database, embedder.identity, numbers, nothing)


def _another_models(database: Database, numbers: list[int], embedder: Embedder) -> None:
    narrow = np.ones((len(numbers), embedder.dimension // 2), np.float32)
    put_vectors(database, "another model", numbers, narrow)


def _passed_off(database: Database, numbers: list[int], embedder: Embedder) -> None:
    """Another model's vectors under this model's name."""
    wide = np.full((len(numbers), embedder.dimension), 0.05, np.float32)
    put_vectors(database, "another model", numbers, wide)
    database.execute("UPDATE vectors SET model = ?", [embedder.identity])


def _gone(database: Database, _: list[int], __: Embedder) -> None:
    database.execute("DELETE FROM vectors")


HARMS: dict[str, Harm] = {
    "vectors cut short": _cut,
    "vectors too long": _lengthened,
    "vectors of no bytes": _emptied,
    "vectors exchanged": _exchanged,
    "an end put to another": _half_cut,
    "a sign turned": _flipped,
    "vectors of no numbers": _no_numbers,
    "vectors of another model": _another_models,
    "another model's, passed off as this one's": _passed_off,
    "no vectors at all": _gone,
}
