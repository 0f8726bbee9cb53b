"""API keys: in the system's keyring, or in the environment. Never in a file, a log or a record."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any

from tandem_shared.errors import MissingError, UsageError

PREFIX = "TANDEM_KEY_"
SERVICE = "tandem"
LONGEST = 4096


def variable_of(destination: str) -> str:
    """The environment variable for ``destination``: ``TANDEM_KEY_API_EXAMPLE_COM``."""
    return PREFIX + re.sub(r"[^A-Z0-9]+", "_", destination.upper()).strip("_")


def key_of(destination: str, environ: Mapping[str, str] | None = None) -> str:
    """The key for ``destination``, or ``""``: from the environment first, then the keyring."""
    environ = os.environ if environ is None else environ
    if given := environ.get(variable_of(destination), "").strip():
        return _checked(given, variable_of(destination))
    ring = _keyring()
    return str(ring.get_password(SERVICE, destination) or "") if ring is not None else ""


def store_key(destination: str, key: str) -> None:
    """Keep ``key`` in the keyring. Raises ``MissingError`` when there is none to keep it in."""
    ring = _keyring()
    if ring is None:
        raise MissingError(
            "there is no keyring on this machine, and keys are kept nowhere else",
            hint=f"set the environment variable {variable_of(destination)} instead",
        )
    ring.set_password(SERVICE, destination, _checked(key, "the key"))


def remove_key(destination: str) -> bool:
    """Take the key out of the keyring; returns whether there was one."""
    ring = _keyring()
    if ring is None or not ring.get_password(SERVICE, destination):
        return False
    ring.delete_password(SERVICE, destination)
    return True


def _checked(key: str, what: str) -> str:
    """A key that fits a header. The message never repeats it."""
    key = key.strip()
    if not key or len(key) > LONGEST or not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError(f"{what} is empty or no API key", hint="paste it as it was given to you")
    return key


class _Ring:
    """The system's keyring, whose errors are ours."""

    def __init__(self, backend: Any) -> None:
        self._backend = backend

    def __getattr__(self, name: str) -> Any:
        from keyring.errors import KeyringError

        method = getattr(self._backend, name)

        def guarded(*arguments: str) -> Any:
            try:
                return method(*arguments)
            except KeyringError as error:
                raise MissingError(
                    f"the keyring does not open ({type(error).__name__})",
                    hint=f"unlock it, or set {variable_of(arguments[1])} in the environment",
                ) from error

        return guarded


def _keyring() -> _Ring | None:
    """The keyring in use, or ``None`` where there is none or it would keep keys in a plain file."""
    import keyring
    from keyring.backends import fail, null

    backend = keyring.get_keyring()
    plain = type(backend).__module__.startswith("keyrings.alt")
    return None if plain or isinstance(backend, fail.Keyring | null.Keyring) else _Ring(backend)
