"""Opening a phone that adb reaches."""

from __future__ import annotations

from pathlib import Path

from tandem_edge.phone.android.link.adb_link import AdbLink
from tandem_edge.phone.android.link.attached import attached, choose
from tandem_edge.phone.android.world import AndroidPhone


def open_android(name: str, home: Path) -> AndroidPhone:
    """The phone of the serial ``name``, or with ``android`` the only one that is attached.

    What has to be kept about it is kept in ``home``. Raises ``LinkError`` when there is none, or
    several and none was named.
    """
    return AndroidPhone(AdbLink(choose(name, attached()).serial, home=home), home)
