"""Where a model's bytes can be had, one file a kind. Nothing here decides what to trust."""

from __future__ import annotations

from typing import Protocol

from tandem_edge.models.partial import Partial


class SourceError(Exception):
    """A source could not give the file. The message is a clause, without a full stop.

    ``untrusted`` says that it answered, with bytes other than the pinned ones.
    """

    def __init__(self, reason: str, *, untrusted: bool = False) -> None:
        super().__init__(reason)
        self.untrusted = untrusted


class Source(Protocol):
    """One place to fetch a model from."""

    @property
    def label(self) -> str:
        """What to call it in a sentence."""

    @property
    def scratch(self) -> int:
        """Bytes of disk needed beside the model file itself."""

    def fetch(self, into: Partial) -> None:
        """Append what ``into`` still lacks, from ``into.size`` on or from an earlier point.

        Raises ``SourceError``; an ``OSError`` of the disk passes through.
        """
