"""Random keys kept in the system's keyring, by home and slot."""

from __future__ import annotations

import binascii
from typing import Any

from tandem_edge.languages.catalogue import _
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.wrapping import KEY_BYTES
from tandem_shared.errors import MissingError, TrustError

SERVICE = "tandem-vault"
NONE_HERE = (
    "tandem key init --passphrase-stdin, or --key-file PATH with a path outside the home folder"
)


def ring_is_there() -> bool:
    """Whether there is a keyring that keeps secrets encrypted."""
    return _backend() is not None


def keep(home: str, entry: str, key: Secret) -> None:
    """Keep ``key``. Raises ``MissingError`` without a keyring, or with one that does not open."""
    backend = _backend()
    if backend is None:
        raise MissingError("there is no keyring on this machine", hint=NONE_HERE)
    _guarded(backend.set_password, SERVICE, _name(home, entry), key.reveal().hex())


def kept(home: str, entry: str) -> Secret | None:
    """The key that was kept, or ``None`` when there is none (or no keyring).

    Raises ``MissingError`` for a keyring that does not open, ``TrustError`` when what it holds is
    no key. Nothing is ever removed from it here.
    """
    backend = _backend()
    if backend is None:
        return None
    text = _guarded(backend.get_password, SERVICE, _name(home, entry))
    if text is None:
        return None
    try:
        key = binascii.unhexlify(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise TrustError(
            "what the keyring holds is no key of Tandem's",
            hint="nothing was changed; come in by another way",
        )
    return Secret(key)


def forget(home: str, entry: str) -> None:
    """Remove a key that another has taken the place of; one that is gone already is no fault."""
    from keyring.errors import KeyringError

    backend = _backend()
    if backend is not None:
        try:
            backend.delete_password(SERVICE, _name(home, entry))
        except (KeyringError, KeyError):
            return


def _name(home: str, entry: str) -> str:
    return f"{home}/{entry}"


def _guarded(call: Any, *arguments: str) -> Any:
    from keyring.errors import KeyringError

    try:
        return call(*arguments)
    except KeyringError as error:
        raise MissingError(
            _("the keyring does not open ({fault})", fault=type(error).__name__),
            hint="unlock it and repeat, or come in another way: tandem key status",
        ) from error


def _backend() -> Any:
    """The keyring in use; none where there is none, or where it would keep keys in plain text."""
    import keyring
    from keyring.backends import fail, null

    backend = keyring.get_keyring()
    plain = type(backend).__module__.startswith("keyrings.alt")
    return None if plain or isinstance(backend, fail.Keyring | null.Keyring) else backend
