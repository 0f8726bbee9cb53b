"""A book in a fresh encrypted database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.memory.store.book import Book
from tandem_edge.memory.store.schema import MIGRATIONS
from tandem_edge.vault.database import open_database
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import Scope

KEY = Key(Secret(bytes(range(32))))


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    database = open_database(tmp_path / "memory.db", KEY, MIGRATIONS)
    yield Book(database, Scope())
    database.close()
