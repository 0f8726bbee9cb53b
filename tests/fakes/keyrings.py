"""A keyring that lives in the test's memory, and can be locked."""

from __future__ import annotations

import keyring.backend
from keyring.errors import KeyringLocked, PasswordDeleteError


class InMemory(keyring.backend.KeyringBackend):
    """A keyring for tests; ``locked`` makes it one that does not open."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.locked:
            raise KeyringLocked("no")
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        if self.locked:
            raise KeyringLocked("no")
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("there is none")
