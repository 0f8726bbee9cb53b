"""What the planner's child process says when a request cannot be carried out."""

from __future__ import annotations


class Fault(Exception):
    """A request that cannot be carried out; the engine stays usable. ``kind`` is one word."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
