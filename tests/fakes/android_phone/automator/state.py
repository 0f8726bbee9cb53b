"""Whether the automation server runs, and what it keeps between calls."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Automator:
    """``up`` while the program that was started on the phone lives."""

    up: bool = False
    port: int = 9008
    clipboard: str | None = None
    toast: str | None = None
    lost: bool = False
    """Whether UI automation was lost since the server started."""
    losses: int = 0
    """How often that happened."""

    def listens(self, port: int) -> bool:
        """Whether a connection to the phone's ``port`` is accepted."""
        return self.up and port == self.port
