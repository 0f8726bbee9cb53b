"""A memory of one person, which is searched by words alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_shared.memory import Scope
from tests.edge.memory.lifecycle.telling import KEY


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MemoryRoom]:
    """A fresh memory in the test's own folder."""
    with open_memory(tmp_path, KEY, Scope(), None) as opened:
        yield opened
