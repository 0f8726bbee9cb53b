"""A vector that is not as it was kept counts as missing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tandem_edge.memory.store.book import Book
from tandem_edge.memory.store.vectors import (
    drop_vectors_but,
    every_vector,
    put_vectors,
    vectors_of,
    without_vectors,
)

MODEL, DIMENSION, COUNT = "m" * 8, 16, 5
EACH_ONCE = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def kept(book: Book) -> Book:
    """A book whose documents all have vectors."""
    vectors = np.random.default_rng(1).standard_normal((COUNT, DIMENSION)).astype(np.float32)
    for n in range(1, COUNT + 1):
        book.database.execute("INSERT INTO documents VALUES (?, ?, 1)", [n, f"turn_0000000{n}"])
    put_vectors(book.database, MODEL, range(1, COUNT + 1), vectors)
    return book


def sound(book: Book) -> list[int]:
    return [n for some, _ in every_vector(book.database, MODEL, DIMENSION) for n in some]


@given(blob=st.binary(max_size=2 * (2 * DIMENSION + 4)), n=st.integers(1, COUNT))
@EACH_ONCE
def test_any_other_bytes_are_noticed_and_embedded_anew(kept: Book, blob: bytes, n: int) -> None:
    database = kept.database
    row = database.execute("SELECT numbers FROM vectors WHERE n = ?", [n]).fetchone()
    database.execute("UPDATE vectors SET numbers = ? WHERE n = ?", [blob, n])
    others = [each for each in range(1, COUNT + 1) if each != n]
    assert sound(kept) == others
    assert not vectors_of(database, MODEL, [n], DIMENSION).any()
    database.execute("UPDATE vectors SET numbers = ? WHERE n = ?", [row[0], n])
    assert sound(kept) == [*range(1, COUNT + 1)]


@pytest.mark.parametrize("dimension", [DIMENSION // 2, DIMENSION * 2])
def test_vectors_of_another_size_are_none(kept: Book, dimension: int) -> None:
    assert not vectors_of(kept.database, MODEL, [1, 2], dimension).any()
    assert [n for some, _ in every_vector(kept.database, MODEL, dimension) for n in some] == []


def test_what_is_dropped_is_to_be_embedded_and_the_rest_stays(kept: Book) -> None:
    assert drop_vectors_but(kept.database, MODEL, [*range(1, COUNT + 1)]) == 0
    assert drop_vectors_but(kept.database, MODEL, [1, 3, 5]) == 2
    assert without_vectors(kept.database, MODEL) == [2, 4]
    assert sound(kept) == [1, 3, 5]


def test_what_is_no_number_is_not_sound(kept: Book) -> None:
    put_vectors(kept.database, MODEL, [2], np.full((1, DIMENSION), np.nan, np.float32))
    assert sound(kept) == [1, 3, 4, 5]
