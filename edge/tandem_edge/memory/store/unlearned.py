"""Turns that are kept, and are still to be learned from: what a process that ended between left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tandem_edge.memory.store.turns import Kept, Turns
from tandem_edge.vault.database import Database

TABLE = """
CREATE TABLE unlearned (
    turn TEXT PRIMARY KEY REFERENCES turns (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
"""


def unlearned_turns(database: Database) -> None:
    """The third version of the tables. Nobody knows which of the turns that are there already were
    learned from; what was forgotten on purpose must not come back, so none of them is noted."""
    database.execute(TABLE)


@dataclass
class Unlearned(Turns):
    """The turns of a book, and which of them are still to be learned from."""

    def note_unlearned(self, turns: Iterable[str]) -> None:
        """Note that these are to be learned from."""
        self.database.conn.executemany(
            "INSERT OR IGNORE INTO unlearned VALUES (?)", [(turn,) for turn in turns]
        )

    def note_learned(self, turn: str) -> None:
        """Note that this one has been."""
        self.database.execute("DELETE FROM unlearned WHERE turn = ?", [turn])

    def unlearned(self) -> list[Kept]:
        """The turns that are still to be learned from, in the order in which they were kept."""
        return self._turns("id IN (SELECT turn FROM unlearned)", [])
