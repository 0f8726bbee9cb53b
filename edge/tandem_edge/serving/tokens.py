"""The token that a client must show (RFC 6750): made here, or the user's own."""

from __future__ import annotations

import hmac
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.files import read_limited, write_atomically
from tandem_shared.errors import MissingError, UsageError

FILE_NAME = "serve-token"
SHORTEST = 16


@dataclass(frozen=True)
class Token:
    """The token; ``made`` says that it was made just now, so that it is shown this once."""

    value: str
    made: bool = False

    def shown_by(self, authorization: str) -> bool:
        """Whether a request's ``Authorization`` header shows it; takes the same time either way."""
        kind, _, given = authorization.partition(" ")
        right = hmac.compare_digest(given.strip().encode(), self.value.encode())
        return right and kind.lower() == "bearer"


def find_token(home: Path, variable: str = "", *, new: bool = False) -> Token:
    """The token in the environment variable ``variable``, or in the home's file, made if need be.

    Raises ``MissingError`` (the variable is empty), ``UsageError`` (too short, or unreadable).
    """
    if variable:
        value = os.environ.get(variable, "").strip()
        if not value:
            raise MissingError(f"{variable} is empty", hint=f"export {variable}=...")
        return Token(_checked(value, variable))
    path = home / FILE_NAME
    if path.exists() and not new:
        try:
            value = read_limited(path, 1000).decode("ascii").strip()
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{path} cannot be read", hint="tandem serve --openai --new-token"
            ) from error
        return Token(_checked(value, str(path)))
    value = secrets.token_urlsafe(32)
    write_atomically(path, value.encode() + b"\n", mode=0o600)
    return Token(value, made=True)


def _checked(value: str, where: str) -> str:
    if len(value) < SHORTEST or not value.isascii() or not value.isprintable() or " " in value:
        raise UsageError(
            f"the token in {where} is no token of {SHORTEST} characters or more",
            hint="tandem serve --openai --new-token",
        )
    return value
