"""Workers as child processes of this one, spoken to in JSON lines.

Plain ``subprocess``: a pool of the standard library (or of loky, pebble) gives any task to any
worker, while a world has to stay with the worker that holds it.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass, field

from tandem_edge.worlds.backend import Worker
from tandem_edge.worlds.spec import Message, TooSlow, WorkerGone

KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TMPDIR")


@dataclass(eq=False)
class ProcessWorker:
    """One child. A thread reads its replies and notices its end."""

    on_death: Callable[[Worker], None]
    process: subprocess.Popen[bytes] = field(init=False)
    _waiting: dict[int, Future[Message]] = field(default_factory=dict)
    _ids: itertools.count[int] = field(default_factory=itertools.count)
    _outgoing: queue.SimpleQueue[bytes | None] = field(default_factory=queue.SimpleQueue)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _gone: bool = False

    def __post_init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-m", "tandem_edge.worlds.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in KEPT if name in os.environ},
            start_new_session=True,  # the terminal's Ctrl+C is for the manager to interpret
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        threading.Thread(target=self._write, daemon=True).start()

    @property
    def pid(self) -> int:
        """See ``Worker.pid``."""
        return self.process.pid

    @property
    def place(self) -> str:
        """See ``Worker.place``."""
        return "this machine"

    def ask(self, request: Message, *, deadline_s: float) -> Message:
        """See ``Worker.ask``."""
        reply: Future[Message] = Future()
        number = self._send(request, reply)
        try:
            return reply.result(deadline_s)
        except FutureTimeout:
            self._waiting.pop(number, None)
            raise TooSlow(f"no answer within {deadline_s:g} s") from None

    def kill(self) -> None:
        """See ``Worker.kill``."""
        self.process.kill()
        self.process.wait()
        if threading.current_thread() is not self._reader:
            self._reader.join()

    def _send(self, request: Message, reply: Future[Message]) -> int:
        with self._lock:
            if self._gone:
                raise WorkerGone(self._how())
            number = next(self._ids)
            self._waiting[number] = reply
        self._outgoing.put(json.dumps({**request, "id": number}).encode() + b"\n")
        return number

    def _write(self) -> None:
        """In a thread of its own, so that a full pipe to a hung worker delays nobody."""
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
            waiting.set_exception(WorkerGone(self._how()))
        self._waiting.clear()
        self._outgoing.put(None)
        self.process.stdout.close()
        self.on_death(self)

    def _how(self) -> str:
        code = self.process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"


class ProcessBackend:
    """See the module's description."""

    name = "processes"

    def start(self, on_death: Callable[[Worker], None]) -> Worker:
        """See ``Backend.start``."""
        return ProcessWorker(on_death)

    def close(self) -> None:
        """Nothing to free."""
