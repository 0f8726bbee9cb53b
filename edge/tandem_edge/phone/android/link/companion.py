"""The link's child process, as its parent keeps it: killed at the deadline, and started anew."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tandem_edge.children import KEPT, Child, TooSlow
from tandem_edge.phone.android.link.faults import Fault, Kind

COMMAND = (sys.executable, "-P", "-m", "tandem_edge.phone.android.link.child")
ENVIRONMENT = (
    *KEPT,
    "PYTHONPATH",
    "ADBUTILS_ADB_PATH",
    "ANDROID_ADB_SERVER_HOST",
    "ANDROID_ADB_SERVER_PORT",
    "ANDROID_USER_HOME",
    "ADB_MDNS",
    "ADB_MDNS_OPENSCREEN",
    "ADB_VENDOR_KEYS",
    "ADB_LIBUSB",
    "ADB_TRACE",
)
"""What adb's own environment is told of. ``ANDROID_SERIAL`` is not: each call names its phone."""

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Until:
    """A moment on a clock (seconds) by which something has to be over."""

    at: float
    clock: Clock = time.monotonic

    @classmethod
    def after(cls, seconds: float, clock: Clock = time.monotonic) -> Until:
        """``seconds`` from now."""
        return cls(clock() + seconds, clock)

    def left(self, *, most: float = float("inf")) -> float:
        """Seconds until then, not below 0."""
        return max(0.0, min(most, self.at - self.clock()))


class Companion:
    """A child process that answers or is killed. It starts at once, so that the time it needs to
    start is spent while nobody waits."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._command = command
        self._lock = threading.Lock()
        self._child: Child | None = self._start()

    def ask(self, op: str, until: Until, **fields: Any) -> Any:
        """The value of an operation (see ``child``).

        Raises ``Fault``; ``TooSlow`` when it did not come in time, after which the child that was
        asked is dead; ``ChildGone`` when that died by itself.
        """
        left = until.left()
        if not left:
            raise TooSlow("no time is left")
        child = self._running()
        try:
            reply = child.ask({"op": op, **fields}, deadline_s=left)
        except Exception:
            self._replace(child)
            raise
        if "fault" in reply:
            raise Fault(Kind(reply["fault"]), reply["message"], reply["detail"])
        return reply["value"]

    def end(self) -> None:
        """End the child. Idempotent; the next question starts another one."""
        with self._lock:
            child, self._child = self._child, None
        if child is not None:
            child.kill()

    def _running(self) -> Child:
        with self._lock:
            if self._child is None:
                self._child = self._start()
            return self._child

    def _replace(self, child: Child) -> None:
        child.kill()
        with self._lock:
            if self._child is child:
                self._child = self._start()

    def _start(self) -> Child:
        return Child(self._command, kept=ENVIRONMENT)
