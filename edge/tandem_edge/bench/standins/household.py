"""A memory with a household's worth of sentences in it: what a task's memory begins as.

It is made once in a process, with and without an embedder, and copied for each attempt: a copy is
there in about a millisecond, encrypted under a random key that is kept nowhere.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.ids import repeatable
from tandem_edge.memory.revising import keep_sentence
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_edge.memory.speakers import OWNER
from tandem_edge.vault.secret import Key, Secret
from tandem_edge.vault.wrapping import KEY_BYTES
from tandem_shared.memory import Origin, RawTurn, Scope

BEGINNING = datetime(2024, 1, 1, 12, tzinfo=UTC)
"""When the first of the household's sentences was said, the others a day apart: before any task."""
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Household:
    """A database's bytes and key, and the task's name for each turn and unit in it, by its id."""

    data: bytes
    key: Key
    keys: Mapping[str, str]


_made: dict[str, Household] = {}
"""By the embedder whose vectors it holds."""


def household(embedder: Embedder | None) -> Household:
    """The memory that every task's begins as, with vectors of ``embedder``."""
    name = embedder.identity if embedder is not None else ""
    if name not in _made:
        _made[name] = _make(embedder)
    return _made[name]


@lru_cache(maxsize=1)
def sentences() -> tuple[str, ...]:
    """What is remembered beside any task's own."""
    text = (files("tandem_edge.bench.tasks") / "resources" / "household.txt").read_text("utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


@contextmanager
def copied(beginning: Household, embedder: Embedder | None) -> Iterator[MemoryRoom]:
    """A copy of its own in a folder of its own, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="tandem-bench-") as folder:
        path = database_of(Path(folder), Scope())
        path.touch(mode=0o600)
        path.write_bytes(beginning.data)
        with open_memory(Path(folder), beginning.key, Scope(), embedder) as room:
            yield room


def told(room: MemoryRoom, key: str, text: str, at: datetime, *, by: str = OWNER) -> dict[str, str]:
    """Have the memory keep a sentence that ``by`` said at ``at``; ``key`` by the ids it got."""
    origin = Origin.OWNER if by == OWNER else Origin.EXTERNAL
    turn = RawTurn(session=f"told:{key}", order=0, speaker=by, text=text, at=at, origin=origin)
    kept = keep_sentence(room, turn, text, at)
    return dict.fromkeys((*kept.unit.evidence, kept.unit.id), key)


def _make(embedder: Embedder | None) -> Household:
    key = Key(Secret(secrets.token_bytes(KEY_BYTES)))
    keys: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="tandem-bench-") as folder:
        with open_memory(Path(folder), key, Scope(), embedder) as room:
            room.book.mint = repeatable("household")
            with room.book.writing():
                for number, text in enumerate(sentences()):
                    keys |= told(room, f"h{number + 1}", text, BEGINNING + number * DAY)
            room.indexing.catch_up()
        data = database_of(Path(folder), Scope()).read_bytes()
    return Household(data, key, keys)
