"""Child processes of this one, spoken to in JSON lines.

Plain ``subprocess``: a pool of the standard library (or of loky, pebble) gives any task to any
worker, while a world, or a link to a phone, has to stay with the process that holds it.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field
from typing import Any

Message = dict[str, Any]
"""A request to a child or its reply: JSON values."""

KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR")
"""What of the environment a child is told."""


class ChildGone(Exception):
    """The child died before it answered; ``str`` is how."""


class TooSlow(Exception):
    """The child did not answer before the deadline."""


@dataclass(eq=False)
class Child:
    """One child. A thread reads its replies and notices its end, then calls ``on_end`` once.

    A request is told apart by the ``id`` that it is given here; its reply has to carry it too.
    """

    command: Sequence[str]
    on_end: Callable[[], None] = lambda: None
    kept: tuple[str, ...] = KEPT
    process: subprocess.Popen[bytes] = field(init=False)
    _waiting: dict[int, Future[Message]] = field(default_factory=dict)
    _ids: itertools.count[int] = field(default_factory=itertools.count)
    _outgoing: queue.SimpleQueue[bytes | None] = field(default_factory=queue.SimpleQueue)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _gone: bool = False

    def __post_init__(self) -> None:
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in self.kept if name in os.environ},
            start_new_session=True,  # the terminal's Ctrl+C is for this process to interpret
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._write, daemon=True).start()

    def ask(self, request: Message, *, deadline_s: float) -> Message:
        """The reply to ``request``. Raises ``ChildGone`` and ``TooSlow``."""
        reply: Future[Message] = Future()
        number = self._send(request, reply)
        try:
            return reply.result(deadline_s)
        except FutureTimeout:
            self._waiting.pop(number, None)
            raise TooSlow(f"no answer within {deadline_s:g} s") from None

    def kill(self) -> None:
        """End it now, whatever it is doing, and return when it has ended. Idempotent."""
        self.process.kill()
        self.process.wait()
        if threading.current_thread() is not self._reader:
            self._reader.join()

    def _send(self, request: Message, reply: Future[Message]) -> int:
        with self._lock:
            if self._gone:
                raise ChildGone(self._how())
            number = next(self._ids)
            self._waiting[number] = reply
        self._outgoing.put(json.dumps({**request, "id": number}).encode() + b"\n")
        return number

    def _write(self) -> None:
        """In a thread of its own, so that a full pipe to a hung child delays nobody."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # the reader reports the death
            while (line := self._outgoing.get()) is not None:
                self.process.stdin.write(line)
                self.process.stdin.flush()
        with contextlib.suppress(OSError):
            self.process.stdin.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError):  # it died in the middle of a line
            for line in self.process.stdout:
                reply = json.loads(line)
                waiting = self._waiting.pop(reply["id"], None)
                if waiting is not None:
                    waiting.set_result(reply)
        self.process.kill()
        self.process.wait()
        with self._lock:
            self._gone = True
        for waiting in list(self._waiting.values()):
            waiting.set_exception(ChildGone(self._how()))
        self._waiting.clear()
        self._outgoing.put(None)
        self.process.stdout.close()
        self.on_end()

    def _how(self) -> str:
        code = self.process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"
