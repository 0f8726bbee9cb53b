"""How a server fails, apart from the SDK, which takes a while to import."""

from __future__ import annotations


class ServerFailed(Exception):
    """The server gave no answer; ``code`` is the fault's code, ``died`` that it must be started
    anew."""

    def __init__(self, code: str, message: str, *, died: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.died = died
