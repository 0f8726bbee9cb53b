"""Key files: random bytes in a file of the owner's, on a stick say, that nobody else may read."""

from __future__ import annotations

import os
import secrets
import shlex
import stat
from pathlib import Path

from tandem_edge.files import read_limited, sync_folder, why_unread
from tandem_edge.languages.catalogue import _
from tandem_edge.vault.secret import Secret
from tandem_shared.errors import TrustError, UsageError

FEWEST = 32
"""Bytes of a key file; one that is guessed is no key."""
MOST = 4096
OPEN_TO_OTHERS = 0o077


def make_key_file(path: Path, home: Path) -> None:
    """Write a new key file, 64 hex digits, for nobody but its owner (0600).

    Raises ``UsageError`` when there is a file already, when it cannot be written, or when it would
    lie in the home: a plaintext key beside the databases protects nothing.
    """
    _refuse_inside(path, home)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise UsageError(
            _("the key file cannot be made: {why}", why=_(error.strerror or type(error).__name__)),
            hint="--key-file with another path",
        ) from error
    with os.fdopen(descriptor, "wb") as file:
        file.write(secrets.token_hex(32).encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)


def read_key_file(path: Path, home: Path) -> Secret:
    """The bytes of a key file, all of them.

    Raises ``TrustError`` when it is not there, too short, too long, readable by others, or in the
    home.
    """
    _refuse_inside(path, home)
    try:
        status = path.stat()
        if stat.S_ISREG(status.st_mode) and status.st_mode & OPEN_TO_OTHERS:
            raise TrustError(
                "others may read the key file",
                hint=_("chmod 600 {path}", path=shlex.quote(str(path))),
            )
        data = read_limited(path, MOST)
    except (OSError, ValueError) as error:
        raise TrustError(
            _("the key file cannot be read: {why}", why=_(_why(path, error))),
            hint="nothing was changed; give its path with --key-file",
        ) from error
    if len(data) < FEWEST:
        raise TrustError(
            _("the key file has fewer than {limit} bytes", limit=FEWEST),
            hint="is it the right one?",
        )
    return Secret(data)


def _why(path: Path, error: Exception) -> str:
    return "that is a folder" if path.is_dir() else why_unread(error)


def _refuse_inside(path: Path, home: Path) -> None:
    if path.resolve().is_relative_to(home.resolve()):
        raise UsageError(
            "a key file in the home folder would lie beside what it opens",
            hint="--key-file with a path elsewhere, best on another disk",
        )
