"""What ``tandem key status`` tells: ways in, databases, whether anything is amiss. Reads only."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tandem_edge.vault.checking import examine
from tandem_edge.vault.connecting import demand_encrypted, is_empty, opens
from tandem_edge.vault.holding import lock_of
from tandem_edge.vault.opening import Unlocked, Use, unlock
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.slots import PREVIOUS_NAME, KeySlots, Slot, Way, databases_of, read_slots
from tandem_edge.vault.ways import Given, data_key_of, key_of
from tandem_shared.errors import MissingError, TandemError, TrustError, UsageError

OPENS, LOST, ASKS = "opens", "does not open", "asks"


@dataclass(frozen=True)
class WayReport:
    """One way in. ``state``: it opens, it does not (and why), or its owner would be asked."""

    way: Way
    made: str
    state: str
    why: str = ""


@dataclass(frozen=True)
class FileReport:
    """One database: ``opens``, ``locked`` (nothing to try), ``wrong key``, ``not encrypted``..."""

    name: str
    size: int
    state: str


@dataclass(frozen=True)
class Report:
    """The keys of a home and what they open; ``amiss`` are sentences about what is not right."""

    home: str
    generation: int
    ways: tuple[WayReport, ...]
    databases: tuple[FileReport, ...]
    amiss: tuple[str, ...]


def report_on(folder: Path, given: Given | None = None) -> Report:
    """Look at the keys of a home. Raises ``UsageError`` and ``TrustError`` as ``read_slots``."""
    given = given or Given()
    slots = read_slots(folder)
    ways = tuple(_way(slots, slot, folder, given) for slot in slots.slots)
    try:
        unlocked = unlock(folder, given)
    except TandemError:
        unlocked = None
    files = tuple(_file(path, folder, unlocked) for path in databases_of(folder))
    return Report(slots.home, slots.generation, ways, files, _amiss(slots, ways, files, folder))


def _way(slots: KeySlots, slot: Slot, folder: Path, given: Given) -> WayReport:
    made = slot.made.isoformat(timespec="seconds")
    try:
        key = key_of(slot, slots.home, folder, given)
    except (TrustError, MissingError, UsageError) as error:
        return WayReport(slot.way, made, LOST, str(error))
    if key is None and slot.way is Way.KEYRING:
        return WayReport(slot.way, made, LOST, "the keyring does not hold it")
    if key is None:
        return WayReport(slot.way, made, ASKS)
    fits = data_key_of(slots, slot, key) is not None
    return WayReport(slot.way, made, OPENS if fits else LOST, "" if fits else "another key")


def _file(path: Path, folder: Path, unlocked: Unlocked | None) -> FileReport:
    name, size = str(path.relative_to(folder)), path.stat().st_size
    try:
        if is_empty(path):
            return FileReport(name, size, "empty")
        demand_encrypted(path)
    except TrustError as error:
        return FileReport(name, size, str(error))
    if unlocked is None:
        return FileReport(name, size, "locked")
    key = unlocked.key(Use.DATABASE)
    fits = next((each for each in key.candidates if opens(path, each)), None)
    if fits is None:
        return FileReport(name, size, "does not open with this key")
    return FileReport(name, size, "opens" if _whole(path, fits) else "is damaged or was altered")


def _whole(path: Path, key: Secret) -> bool:
    """Whether the database is whole, as far as can be told without making a file: what nobody ever
    opened has no lock, and what somebody has open was looked at then."""
    if not lock_of(path).exists():
        return True
    try:
        examine(path, key, lambda _: None)
    except TrustError:
        return False
    except OSError:
        return True
    return True


def _amiss(
    slots: KeySlots, ways: tuple[WayReport, ...], files: tuple[FileReport, ...], folder: Path
) -> tuple[str, ...]:
    told = [f"{way.way}: {way.why}" for way in ways if way.state == LOST]
    told += [
        f"{each.name}: {each.state}"
        for each in files
        if each.state not in {"opens", "locked", "empty"}
    ]
    if slots.former is not None:
        told.append("a new data key was not finished: tandem key rotate --data finishes it")
    elif (folder / PREVIOUS_NAME).exists():
        told.append(f"{PREVIOUS_NAME} is left from a change that was broken off")
    return tuple(told)
