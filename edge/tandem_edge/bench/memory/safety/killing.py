"""Kills the memory's processes at random moments, and sees each time what is left.

A kill is SIGKILL: it keeps what the system has taken over, so this proves nothing of a power cut.
"""

from __future__ import annotations

import json
import multiprocessing
import random
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tandem_edge.bench.memory.safety.ledger import Ledger, Seen
from tandem_edge.bench.memory.safety.looking import look
from tandem_edge.bench.memory.safety.material import PASSPHRASE, new_home
from tandem_edge.bench.memory.safety.tally import Tally
from tandem_edge.bench.memory.safety.victims import REKEY, act
from tandem_edge.memory.room import database_of
from tandem_edge.vault.connecting import opens
from tandem_edge.vault.leaks import leaks_held_by, leaks_in
from tandem_edge.vault.opening import Unlocked, Use, unlock
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.torture import Victim
from tandem_shared.memory import Scope

ROUND = (
    ("write",) * 3
    + ("learn",) * 3
    + ("revise", "forget", "import") * 2
    + ("consolidate",)
    + (REKEY,) * 3
)
"""Kinds of work in the shares in which they are killed; each round has an order of its own."""
HOME_LASTS = 40
"""Kills after which a new home is begun, so that the first moments of one are met too."""
MEANT_EVERY = 8
"""One kill in so many is of a process with an embedder."""
MOST_BEGUN = 4
BEYOND = 1.05
"""A kill falls within so many times the usual length of what it falls into."""
PATIENCE_S = 120.0
"""How long a process may take to begin what it is killed in, or to look at what is left."""
SOUGHT = 3
WRITE_LOCK = 120
"""The byte of the log's shared memory that is locked while a transaction writes
(sqlite.org/walformat.html, section 2.3.1)."""
_TOKEN = re.compile(r"parcel\d{5}x")


@dataclass
class Killing:
    """One series of kills. ``work`` is what the victims do."""

    folder: Path
    seed: int = 0
    models: str = ""
    work: Callable[..., None] = act
    tally: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._context: Any = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([act.__module__, look.__module__])
        self._took: dict[str, list[float]] = defaultdict(lambda: [0.01])
        self._secrets: dict[bytes, None] = {}
        self._home, self._ledger = self.folder, Ledger()

    def kill(self, count: int, say: Callable[[int], None] = lambda _: None) -> Tally:
        """Kill ``count`` processes; ``say`` is told after each how many it were."""
        began, kinds = time.monotonic(), list[str]()
        for number in range(count):
            if number % HOME_LASTS == 0:
                self._begin_home(number // HOME_LASTS)
            kinds = kinds or self._chance.sample(ROUND, len(ROUND))
            meant = self.models if number % MEANT_EVERY == MEANT_EVERY - 1 else ""
            self._kill_one(kinds.pop(), meant)
            say(number + 1)
        self.tally.seconds = round(time.monotonic() - began, 1)
        return self.tally

    def _begin_home(self, number: int, why: str = "home") -> None:
        place = self.folder / f"{why}{number}"
        place.mkdir()
        self._home, self._ledger = place / "home", Ledger()
        new_home(self._home)
        self._note_secrets(unlock(self._home))

    def _kill_one(self, kind: str, models: str) -> None:
        tally = self.tally
        victim = Victim(
            self._context, self.work, str(self._home), kind, self._chance.getrandbits(32), models
        )
        self._wait_for(kind, victim)
        victim.freeze()
        tally.in_transaction += self._writes(victim.pid)
        self._search_for_leaks(leaks_held_by(victim.pid, self._signs))
        for message in victim.kill():
            self._hear(message)
        tally.kills += 1
        tally.by_kind[kind] += 1
        tally.with_embedder += bool(models)
        if self._ledger.pending is not None:
            tally.in_flight[self._ledger.pending.kind] += 1
        self._look_at_keys(kind)
        self._look_at_memory(models)

    def _wait_for(self, kind: str, victim: Victim) -> None:
        """Until somewhere inside a deed of ``kind``, as far as its usual length tells."""
        left = self._chance.randint(1, MOST_BEGUN)
        begun = time.monotonic()
        end = begun + PATIENCE_S
        while left:
            message = victim.heard(max(0.0, end - time.monotonic()))
            if message is None:
                self.tally.faults.append(f"a process that was to {kind} ended, or did nothing")
                return
            said = self._hear(message)
            if "broke" in said:
                return
            left -= said.get("begun") == kind
            begun = self._timed(said, begun)
        until = begun + self._chance.uniform(0, BEYOND * statistics.median(self._took[kind]))
        while (rest := until - time.monotonic()) > 0:
            message = victim.heard(rest)
            if message is not None:
                begun = self._timed(self._hear(message), begun)

    def _hear(self, message: bytes) -> dict[str, Any]:
        said = self._ledger.hear(message)
        if "broke" in said:
            self.tally.faults.append(said["broke"])
        self.tally.turns += len(said.get("turns", ()))
        self.tally.units += len(said.get("units", ()))
        return said

    def _timed(self, said: dict[str, Any], begun: float) -> float:
        now = time.monotonic()
        if "done" in said:
            self._took[said["done"]].append(now - begun)
        return now

    def _writes(self, pid: int) -> bool:
        """Whether the process holds the lock to write of the memory's database (Linux)."""
        shared = database_of(self._home, Scope())
        shared = shared.with_name(shared.name + "-shm")
        if not shared.exists():
            return False
        inode = str(shared.stat().st_ino)
        for line in Path("/proc/locks").read_text("ascii").splitlines():
            _, _, _, how, owner, place, first, last = line.replace("->", "").split()
            held = how == "WRITE" and owner == str(pid) and place.rsplit(":", 1)[1] == inode
            if held and int(first) <= WRITE_LOCK <= float(last.replace("EOF", "inf")):
                return True
        return False

    def _search_for_leaks(self, held: list[str]) -> None:
        place = self._home.parent
        mine = [place / "tmp", self._home]
        found = [name for each in mine if each.exists() for name in leaks_in(each, self._signs)]
        self.tally.leaks += [*held, *found]
        self.tally.files += sum(each.is_file() for part in mine for each in part.rglob("*"))

    @property
    def _signs(self) -> tuple[bytes, ...]:
        return (*self._secrets, PASSPHRASE.reveal())

    def _note_secrets(self, unlocked: Unlocked) -> None:
        """Keys whose bytes, or hexadecimal digits, are to be found in no file from now on."""
        key = unlocked.key(Use.DATABASE)
        every: list[Secret] = [unlocked.data_key, unlocked.slot_key, *key.candidates]
        for secret in every:
            shown = secret.reveal()
            self._secrets |= dict.fromkeys(
                (shown, shown.hex().encode(), shown.hex().upper().encode())
            )

    def _look_at_keys(self, kind: str) -> None:
        """Exactly one key opens each database, wherever a change of keys was broken off."""
        unlocked = unlock(self._home)
        self._note_secrets(unlocked)
        self.tally.between_keys += kind == REKEY and unlocked.former is not None
        path = database_of(self._home, Scope())
        if path.exists():
            fits = [opens(path, key) for key in unlocked.key(Use.DATABASE).candidates]
            if sum(fits) != 1:
                self.tally.faults.append(f"{sum(fits)} keys open the database")

    def _look_at_memory(self, models: str) -> None:
        """Hold what is there against the ledger. A look that breaks is a fault; whether anything is
        lost is then for a second look to say."""
        sought = self._sought()
        seen = self._look(models, sought) or self._look(models, sought)
        if seen is None:
            self._begin_home(self.tally.kills, "unseen")
            return
        lost, faults = self._ledger.settle(seen)
        self.tally.lost += lost
        self.tally.faults += faults
        self.tally.searched += len(sought)
        self._search_for_leaks([])

    def _look(self, models: str, sought: list[tuple[str, str]]) -> Seen | None:
        """What a fresh process sees; ``None``, and a fault, when it broke."""
        looker = Victim(self._context, look, str(self._home), models, sought)
        begun = time.monotonic()
        answer = looker.heard(PATIENCE_S)
        waited = time.monotonic() - begun
        looker.kill()
        said = json.loads(answer) if answer else {"broke": f"no word within {waited:.0f} s"}
        if "broke" in said:
            self.tally.faults.append(f"a fresh process that looks: {said['broke']}")
            return None
        return Seen(**said)

    def _sought(self) -> list[tuple[str, str]]:
        """Words of their own of some acknowledged turns, and the ids of these."""
        takes = self._ledger.pending.takes if self._ledger.pending else []
        tokens = [
            (found.group(), identity)
            for identity, turn in self._ledger.turns.items()
            if identity not in takes and (found := _TOKEN.search(turn[-1]))
        ]
        return self._chance.sample(tokens, min(SOUGHT, len(tokens)))
