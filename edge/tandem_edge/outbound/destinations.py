"""Where something goes, and what for."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

_HOST = re.compile(r"[a-z0-9_.-]+|[0-9a-f:.]+")
PORTS = {"https": 443, "http": 80}


class Purpose(StrEnum):
    """What a destination is used for; each is consented to by itself."""

    PLANNER = "planner"
    LANGUAGE_MODEL = "language-model"
    MCP = "mcp"
    AGENT = "agent"


@dataclass(frozen=True)
class Destination:
    """A machine by the name that is shown, consented to and looked up for keys.

    ``name`` is the host in lower case, as it goes over the wire (punycode, so that no letter
    looks like another), with its port unless that is the scheme's own. ``local`` says that what
    is sent there stays on this machine.
    """

    name: str
    local: bool


def destination_of(url: str, *, leaves: bool = False) -> Destination:
    """The destination of an HTTP address.

    ``leaves`` says that an address of this machine leads elsewhere, as a tunnel does. Raises
    ``UsageError`` for an address that is none, carries a user or a key, or would go to another
    machine in clear text.
    """
    parts = _split(url)
    local = _loopback(parts.hostname or "")
    if parts.scheme == "http" and not local:
        raise UsageError(
            f"{_shown(parts.hostname)} would be spoken to in clear text",
            hint="use an https address, or a tunnel that begins on this machine",
        )
    return Destination(_name(parts), local and not leaves)


def destination_named(name: str) -> str:
    """A destination's name as a person typed it: a host, ``host:port`` or a whole address.

    Raises ``UsageError``.
    """
    return _name(_split(name if "://" in name else f"https://{name}"))


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url.strip())
        usable = parts.scheme in PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        parts, usable = urlsplit(""), False
    if not usable:
        raise UsageError(f"{_shown(url)} is no http address", hint="https://HOST/v1")
    if parts.username is not None or parts.password is not None or parts.query:
        # Not repeated: what stands there may be a key.
        raise UsageError(
            f"the address of {_shown(parts.hostname)} carries a user, a key or a query",
            hint=f"leave it out and type: tandem outbound key set {_shown(parts.hostname)}",
        )
    return parts


def _name(parts: SplitResult) -> str:
    host = parts.hostname or ""
    try:
        host = host if ":" in host else host.encode("idna").decode("ascii")
    except UnicodeError:
        host = ""
    if not _HOST.fullmatch(host):
        raise UsageError("the address has no usable host name", hint="https://HOST/v1")
    shown = f"[{host}]" if ":" in host else host
    port = parts.port or PORTS[parts.scheme]
    return shown if port == PORTS["https"] else f"{shown}:{port}"


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _shown(text: str | None) -> str:
    return one_line(text or "nothing", limit=80)
