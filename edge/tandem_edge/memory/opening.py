"""Opening a home's memory: for a command that may ask for the way in, and for an agent that may
not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tandem_edge.embedder.opening import find_embedder
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.files import writable
from tandem_edge.languages.catalogue import _
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_edge.vault.connecting import copied
from tandem_edge.vault.opening import Use, unlock
from tandem_edge.vault.slots import KEYS_NAME
from tandem_edge.vault.ways import Given
from tandem_shared.errors import TandemError
from tandem_shared.memory import Scope

NO_KEYS = "there are no keys yet, so nothing is remembered (tandem key init)"


@contextmanager
def opened_memory(
    home: Path,
    given: Given,
    models_dir: Path,
    scope: Scope | None = None,
    *,
    make: bool = True,
    looks: bool = False,
) -> Iterator[MemoryRoom]:
    """The memory of a home, opened with what its owner gives; by words alone without an embedder.

    Where there is none yet it is made; or, unless ``make`` says so, an empty one elsewhere, which
    is removed again: who only looks leaves nothing behind. Who ``looks`` and changes nothing is
    given a copy, encrypted as it is, where the home cannot be written. Raises what
    ``vault.opening.unlock`` and ``vault.database.open_database`` raise.
    """
    key = unlock(home, given).key(Use.DATABASE)
    scope = scope or Scope()
    with ExitStack() as until:
        folder = _folder_of(home, scope, until, make=make)
        folder = _read_or_written(folder, home, scope, until, looks=looks)
        embedder, _ = find_embedder(models_dir)
        yield until.enter_context(open_memory(folder, key, scope, embedder))


def _folder_of(home: Path, scope: Scope, until: ExitStack, *, make: bool) -> Path:
    """Where the memory is opened: in the home, or until then in a folder of its own."""
    if make or database_of(home, scope).exists():
        return home
    return Path(until.enter_context(TemporaryDirectory(prefix="tandem-")))


def _read_or_written(
    folder: Path, home: Path, scope: Scope, until: ExitStack, *, looks: bool
) -> Path:
    """Where to open a memory whose home may not be written: of a copy, to look at it. Raises
    ``TandemError`` for who would change it."""
    database = database_of(home, scope)
    if folder != home or not home.exists():
        return folder
    if writable(home) and (writable(database) or not database.exists()):
        return home
    if looks:
        return until.enter_context(copied(database)).parent
    raise TandemError(
        _("{folder} cannot be written, so what is remembered there can only be read", folder=home),
        hint="nothing was changed; see that the home folder is yours to write",
    )


@dataclass
class HeldMemory:
    """A memory that stays open as long as an agent does."""

    room: MemoryRoom
    way: str
    """What its key was opened by: ``keyring``, ``key file``."""
    _until: ExitStack

    def close(self) -> None:
        """Let go of the database; may be called again."""
        self._until.close()


def hold_memory(
    home: Path,
    embedder: Embedder | None,
    scope: Scope | None = None,
    *,
    make: bool = True,
    looks: bool = False,
) -> tuple[HeldMemory | None, str]:
    """The memory of a home whose key needs nobody's passphrase, or ``None`` and why not.

    Nobody is asked for anything, and nothing is raised for a key or a file that does not open: an
    agent without memory is still an agent. For ``make`` and ``looks`` see ``opened_memory``.
    """
    scope = scope or Scope()
    if not (home / KEYS_NAME).exists():
        return None, NO_KEYS
    until = ExitStack()
    try:
        unlocked = unlock(home)
        key = unlocked.key(Use.DATABASE)
        folder = _folder_of(home, scope, until, make=make)
        folder = _read_or_written(folder, home, scope, until, looks=looks)
        room = until.enter_context(open_memory(folder, key, scope, embedder))
    except TandemError as error:
        until.close()
        return None, _(
            "the memory stays closed: {why} ({hint})", why=_(str(error)), hint=_(error.hint)
        )
    return HeldMemory(room, str(unlocked.slot.way), until), ""
