"""From what the owner brings to the data key, and from that to the keys of its uses.

Reading only: whatever does not fit, no byte of the home, the keyring or a key file changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from tandem_edge.languages.catalogue import _
from tandem_edge.vault.secret import Key, Secret
from tandem_edge.vault.slots import PREVIOUS_NAME, KeySlots, Slot, Way, bound_former, read_slots
from tandem_edge.vault.ways import Given, data_key_of, key_of
from tandem_edge.vault.wrapping import derive, unwrap
from tandem_shared.errors import MissingError, TandemError, TrustError

UNASKED = (Way.KEYRING, Way.KEY_FILE)
"""What opens without its owner, in the order in which it is tried."""


class Use(StrEnum):
    """What a subkey is for."""

    DATABASE = "sqlcipher"
    INDEX = "index"
    EXPORT = "export"


@dataclass(frozen=True)
class Unlocked:
    """An open vault: the data key, and how it was come by.

    ``former`` is the data key before, while a rotation is unfinished.
    """

    folder: Path
    slots: KeySlots
    slot: Slot
    slot_key: Secret
    data_key: Secret
    former: Secret | None = None

    def key(self, use: Use) -> Key:
        """The key for one use; see ``wrapping.derive``."""
        former = self.former and derive(self.former, use)
        return Key(derive(self.data_key, use), former or None)


def unlock(folder: Path, given: Given | None = None) -> Unlocked:
    """Open the vault of the home ``folder`` with what is given.

    With nothing given: by the keyring, by the key file where it was, and at last by asking. A
    ``keys.json`` that does not open gives way to ``keys.previous.json``, if that does: a change of
    keys was broken off.

    Raises ``TrustError`` when nothing fits or there is nothing to try, ``UsageError`` when the home
    has no keys yet. ``MissingError`` is for a keyring that is locked.
    """
    given = given or Given()
    try:
        return _unlocked(folder, read_slots(folder), given)
    except TrustError:
        if not (folder / PREVIOUS_NAME).exists():
            raise
        try:
            return _unlocked(folder, read_slots(folder, PREVIOUS_NAME), given)
        except TandemError:
            pass
        raise


def _unlocked(folder: Path, slots: KeySlots, given: Given) -> Unlocked:
    faults: list[TandemError] = []
    tried: list[Way] = []
    for way in given.ways or UNASKED:
        opened = _by(way, folder, slots, given, faults, tried)
        if opened is not None:
            return opened
    if not given.ways and given.ask and slots.slot(Way.PASSPHRASE):
        asked = replace(given, passphrase=given.ask())
        if opened := _by(Way.PASSPHRASE, folder, slots, asked, faults, tried):
            return opened
    raise _closed(slots, given, faults, tried)


def _by(
    way: Way,
    folder: Path,
    slots: KeySlots,
    given: Given,
    faults: list[TandemError],
    tried: list[Way],
) -> Unlocked | None:
    """The vault opened by one way; what stood in the way is added to the lists."""
    slot = slots.slot(way)
    if slot is None:
        return None
    try:
        key = key_of(slot, slots.home, folder, given)
    except (TrustError, MissingError) as error:
        faults.append(error)
        return None
    if key is None:
        return None
    tried.append(way)
    data_key = data_key_of(slots, slot, key)
    if data_key is None:
        return None
    return Unlocked(folder, slots, slot, key, data_key, _former(slots, data_key))


def _former(slots: KeySlots, data_key: Secret) -> Secret | None:
    if slots.former is None:
        return None
    bound = bound_former(slots.home, slots.generation)
    former = unwrap(slots.former, derive(data_key, "former"), bound)
    if former is None:
        raise TrustError(
            "keys.json was altered: the former key does not open",
            hint=_(
                "nothing was changed; put it, or {previous}, back from a backup",
                previous=PREVIOUS_NAME,
            ),
        )
    return former


def _closed(
    slots: KeySlots, given: Given, faults: list[TandemError], tried: list[Way]
) -> TandemError:
    if tried:
        what = _(" and ").join(map(_, tried))
        return TrustError(
            _("the {way} does not open this home", way=what),
            hint=_("nothing was changed; try again{more}", more=_or_recover(slots)),
        )
    if faults:
        faults[0].hint = _(faults[0].hint) + _or_recover(slots)
        return faults[0]
    there = ", ".join(slot.way for slot in slots.slots)
    if given.ways:
        named = _(" or ").join(map(_, given.ways))
        return TrustError(
            _("no {way} was set for this home", way=named),
            hint=_("nothing was changed; the ways in are: {ways}", ways=there),
        )
    return TrustError(
        "no key was found for this home",
        hint=_(
            "nothing was changed; the ways in are: {ways}. {next}", ways=there, next=_offered(slots)
        ),
    )


def _offered(slots: KeySlots) -> str:
    """What can be given on a command line for the ways that there are."""
    flags = {Way.PASSPHRASE: "--passphrase-stdin", Way.KEY_FILE: "--key-file PATH"}
    named = [flag for way, flag in flags.items() if slots.slot(way)]
    ways = _(" or ").join(named)
    given = _("Give {ways}", ways=ways) if named else _("Unlock the keyring, or sign in to it")
    return f"{given}{_or_recover(slots)}"


def _or_recover(slots: KeySlots) -> str:
    """The recovery phrase as a way in, where there is one."""
    there = slots.slot(Way.RECOVERY) is not None
    return _(", or come in by the recovery phrase: tandem key recover") if there else ""
