"""Records: what went wrong, what was done, what its owner wishes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tandem_edge.memory.store.rows import Rows


@dataclass
class Records(Rows):
    """The records of a book."""

    def note_failure(self, at: datetime, stage: str, turn: str, why: str) -> None:
        """Record that something could not be made a memory."""
        self.database.execute(
            "INSERT INTO failures VALUES (?, ?, ?, ?, ?)",
            [self.mint("failure", at), at.isoformat(), stage, turn, why],
        )

    def failures(self) -> list[dict[str, str]]:
        """What could not be made a memory, and why, oldest first."""
        names = ("id", "at", "stage", "turn", "why")
        rows = self.database.execute("SELECT * FROM failures ORDER BY id").fetchall()
        return [dict(zip(names, row, strict=True)) for row in rows]

    def add_report(self, at: datetime, what: str, whole: Mapping[str, Any]) -> str:
        """Keep a report of what was done; gives its id."""
        identity = self.mint("report", at)
        self.database.execute(
            "INSERT INTO reports VALUES (?, ?, ?, ?)",
            [identity, at.isoformat(), what, json.dumps(whole, ensure_ascii=False)],
        )
        return identity

    def reports(self, what: str) -> list[tuple[str, dict[str, Any]]]:
        """Ids and contents of the reports of one kind, oldest first."""
        rows = self.database.execute(
            "SELECT id, whole FROM reports WHERE what = ? ORDER BY id", [what]
        ).fetchall()
        return [(row[0], json.loads(row[1])) for row in rows]

    def rule(self, name: str) -> Any:
        """A wish of the owner's (patterns never to remember, how long to keep), or ``None``."""
        row = self.database.execute("SELECT whole FROM rules WHERE name = ?", [name]).fetchone()
        return json.loads(row[0]) if row else None

    def set_rule(self, name: str, whole: Any) -> None:
        """Keep a wish of the owner's."""
        self.database.execute(
            "INSERT OR REPLACE INTO rules VALUES (?, ?)",
            [name, json.dumps(whole, ensure_ascii=False)],
        )
