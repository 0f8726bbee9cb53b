"""The link to one phone over adb and uiautomator2."""

from __future__ import annotations

import contextlib
import threading
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

from pydantic import JsonValue

from tandem_edge.children import ChildGone, TooSlow
from tandem_edge.phone.android.link import complaints, serials
from tandem_edge.phone.android.link.companion import Clock, Companion, Until
from tandem_edge.phone.android.link.connecting import Connecting
from tandem_edge.phone.android.link.faults import Fault, Kind
from tandem_edge.phone.android.link.input_method import InputMethod
from tandem_edge.phone.android.link.protocol import DEADLINE_S, LinkError, ShellAnswer
from tandem_edge.phone.android.link.refusals import refusal

MOST_TRIES = 3
"""How often one call is sent, where sending it again does nothing twice."""
_RESTORING_S = 3.0


class AdbLink:
    """See ``Link``. A context manager that closes itself.

    What has to be undone on the phone is noted in ``home``, and undone by the next link to that
    phone when this process dies before.
    """

    def __init__(
        self,
        serial: str,
        *,
        home: Path,
        companion: Companion | None = None,
        clock: Clock = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._serial = serial
        self._clock = clock
        self._companion = companion or Companion()
        self._connecting = Connecting(serial, self._companion, pause)
        self._lock = threading.RLock()
        self._apart: bool | None = None
        self.input_method = InputMethod(self, home)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def serial(self) -> str:
        """See ``Link.serial``."""
        return self._serial

    @property
    def wireless(self) -> bool:
        """See ``Link.wireless``."""
        return serials.wireless(self._serial)

    @property
    def tells_errors_apart(self) -> bool | None:
        """Whether the phone's shell tells errors from output; None before a line was run."""
        return self._apart

    def shell(self, line: str, *, changes: bool, deadline_s: float = DEADLINE_S) -> ShellAnswer:
        """See ``Link.shell``. Raises ``DeviceRefused`` for what the phone does not permit."""
        told = self._ask("shell", deadline_s, changes=changes, line=line)
        answer = ShellAnswer(told["out"], told["err"], told["code"])
        self._apart = bool(told["apart"])
        refused = refusal(answer, apart=self._apart)
        if refused is not None:
            raise refused
        return answer

    def automate(
        self, method: str, *params: JsonValue, changes: bool, deadline_s: float = DEADLINE_S
    ) -> JsonValue:
        """See ``Link.automate``."""
        value: JsonValue = self._ask(
            "automate", deadline_s, changes=changes, method=method, params=list(params)
        )
        return value

    def screenshot(self, *, deadline_s: float = DEADLINE_S) -> bytes:
        """See ``Link.screenshot``."""
        return b64decode(self._ask("screenshot", deadline_s, changes=False))

    def push(self, data: bytes, path: str, *, deadline_s: float = DEADLINE_S) -> None:
        """See ``Link.push``."""
        text = b64encode(data).decode("ascii")
        self._ask("push", deadline_s, changes=True, path=path, data=text)

    def pull(self, path: str, *, most: int, deadline_s: float = DEADLINE_S) -> bytes:
        """See ``Link.pull``."""
        return b64decode(self._ask("pull", deadline_s, changes=False, path=path, most=most))

    def close(self) -> None:
        """See ``Link.close``. UI automation on the phone ends with it."""
        self._connecting.lost()
        self._companion.end()

    def _ask(self, op: str, deadline_s: float, *, changes: bool, **fields: Any) -> Any:
        until = Until.after(deadline_s, self._clock)
        fields["changes"] = changes
        with self._alone(until, deadline_s):
            for tries_left in reversed(range(MOST_TRIES)):
                self._establish(until)
                try:
                    return self._once(op, until, deadline_s, fields)
                except Fault as fault:
                    again = fault.kind is Kind.UNSENT or (fault.kind is Kind.BROKEN and not changes)
                    if not (again and tries_left):
                        raise complaints.of_fault(fault, self._serial) from fault
        raise AssertionError  # the last try has returned or raised

    def _once(self, op: str, until: Until, deadline_s: float, fields: dict[str, Any]) -> Any:
        """Send a call once. Raises ``Fault`` and ``DeadlineMissed``."""
        try:
            return self._companion.ask(op, until, serial=self._serial, **fields)
        except TooSlow as slow:
            self._connecting.suspect()
            raise complaints.late(self._serial, deadline_s) from slow
        except ChildGone as gone:
            self._connecting.lost()
            raise Fault(Kind.BROKEN, str(gone)) from gone
        except Fault as fault:
            if fault.kind in (Kind.UNSENT, Kind.BROKEN):
                self._connecting.lost()
            raise

    def _establish(self, until: Until) -> None:
        if self._connecting.up:
            return
        self._connecting.establish(until)
        with contextlib.suppress(LinkError):  # it stays noted, and the call is worth a try
            self.input_method.restore_owed(deadline_s=until.left(most=_RESTORING_S))

    @contextlib.contextmanager
    def _alone(self, until: Until, deadline_s: float) -> Iterator[None]:
        if not self._lock.acquire(timeout=until.left()):
            raise complaints.late(self._serial, deadline_s)
        try:
            yield
        finally:
            self._lock.release()
