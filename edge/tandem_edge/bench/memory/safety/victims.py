"""What the killed processes do: the memory's real work of one kind, over and over.

Before each deed a victim says what is to come, and after it, once everything is committed, what is
there now. What it has said after a deed is promised to survive.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tandem_edge.bench.memory.safety.material import (
    PASSPHRASE,
    START,
    every_way,
    export_of,
    noted,
    told,
    turns_of,
)
from tandem_edge.embedder.opening import find_embedder
from tandem_edge.memory import reversing, revising
from tandem_edge.memory.importing import import_memory
from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.lifecycle.consolidation import REPORT, consolidate, take_back
from tandem_edge.memory.lifecycle.forgetting import Wish, consequences
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.vault.opening import Use, unlock
from tandem_edge.vault.rotating import rotate_data
from tandem_edge.vault.victims import settle_in
from tandem_shared.memory import Scope, Unit

REKEY = "rekey"
FEW, SOME, MANY = 2, 6, 40


def act(home: str, kind: str, seed: int, models: str, say: Connection) -> None:
    """Do deeds of ``kind`` in the memory of ``home``, without end; with an embedder if ``models``
    names the folder of one. What breaks is said, and ends it."""
    folder = settle_in(home)
    try:
        if kind == REKEY:
            _change_keys(folder, say)
        embedder = find_embedder(Path(models))[0] if models else None
        key = unlock(folder).key(Use.DATABASE)
        with open_memory(folder, key, Scope(), embedder) as room:
            hand = Hand(room, random.Random(seed), say, folder.parent / "tmp")
            while True:
                DEEDS[kind](hand)
    except Exception as error:
        say.send_bytes(json.dumps({"broke": f"{kind}: {type(error).__name__}: {error}"}).encode())


def _change_keys(folder: Path, say: Connection) -> None:
    for _ in itertools.count():
        say.send_bytes(json.dumps({"begun": REKEY}).encode())
        rotate_data(unlock(folder, every_way(folder)), every_way(folder))
        say.send_bytes(json.dumps({"done": REKEY}).encode())


@dataclass
class Hand:
    """What a victim works with."""

    room: MemoryRoom
    chance: random.Random
    say: Connection
    temporary: Path

    @contextmanager
    def doing(
        self, kind: str, *, adds: Sequence[str] = (), takes: Sequence[str] = ()
    ) -> Iterator[None]:
        """Tell what is to come and what came of it. ``adds`` are the texts of new turns, ``takes``
        the ids of what goes."""
        before, last = self._units(), self._last()
        self._tell(begun=kind, adds=[*adds], takes=[*takes])
        yield
        after = self._units()
        changed = {each: whole for each, whole in after.items() if before.get(each) != whole}
        self._tell(
            done=kind,
            turns=turns_in(self.room, last),
            units=changed,
            gone=[*takes, *(each for each in before if each not in after)],
        )

    def _tell(self, **what: Any) -> None:
        self.say.send_bytes(json.dumps(what).encode())

    def _units(self) -> dict[str, str]:
        return units_in(self.room)

    def _last(self) -> int:
        rows = self.room.book.database.execute("SELECT coalesce(max(n), 0) FROM documents")
        return int(rows.fetchone()[0])

    @property
    def minute(self) -> int:
        """Minutes since the start of it all: it goes on with every document."""
        return self._last()

    @property
    def now(self) -> datetime:
        """A time after everything that was said."""
        return START + timedelta(minutes=self.minute + 1)

    def a_unit(self) -> Unit:
        """One that is believed."""
        units = self.room.book.units()
        if not units:
            learn(self)
            return self.a_unit()
        return self.chance.choice(units)


def turns_in(room: MemoryRoom, after: int = 0) -> dict[str, list[Any]]:
    """Session, place and text of every turn with a number above ``after``, by id."""
    rows = room.book.database.execute(
        "SELECT id, session, place, text FROM turns WHERE n > ?", [after]
    )
    return {row[0]: [*row[1:]] for row in rows.fetchall()}


def units_in(room: MemoryRoom) -> dict[str, str]:
    """Every unit as it is kept, by id."""
    rows = room.book.database.execute("SELECT id, status || whole FROM units")
    return dict(rows.fetchall())


def write(hand: Hand) -> None:
    """Keep turns that say nothing that could be learned."""
    texts = noted(hand.chance, hand.chance.choice((1, FEW, SOME)))
    with hand.doing("write", adds=texts):
        capture(hand.room.book, turns_of(texts, hand.minute))
        hand.room.indexing.catch_up()


def learn(hand: Hand) -> None:
    """Keep turns and read facts, standing instructions and reminders out of them."""
    texts = told(hand.chance, hand.chance.choice((1, FEW, SOME)))
    with hand.doing("learn", adds=texts):
        hand.room.hear(turns_of(texts, hand.minute), hand.now)


def revise(hand: Hand) -> None:
    """Correct a unit, then take that back; pin another, withdraw it and believe it again."""
    old, text = hand.a_unit(), noted(hand.chance, 1)[0]
    with hand.doing("revise", adds=[text]):
        turn = turns_of([text], hand.minute)[0]
        new = revising.correct(hand.room, old, turn, hand.now).unit
    with hand.doing("revise"):
        reversing.reverse(hand.room, new)
    for change in (reversing.pin, reversing.withdraw, partial(reversing.restore, at=hand.now)):
        with hand.doing("revise"):
            old = hand.room.book.unit(old.id) or old
            change(hand.room, old)


def forget(hand: Hand) -> None:
    """Learn something, then forget some of it with the words it rests on."""
    learn(hand)
    wish = Wish(ids=(hand.a_unit().id, hand.a_unit().id), evidence=True)
    takes = consequences(hand.room.book, wish).ids
    with hand.doing("forget", takes=takes):
        hand.room.forget(wish, hand.now)


def put_in_order(hand: Hand) -> None:
    """Learn something, move it to where it belongs, and take that back."""
    learn(hand)
    with hand.doing("consolidate"):
        consolidate(hand.room.book, hand.now + timedelta(days=hand.chance.choice((0, 9))))
    if hand.chance.random() < 0.5:
        last = hand.room.book.reports(REPORT)[-1][0]
        with hand.doing("consolidate"):
            take_back(hand.room.book, last)


def take_in(hand: Hand) -> None:
    """Import a file of turns and units."""
    texts, path = noted(hand.chance, MANY), hand.temporary / "export.tandem"
    path.write_bytes(export_of(texts, hand.minute))
    with hand.doing("import", adds=texts):
        import_memory(hand.room, path, PASSPHRASE, hand.now)


DEEDS: dict[str, Callable[[Hand], None]] = {
    "write": write,
    "learn": learn,
    "revise": revise,
    "forget": forget,
    "consolidate": put_in_order,
    "import": take_in,
}
