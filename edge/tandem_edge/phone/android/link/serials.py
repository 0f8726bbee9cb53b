"""What a phone's serial tells, and what it is called in a file's name."""

from __future__ import annotations

import hashlib
import re
from ipaddress import ip_address

_ADDRESS = re.compile(r"^(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):(?P<port>\d{1,5})$")
_MDNS = "._adb-tls-connect._tcp"
_UNSAFE = re.compile(r"[^A-Za-z0-9-]+")
_READABLE = 40


def connectable(serial: str) -> bool:
    """Whether adb reaches the phone by an address, so that ``adb connect`` may bring it back."""
    return _ADDRESS.match(serial) is not None


def wireless(serial: str) -> bool:
    """Whether the link runs over the phone's network. An address of this computer itself is an
    emulator or a tunnel, which the phone's Wi-Fi does not carry."""
    if serial.rstrip(".").endswith(_MDNS):
        return True
    found = _ADDRESS.match(serial)
    return found is not None and not _loopback(found["host"].strip("[]"))


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def file_name(serial: str) -> str:
    """A name for the folder of what is kept about the phone: no two serials share one."""
    digest = hashlib.sha256(serial.encode("utf-8", errors="surrogatepass")).hexdigest()[:10]
    return f"{_UNSAFE.sub('_', serial)[:_READABLE]}-{digest}"
