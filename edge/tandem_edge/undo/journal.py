"""The undo journal: one line before a write acts, one after it, each on the disk at once.

A line that a crash cut short is passed over. A write whose second line is missing may or may not
have happened, and is shown as such.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from filelock import FileLock
from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from tandem_edge.files import private_folder, sync_folder, write_atomically
from tandem_edge.phone.protocol import Execution
from tandem_edge.policy.grants import now_utc
from tandem_edge.undo.inverting import inverse_of, why_not
from tandem_shared.errors import PhoneError
from tandem_shared.tools import Change, Effect, Frozen, ToolCall, ToolSpec

JOURNAL_NAME = "undo.jsonl"
LARGEST = 8_000_000
"""Bytes; when there are more, the older half is forgotten."""
LOCK_S = 5.0


class Begun(Frozen):
    """A write is about to act. ``of`` is the entry that it takes back, if it is an undo."""

    kind: Literal["begun"] = "begun"
    id: str
    turn: str
    phone: str
    at: AwareDatetime
    call: ToolCall
    effect: Effect
    of: str = ""


class Finished(Frozen):
    """What came of it. ``moved`` gives the new key of each record that was put back under one."""

    kind: Literal["finished"] = "finished"
    id: str
    ok: bool
    inverse: ToolCall | None = None
    why_not: str = ""
    changes: tuple[Change, ...] = ()
    moved: dict[str, str] = Field(default_factory=dict)


_LINE: TypeAdapter[Begun | Finished] = TypeAdapter(
    Annotated[Begun | Finished, Field(discriminator="kind")]
)


@dataclass(frozen=True)
class Entry:
    """One write; ``finished`` is ``None`` when nobody knows whether it happened."""

    begun: Begun
    finished: Finished | None
    undone: bool
    """Taken back, and that not taken back in turn."""

    @property
    def id(self) -> str:
        """Names it in commands."""
        return self.begun.id


@dataclass
class UndoJournal:
    """The journal of one phone, ``phone`` being its identity, in the file that all phones share.

    Without ``path`` it is kept in memory.
    """

    path: Path | None = None
    phone: str = ""
    clock: Callable[[], datetime] = now_utc
    _lines: list[bytes] = field(default_factory=list)

    def begin(self, turn: str, call: ToolCall, spec: ToolSpec, of: str = "") -> str:
        """See ``harness.ports.Journal``. Raises ``PhoneError`` when it cannot be kept."""
        begun = Begun(
            id=secrets.token_hex(4),
            turn=turn,
            phone=self.phone,
            at=self.clock(),
            call=call,
            effect=spec.effect_of(call.arguments),
            of=of,
        )
        self._append(begun)
        return begun.id

    def finish(
        self,
        entry: str,
        spec: ToolSpec,
        execution: Execution,
        moved: Mapping[str, str] | None = None,
    ) -> None:
        """See ``harness.ports.Journal``. Raises ``PhoneError`` when it cannot be kept."""
        ok = execution.result.ok
        self._append(
            Finished(
                id=entry,
                ok=ok,
                inverse=inverse_of(spec, execution) if ok else None,
                why_not=why_not(spec, execution) if ok else "",
                changes=execution.changes,
                moved=dict(moved or {}),
            )
        )

    def entries(self) -> list[Entry]:
        """Every write that happened or may have, oldest first."""
        begun, finished = self._read()
        undone: set[str] = set()
        for each in reversed(begun.values()):  # what takes an entry back comes after it
            done = each.id in finished and finished[each.id].ok
            if each.of and done and each.id not in undone:
                undone.add(each.of)
        return [
            Entry(each, finished.get(each.id), each.id in undone)
            for each in begun.values()
            if each.id not in finished or finished[each.id].ok
        ]

    def moved(self) -> dict[str, str]:
        """Present key of each record that an undo has put back under a new one."""
        keys: dict[str, str] = {}
        for entry in self.entries():
            if entry.finished and entry.begun.phone == self.phone:
                for old, new in entry.finished.moved.items():
                    keys = {name: new if key == old else key for name, key in keys.items()}
                    keys[old] = new
        return keys

    @property
    def damaged(self) -> int:
        """Lines that cannot be read."""
        return sum(_parsed(line) is None for line in self._raw())

    def _read(self) -> tuple[dict[str, Begun], dict[str, Finished]]:
        begun: dict[str, Begun] = {}
        finished: dict[str, Finished] = {}
        for line in self._raw():
            match _parsed(line):
                case Begun() as one:
                    begun[one.id] = one
                case Finished() as one if one.id in begun:
                    finished[one.id] = one
        return begun, finished

    def _raw(self) -> list[bytes]:
        if self.path is None:
            return self._lines
        try:
            return self.path.read_bytes().splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise _unusable(self.path, error) from error

    def _append(self, record: Begun | Finished) -> None:
        line = json.dumps(record.model_dump(mode="json"), ensure_ascii=False).encode()
        if self.path is None:
            self._lines.append(line)
            return
        try:
            with self._locked(self.path):
                _write(self.path, line)
        except OSError as error:  # filelock's Timeout is one
            raise _unusable(self.path, error) from error

    @contextmanager
    def _locked(self, path: Path) -> Iterator[None]:
        private_folder(path.parent)
        with FileLock(f"{path}.lock", timeout=LOCK_S, mode=0o600):
            if path.exists() and path.stat().st_size > LARGEST:
                lines = path.read_bytes().splitlines()
                write_atomically(path, b"".join(each + b"\n" for each in lines[len(lines) // 2 :]))
            yield


def _write(path: Path, line: bytes) -> None:
    """Append a line and see it onto the disk; what a crash left half-written is closed off."""
    fresh = not path.exists()
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        size = os.fstat(handle).st_size
        torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        data = (b"\n" if torn else b"") + line + b"\n"
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)
    finally:
        os.close(handle)
    if fresh:
        sync_folder(path.parent)


def _parsed(line: bytes) -> Begun | Finished | None:
    try:
        return _LINE.validate_json(line)
    except ValidationError:
        return None


def _unusable(path: Path, error: OSError) -> PhoneError:
    return PhoneError(
        f"the undo journal {path} cannot be kept: {error.strerror or error}",
        hint="free some space, or check the permissions of the home folder",
    )
