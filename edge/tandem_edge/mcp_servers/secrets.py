"""Where the values of a server's headers and variables come from: environment or keyring."""

from __future__ import annotations

import os
from collections.abc import Mapping

from tandem_edge.outbound.keys import key_of, remove_key, store_key, variable_of
from tandem_shared.errors import MissingError, TandemError

PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "USER", "LOGNAME")
"""What any server's environment holds; everything else is named by the user."""
KEYRING = "keyring"


def value_of(server: str, name: str, source: str) -> str:
    """The value of the header or variable ``name`` of ``server``. Raises ``MissingError``."""
    if source == KEYRING:
        value, variable = key_of(_entry(server, name)), variable_of(_entry(server, name))
        fix = f"tandem mcp key {server} {name}, or export {variable}=..."
    else:
        variable = source.removeprefix("env:")
        value, fix = os.environ.get(variable, ""), f"export {variable}=..."
    if not value or not value.isprintable():
        what = "holds a control character" if value else "is nowhere to be found"
        raise MissingError(f"{name} of the server {server} {what}", hint=fix)
    return value


def headers(server: str, named: Mapping[str, str]) -> dict[str, str]:
    """The headers of every request. A bare token for ``Authorization`` is a bearer token
    (RFC 6750). Raises ``MissingError``."""
    values = {name: value_of(server, name, source) for name, source in named.items()}
    return {
        name: f"Bearer {value}" if name.lower() == "authorization" and " " not in value else value
        for name, value in values.items()
    }


def environment(server: str, named: Mapping[str, str]) -> dict[str, str]:
    """The whole environment of a server's process. Raises ``MissingError``."""
    base = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return base | {name: value_of(server, name, source) for name, source in named.items()}


def keep(server: str, name: str, value: str) -> None:
    """Put a value into the keyring. Raises ``MissingError``, ``UsageError`` (no such value)."""
    store_key(_entry(server, name), value)


def forget(server: str, named: Mapping[str, str]) -> list[str]:
    """Take a server's values out of the keyring; returns those that could not be."""
    left: list[str] = []
    for name in (name for name, source in named.items() if source == KEYRING):
        try:
            remove_key(_entry(server, name))
        except TandemError:
            left.append(name)
    return left


def _entry(server: str, name: str) -> str:
    return f"mcp-{server}-{name.lower()}"
