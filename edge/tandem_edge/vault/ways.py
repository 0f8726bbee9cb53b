"""The key of each way in: how a new one comes about, and how it is come by again."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tandem_edge.languages.catalogue import _
from tandem_edge.vault import ring
from tandem_edge.vault.key_files import make_key_file, read_key_file
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.slots import ENTRY_BYTES, KeySlots, Slot, Way, bound_to
from tandem_edge.vault.wrapping import SALT_BYTES, Cost, derive, fresh_key, stretch, unwrap, wrap
from tandem_shared.errors import UsageError

SHORTEST = 8
"""Of a passphrase, in characters; a Chinese one counts for two."""
MOST_PASSPHRASE = 1024
CJK = 0x2E80
USUAL_COST = Cost()


@dataclass(frozen=True)
class Given:
    """What its owner brings: some of a passphrase, a key file's path, a phrase's 32 bytes.

    ``ask`` is called for a passphrase when nothing else opens; without it nobody is asked.
    """

    passphrase: Secret | None = None
    key_file: Path | None = None
    entropy: Secret | None = None
    ask: Callable[[], Secret] | None = None

    @property
    def ways(self) -> tuple[Way, ...]:
        """The ways that were named; no other is tried then."""
        named = {
            Way.PASSPHRASE: self.passphrase,
            Way.KEY_FILE: self.key_file,
            Way.RECOVERY: self.entropy,
        }
        return tuple(way for way, what in named.items() if what is not None)


@dataclass(frozen=True)
class NewWay:
    """A way in that is to be made: of which kind, with what, in which home folder."""

    way: Way
    folder: Path
    passphrase: Secret | None = None
    key_file: Path | None = None
    entropy: Secret | None = None
    cost: Cost = USUAL_COST


def make_slot(new: NewWay, home: str, generation: int, data_key: Secret) -> tuple[Slot, Secret]:
    """A slot that opens ``data_key``, and its key.

    A random key is put into the keyring, or into a key file where there is none yet. Raises
    ``UsageError`` (passphrase too short, key file in the home), ``MissingError`` (no keyring) and
    ``TrustError`` (a key file that is there cannot be used).
    """
    entry, salt = secrets.token_hex(ENTRY_BYTES), secrets.token_bytes(SALT_BYTES)
    key = _new_key(new, home, entry, salt)
    path = str(new.key_file.resolve()) if new.key_file and new.way is Way.KEY_FILE else ""
    slot = Slot(
        way=new.way,
        entry=entry,
        salt=salt.hex(),
        wrapped=wrap(data_key, key, bound_to(home, generation, new.way, entry)),
        made=datetime.now(UTC).replace(microsecond=0),
        cost=new.cost if new.way is Way.PASSPHRASE else None,
        path=path,
    )
    return slot, key


def _new_key(new: NewWay, home: str, entry: str, salt: bytes) -> Secret:
    if new.way is Way.KEYRING:
        kept = fresh_key()
        ring.keep(home, entry, kept)
        return derive(kept, Way.KEYRING, salt)
    if new.way is Way.PASSPHRASE and new.passphrase is not None:
        demand_strength(new.passphrase)
        return stretch(new.passphrase, salt, new.cost)
    if new.way is Way.KEY_FILE and new.key_file is not None:
        if not new.key_file.exists():
            make_key_file(new.key_file, new.folder)
        return derive(read_key_file(new.key_file, new.folder), Way.KEY_FILE, salt)
    if new.way is Way.RECOVERY and new.entropy is not None:
        return derive(new.entropy, Way.RECOVERY, salt)
    raise UsageError(_("nothing was given for a {way}", way=new.way), hint="tandem key --help")


def key_of(slot: Slot, home: str, folder: Path, given: Given) -> Secret | None:
    """The key of an existing slot, as far as it can be come by from ``given``.

    ``None`` when its owner has not given what it takes. Raises ``TrustError`` and ``MissingError``
    as the keyring and key files do.
    """
    salt = bytes.fromhex(slot.salt)
    if slot.way is Way.PASSPHRASE:
        return (
            stretch(given.passphrase, salt, slot.cost or USUAL_COST) if given.passphrase else None
        )
    if slot.way is Way.RECOVERY:
        return derive(given.entropy, Way.RECOVERY, salt) if given.entropy else None
    if slot.way is Way.KEY_FILE:
        path = given.key_file or Path(slot.path)
        return derive(read_key_file(path, folder), Way.KEY_FILE, salt)
    kept = ring.kept(home, slot.entry)
    return derive(kept, Way.KEYRING, salt) if kept else None


def data_key_of(slots: KeySlots, slot: Slot, key: Secret) -> Secret | None:
    """The data key behind ``slot``, or ``None`` when ``key`` is not its key."""
    bound = bound_to(slots.home, slots.generation, slot.way, slot.entry)
    return unwrap(slot.wrapped, key, bound)


def demand_strength(passphrase: Secret) -> None:
    """Refuse what is guessed at once. Raises ``UsageError``, which does not repeat it."""
    text = unicodedata.normalize("NFC", passphrase.reveal().decode())
    if sum(2 if ord(each) >= CJK else 1 for each in text) < SHORTEST:
        raise UsageError(
            _(
                "the passphrase is shorter than {limit} characters ({chinese} in Chinese)",
                limit=SHORTEST,
                chinese=SHORTEST // 2,
            ),
            hint="take four or more random words",
        )
    if len(text) > MOST_PASSPHRASE:
        raise UsageError(
            "the passphrase is too long",
            hint=_("at most {limit} characters", limit=MOST_PASSPHRASE),
        )
