"""Documents: what a search can find, a turn or a unit, with its words and their frequencies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tandem_edge.memory.retrieval.counted import CODE, Note, code_of, note
from tandem_edge.memory.retrieval.terms import columns
from tandem_edge.memory.store.rows import Rows, few, within


@dataclass
class Documents(Rows):
    """The documents of a book. Each has a number, which joins the tables, and an id."""

    def _add_document(self, identity: str, text: str, shown: str) -> tuple[int, Note]:
        """Have ``text`` found by the words of ``shown``, which ends with it; gives its number."""
        noted = note(text, shown)
        cursor = self.database.execute(
            "INSERT INTO documents (id, length) VALUES (?, ?)", [identity, noted.length]
        )
        n = int(cursor.lastrowid or 0)
        self.database.execute(
            "INSERT INTO words (rowid, stems, pieces) VALUES (?, ?, ?)", [n, *columns(shown)]
        )
        return n, noted

    def _count(self, noted: Iterable[bytes], sign: int) -> None:
        """Add documents with these codes to the frequencies of their terms, or take them away."""
        often: Counter[int] = Counter()
        for codes in noted:
            often.update(set(np.frombuffer(codes, CODE).tolist()))
        self.database.conn.executemany(
            "INSERT INTO frequencies VALUES (?, ?) ON CONFLICT (term) "
            "DO UPDATE SET documents = documents + excluded.documents",
            [(term, sign * count) for term, count in often.items()],
        )

    def frequencies(self, asked: Iterable[str]) -> dict[str, int]:
        """In how many documents each term stands; one that stands in none is left out."""
        codes = {code_of(term): term for term in asked}
        found: dict[str, int] = {}
        for some in few(codes):
            rows = self.database.execute(
                f"SELECT term, documents FROM frequencies WHERE {within('term', some)}", some
            )
            found |= {codes[code]: count for code, count in rows.fetchall() if count > 0}
        return found

    def ids(self, numbers: Iterable[int]) -> dict[int, str]:
        """The ids of documents."""
        found: dict[int, str] = {}
        for some in few(numbers):
            where = within("n", some)
            rows = self.database.execute(f"SELECT n, id FROM documents WHERE {where}", some)
            found |= dict(rows.fetchall())
        return found

    def numbers(self, ids: Iterable[str]) -> dict[str, int]:
        """The numbers of documents by their ids."""
        found: dict[str, int] = {}
        for some in few(ids):
            where = within("id", some)
            rows = self.database.execute(f"SELECT id, n FROM documents WHERE {where}", some)
            found |= dict(rows.fetchall())
        return found

    def remove(self, ids: Iterable[str]) -> int:
        """Take documents out: rows, search words, vectors, evidence. Says how many there were."""
        removed = 0
        with self.writing():
            for some in few(ids):
                rows = self.database.execute(
                    f"SELECT n FROM documents WHERE {within('id', some)}", some
                ).fetchall()
                self._remove([row[0] for row in rows])
                self.database.execute(f"DELETE FROM evidence WHERE {within('turn', some)}", some)
                removed += len(rows)
            self.database.execute("DELETE FROM frequencies WHERE documents <= 0")
        return removed

    def _remove(self, numbers: Sequence[int]) -> None:
        among = within("n", numbers)
        for table in ("turns", "units"):
            rows = self.database.execute(f"SELECT terms FROM {table} WHERE {among}", numbers)
            self._count([row[0] for row in rows.fetchall()], -1)
            self.database.execute(f"DELETE FROM {table} WHERE {among}", numbers)
        self.database.execute(f"DELETE FROM words WHERE {within('rowid', numbers)}", numbers)
        self.database.execute(f"DELETE FROM documents WHERE {among}", numbers)

    def lengths(self) -> tuple[int, float]:
        """Documents in all, and the terms of all of them together."""
        row = self.database.execute("SELECT documents, length FROM collection").fetchone()
        return int(row[0]), float(row[1])
