"""A new data key, and every database under it; killed anywhere, it goes on where it was.

First ``keys.json`` gets the new data key with the old one wrapped inside, so that whoever comes in
has both. Then each database is copied page by page, the copy is re-encrypted, checked, and renamed
over the old one: at any moment a file opens with exactly one of the two keys. At last the old key
is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tandem_edge.languages.catalogue import _
from tandem_edge.vault.backups import copy
from tandem_edge.vault.changing import demand_opening, keys_held
from tandem_edge.vault.checking import demand_whole
from tandem_edge.vault.connecting import (
    companions_of,
    connect,
    demand_encrypted,
    faults_of,
    fitting,
    opens,
    replacing,
)
from tandem_edge.vault.driver import Connection, SqlError
from tandem_edge.vault.holding import alone
from tandem_edge.vault.opening import Unlocked, Use
from tandem_edge.vault.secret import Key, Secret
from tandem_edge.vault.slots import (
    Slot,
    Way,
    bound_former,
    bound_to,
    databases_of,
    replace_slots,
    settle,
)
from tandem_edge.vault.ways import Given, NewWay, data_key_of, key_of, make_slot
from tandem_edge.vault.wrapping import derive, fresh_key, wrap
from tandem_shared.errors import MissingError, TandemError, TrustError, UsageError


@dataclass(frozen=True)
class Rotated:
    """What came of a rotation. ``dropped`` are ways in that could not be carried over.

    ``resumed`` says that one that had been broken off was finished, and no new one begun.
    """

    unlocked: Unlocked
    databases: int
    dropped: tuple[Way, ...] = ()
    resumed: bool = False


def rotate_data(unlocked: Unlocked, given: Given, added: Sequence[NewWay] = ()) -> Rotated:
    """Make a new data key and encrypt every database anew, or finish what was broken off.

    ``added`` are ways in made anew (a new recovery phrase, say). Ways of which ``given``, the
    keyring and key files do not yield the key are dropped; ``lost_by`` tells them beforehand.

    Raises ``UsageError`` when a database is in use, ``TrustError`` when one does not open; nothing
    has changed then. ``TandemError`` when the disk is full: the rotation can be finished later.
    """
    with keys_held(unlocked), _all_alone(unlocked.folder) as databases:
        for path in databases:
            demand_encrypted(path)
            demand_whole(path, fitting(path, unlocked.key(Use.DATABASE)))
        resumed, dropped = unlocked.former is not None, tuple[Way, ...]()
        if not resumed:
            dropped = tuple(
                way for way in lost_by(unlocked, given) if way not in {new.way for new in added}
            )
            unlocked = _begin(unlocked, given, added)
        return Rotated(_finish(unlocked, databases), len(databases), dropped, resumed)


def lost_by(unlocked: Unlocked, given: Given) -> tuple[Way, ...]:
    """The ways in that a new data key cannot be given to, since their own key is not at hand."""
    return tuple(
        slot.way for slot in unlocked.slots.slots if _key_at_hand(unlocked, slot, given) is None
    )


@contextmanager
def _all_alone(folder: Path) -> Iterator[list[Path]]:
    with ExitStack() as stack:
        databases = databases_of(folder)
        for path in databases:
            stack.enter_context(alone(path))
        yield databases


def _key_at_hand(unlocked: Unlocked, slot: Slot, given: Given) -> Secret | None:
    if slot == unlocked.slot:
        return unlocked.slot_key
    try:
        key = key_of(slot, unlocked.slots.home, unlocked.folder, given)
    except (TrustError, MissingError, UsageError):
        return None
    return key if key and data_key_of(unlocked.slots, slot, key) else None


def _begin(unlocked: Unlocked, given: Given, added: Sequence[NewWay]) -> Unlocked:
    """Write the new keys, which know the former data key too."""
    old, generation, data_key = unlocked.slots, unlocked.slots.generation + 1, fresh_key()
    slots = [
        _moved(slot, key, old.home, generation, data_key)
        for slot in old.slots
        if (key := _key_at_hand(unlocked, slot, given)) is not None
    ]
    former = wrap(unlocked.data_key, derive(data_key, "former"), bound_former(old.home, generation))
    new = old.model_copy(update={"generation": generation, "slots": tuple(slots), "former": former})
    for way in added:
        slot, _ = make_slot(way, old.home, generation, data_key)
        new = new.with_slot(slot)
    replace_slots(unlocked.folder, new)
    own = new.slot(unlocked.slot.way) or unlocked.slot
    begun = replace(unlocked, slots=new, slot=own, data_key=data_key, former=unlocked.data_key)
    demand_opening(begun)
    return begun


def _moved(slot: Slot, key: Secret, home: str, generation: int, data_key: Secret) -> Slot:
    bound = bound_to(home, generation, slot.way, slot.entry)
    return slot.model_copy(update={"wrapped": wrap(data_key, key, bound)})


def _finish(unlocked: Unlocked, databases: Sequence[Path]) -> Unlocked:
    """Encrypt what is still under the former key, then drop that."""
    key = unlocked.key(Use.DATABASE)
    for path in databases:
        try:
            rekey(path, key)
        except (OSError, SqlError) as error:
            raise TandemError(
                _("{file} was not encrypted anew: {why}", file=path.name, why=_(_why(error))),
                hint="nothing is lost; free some space, then tandem key rotate --data finishes it",
            ) from error
    done = replace(unlocked, former=None, slots=unlocked.slots.model_copy(update={"former": None}))
    demand_opening(done)  # with the new key alone, before the former is given up
    replace_slots(unlocked.folder, done.slots)
    settle(unlocked.folder)
    return done


def _why(error: Exception) -> str:
    """Without a database error's own words: they may quote what is in it."""
    return (error.strerror or "?") if isinstance(error, OSError) else type(error).__name__


def rekey(path: Path, key: Key) -> None:
    """Put the database under ``key.now`` by replacing its file; nobody else may have it open.

    It takes twice its size on the disk meanwhile. Raises ``TrustError`` when neither key opens it
    or the new file is not whole; the old one is untouched then.
    """
    if opens(path, key.now):
        return
    with replacing(path) as work:
        former = fitting(path, key)
        with closing(connect(path, former)) as source:
            _fold(source, path)
            copy(source, work, former)
        with closing(connect(work, former)) as target:
            # The copy can be made again: no journal, which would double what is written.
            target.execute("PRAGMA journal_mode = OFF")
            target.execute(f"PRAGMA rekey = \"x'{key.now.reveal().hex()}'\"")
        _demand_whole(work, key.now)


def _fold(source: Connection, path: Path) -> None:
    """Bring what is in the log into the file, so that the file is all there is."""
    source.execute("PRAGMA journal_mode = DELETE")
    if any(each.exists() and each.stat().st_size for each in companions_of(path)):
        raise UsageError(
            _("{file} is in use", file=path.name), hint="close what has it open and repeat"
        )


def _demand_whole(path: Path, key: Secret) -> None:
    with closing(connect(path, key)) as connection:
        if faults_of(connection):
            raise TrustError(
                _("the copy of {file} is not whole", file=path.name),
                hint="the old one is untouched; check the disk, then repeat",
            )
