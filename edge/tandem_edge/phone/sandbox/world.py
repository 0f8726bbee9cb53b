"""The sandbox phone: real transitions over typed state, no device needed."""

from __future__ import annotations

import errno
import json
import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from filelock import BaseFileLock, FileLock, Timeout
from pydantic import JsonValue, ValidationError

from tandem_edge.files import private_folder, read_limited, write_atomically
from tandem_edge.logs import log_fault
from tandem_edge.phone.authoring import ToolFailure
from tandem_edge.phone.catalogue import (
    Catalogue,
    load_catalogue,
    load_tables,
    load_timers,
    populate,
)
from tandem_edge.phone.normalise import BadArgument, normalise
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import advance
from tandem_edge.phone.sandbox.conditions import first_failure
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.friction import TRY_AGAIN, meets_trouble
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import PhoneError
from tandem_shared.tools import Change, Effect, ToolCall, ToolFault, ToolResult

FORMAT = 1
MOST_OPERATIONS = 1000
MOST_BYTES = 100_000_000
"""Largest file that is read as a phone."""
HOLD_S = 5.0
"""How long to wait for another process to let go of the phone, seconds."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One call in the log: what it was, how it ended, which tables it read and changed."""

    call: ToolCall
    effect: Effect
    code: str
    """Of its fault, or ``""``."""
    reads: frozenset[str]
    writes: frozenset[str]


@dataclass
class SandboxPhone:
    """A phone in memory. With ``path``, ``save`` writes it there.

    Two that share a path would undo each other's changes: whoever acts does so inside ``held``.
    """

    store: Store
    catalogue: Catalogue = field(default_factory=load_catalogue)
    path: Path | None = None
    name: str = "sandbox"
    operations: deque[Operation] = field(default_factory=lambda: deque(maxlen=MOST_OPERATIONS))
    """What was called here, oldest first; previews are not in it."""
    _stamp: tuple[int, ...] = ()
    """Identity of the file's content that ``store`` stands for."""

    @classmethod
    def generate(
        cls, seed: int, path: Path | None = None, cast: Cast = Cast.EVERYDAY
    ) -> SandboxPhone:
        """A fresh phone with a plausible life; the same seed and cast give the same phone."""
        store = Store(dict(load_tables()))
        populate(store, seed, cast)
        store.journal.clear()
        return cls(store, path=path)

    def fork(self) -> SandboxPhone:
        """A phone like this one as it is now, in memory only, with a life of its own.

        Costs microseconds: unchanged tables are shared. It is also how a snapshot is kept.
        """
        return SandboxPhone(self.store.fork(), self.catalogue, name=self.name)

    @classmethod
    def load(cls, path: Path) -> SandboxPhone:
        """The phone saved at ``path``. Raises ``PhoneError`` if the file is not such a phone."""
        try:
            stamp = _stamp_of(path)
            saved = json.loads(read_limited(path, MOST_BYTES))
            canonical_bytes(saved)  # refuses text that could not be saved again
            store = restore(saved)
        except OSError as error:
            raise PhoneError(
                f"the sandbox phone {path} cannot be read: {error.strerror}",
                hint="check the path and its permissions",
            ) from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise PhoneError(
                f"{path} is not a saved sandbox phone: {_first_line(error)}",
                hint="name another file with --state, or move this one away for a fresh phone",
            ) from error
        return cls(store, path=path, _stamp=stamp)

    def now(self) -> datetime:
        """The phone's clock."""
        return self.store.only(DEVICE).now

    def call(self, call: ToolCall) -> Execution:
        """Carry out one call and save; a failed one leaves no trace but in ``operations``."""
        mark = self.store.mark()
        self.store.reads.clear()
        execution = self._carry_out(call)
        self._save_since(mark)
        self.operations.append(_operation(self, call, execution))
        return execution

    def advance(self, until: datetime) -> tuple[Change, ...]:
        """Let time pass until ``until`` (local wall time) and save: what is due happens.

        Returns what changed. Raises ``ValueError`` when ``until`` is past; whatever it raises,
        no time has passed.
        """
        mark = self.store.mark()
        try:
            advance(self.store, until, load_timers())
        except BaseException:
            self.store.rollback(mark)
            raise
        self._save_since(mark)
        return self.store.changes(mark)

    def _save_since(self, mark: int) -> None:
        if self.store.mark() == mark:
            return
        try:
            self.save()
        except PhoneError:
            self.store.rollback(mark)
            raise

    def preview(self, call: ToolCall) -> Execution:
        """Carry the call out and take it back, as if no passing trouble stood in the way."""
        mark, counters = self.store.mark(), dict(self.store.counters)
        execution = self._carry_out(call, rehearsal=True)
        self.store.rollback(mark)
        self.store.counters = counters
        return execution

    def _carry_out(self, call: ToolCall, *, rehearsal: bool = False) -> Execution:
        tool = self.catalogue.tools.get(call.name)
        if tool is None:
            return _fault("unknown_tool", "there is no such tool")
        try:
            arguments = normalise(tool.spec, call.arguments, self.now())
        except BadArgument as error:
            return _fault(error.code, str(error))
        code, reason = first_failure(
            self.store, tool.spec.preconditions, tool.spec.action_of(arguments)
        )
        if code:
            return _fault(code, reason, arguments)
        if not rehearsal and meets_trouble(self.store, call.name):
            reason = "the phone was busy and did nothing"
            return _fault(TRY_AGAIN, reason, arguments, retryable=True)
        mark = self.store.mark()
        try:
            data = tool.act(self.store, **{**dict.fromkeys(tool.spec.properties), **arguments})
        except ToolFailure as error:
            self.store.rollback(mark)
            return _fault(error.code, str(error), arguments, retryable=error.retryable)
        except Exception as error:
            self.store.rollback(mark)
            log_fault(error)
            return _fault("tool_broke", f"{call.name} broke and did nothing", arguments)
        except BaseException:
            self.store.rollback(mark)
            raise
        # Our own functions' values: validating each again would cost a third of every call.
        result = ToolResult.trusted(ok=True, data=data, fault=None)
        return Execution(result, arguments, self.store.changes(mark))

    def mark(self) -> int:
        """A point in this phone's history."""
        return self.store.mark()

    def changes_since(self, mark: int) -> tuple[Change, ...]:
        """Net effect of everything since ``mark``."""
        return self.store.changes(mark)

    def dump(self) -> dict[str, JsonValue]:
        """The whole phone as JSON values."""
        return {"format": FORMAT, **self.store.dump()}

    def save(self) -> None:
        """Write the phone to its file, if it has one: whole or not at all.

        Raises ``PhoneError`` when it cannot be written; the file is then as it was.
        """
        if self.path is None:
            return
        try:
            write_atomically(self.path, canonical_bytes(self.dump()) + b"\n")
            self._stamp = _stamp_of(self.path)
        except OSError as error:
            raise PhoneError(
                f"the sandbox phone cannot be saved to {self.path}: {error.strerror}",
                hint="free some space or choose another file with --state; "
                "the file still holds what was saved before",
            ) from error

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the file against other processes, and see what they did since the last turn."""
        if self.path is None:
            yield
            return
        lock = hold(self.path)
        try:
            if self.path.exists():
                if self._stamp != _stamp_of(self.path):
                    now = SandboxPhone.load(self.path)
                    self.store, self._stamp = now.store, now._stamp
            else:
                self.save()
            yield
        finally:
            lock.release()


def _operation(phone: SandboxPhone, call: ToolCall, execution: Execution) -> Operation:
    spec, fault = phone.catalogue.spec(call.name), execution.result.fault
    return Operation(
        call,
        spec.effect_of(call.arguments) if spec else Effect.READ,
        fault.code if fault else "",
        frozenset(phone.store.reads),
        frozenset(change.table for change in execution.changes),
    )


def _stamp_of(path: Path) -> tuple[int, ...]:
    status = path.stat()
    return status.st_mtime_ns, status.st_ino, status.st_size


def hold(path: Path) -> BaseFileLock:
    """Take the phone file at ``path`` for this process, until it ends or releases the lock.

    Raises ``PhoneError`` when another process has it for longer than ``HOLD_S``.
    """
    lock = FileLock(f"{path}.lock", timeout=HOLD_S, mode=0o600, thread_local=False)
    try:
        private_folder(path.parent)
        if not os.access(path.parent, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        lock.acquire()
    except Timeout as error:
        raise PhoneError(
            f"another tandem is acting on the sandbox phone {path}",
            hint="let it finish, or use another phone with --state FILE",
        ) from error
    except OSError as error:
        raise PhoneError(
            f"the sandbox phone cannot be kept in {path.parent}: {error.strerror}",
            hint="choose another file with --state, or another --home",
        ) from error
    return lock


def restore(saved: Any) -> Store:
    """The store that ``dump`` gave, from its JSON values.

    Raises ``ValueError`` (pydantic's included), ``KeyError``, ``TypeError`` or
    ``AttributeError`` when it is not one.
    """
    if saved["format"] != FORMAT:
        raise ValueError(f"its format is {saved['format']}, this version reads {FORMAT}")
    tables = load_tables()
    unknown = sorted(set(saved["tables"]) - set(tables))
    if unknown:
        raise ValueError(f"it has tables this version does not know: {', '.join(unknown)}")
    for name, records in saved["tables"].items():
        if isinstance(tables[name], Singleton) and list(records) != [ONLY]:
            raise ValueError(f"its table {name} must hold exactly one record")
    rows = {
        name: {key: tables[name].adapter.validate_python(record) for key, record in records.items()}
        for name, records in saved["tables"].items()
    }
    return Store(
        dict(tables), rows, counters={str(k): int(v) for k, v in saved["counters"].items()}
    )


def _first_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    if isinstance(error, KeyError):
        return f"it has no {error}"
    return str(error).splitlines()[0] if str(error) else type(error).__name__


def _fault(
    code: str,
    message: str,
    arguments: dict[str, JsonValue] | None = None,
    *,
    retryable: bool = False,
) -> Execution:
    fault = ToolFault(code=code, message=message, retryable=retryable)
    return Execution(ToolResult(ok=False, fault=fault), arguments or {}, ())
