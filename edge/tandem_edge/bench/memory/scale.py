"""Memory of a long life: how fast it is searched and filled, and what it takes to hold it.

Turns are made of the training split's written requests and of small talk, by chance and seeded, so
that words are as frequent as in speech; they measure speed, not whether the right one is found.
Each step is done in a process of its own (``apart``), pinned to one core, so that one's memory is
not counted for the other's.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from tandem_edge.bench.memory.apart import Usage, peak_mb, rss_mb
from tandem_edge.bench.tasks.reading import all_drafts
from tandem_edge.embedder.opening import open_embedder
from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.retrieval.ranker import shipped_forest
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin, RawTurn, Scope
from tandem_shared.tasks import Split

SEED = 11
SESSION = 40
"""Turns of a session."""
BATCH = 400
"""Turns that are heard at once."""
START = datetime(2021, 1, 1, 8, 0, tzinfo=UTC)
QUESTIONS = 200
WARM = 10
"""Questions asked before any is measured."""
KEY = Key(Secret(hashlib.sha256(b"tandem bench memory").digest()))
"""Everybody's: what it encrypts is made up, and a folder that is kept can be opened again."""
MB = 1 << 20
RECORD = "filled.json"


@dataclass
class Filled:
    """How a memory was filled: turns kept, indexed and embedded, without reading facts out of
    them; seconds of wall clock and of the processor; the most memory it took above its start."""

    turns: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_mb: float = 0.0

    @property
    def turns_per_s(self) -> float:
        """By the wall clock."""
        return self.turns / self.seconds if self.seconds else 0.0

    @property
    def turns_per_cpu_s(self) -> float:
        """By the processor's: what it would be on a core that nothing else uses."""
        return self.turns / self.cpu_seconds if self.cpu_seconds else 0.0


@dataclass
class Searched:
    """Figures of searching a memory. Milliseconds of wall clock, or of the processor's time where
    the name says so; sizes in MB (2**20 bytes)."""

    turns: int
    terms: int
    """Of all turns, as a search counts them: a language model's tokens are more."""
    open_ms: float
    """A process that has the libraries loaded: open, decrypt, rebuild the index."""
    first_ms: float
    """The first search: it loads the embedder and the ranker."""
    file_mb: float
    rss_mb: float
    """After all searches, above this process with the same libraries imported and nothing done."""
    peak_mb: float
    """The most there was above that."""
    milliseconds: list[float] = field(default_factory=list)
    """Of each search, with the embedding of the question."""
    cpu_milliseconds: list[float] = field(default_factory=list)


def fill(folder: Path, models_dir: Path, turns: int, say: Callable[[str], None]) -> Filled:
    """Fill the memory in ``folder`` up to ``turns`` turns; what is there already stays.

    Raises ``UsageError`` for a folder with more turns than that, or of something else.
    """
    embedder = open_embedder(models_dir)
    embedder.load()
    filled = _record(folder)
    if filled.turns > turns:
        raise UsageError(
            f"{folder.name} holds {filled.turns} turns", hint=f"--turns {filled.turns}, or more"
        )
    with open_memory(folder, KEY, Scope(), embedder) as room:
        # A portion may have been kept whose record was not written: it is kept once.
        if not 0 <= room.book.lengths()[0] - filled.turns <= BATCH:
            raise UsageError(
                f"{folder.name} is not whole, or not this bench's", hint="give an empty --folder"
            )
        before, usage = rss_mb(), Usage()
        for done in _fill(room, filled.turns, turns):
            filled.seconds += usage.wall()
            filled.cpu_seconds += usage.cpu()
            usage, filled.turns = Usage(), done
            filled.peak_mb = max(filled.peak_mb, peak_mb() - before)
            (folder / RECORD).write_text(json.dumps(asdict(filled)), "utf-8")
            if done % (10 * BATCH) == 0:
                say(f"{done} of {turns} turns kept, {filled.turns_per_s:.0f}/s")
    return filled


def _record(folder: Path) -> Filled:
    try:
        return Filled(**json.loads((folder / RECORD).read_text("utf-8")))
    except FileNotFoundError:
        return Filled()
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(
            f"{RECORD} cannot be read ({type(error).__name__})", hint="give an empty --folder"
        ) from error


def look(
    folder: Path, models_dir: Path, questions: list[str], say: Callable[[str], None]
) -> Searched:
    """Open the memory in ``folder`` and ask it ``questions``, for the first time in this process.
    The first ``WARM`` of them are not counted."""
    before, embedder = rss_mb(), open_embedder(models_dir)
    clock = Usage()
    with open_memory(folder, KEY, Scope(), embedder) as room:
        opened, clock = 1000 * clock.wall(), Usage()
        shipped_forest()
        room.search("hello", START, 10)
        first = 1000 * clock.wall()
        say(f"opened in {opened:.0f} ms; {len(questions) - WARM} questions")
        passages, terms = room.book.lengths()
        found = Searched(passages, int(terms), opened, first, 0.0, 0.0, 0.0)
        for usage in islice(_search(room, questions), WARM, None):
            found.milliseconds.append(1000 * usage[0])
            found.cpu_milliseconds.append(1000 * usage[1])
        found.rss_mb, found.peak_mb = rss_mb() - before, peak_mb() - before
    found.file_mb = database_of(folder, Scope()).stat().st_size / MB
    return found


def quantile(values: list[float], share: float) -> float:
    """The value that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


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


def keep(room: MemoryRoom, turns: Iterator[RawTurn]) -> Iterator[int]:
    """Keep and embed ``turns`` in portions; how many there were after each."""
    done = 0
    while batch := list(islice(turns, BATCH)):
        capture(room.book, batch)
        room.indexing.catch_up()
        done += len(batch)
        yield done


def _fill(room: MemoryRoom, there: int, turns: int) -> Iterator[int]:
    for done in keep(room, islice(made(written(), turns), there, None)):
        yield there + done


def sample(count: int) -> list[str]:
    """So many questions, and ``WARM`` before them: a seeded sample of what people say."""
    return random.Random(SEED + 1).choices(written(), k=count + WARM)


def _search(room: MemoryRoom, questions: list[str]) -> Iterator[tuple[float, float]]:
    """Seconds that each question took, and of the processor."""
    for question in questions:
        usage = Usage()
        room.search(question, START + timedelta(days=900), 10)
        yield usage.wall(), usage.cpu()
