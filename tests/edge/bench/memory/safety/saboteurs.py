"""Victims that break what is promised, so that a tally must say so."""

from __future__ import annotations

import itertools
import json
import random
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tandem_edge.bench.memory.safety.material import noted, turns_of
from tandem_edge.bench.memory.safety.victims import Hand, act, write
from tandem_edge.memory.room import database_of, open_memory
from tandem_edge.vault.leaks import MARK
from tandem_edge.vault.opening import Use, unlock
from tandem_shared.memory import Scope


def say(pipe: Connection, **what: Any) -> None:
    pipe.send_bytes(json.dumps(what).encode())


def promises_too_early(home: str, kind: str, seed: int, models: str, pipe: Connection) -> None:
    """Acknowledges what it never commits."""
    folder = Path(home)
    with open_memory(folder, unlock(folder).key(Use.DATABASE), Scope(), None) as room:
        for number in itertools.count():
            text = noted(random.Random(seed + number), 1)[0]
            say(pipe, begun=kind, adds=[text])
            with room.book.writing():
                kept = room.book.add_turns(turns_of([text], number), [text])[0]
                turn = [kept.turn.session, kept.turn.order, text]
                say(pipe, done=kind, turns={kept.id: turn})
                time.sleep(0.05)


def commits_in_part(home: str, kind: str, seed: int, models: str, pipe: Connection) -> None:
    """Adds one of the two turns that it announces."""
    folder = Path(home)
    with open_memory(folder, unlock(folder).key(Use.DATABASE), Scope(), None) as room:
        texts = noted(random.Random(seed), 2)
        say(pipe, begun=kind, adds=texts)
        room.book.add_turns(turns_of(texts[:1], 0), texts[:1])
        for _ in range(3):
            say(pipe, begun=kind, adds=texts)
        time.sleep(60)


def spoils_the_file(home: str, kind: str, seed: int, models: str, pipe: Connection) -> None:
    """Acknowledges a turn, then writes over the database."""
    folder = Path(home)
    with open_memory(folder, unlock(folder).key(Use.DATABASE), Scope(), None) as room:
        texts = noted(random.Random(seed), 1)
        kept = room.book.add_turns(turns_of(texts, 0), texts)[0]
    say(pipe, begun=kind, adds=texts)
    say(pipe, done=kind, turns={kept.id: [kept.turn.session, kept.turn.order, texts[0]]})
    path = database_of(folder, Scope())
    path.write_bytes(b"?" * path.stat().st_size)
    for _ in range(5):
        say(pipe, begun=kind)
    time.sleep(60)


def writes_plainly(home: str, kind: str, seed: int, models: str, pipe: Connection) -> None:
    """Keeps a note of what it was told beside the database."""
    (Path(home) / "note.tmp").write_text(MARK, "utf-8")
    act(home, kind, seed, models, pipe)


def forgets_to_index(home: str, kind: str, seed: int, models: str, pipe: Connection) -> None:
    """Takes a document out of the search words."""
    folder = Path(home)
    with open_memory(folder, unlock(folder).key(Use.DATABASE), Scope(), None) as room:
        hand = Hand(room, random.Random(seed), pipe, folder)
        while True:
            write(hand)
            say(pipe, begun=kind)
            room.book.database.execute("DELETE FROM words WHERE rowid = 1")
            say(pipe, done=kind)


def does_nothing(home: str, kind: str, seed: int, models: str, pipe: Connection) -> None:
    """Says that it works, and does not."""
    for _ in range(10):
        say(pipe, begun=kind)
        say(pipe, done=kind)
    time.sleep(60)


def breaks(home: str, kind: str, seed: int, models: str, pipe: Connection) -> None:
    """Is asked for a kind of work that there is none of."""
    act(home, "no kind", seed, models, pipe)
