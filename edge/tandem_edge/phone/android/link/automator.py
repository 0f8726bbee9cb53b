"""The phone's UI automation as the link's child process drives it, through uiautomator2.

Only this module knows uiautomator2. Its own ``jsonrpc_call`` sends a call again when the
connection failed, whether or not the phone had carried it out; so calls are sent one at a time
here, and are sent again only where that cannot do a thing twice.
"""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

from tandem_edge.phone.android.link.faults import Fault, Kind

if TYPE_CHECKING:
    from uiautomator2.core import BasicUiautomatorServer

    from tandem_edge.phone.android.link.device import Device

PORT = 9008
_UNUSED_S = 600.0
"""The parent's deadline comes first."""
_JAVA_NAME = re.compile(r"(?:[a-z_][\w$]*\.)+([A-Z][\w$]*)")
_OWNERS = re.compile(r"uiautomat|appium|wetest|maestro|atx-agent|instrument", re.IGNORECASE)
_MOST_NAMED = 3


class _Down(Exception):
    """The server is not there; nothing was sent to it."""


class _Lost(Exception):
    """The server went away, or lost UI automation, during a call."""


class Automator:
    """UI automation of one phone; started by its first call, and once more where it died."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._server: BasicUiautomatorServer | None = None
        self._lost = False

    def call(self, method: str, params: list[Any], *, changes: bool) -> Any:
        """The result of a method. Raises ``Fault``.

        A call that ``changes`` the phone is sent a second time only when the first was never
        sent; another one also when its answer was lost.
        """
        self._ready()
        try:
            return self._send(method, params)
        except _Down:
            self._restart()
        except _Lost as lost:
            self._lost = True
            if changes:
                raise Fault(Kind.BROKEN, str(lost)) from lost
            self._restart()
        try:
            return self._send(method, params)
        except (_Down, _Lost) as again:
            self._lost = True
            kind = Kind.BROKEN if isinstance(again, _Lost) and changes else Kind.NO_AUTOMATOR
            raise Fault(kind, str(again)) from again

    def _ready(self) -> None:
        if self._lost:
            self._restart()
        elif self._server is None:
            self._start()

    def _restart(self) -> None:
        """End a server that is of no use, whoever started it, and start another one."""
        from uiautomator2.core import _http_request

        if self._server is not None and self._server._process is not None:
            self._server.stop_uiautomator()
        else:
            # stop_uiautomator does nothing to a server that another connection started
            with contextlib.suppress(Exception):  # one that is down cannot be told to stop
                _http_request(self._device, PORT, "GET", "/stop", timeout=_UNUSED_S)
        self._start()

    def _start(self) -> None:
        from uiautomator2 import exceptions
        from uiautomator2.core import BasicUiautomatorServer

        try:
            if self._server is None:
                self._server = BasicUiautomatorServer(self._device, PORT)
            else:
                self._server.start_uiautomator()
        except exceptions.AccessibilityServiceAlreadyRegisteredError as error:
            raise Fault(Kind.TAKEN, str(error), self._owners()) from error
        except (exceptions.LaunchUiAutomationError, exceptions.HTTPError) as error:
            raise Fault(Kind.NO_AUTOMATOR, " ".join(map(str, error.args))) from error
        except Exception as error:  # adbutils lets its own and the system's through
            raise Fault(*_start_failed(error)) from error
        self._lost = False

    def _send(self, method: str, params: list[Any]) -> Any:
        from uiautomator2 import exceptions
        from uiautomator2.core import _jsonrpc_call

        try:
            return _jsonrpc_call(self._device, PORT, method, params, _UNUSED_S, False)
        except exceptions.UiAutomationNotConnectedError as error:
            raise _Lost(str(error)) from error
        except exceptions.RPCError as error:
            raise _answered(error) from error
        except Exception as error:  # of uiautomator2, adbutils, http.client, the sockets, JSON
            raise _unanswered(error) from error

    def _owners(self) -> str:
        """Programs on the phone that may be the one that holds UI automation."""
        try:
            listed = self._device.run("ps -A -o ARGS")["out"].splitlines()
        except Fault:
            return ""
        names = dict.fromkeys(line.strip() for line in listed if _OWNERS.search(line))
        return ", ".join(list(names)[:_MOST_NAMED])


def _start_failed(error: Exception) -> tuple[Kind, str]:
    import adbutils

    from tandem_edge.phone.android.link.device import NotOpened

    unsent = isinstance(error, NotOpened | adbutils.AdbError | OSError | EOFError)
    return (Kind.UNSENT if unsent else Kind.NO_AUTOMATOR), str(error) or type(error).__name__


def _unanswered(error: Exception) -> Exception:
    """``_Down`` where the stream to the server was never opened; ``Fault`` where the phone itself
    was not reached; else ``_Lost``."""
    from tandem_edge.phone.android.link.device import NotOpened

    cause = error.__cause__
    if not isinstance(cause, NotOpened):
        return _Lost(str(error) or type(error).__name__)
    reached = not isinstance(cause.__cause__, NotOpened)
    return _Down(str(cause)) if reached else Fault(Kind.UNSENT, str(cause))


def _answered(error: Exception) -> Fault:
    """What UI automation said. An ``RPCError`` holds the message, the stack and, which is no word
    of the phone's, the call's parameters."""
    text = " ".join(each for each in error.args if isinstance(each, str))
    if "java.lang.SecurityException" in text:
        return Fault(Kind.REFUSED, text)
    found = _JAVA_NAME.search(text)
    return Fault(Kind.ANSWERED, text, found[1] if found else "")
