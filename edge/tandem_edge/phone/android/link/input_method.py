"""The phone's input method: another one for a while, and the owner's back in every exit path.

Before it is changed, a file in the home notes which one is the owner's. The file goes when that
one is back; while it lies there, the next link to the phone puts it back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from shlex import quote
from typing import Protocol

from filelock import FileLock, Timeout

from tandem_edge.files import private_folder, read_limited, write_atomically
from tandem_edge.languages.catalogue import _
from tandem_edge.phone.android.link.protocol import DEADLINE_S, LinkError, ShellAnswer
from tandem_edge.phone.android.link.serials import file_name

_ID = re.compile(r"[A-Za-z][\w.]*/[\w.$]+")
_LARGEST_NOTE = 10_000


class Shell(Protocol):
    """What this needs of a link."""

    @property
    def serial(self) -> str:
        """The phone's."""

    def shell(self, line: str, *, changes: bool, deadline_s: float = DEADLINE_S) -> ShellAnswer:
        """See ``Link.shell``."""


class NotRestored(LinkError):
    """The owner's input method is not back yet; it stays noted."""


@dataclass(frozen=True, slots=True)
class Note:
    """What has to be put back: the owner's input method ("": Android's default), and the one that
    was put in its place, which ``was_enabled`` before or not."""

    owners: str
    ours: str
    was_enabled: bool


class InputMethod:
    """The input method of one phone."""

    def __init__(self, link: Shell, home: Path) -> None:
        self._link = link
        folder = home / "phones" / file_name(link.serial)
        self._file = folder / "input-method.json"
        self._lock = folder / "input-method.lock"

    def current(self, *, deadline_s: float = DEADLINE_S) -> str:
        """The one that is chosen, as ``package/class``; "" when the phone names none."""
        line = "settings get secure default_input_method"
        answer = self._link.shell(line, changes=False, deadline_s=deadline_s)
        return _identifier(answer.out)

    def installed(self, *, deadline_s: float = DEADLINE_S) -> frozenset[str]:
        """Every one that is there, enabled or not. Raises ``DeviceRefused`` where the phone does
        not tell, which is not the same as none."""
        return self._listed("ime list -s -a", deadline_s)

    @contextmanager
    def switched(self, to: str, *, deadline_s: float = DEADLINE_S) -> Iterator[None]:
        """Have ``to`` as the input method in the block, and then the owner's again, for which there
        is ``DEADLINE_S`` a call whatever time the block had. ``deadline_s`` is of each call before
        the block.

        Raises ``NotRestored`` when the owner's could not be put
        back after a block that went well; after one that did not, its own error passes.
        """
        with self._held():
            owners = self.current(deadline_s=deadline_s)
            if owners == to:
                yield
                return
            enabled = to in self._listed("ime list -s", deadline_s)
            note = Note(owners, to, enabled)
            self._write(note)
            try:
                self._choose(to, deadline_s)
                yield
            except BaseException:
                self._put_back_if_it_goes(note)
                raise
            self._put_back(note, DEADLINE_S)

    def restore_owed(self, *, deadline_s: float = DEADLINE_S) -> bool:
        """Put back what an earlier process could not; whether there was something. Does nothing
        while another process has its own input method in place. Raises ``LinkError``."""
        if not self._file.exists():
            return False
        try:
            with FileLock(self._lock, timeout=0):
                note = self._read()
                if note is not None:
                    self._put_back(note, deadline_s)
                return note is not None
        except Timeout:
            return False

    def _listed(self, line: str, deadline_s: float) -> frozenset[str]:
        answer = self._link.shell(line, changes=False, deadline_s=deadline_s)
        return frozenset(filter(None, map(_identifier, answer.out.splitlines())))

    def _choose(self, chosen: str, deadline_s: float) -> None:
        name = quote(chosen)  # one that is not enabled cannot be set
        line = f"ime enable {name} && ime set {name}"
        self._link.shell(line, changes=True, deadline_s=deadline_s)
        if self.current(deadline_s=deadline_s) != chosen:
            raise LinkError(_("the phone did not take {name} as its input method", name=chosen))

    def _put_back(self, note: Note, deadline_s: float) -> None:
        owners = quote(note.owners)
        line = (
            f"ime set {owners} || settings put secure default_input_method {owners}"
            if note.owners
            else "ime reset"
        )
        if not note.was_enabled and note.owners:
            line += f"; ime disable {quote(note.ours)}"
        self._link.shell(line, changes=True, deadline_s=deadline_s)
        now = self.current(deadline_s=deadline_s)
        if now != note.owners if note.owners else now == note.ours:
            raise NotRestored(
                _("the phone's input method is {now}, not its owner's {owners}",
                  now=now or "-", owners=note.owners or "-"),
                hint=_("choose it in the phone's settings, Languages and input"),
            )  # fmt: skip
        self._file.unlink(missing_ok=True)

    def _put_back_if_it_goes(self, note: Note) -> None:
        with suppress(LinkError):  # the note stays; the error that is under way says what happened
            self._put_back(note, DEADLINE_S)

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Alone among processes, also those that put back."""
        try:
            private_folder(self._file.parent)
            with FileLock(self._lock, timeout=0):
                yield
        except Timeout:
            raise LinkError(
                _("another Tandem is typing on {serial}", serial=self._link.serial),
                hint=_("wait until it has ended"),
            ) from None

    def _write(self, note: Note) -> None:
        write_atomically(self._file, json.dumps(asdict(note)).encode())

    def _read(self) -> Note | None:
        """The note; one that nobody can have written is no note, and goes."""
        try:
            note = Note(**json.loads(read_limited(self._file, _LARGEST_NOTE)))
        except (OSError, ValueError, TypeError):
            note = None
        names = (note.ours, note.owners or note.ours) if note else ()
        if note and all(isinstance(each, str) and _ID.fullmatch(each) for each in names):
            return note
        self._file.unlink(missing_ok=True)
        return None


def _identifier(printed: str) -> str:
    """An input method's name as a phone printed it, "" for what is none (``null``, a warning)."""
    found = printed.strip()
    return found if _ID.fullmatch(found) else ""
