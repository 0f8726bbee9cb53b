"""Which phones the adb server knows, and choosing one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tandem_edge.children import ChildGone, TooSlow
from tandem_edge.languages.catalogue import _
from tandem_edge.phone.android.link import complaints, serials
from tandem_edge.phone.android.link.companion import Companion, Until
from tandem_edge.phone.android.link.connecting import OLDEST_SERVER
from tandem_edge.phone.android.link.faults import Fault
from tandem_edge.phone.android.link.protocol import (
    START_S,
    AdbUnavailable,
    DeviceAbsent,
    SeveralDevices,
)

T = TypeVar("T")
ANY = "android"
"""The name of whichever phone is attached, when it is the only one."""
READY = "device"
"""adb's word for a phone that can be used."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A phone that the adb server knows. ``state`` is adb's word: ``device``, ``offline``,
    ``unauthorized``... ``model`` is "" while the phone has not told it."""

    serial: str
    state: str
    model: str
    wireless: bool


@dataclass(frozen=True, slots=True)
class AdbVersions:
    """The last number of 1.0.N: of the server that runs, and of the program at ``path`` that
    would start one (0: it does not tell)."""

    server: int
    program: int
    path: str

    @property
    def clash(self) -> bool:
        """Whether a command of that program would end the server and with it every link."""
        return self.program not in (0, self.server)


def attached(*, deadline_s: float = START_S) -> tuple[Attached, ...]:
    """Every phone that the adb server knows, whatever its state. Starts the server when none runs.
    Raises ``AdbUnavailable``."""

    def ask(companion: Companion, until: Until) -> tuple[Attached, ...]:
        version = companion.ask("version", until)
        if version < OLDEST_SERVER:
            raise complaints.old_server(version, OLDEST_SERVER)
        return tuple(map(_attached, companion.ask("devices", until)))

    return _asking(ask, deadline_s)


def versions(*, deadline_s: float = START_S) -> AdbVersions:
    """What runs and what would be started. Raises ``AdbUnavailable``."""

    def ask(companion: Companion, until: Until) -> AdbVersions:
        program = companion.ask("program", until)
        server = companion.ask("version", until)
        return AdbVersions(server, program["version"], program["path"])

    return _asking(ask, deadline_s)


def choose(wanted: str, known: tuple[Attached, ...]) -> Attached:
    """The phone called ``wanted``, or for ``ANY`` the only one; ready or not, unless another one
    is ready.

    Raises ``SeveralDevices`` when it is not said which one, ``DeviceAbsent`` when there is none.
    Whether it can be used, the link tells.
    """
    if wanted != ANY:
        found = [each for each in known if each.serial == wanted]
        if not found and not serials.connectable(wanted):
            raise complaints.absent(wanted, "")
        return found[0] if found else Attached(wanted, "", "", serials.wireless(wanted))
    if len(known) == 1:
        return known[0]
    if not known:
        raise DeviceAbsent(
            _("no phone is attached"),
            hint=_(
                "switch on USB debugging in the phone's developer options and plug it in; over "
                "Wi-Fi: adb pair HOST:PORT, then adb connect HOST:PORT"
            ),
        )
    named = tuple(each.serial for each in known)
    raise SeveralDevices(
        _("several phones are attached: {serials}", serials=", ".join(map(_told, known))),
        hint=_("say which one by its serial, {serial} for one", serial=named[0]),
        serials=named,
    )


def _told(phone: Attached) -> str:
    return phone.serial if phone.state == READY else f"{phone.serial} ({phone.state})"


def _asking(ask: Callable[[Companion, Until], T], deadline_s: float) -> T:
    companion = Companion()
    try:
        return ask(companion, Until.after(deadline_s))
    except TooSlow:
        raise AdbUnavailable(
            _("the adb server does not answer"), hint=_("adb kill-server, then try again")
        ) from None
    except ChildGone as gone:
        raise complaints.no_adb(str(gone)) from gone
    except Fault as fault:
        raise complaints.of_fault(fault, "") from fault
    finally:
        companion.end()


def _attached(listed: dict[str, Any]) -> Attached:
    serial, model = str(listed["serial"]), str(listed.get("model", ""))
    return Attached(serial, str(listed["state"]), model, serials.wireless(serial))
