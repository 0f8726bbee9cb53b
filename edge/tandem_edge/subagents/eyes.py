"""A model that looks at pictures: which ones there are is a matter of the set-up."""

from __future__ import annotations

import threading
from typing import Protocol


class Eyes(Protocol):
    """A vision-capable model behind some endpoint."""

    @property
    def name(self) -> str:
        """What it is called on screens and in records."""

    @property
    def destination(self) -> str:
        """The host that pictures go to; ``""`` on this machine."""

    def look(
        self, question: str, picture: str, *, deadline_s: float, cancel: threading.Event
    ) -> str:
        """What it says to ``question`` about ``picture``, a ``data:`` URL (RFC 2397).

        Raises ``ModelFailed``, ``PrivacyError`` or ``CancelledError``.
        """
