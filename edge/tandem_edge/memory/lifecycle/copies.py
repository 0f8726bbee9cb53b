"""The copies of a memory from before a change of its tables, as a place that forgetting reaches."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.languages.catalogue import _
from tandem_edge.vault.backups import backups_of, drop_backups
from tandem_shared.errors import TandemError


@dataclass(frozen=True)
class Copies:
    """The copies of the database at ``path``. Each is a whole older memory, in which nothing can be
    found by today's ids: whatever is forgotten takes all of them along.

    It is a ``lifecycle.elsewhere.Elsewhere``.
    """

    path: Path
    name: str = "older copies of this memory (in backups)"

    def count(self, ids: Collection[str]) -> int:
        """See ``Elsewhere.count``: all copies, wherever anything goes."""
        return len(backups_of(self.path)) if ids else 0

    def withdraw(self, ids: Collection[str]) -> int:
        """See ``Elsewhere.withdraw``. Raises ``TandemError`` when one cannot be removed."""
        try:
            return drop_backups(self.path) if ids else 0
        except OSError as error:
            raise TandemError(
                _(
                    "an older copy of this memory cannot be removed: {why}",
                    why=_(error.strerror or type(error).__name__),
                ),
                hint=_(
                    "nothing was forgotten; remove it from {folder}",
                    folder=self.path.parent / "backups",
                ),
            ) from error
