"""What is done to a home, or brought to it, that must be refused."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.bench.memory.safety.material import key_file
from tandem_edge.memory.room import database_of
from tandem_edge.vault.connecting import PLAINTEXT_HEADER
from tandem_edge.vault.opening import unlock
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.slots import KEYS_NAME, Way
from tandem_edge.vault.ways import Given
from tandem_edge.vault.wrapping import fresh_key
from tandem_shared.memory import Scope

OWN, OTHERS = Scope(), Scope(user="somebody")
PAGE = 4096
FLIPS = 8


@dataclass(frozen=True)
class Target:
    """A copy of a home that is attacked, and what an attacker has: another home beside it."""

    home: Path
    other: Path
    chance: random.Random

    @property
    def own(self) -> Path:
        """The database that is opened."""
        return database_of(self.home, OWN)

    @property
    def log(self) -> Path:
        """Its log."""
        return self.own.with_name(self.own.name + "-wal")


@dataclass(frozen=True)
class Attack:
    """One attack: what is done to the home, and with what it is opened then. ``logged`` is for a
    home whose last process was killed, with the newest of the database in its log."""

    name: str
    harm: Callable[[Target], None]
    given: Callable[[Target], Given] = lambda target: Given(key_file=key_file(target.home))
    logged: bool = False


def every_attack() -> list[Attack]:
    """All of them, by what they are aimed at."""
    return [*_wrong_keys(), *_altered_keys(), *_altered_databases(), *_altered_logs()]


def _nothing(_: Target) -> None:
    """No harm: what is brought is wrong."""


def _wrong_keys() -> list[Attack]:
    wrong = Secret("eight grey herons 八只灰鹭".encode())
    return [
        Attack("wrong passphrase", _nothing, lambda _: Given(passphrase=wrong)),
        Attack("wrong recovery phrase", _nothing, lambda _: Given(entropy=fresh_key())),
        Attack("another home's key file", _nothing, lambda it: Given(key_file=key_file(it.other))),
        Attack("no key file", _nothing, lambda it: Given(key_file=it.home.parent / "none")),
        Attack("a key file cut short", lambda it: _cut(key_file(it.home), 16)),
    ]


def _altered_keys() -> list[Attack]:
    def digit(target: Target) -> None:
        """Change one digit of what wraps the data key for the key file."""
        slot = unlock(target.home).slots.slot(Way.KEY_FILE)
        assert slot is not None
        sealed = slot.wrapped.sealed
        altered = ("1" if sealed[0] == "0" else "0") + sealed[1:]
        path = target.home / KEYS_NAME
        path.write_text(path.read_text("utf-8").replace(sealed, altered), "utf-8")

    keys = KEYS_NAME
    return [
        Attack("keys.json of another home", lambda it: _put(it.other / keys, it.home / keys)),
        Attack("keys.json gone", lambda it: (it.home / keys).unlink()),
        Attack("keys.json cut short", lambda it: _cut(it.home / keys, 100)),
        Attack("keys.json empty", lambda it: _cut(it.home / keys, 0)),
        Attack("keys.json with another digit", digit),
    ]


def _altered_databases() -> list[Attack]:
    def plain(target: Target) -> None:
        """The header of a database that is not encrypted."""
        _overwrite(target.own, 0, PLAINTEXT_HEADER)

    def zeroed(target: Target) -> None:
        _overwrite(target.own, PAGE * _some_page(target), bytes(PAGE))

    def exchanged(target: Target) -> None:
        data, at = target.own.read_bytes(), PAGE * _some_page(target, but_last=True)
        one, two = data[at : at + PAGE], data[at + PAGE : at + 2 * PAGE]
        _overwrite(target.own, at, two + one)

    def grown(target: Target) -> None:
        target.own.write_bytes(target.own.read_bytes() + target.chance.randbytes(PAGE))

    def noise(target: Target) -> None:
        target.own.write_bytes(target.chance.randbytes(target.own.stat().st_size))

    return [
        *(
            Attack(f"a bit of the database, {n}", lambda it: _flip(it, it.own))
            for n in range(FLIPS)
        ),
        Attack("a bit of its first page", lambda it: _flip(it, it.own, 0, PAGE)),
        Attack("database cut within a page", lambda it: _cut(it.own, PAGE * 9 + 1000)),
        Attack("database cut between pages", lambda it: _cut(it.own, PAGE * 9)),
        Attack("database without its last page", lambda it: _cut(it.own, -PAGE)),
        Attack("database without its last byte", lambda it: _cut(it.own, -1)),
        Attack("database empty", lambda it: _cut(it.own, 0)),
        Attack("a page of zeros", zeroed),
        Attack("two pages exchanged", exchanged),
        Attack("a page more", grown),
        Attack("noise", noise),
        Attack("a database in plain text", plain),
        Attack(
            "another user's database of this home",
            lambda it: _put(database_of(it.home, OTHERS), it.own),
        ),
        Attack("another home's database", lambda it: _put(database_of(it.other, OWN), it.own)),
    ]


def _altered_logs() -> list[Attack]:
    def another(target: Target) -> None:
        """Another user's database under the owner's log."""
        _put(database_of(target.home, OTHERS), target.own)

    def gone(target: Target) -> None:
        target.own.unlink()

    def flipped(target: Target) -> None:
        # Not in its last page: what is altered there is what a crash leaves as well.
        _flip(target, target.log, 32, target.log.stat().st_size - PAGE - 24)

    bits = [Attack(f"a bit of the log, {n}", flipped, logged=True) for n in range(FLIPS)]
    return [
        *bits,
        Attack("a bit of the log's header", lambda it: _flip(it, it.log, 0, 32), logged=True),
        Attack("another user's database under the log", another, logged=True),
        Attack("a log without its database", gone, logged=True),
        Attack("a database cut under its log", lambda it: _cut(it.own, 100), logged=True),
    ]


def _flip(target: Target, path: Path, first: int = 0, end: int | None = None) -> None:
    """Another bit somewhere from ``first`` to before ``end`` (the end of the file)."""
    at = target.chance.randrange(first, end or path.stat().st_size)
    byte = path.read_bytes()[at] ^ 1 << target.chance.randrange(8)
    _overwrite(path, at, bytes([byte]))


def _overwrite(path: Path, at: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def _cut(path: Path, size: int) -> None:
    """Keep ``size`` bytes; a negative one is how many go."""
    with path.open("r+b") as file:
        file.truncate(size if size >= 0 else path.stat().st_size + size)


def _put(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)


def _some_page(target: Target, *, but_last: bool = False) -> int:
    return target.chance.randrange(1, target.own.stat().st_size // PAGE - but_last)
