"""Pictures of a phone's screen: taking one in the child process, and whether bytes are one."""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING

from tandem_edge.phone.android.link.faults import Fault, Kind

if TYPE_CHECKING:
    from tandem_edge.phone.android.link.device import Device

PNG = b"\x89PNG\r\n\x1a\n"
_PNG_END = b"IEND\xaeB`\x82"
JPEG = b"\xff\xd8\xff"
_JPEG_END = b"\xff\xd9"
_QUALITY = 80
_MOST_WARNING = 4096
"""Bytes of warnings that ``screencap`` may print before the picture."""
_TELLING = (Kind.UNSENT, Kind.BROKEN)
"""Faults of the link itself: another way to a picture would meet them too."""


def whole(data: bytes) -> bool:
    """Whether ``data`` begins and ends as a PNG or a JPEG file does."""
    if data.startswith(PNG):
        return data.endswith(_PNG_END)
    return data.startswith(JPEG) and data.rstrip(b"\0").endswith(_JPEG_END)


def without_warnings(data: bytes) -> bytes:
    """``data`` from where a PNG begins; some phones print a warning before it."""
    start = data.find(PNG, 0, _MOST_WARNING + len(PNG))
    return data[start:] if start > 0 else data


def take(device: Device) -> bytes:
    """The screen as PNG or JPEG, from UI automation or ``screencap``. Raises ``Fault``."""
    data = _automated(device)
    if whole(data):
        return data
    data = without_warnings(device.output("screencap -p"))
    if not whole(data):
        begins = data[:40].decode("utf-8", errors="replace")
        raise Fault(Kind.NO_PICTURE, f"{len(data)} bytes that begin with {begins!r}")
    return data


def _automated(device: Device) -> bytes:
    """What UI automation gives, which may be nothing."""
    try:
        given = device.automator.call("takeScreenshot", [1, _QUALITY], changes=False)
        return b64decode(given) if isinstance(given, str) else b""
    except Fault as fault:
        if fault.kind in _TELLING:
            raise
    except ValueError:  # no Base64
        pass
    return b""
