"""New keys, and other ways in to the same data key. The old way goes only when the new one opens.

The order is always: write the new ``keys.json`` (the previous one beside it), read it back, open
the data key and every database with it, then remove what it takes the place of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from tandem_edge.files import private_folder
from tandem_edge.languages.catalogue import _
from tandem_edge.vault import ring
from tandem_edge.vault.connecting import WRONG_KEY, opens
from tandem_edge.vault.holding import alone
from tandem_edge.vault.opening import Unlocked, Use
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.slots import (
    KEYS_NAME,
    PREVIOUS_NAME,
    KeySlots,
    Slot,
    Way,
    databases_of,
    fresh_home,
    read_slots,
    replace_slots,
    settle,
)
from tandem_edge.vault.ways import NewWay, data_key_of, make_slot
from tandem_edge.vault.wrapping import fresh_key
from tandem_shared.errors import TrustError, UsageError


def create(folder: Path, ways: Sequence[NewWay]) -> Unlocked:
    """Make the keys of a home that has none, with at least one way in.

    Raises ``UsageError`` when there are keys already, ``TrustError`` when there are databases
    without keys, and what ``make_slot`` raises; nothing has been written to the home then.
    """
    refuse_if_made(folder)
    private_folder(folder)
    home, data_key = fresh_home(), fresh_key()
    made = [make_slot(new, home, 1, data_key) for new in ways]
    slots = KeySlots(home=home, generation=1, slots=tuple(slot for slot, _ in made))
    with alone(folder / KEYS_NAME):
        refuse_if_made(folder)
        replace_slots(folder, slots)
    slot, key = made[0]
    unlocked = Unlocked(folder, slots, slot, key, data_key)
    demand_opening(unlocked)
    return unlocked


def refuse_if_made(folder: Path) -> None:
    """See ``create``."""
    if (folder / KEYS_NAME).exists() or (folder / PREVIOUS_NAME).exists():
        raise UsageError("this home has keys already", hint="tandem key status, tandem key rotate")
    if databases_of(folder):
        raise TrustError(
            "there are databases here whose keys.json is gone",
            hint=_(
                "nothing was changed; put {keys} back from a backup of the home folder",
                keys=KEYS_NAME,
            ),
        )


def rewrap(unlocked: Unlocked, new: NewWay) -> Unlocked:
    """Put a new way in the place of the one of its kind, or beside the others; the data key stays.

    This is cheap: some hundred bytes are written. Raises ``UsageError``, ``MissingError`` and
    ``TrustError`` as ``make_slot`` does, with all ways as they were.
    """
    slots = unlocked.slots
    old = slots.slot(new.way)
    with keys_held(unlocked):
        slot, key = make_slot(new, slots.home, slots.generation, unlocked.data_key)
        changed = slots.with_slot(slot)
        replace_slots(unlocked.folder, changed)
        after = replace(unlocked, slots=changed, slot=slot, slot_key=key)
        demand_opening(after)
        settle(unlocked.folder)
    if old is not None and old.way is Way.KEYRING:
        ring.forget(slots.home, old.entry)
    return after


@contextmanager
def keys_held(unlocked: Unlocked) -> Iterator[None]:
    """Nobody else changes the keys meanwhile, and they are still those that were opened.

    Raises ``UsageError`` when another process has changed them, ``TrustError`` when what was
    opened are the previous ones.
    """
    with alone(unlocked.folder / KEYS_NAME):
        try:
            same = read_slots(unlocked.folder) == unlocked.slots
        except TrustError:
            same = False
        if not same and _are_previous(unlocked):
            raise TrustError(
                _(
                    "{keys} does not open, only {previous} does",
                    keys=KEYS_NAME,
                    previous=PREVIOUS_NAME,
                ),
                hint=_(
                    "nothing was changed; copy {previous} over {keys} and repeat",
                    previous=PREVIOUS_NAME,
                    keys=KEYS_NAME,
                ),
            )
        if not same:
            raise UsageError("the keys were changed meanwhile", hint="repeat the command")
        yield


def _are_previous(unlocked: Unlocked) -> bool:
    try:
        return read_slots(unlocked.folder, PREVIOUS_NAME) == unlocked.slots
    except (TrustError, UsageError):
        return False


def demand_opening(unlocked: Unlocked) -> None:
    """See that what is on the disk opens the data key, and that the data key opens every database.

    Raises ``TrustError``; then ``keys.previous.json`` is there still.
    """
    there = read_slots(unlocked.folder)
    slot = there.slot(unlocked.slot.way)
    if slot is None or not _leads_to(there, slot, unlocked.slot_key, unlocked.data_key):
        raise TrustError(
            "the new keys do not open",
            hint=_("the old ones are kept in {previous}", previous=PREVIOUS_NAME),
        )
    key = unlocked.key(Use.DATABASE)
    for path in databases_of(unlocked.folder):
        if not any(opens(path, candidate) for candidate in key.candidates):
            raise TrustError(
                _("{file} does not open with this key", file=path.name), hint=WRONG_KEY
            )


def _leads_to(slots: KeySlots, slot: Slot, key: Secret, data_key: Secret) -> bool:
    return data_key_of(slots, slot, key) == data_key
