"""Attacks on copies of a home, and what became of each.

Refused means: ``TrustError``, whose exit code is 6, and every byte of the home as it was.
"""

from __future__ import annotations

import hashlib
import random
import shutil
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from tandem_edge.bench.memory.safety.attacks import OTHERS, OWN, Attack, Target, every_attack
from tandem_edge.bench.memory.safety.material import key_file, new_home, noted, told, turns_of
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.vault.changing import rewrap
from tandem_edge.vault.opening import Use, unlock
from tandem_edge.vault.slots import Way
from tandem_edge.vault.ways import Given, NewWay
from tandem_edge.vault.wrapping import fresh_key
from tandem_shared.errors import TandemError, TrustError
from tandem_shared.memory import Scope

LINES = 30
"""Sentences of either sort in each memory."""


@dataclass(frozen=True)
class Outcome:
    """What became of an attack."""

    name: str
    refused: bool
    unchanged: bool
    said: str


@dataclass
class Attacked:
    """All of them. ``whole`` when every one was refused and changed nothing."""

    outcomes: list[Outcome] = field(default_factory=list)
    control: bool = False
    """Whether the home opens where nothing was done to it."""

    @property
    def whole(self) -> bool:
        """See the class."""
        fine = [each.refused and each.unchanged for each in self.outcomes]
        return self.control and bool(fine) and all(fine)


def attack_all(folder: Path, seed: int = 0) -> Attacked:
    """Make homes in ``folder`` and try every attack on copies of them."""
    chance = random.Random(seed)
    clean, logged, other = folder / "clean", folder / "logged", folder / "other"
    make_homes(clean / "home", logged / "home", other / "home", chance)
    found = Attacked(control=_opens(clean / "home") and _opens(_copied(logged, folder / "control")))
    for number, attack in enumerate(every_attack()):
        source = logged if attack.logged else clean
        home = _copied(source, folder / f"attack{number}")
        found.outcomes.append(try_attack(attack, Target(home, other / "home", chance)))
        shutil.rmtree(home.parent)
    return found


def try_attack(attack: Attack, target: Target) -> Outcome:
    """Do the harm, open the memory, and say what came of it."""
    attack.harm(target)
    before = digests(target.home)
    refused, said = False, "it opened"
    try:
        _open(target.home, attack.given(target))
    except TandemError as error:
        refused, said = isinstance(error, TrustError) and bool(error.hint), str(error)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
    return Outcome(attack.name, refused, digests(target.home) == before, said)


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every file under ``folder``, by name."""
    return {
        str(each.relative_to(folder)): hashlib.sha256(each.read_bytes()).hexdigest()
        for each in sorted(folder.rglob("*"))
        if each.is_file()
    }


def _opens(home: Path) -> bool:
    try:
        return _open(home, Given(key_file=key_file(home))) > 0
    except TandemError:
        return False


def _open(home: Path, given: Given) -> int:
    """Open the owner's memory; gives how many turns it has."""
    with open_memory(home, unlock(home, given).key(Use.DATABASE), OWN, None) as room:
        return len(room.book.all_turns())


def _copied(source: Path, target: Path) -> Path:
    shutil.copytree(source, target)
    return target / "home"


def make_homes(clean: Path, logged: Path, other: Path, chance: random.Random) -> None:
    """A home with two users' memories, the same as a killed process leaves it, another's home."""
    for home in (clean, other):
        home.parent.mkdir()
        new_home(home)
        rewrap(unlock(home), NewWay(Way.RECOVERY, home, entropy=fresh_key()))
        for scope in (OWN, OTHERS):
            with _opened(home, scope) as room:
                _fill(room, chance)
    with _opened(clean, OWN) as room:
        _fill(room, chance)  # less than what makes SQLite begin its log anew
        shutil.copytree(clean.parent, logged.parent)  # with the log, as a kill would leave it


def _opened(home: Path, scope: Scope) -> AbstractContextManager[MemoryRoom]:
    return open_memory(home, unlock(home).key(Use.DATABASE), scope, None)


def _fill(room: MemoryRoom, chance: random.Random) -> None:
    texts = [*noted(chance, LINES), *told(chance, LINES)]
    minute = room.book.lengths()[0]
    room.hear(turns_of(texts, minute), turns_of(texts, minute + 1)[0].at)
