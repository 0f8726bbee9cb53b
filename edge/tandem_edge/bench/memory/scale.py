"""Memory of a long life: how fast it is searched and filled, and what it takes to hold it.

Turns are made of the training split's written requests and of small talk, by chance and seeded, so
that words are as frequent as in speech; they measure speed, not whether the right one is found.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tandem_edge.bench.tasks.reading import all_drafts
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import Origin, RawTurn, Scope
from tandem_shared.tasks import Split

SEED = 11
SESSION = 40
"""Turns of a session."""
BATCH = 400
"""Turns that are heard at once."""
START = datetime(2021, 1, 1, 8, 0, tzinfo=UTC)
QUESTIONS = 200
MB = 1 << 20


@dataclass
class Scale:
    """Figures of one size. Times in milliseconds of wall clock, sizes in MB (2**20 bytes)."""

    cores: int
    turns: int
    tokens: int
    """Terms of all turns, as a search counts them: fewer than a language model's tokens."""
    turns_per_s: float
    """Kept, indexed and embedded, without reading facts."""
    search_p50_ms: float
    search_p95_ms: float
    """With the embedding of the question."""
    open_ms: float
    """A process that has the libraries loaded: open, decrypt, rebuild the index."""
    file_mb: float
    rss_mb: float
    """Above this process before anything was opened, the libraries imported."""


def measure(
    folder: Path, embedder: Embedder | None, turns: int, say: Callable[[str], None]
) -> Scale:
    """Fill a fresh memory in ``folder`` with ``turns`` turns and search it."""
    key, scope = Key(Secret(os.urandom(32))), Scope()
    lines = written()
    before = _rss_mb()
    with open_memory(folder, key, scope, embedder) as room:
        started = time.perf_counter()
        for done in _fill(room, lines, turns):
            say(f"{done} of {turns} turns kept")
        rate = turns / (time.perf_counter() - started)
    started = time.perf_counter()
    with open_memory(folder, key, scope, embedder) as room:
        room.search("hello", START, 10)
        opened = time.perf_counter() - started
        times = sorted(_search(room, lines))
        tokens = room.book.lengths()[1]
    return Scale(
        cores=os.cpu_count() or 0,
        turns=turns,
        tokens=int(tokens),
        turns_per_s=rate,
        search_p50_ms=statistics.median(times),
        search_p95_ms=times[int(0.95 * len(times))],
        open_ms=1000 * opened,
        file_mb=database_of(folder, scope).stat().st_size / MB,
        rss_mb=_rss_mb() - before,
    )


def written() -> list[str]:
    """Everything that people say in the written training tasks."""
    return sorted({turn.said for draft in all_drafts(Split.TRAIN) for turn in draft.turns})


def made(lines: list[str], turns: int) -> Iterator[RawTurn]:
    """Turns of a life: three requests run together each, sessions of forty, two speakers."""
    chance = random.Random(SEED)
    for number in range(turns):
        session, place = divmod(number, SESSION)
        yield RawTurn(
            session=f"session{session}",
            order=place,
            speaker=("owner", "Ana")[place % 2],
            text=" ".join(chance.sample(lines, 3)),
            at=START + timedelta(hours=8 * session, minutes=place),
            origin=(Origin.OWNER, Origin.EXTERNAL)[place % 2],
        )


def _fill(room: MemoryRoom, lines: list[str], turns: int) -> Iterator[int]:
    batch: list[RawTurn] = []
    done = 0
    for turn in made(lines, turns):
        batch.append(turn)
        if len(batch) == BATCH:
            capture(room.book, batch)
            room.indexing.catch_up()
            done, batch = done + len(batch), []
            if done % (10 * BATCH) == 0:
                yield done
    capture(room.book, batch)
    room.indexing.catch_up()


def _search(room: MemoryRoom, lines: list[str]) -> Iterator[float]:
    chance = random.Random(SEED + 1)
    for question in chance.choices(lines, k=QUESTIONS):
        started = time.perf_counter()
        room.search(question, START + timedelta(days=900), 10)
        yield 1000 * (time.perf_counter() - started)


def _rss_mb() -> float:
    """Resident memory now (Linux), or the most there was where it cannot be told."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * resource.getpagesize() / MB
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
