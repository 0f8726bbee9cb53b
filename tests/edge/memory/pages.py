"""The decrypted bytes of a database file and its log, free pages and all: what its key would show
to somebody who looks past the tables.

SQLCipher 4 encrypts each page with AES-256-CBC; the last 80 bytes of a page are the IV (16) and the
HMAC (64), and the first 16 bytes of the file are the salt (zetetic.net/sqlcipher/design).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from tandem_edge.vault.secret import Secret

PAGE, RESERVED, SALT, IV = 4096, 80, 16, 16
LOG_HEADER, FRAME_HEADER = 32, 24
"""Bytes before the first frame of a log, and before the page in each (sqlite.org/walformat)."""


def decrypted(path: Path, key: Secret) -> bytes:
    """Every page of the database at ``path``, and every page in its log, in plain text."""
    log = path.with_name(path.name + "-wal")
    pages = [*_pages(path.read_bytes())]
    logged = [*_frames(log.read_bytes())] if log.exists() else []
    first = b"".join(_plain(page, key, at == 0) for at, page in enumerate(pages))
    return first + b"".join(_plain(page, key, number == 1) for number, page in logged)


def _pages(data: bytes) -> Iterator[bytes]:
    yield from (data[start : start + PAGE] for start in range(0, len(data), PAGE))


def _frames(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Numbers and pages, those of former transactions too."""
    for start in range(LOG_HEADER, len(data), FRAME_HEADER + PAGE):
        page = data[start + FRAME_HEADER : start + FRAME_HEADER + PAGE]
        if len(page) == PAGE:
            yield int.from_bytes(data[start : start + 4], "big"), page


def _plain(page: bytes, key: Secret, first: bool) -> bytes:
    iv = page[PAGE - RESERVED : PAGE - RESERVED + IV]
    body = page[SALT if first else 0 : PAGE - RESERVED]
    decryptor = Cipher(algorithms.AES256(key.reveal()), modes.CBC(iv)).decryptor()
    return decryptor.update(body) + decryptor.finalize()
