"""Kills processes at random moments while they write or change keys, and sees what is left.

``killing`` is what ``bench`` and the tests call. A kill is SIGKILL: it keeps what the system has
taken over, so that this proves nothing about a power cut.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tandem_edge.vault.changing import create
from tandem_edge.vault.connecting import opens
from tandem_edge.vault.database import open_database
from tandem_edge.vault.leaks import leaks_held_by, leaks_in
from tandem_edge.vault.opening import Unlocked, Use, unlock
from tandem_edge.vault.rotating import rotate_data
from tandem_edge.vault.slots import Way
from tandem_edge.vault.victims import DATABASE, MIGRATIONS, change_keys, write_rows
from tandem_edge.vault.ways import Given, NewWay
from tandem_shared.errors import TandemError

MOST_ACKNOWLEDGED = 12
LATER_S = 0.01
KEY_CHANGES = 3
"""One kill in so many is during a change of the data key."""


@dataclass
class Tally:
    """What came of the kills. ``whole`` is what is promised."""

    kills: int = 0
    rows: int = 0
    lost: int = 0
    """Kills after which a row was gone that had been acknowledged."""
    faults: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    opened_by: Counter[str] = field(default_factory=Counter)
    """Which key opened the database after a kill during a change of keys: ``now``, ``former``."""

    @property
    def whole(self) -> bool:
        """Nothing acknowledged lost, nothing broken, nothing in plain text."""
        return self.kills > 0 and not (self.lost or self.faults or self.leaks)


def killing(folder: Path, count: int, seed: int = 0) -> Tally:
    """Kill ``count`` processes that work on a home made in ``folder``, each at a random moment."""
    chance, tally = random.Random(seed), Tally()
    home = _home_in(folder)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tandem_edge.vault.victims"])
    span = _change_takes(context, home)
    for number in range(count):
        if number % KEY_CHANGES == KEY_CHANGES - 1:
            _kill_a_change(context, home, chance.uniform(0, span), tally)
        else:
            _kill_a_writer(context, home, chance, tally)
        tally.leaks += leaks_in(folder)
        tally.kills += 1
    return tally


def _home_in(folder: Path) -> Path:
    """A home with a key file beside it, so that a process comes in unasked."""
    home = folder / "home"
    create(home, [NewWay(Way.KEY_FILE, home, key_file=folder / "key")])
    with open_database(home / DATABASE, unlock(home).key(Use.DATABASE), MIGRATIONS):
        return home


class Victim:
    """A process that does ``work`` and acknowledges what is done, until it is killed."""

    def __init__(self, context: Any, work: Callable[..., None], *given: Any) -> None:
        """``work`` is called with ``given`` and the writing end of a pipe."""
        self._reader, writer = context.Pipe(duplex=False)
        self._process = context.Process(target=work, args=(*given, writer), daemon=True)
        self._process.start()
        writer.close()

    @property
    def pid(self) -> int:
        """Of the process."""
        return int(self._process.pid)

    def heard(self, wait_s: float | None = None) -> bytes | None:
        """The next acknowledgement; ``None`` when there is none within ``wait_s``, or no more."""
        if wait_s is not None and not self._reader.poll(wait_s):
            return None
        try:
            return bytes(self._reader.recv_bytes())
        except EOFError:
            return None

    def freeze(self) -> None:
        """Stop it where it is, so that what it holds can be looked at."""
        os.kill(self.pid, signal.SIGSTOP)

    def kill(self) -> list[bytes]:
        """Kill it; gives the acknowledgements that were still on their way."""
        self._process.kill()
        self._process.join()
        rest = []
        while (more := self.heard()) is not None:
            rest.append(more)
        self._reader.close()
        self._process.close()
        return rest

    def acknowledged(self, wait_s: float | None = None) -> int | None:
        """The next acknowledgement as a number."""
        heard = self.heard(wait_s)
        return None if heard is None else int(heard)


def _frozen_and_killed(victim: Victim, tally: Tally) -> int:
    """Look at what a victim holds open, then kill it; the last number that it told, or 0."""
    victim.freeze()
    tally.leaks += leaks_held_by(victim.pid)
    return int((victim.kill() or [b"0"])[-1])


def _kill_a_writer(context: Any, home: Path, chance: random.Random, tally: Tally) -> None:
    victim, last = Victim(context, write_rows, str(home)), 0
    for _ in range(chance.randint(1, MOST_ACKNOWLEDGED)):
        last = victim.acknowledged() or last
    # Somewhere inside the next transaction.
    last = victim.acknowledged(chance.uniform(0, LATER_S)) or last
    under_way = _frozen_and_killed(victim, tally)
    _look(unlock(home), max(last, under_way), tally)


def _kill_a_change(context: Any, home: Path, moment_s: float, tally: Tally) -> None:
    before = tally.rows
    victim = Victim(context, change_keys, str(home))
    victim.acknowledged()  # it is about to begin
    victim.acknowledged(moment_s)
    _frozen_and_killed(victim, tally)
    unlocked = unlock(home)
    key = unlocked.key(Use.DATABASE)
    fits = [opens(home / DATABASE, candidate) for candidate in key.candidates]
    if sum(fits) != 1:
        tally.faults.append(f"{sum(fits)} keys open the database")
    tally.opened_by["now" if fits[0] else "former"] += 1
    _look(unlocked, before, tally)
    if unlocked.former is not None:
        _look(rotate_data(unlocked, Given()).unlocked, before, tally)


def _look(unlocked: Unlocked, acknowledged: int, tally: Tally) -> None:
    """Whether all that was acknowledged is there, and whole."""
    path = unlocked.folder / DATABASE
    try:
        with open_database(path, unlocked.key(Use.DATABASE), MIGRATIONS) as database:
            tally.faults += database.faults()
            rows = database.execute("SELECT count(*), coalesce(max(id), 0) FROM said").fetchone()
            found = database.execute("SELECT count(*) FROM words").fetchone()[0]
    except TandemError as error:
        tally.faults.append(str(error))
        return
    tally.rows = rows[0]
    tally.lost += rows[1] < acknowledged
    if not rows[0] == rows[1] == found:
        tally.faults.append("a transaction is there in part")


def _change_takes(context: Any, home: Path) -> float:
    """Seconds that a change of keys takes here, so that kills fall into all of it."""
    victim = Victim(context, change_keys, str(home))
    victim.acknowledged()
    began = time.monotonic()
    victim.acknowledged()
    span = time.monotonic() - began
    victim.kill()
    unlocked = unlock(home)
    if unlocked.former is not None:
        rotate_data(unlocked, Given())
    return span
