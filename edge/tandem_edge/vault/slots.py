"""``keys.json``: the data key, wrapped once for every way in. It holds nothing secret.

A way in is a slot; there is at most one of a kind. Each wrapping is bound to the version of the
file, the home, the generation of the data key and its own slot: none can be moved elsewhere.
"""

from __future__ import annotations

import secrets
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AwareDatetime, Field, StringConstraints, ValidationError, model_validator

from tandem_edge.files import read_limited, sync_folder, write_atomically
from tandem_edge.languages.catalogue import _
from tandem_edge.vault.wrapping import SALT_BYTES, Cost, Wrapped, hexadecimal
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import TrustError, UsageError
from tandem_shared.tools import Frozen

KEYS_NAME = "keys.json"
PREVIOUS_NAME = "keys.previous.json"
VERSION = 1
LARGEST = 65_536
HOME_BYTES = 16
ENTRY_BYTES = 8


class Way(StrEnum):
    """How the data key is come by."""

    KEYRING = "keyring"
    PASSPHRASE = "passphrase"
    KEY_FILE = "key-file"
    RECOVERY = "recovery"


class Slot(Frozen):
    """One way in. ``entry`` names what the keyring keeps for it, ``path`` where its key file was.

    ``cost`` is there for a passphrase only.
    """

    way: Way
    entry: Annotated[str, hexadecimal(ENTRY_BYTES)]
    salt: Annotated[str, hexadecimal(SALT_BYTES)]
    wrapped: Wrapped
    made: AwareDatetime
    cost: Cost | None = None
    path: Annotated[str, StringConstraints(max_length=4096)] = ""

    @model_validator(mode="after")
    def _costed(self) -> Self:
        if (self.cost is None) != (self.way is not Way.PASSPHRASE):
            raise ValueError("a passphrase, and nothing else, has a cost")
        return self


class KeySlots(Frozen):
    """All ways in to the data key of one home.

    ``generation`` counts data keys. While a rotation is under way, ``former`` is the data key
    before, wrapped under the present one.
    """

    version: Literal[1] = 1
    home: Annotated[str, hexadecimal(HOME_BYTES)]
    generation: int = Field(ge=1)
    slots: tuple[Slot, ...] = Field(min_length=1)
    former: Wrapped | None = None

    @model_validator(mode="after")
    def _one_of_a_kind(self) -> Self:
        if len({slot.way for slot in self.slots}) != len(self.slots):
            raise ValueError("two slots of a kind")
        return self

    def slot(self, way: Way) -> Slot | None:
        """The slot for ``way``, if there is one."""
        return next((each for each in self.slots if each.way is way), None)

    def with_slot(self, new: Slot) -> KeySlots:
        """The same with ``new`` in place of the slot of its kind."""
        kept = tuple(each for each in self.slots if each.way is not new.way)
        return self.model_copy(update={"slots": (*kept, new)})


def bound_to(home: str, generation: int, way: Way, entry: str) -> bytes:
    """What a slot's wrapping is bound to: it opens nowhere else."""
    return canonical_bytes(
        {
            "version": VERSION,
            "home": home,
            "generation": generation,
            "way": way.value,
            "entry": entry,
        }
    )


def bound_former(home: str, generation: int) -> bytes:
    """What the wrapping of the former data key is bound to."""
    return canonical_bytes({"version": VERSION, "home": home, "former_of": generation})


def fresh_home() -> str:
    """A random id that no other home has."""
    return secrets.token_hex(HOME_BYTES)


def read_slots(home: Path, name: str = KEYS_NAME) -> KeySlots:
    """The ways in of a home.

    Raises ``UsageError`` when the home has no keys yet, and ``TrustError`` when they are gone
    though databases are there, cannot be read, or are of a newer Tandem.
    """
    path = home / name
    try:
        data = read_limited(path, LARGEST)
    except FileNotFoundError:
        raise _absent(home) from None
    except (OSError, ValueError) as error:
        raise _unreadable(path) from error
    return _parsed(data, path)


def _parsed(data: bytes, path: Path) -> KeySlots:
    try:
        return KeySlots.model_validate_json(data)
    except ValidationError as error:
        if any(each["loc"] == ("version",) for each in error.errors(include_url=False)):
            raise TrustError(
                _("{file} is of another version", file=path.name),
                hint="nothing was changed; upgrade Tandem",
            ) from error
        raise _unreadable(path) from error


def _absent(home: Path) -> TrustError | UsageError:
    if databases_of(home):
        return TrustError(
            "the databases are here, but keys.json is gone",
            hint=_(
                "nothing was changed; put {keys} back from a backup of the home folder",
                keys=KEYS_NAME,
            ),
        )
    return UsageError("this home has no keys yet", hint="tandem key init")


def _unreadable(path: Path) -> TrustError:
    return TrustError(
        _("{file} cannot be read or was altered", file=path.name),
        hint=_(
            "nothing was changed; if {previous} is beside it, copy that over it, or put it back "
            "from a backup",
            previous=PREVIOUS_NAME,
        ),
    )


def replace_slots(home: Path, slots: KeySlots) -> None:
    """Write ``slots``, the present ones being kept as ``keys.previous.json`` until ``settle``.

    Raises ``OSError`` with the present ones in force.
    """
    present = home / KEYS_NAME
    if present.exists():
        write_atomically(home / PREVIOUS_NAME, present.read_bytes())
    write_atomically(present, canonical_bytes(slots.model_dump(mode="json")))


def settle(home: Path) -> None:
    """The new keys have opened everything: the previous ones go."""
    (home / PREVIOUS_NAME).unlink(missing_ok=True)
    sync_folder(home)


def databases_of(home: Path) -> list[Path]:
    """Every database of a home: ``*.db`` in it and in ``backups``. Links are not followed."""
    found = [*home.glob("*.db"), *home.glob("backups/*.db")]
    return sorted(each for each in found if each.is_file() and not each.is_symlink())
