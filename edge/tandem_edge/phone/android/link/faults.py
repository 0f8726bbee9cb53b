"""What can go wrong in the link's child process, as it is told to the parent."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """Which fault. Each but ``BROKEN`` says that what was asked was not done."""

    NO_ADB = "no_adb"
    """There is no adb program, or its server does not start."""
    UNSENT = "unsent"
    """The adb server did not let us through to the phone; its state tells why."""
    BROKEN = "broken"
    """The connection ended in the middle."""
    TAKEN = "taken"
    """Another program holds UI automation; ``detail`` names programs that may be it."""
    NO_AUTOMATOR = "no_automator"
    """UI automation does not start."""
    ANSWERED = "answered"
    """UI automation answered with a fault; ``detail`` is the Java exception's name."""
    REFUSED = "refused"
    """UI automation answered that this is not permitted."""
    NO_PICTURE = "no_picture"
    """What came is no picture."""
    FILE = "file"
    """A file could not be read or written."""


class Fault(Exception):
    """A fault of the child; ``str`` is what the phone or a library said about it."""

    def __init__(self, kind: Kind, message: str, detail: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.detail = detail
