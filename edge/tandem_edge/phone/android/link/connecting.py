"""Whether the adb server reaches a phone, and bringing back one that it does not reach."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

from tandem_edge.children import ChildGone, TooSlow
from tandem_edge.phone.android.link import complaints
from tandem_edge.phone.android.link.companion import Companion, Until
from tandem_edge.phone.android.link.faults import Fault, Kind
from tandem_edge.phone.android.link.serials import connectable

OLDEST_SERVER = 39
"""The adb server of Android 9's platform tools; older ones do not take a serial as is done here."""
MOST_LOOKS = 3
"""How often a phone that is gone is connected again before it is given up."""
_PASSING = ("authorizing", "connecting", "detached")
"""States that soon give way to another; so does ``unauthorized`` right after a greeting."""
_PASSING_LOOKS = 15
_PAUSE_S = 0.2
_PROBE_S = 2.0


class _Standing(Enum):
    UP = auto()
    SUSPECT = auto()
    LOST = auto()


class Connecting:
    """The way to one phone up to its daemon. Nothing is asked of the phone itself here, but
    whether it answers at all."""

    def __init__(self, serial: str, companion: Companion, pause: Callable[[float], None]) -> None:
        self._serial = serial
        self._companion = companion
        self._pause = pause
        self._standing = _Standing.LOST
        self._server_is_new_enough = False

    @property
    def up(self) -> bool:
        """Whether the phone answered last time."""
        return self._standing is _Standing.UP

    def lost(self) -> None:
        """The phone is not reached any more."""
        self._standing = _Standing.LOST

    def suspect(self) -> None:
        """The phone did not answer in time, and may or may not be there."""
        self._standing = _Standing.SUSPECT

    def establish(self, until: Until) -> None:
        """Bring the phone back, in a few tries. Raises ``LinkError`` that says why it is not there;
        nothing was asked of it then."""
        try:
            self._demand_server(until)
            if self._standing is _Standing.SUSPECT and connectable(self._serial):
                self._renew_unless_it_answers(until)
            self._wait_until_online(until)
        except TooSlow:
            raise complaints.silent(self._serial) from None
        except Fault as fault:
            raise complaints.of_fault(fault, self._serial) from fault
        except ChildGone as gone:
            raise complaints.no_adb(str(gone)) from gone
        self._standing = _Standing.UP

    def _demand_server(self, until: Until) -> None:
        if self._server_is_new_enough:
            return
        version = self._companion.ask("version", until)
        if version < OLDEST_SERVER:
            raise complaints.old_server(version, OLDEST_SERVER)
        self._server_is_new_enough = True

    def _renew_unless_it_answers(self, until: Until) -> None:
        """A connection may look alive to the adb server for minutes after its phone has left."""
        probe = Until.after(until.left(most=_PROBE_S), until.clock)
        try:
            self._companion.ask("shell", probe, serial=self._serial, line="true")
        except (TooSlow, Fault):
            self._renew(until)

    def _wait_until_online(self, until: Until) -> None:
        looks, passing = MOST_LOOKS, _PASSING_LOOKS
        while (state := self._state(until)) != "device":
            just_greeted = state == "unauthorized" and looks < MOST_LOOKS
            if passing and (state in _PASSING or just_greeted):
                passing -= 1
                self._pause(until.left(most=_PAUSE_S))
            elif state in ("", "offline") and connectable(self._serial) and looks:
                looks -= 1
                self._renew(until)
            else:
                raise complaints.absent(self._serial, state)

    def _state(self, until: Until) -> str:
        for each in self._companion.ask("devices", until):
            if each["serial"] == self._serial:
                return str(each["state"])
        return ""

    def _renew(self, until: Until) -> None:
        """Disconnect and connect; what comes of it shows in the phone's state."""
        self._companion.ask("disconnect", until, address=self._serial)
        try:
            self._companion.ask("connect", until, address=self._serial)
        except Fault as fault:
            if fault.kind is not Kind.NO_ADB:  # the server's own words for "not there"
                raise
