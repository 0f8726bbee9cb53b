"""What a fresh process makes of a home after a kill: opens it, checks everything, searches."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

from tandem_edge.bench.memory.safety.material import START
from tandem_edge.bench.memory.safety.victims import turns_in, units_in
from tandem_edge.embedder.opening import find_embedder
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.vault.driver import SqlError
from tandem_edge.vault.opening import Use, unlock
from tandem_edge.vault.victims import settle_in
from tandem_shared.memory import Scope, Status

FIRST = 5
"""Results among which a turn has to be that is asked for by a word of its own."""
COUNTS = {
    "a document is no turn and no unit, or twice": "SELECT count(*) FROM documents WHERE "
    "(SELECT count(*) FROM turns WHERE turns.n = documents.n AND turns.id = documents.id) + "
    "(SELECT count(*) FROM units WHERE units.n = documents.n AND units.id = documents.id) != 1",
    "a turn or unit has no document": "SELECT count(*) FROM (SELECT n FROM turns UNION ALL "
    "SELECT n FROM units) WHERE n NOT IN (SELECT n FROM documents)",
    "a document is not in the search words, or another is": "SELECT count(*) FROM "
    "(SELECT n FROM documents EXCEPT SELECT rowid FROM words UNION ALL "
    "SELECT * FROM (SELECT rowid FROM words EXCEPT SELECT n FROM documents))",
    "evidence has no turn": "SELECT count(*) FROM evidence "
    "WHERE turn NOT IN (SELECT id FROM turns)",
    "evidence and its unit differ": "SELECT count(*) FROM evidence JOIN units ON id = unit "
    "WHERE NOT EXISTS (SELECT 1 FROM json_each(whole, '$.evidence') WHERE value = turn)",
    "a unit's row and what it holds differ": "SELECT count(*) FROM units "
    "WHERE status != coalesce(json_extract(whole, '$.status'), 'current') "
    "OR kind != json_extract(whole, '$.kind')",
}
"""What is not whole, and how many rows of it there are."""


def look(home: str, models: str, sought: Sequence[tuple[str, str]], say: Connection) -> None:
    """Say what is there and what is amiss; ``sought`` are words, and the ids of turns with them."""
    folder = settle_in(home)
    embedder = find_embedder(Path(models))[0] if models else None
    try:
        key = unlock(folder).key(Use.DATABASE)
        with open_memory(folder, key, Scope(), embedder) as room:
            faults = [*_broken(room), *_unfound(room, sought)]
            if embedder is not None:
                room.indexing.catch_up()
                faults += _unembedded(room)
            seen = {"turns": turns_in(room), "units": units_in(room), "faults": faults}
    except Exception as error:
        seen = {"broke": f"{type(error).__name__}: {error}"}
    say.send_bytes(json.dumps(seen).encode())


def _broken(room: MemoryRoom) -> Iterator[str]:
    database = room.book.database
    yield from database.faults()
    if database.execute("PRAGMA foreign_key_check").fetchone():
        yield "a foreign key leads nowhere"
    try:
        database.execute("INSERT INTO words (words, rank) VALUES ('integrity-check', 0)")
    except SqlError as error:
        yield f"the search words are not whole ({type(error).__name__})"
    for what, count in COUNTS.items():
        if many := database.execute(count).fetchone()[0]:
            yield f"{what}: {many}"


def _unfound(room: MemoryRoom, sought: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Turns that should be found and are not; one is not to be, once a unit on it is withdrawn or
    superseded."""
    for words, identity in sought:
        found = room.search(words, START, FIRST)
        there = any(identity in (each.id, *each.evidence) for each in found)
        resting = room.book.resting_on([identity])
        if not there and all(unit.status is Status.CURRENT for unit in resting):
            yield f"{identity} is not found by a word of its own"


def _unembedded(room: MemoryRoom) -> Iterator[str]:
    """Whether the index holds every document, once it has caught up."""
    documents = room.book.lengths()[0]
    if len(room.indexing.index) != documents:
        yield f"{len(room.indexing.index)} of {documents} documents are in the index"
