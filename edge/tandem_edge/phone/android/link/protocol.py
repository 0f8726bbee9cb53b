"""What the Android world may ask of a link to one phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from pydantic import JsonValue

from tandem_shared.errors import PhoneError

DEADLINE_S = 10.0
"""Of a call, unless it says another."""
START_S = 40.0
"""Of a call that may have to start the phone's UI automation first: it sends a 4 MB file."""


class LinkError(PhoneError):
    """The phone did not do as asked, for a reason that its user can be told."""

    settled: ClassVar[bool] = True
    """Whether it is known that what was asked was not done."""


class AdbUnavailable(LinkError):
    """There is no adb, or its server does not start or is too old."""


class DeviceAbsent(LinkError):
    """No phone of this serial is attached, or it is offline."""


class DeviceUnauthorised(LinkError):
    """The phone does not trust this computer: somebody has to accept the dialog on it."""


class SeveralDevices(LinkError):
    """Several phones are attached and none was named; ``serials`` are theirs."""

    def __init__(self, message: str, *, hint: str = "", serials: tuple[str, ...] = ()) -> None:
        super().__init__(message, hint=hint)
        self.serials = serials


class DeadlineMissed(LinkError):
    """The phone did not answer in time. What was asked may or may not have been done."""

    settled = False


class LinkBroken(LinkError):
    """The link broke during the call. What was asked may or may not have been done."""

    settled = False


class DeviceRefused(LinkError):
    """The phone answered that this computer may not do that; ``permission`` is the one that is
    missing, where the phone named it."""

    def __init__(self, message: str, *, hint: str = "", permission: str = "") -> None:
        super().__init__(message, hint=hint)
        self.permission = permission


class AutomatorUnavailable(LinkError):
    """The phone's UI automation cannot be had: another program holds it, or it does not start."""


class AutomationFailed(LinkError):
    """UI automation answered with a fault; ``fault`` is the Java exception's name without its
    package (``UiObjectNotFoundException``), or "" where none was named."""

    def __init__(self, message: str, *, hint: str = "", fault: str = "") -> None:
        super().__init__(message, hint=hint)
        self.fault = fault


class FileFailed(LinkError):
    """A file on the phone could not be read or written. Nothing of it was written."""


class NotTyped(LinkError):
    """The text field does not hold what was to be typed, whichever way was tried; ``reading`` is
    what it does hold."""

    def __init__(self, message: str, *, hint: str = "", reading: str = "") -> None:
        super().__init__(message, hint=hint)
        self.reading = reading


@dataclass(frozen=True, slots=True)
class ShellAnswer:
    """What a shell line printed, decoded as UTF-8 with what is no UTF-8 replaced, and its exit
    code. ``err`` is empty on phones whose shell does not tell the two apart."""

    out: str
    err: str
    code: int


class Link(Protocol):
    """A phone by its serial. Every method returns or raises a ``LinkError`` within its deadline,
    and never does on its own a second time what may change the phone."""

    @property
    def serial(self) -> str:
        """The serial that every call carries."""

    @property
    def wireless(self) -> bool:
        """Whether the link itself runs over the phone's network."""

    def shell(self, line: str, *, changes: bool, deadline_s: float = DEADLINE_S) -> ShellAnswer:
        """Run ``line`` in the phone's shell. One that ``changes`` the phone is never repeated;
        a line that only reads is tried again after the link was re-established."""

    def automate(
        self,
        method: str,
        *params: JsonValue,
        changes: bool,
        deadline_s: float = DEADLINE_S,
    ) -> JsonValue:
        """Call a method of the uiautomator2 server, with the same promise. The first call starts
        it, for which ``START_S`` is a fair deadline. Raises ``AutomationFailed`` as well."""

    def screenshot(self, *, deadline_s: float = DEADLINE_S) -> bytes:
        """The screen as PNG or JPEG bytes whose magic was checked."""

    def push(self, data: bytes, path: str, *, deadline_s: float = DEADLINE_S) -> None:
        """Write a file on the phone, whole or not at all. Raises ``FileFailed`` as well."""

    def pull(self, path: str, *, most: int, deadline_s: float = DEADLINE_S) -> bytes:
        """A file's first ``most`` bytes. Raises ``FileFailed`` when it cannot be read."""

    def close(self) -> None:
        """End what the link started on this computer. Idempotent."""
