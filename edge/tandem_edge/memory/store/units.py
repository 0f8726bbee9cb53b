"""Units: what was made of turns, and what they rest on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tandem_edge.memory.retrieval.counted import Note, code_of
from tandem_edge.memory.retrieval.terms import is_chinese, terms
from tandem_edge.memory.store.documents import Documents
from tandem_edge.memory.store.rows import few, within
from tandem_shared.memory import Kind, Status, Unit

COLUMNS = "id, kind, status, subject, attribute, moment, pinned, superseded_by, whole"


@dataclass
class Units(Documents):
    """The units of a book, their evidence, and how often they were of use."""

    def add_unit(self, unit: Unit, shown: str) -> int:
        """Keep a new unit; the turns that it rests on are there already. ``shown`` is what a
        keyword search reads of it, and ends with its summary."""
        with self.writing():
            n, noted = self._add_document(unit.id, unit.summary, shown)
            self.database.execute(
                f"INSERT INTO units (n, {COLUMNS}, terms, own, form) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [n, *_row(unit), noted.codes, noted.own, noted.form],
            )
            self._count([noted.codes], 1)
            self.database.conn.executemany(
                "INSERT INTO unit_terms VALUES (?, ?)", [(term, n) for term in noted.distinct]
            )
            self.database.conn.executemany(
                "INSERT INTO evidence VALUES (?, ?)", [(unit.id, turn) for turn in unit.evidence]
            )
        return n

    def add_evidence(self, unit: str, turns: Iterable[str]) -> None:
        """Let a unit rest on more turns; those that it rests on already change nothing."""
        found = self.unit(unit)
        if found is None:
            return
        evidence = tuple(dict.fromkeys([*found.evidence, *turns]))
        self.change_unit(found.model_copy(update={"evidence": evidence}))
        self.database.conn.executemany(
            "INSERT OR IGNORE INTO evidence VALUES (?, ?)", [(unit, turn) for turn in evidence]
        )

    def change_unit(self, unit: Unit) -> None:
        """Write a unit anew: status, validity, pin. Its id and search text stay."""
        named = " = ?, ".join(COLUMNS.split(", ")) + " = ?"
        self.database.execute(f"UPDATE units SET {named} WHERE id = ?", [*_row(unit), unit.id])

    def unit(self, identity: str) -> Unit | None:
        """The unit of that id."""
        return next(iter(self._units("id = ?", [identity])), None)

    def units(
        self, *, kind: Kind | None = None, status: Status | None = Status.CURRENT
    ) -> list[Unit]:
        """Units in the order in which they were kept; of every kind, of every status on demand."""
        where, values = ["1"], []
        for column, value in (("kind", kind), ("status", status)):
            if value is not None:
                where.append(f"{column} = ?")
                values.append(value.value)
        return self._units(" AND ".join(where), values)

    def units_always(self, kinds: Sequence[Kind]) -> list[Unit]:
        """What is believed and of these kinds, or is a standing instruction, in the order in which
        it was kept."""
        where = (
            f"status = 'current' AND ({within('kind', kinds)} "
            "OR coalesce(json_extract(whole, '$.standing'), 0))"
        )
        return self._units(where, [kind.value for kind in kinds])

    def worded(self, summary: str) -> list[Unit]:
        """What is believed and has the rarest word of ``summary``; everything, if it has none."""
        single = [each for each in terms(summary) if len(each) == 1 or not is_chinese(each)]
        often = self.frequencies(single)
        if not single:
            return self.units()
        rarest = min(single, key=lambda term: often.get(term, 0))
        where = "n IN (SELECT n FROM unit_terms WHERE term = ?) AND status = 'current'"
        return self._units(where, [code_of(rarest)])

    def sentences(self) -> dict[str, str]:
        """The sentence of each unit that is believed, by its id; none that waits for review."""
        rows = self.database.execute(
            "SELECT id, json_extract(whole, '$.summary') FROM units "
            "WHERE status = 'current' AND kind != ? ORDER BY n",
            [Kind.REVIEW.value],
        )
        return dict(rows.fetchall())

    def words_behind(self) -> dict[str, str]:
        """The words in which each unit that is believed was told, by its id."""
        rows = self.database.execute(
            "SELECT unit, group_concat(text, ' ') FROM units "
            "JOIN evidence ON unit = units.id JOIN turns ON turns.id = turn "
            "WHERE status = 'current' AND kind != ? GROUP BY unit ORDER BY units.n",
            [Kind.REVIEW.value],
        )
        return dict(rows.fetchall())

    def slot(self, subject: str, attribute: str) -> list[Unit]:
        """What is believed of one attribute of somebody."""
        where = "subject = ? AND attribute = ? AND status = 'current'"
        return self._units(where, [subject, attribute])

    def family(self, subject: str, attribute: str) -> list[Unit]:
        """What is believed of an attribute of somebody, and of those with a dot after its name."""
        dot, after = f"{attribute}.", f"{attribute}/"  # "/" comes right after "." in order
        where = (
            "subject = ? AND status = 'current' AND "
            "(attribute = ? OR (attribute >= ? AND attribute < ?))"
        )
        return self._units(where, [subject, attribute, dot, after])

    def replaced_by(self, unit: str) -> list[Unit]:
        """The units that the one with this id has taken the place of."""
        return self._units("superseded_by = ? AND status = 'superseded'", [unit])

    def units_by_number(self, numbers: Iterable[int]) -> dict[int, Unit]:
        """The units with these numbers."""
        found: dict[int, Unit] = {}
        for some in few(numbers):
            rows = self.database.execute(
                f"SELECT n, whole FROM units WHERE {within('n', some)}", some
            ).fetchall()
            found |= {n: self._unit(whole) for n, whole in rows}
        return found

    def notes_of_units(self, numbers: Iterable[int]) -> dict[str, Note]:
        """What is noted of the words of the units with these numbers, by their ids."""
        found: dict[str, Note] = {}
        for some in few(numbers):
            rows = self.database.execute(
                f"SELECT id, terms, own, form FROM units WHERE {within('n', some)}", some
            ).fetchall()
            found |= {identity: Note(*noted) for identity, *noted in rows}
        return found

    def units_with(
        self, weights: Mapping[int, float], statuses: Iterable[Status], most: int
    ) -> list[int]:
        """Numbers of the ``most`` units of these statuses that have most of the weight of the
        terms whose codes are given, in the order in which they were kept."""
        asked, shown = [*weights.items()], [status.value for status in statuses]
        rows = self.database.execute(
            f"WITH asked (term, weight) AS (VALUES {', '.join(['(?, ?)'] * len(asked))}) "
            "SELECT unit_terms.n FROM asked CROSS JOIN unit_terms USING (term) "
            f"JOIN units USING (n) WHERE {within('status', shown)} "
            "GROUP BY unit_terms.n ORDER BY sum(weight) DESC, unit_terms.n LIMIT ?",
            [*(value for pair in asked for value in pair), *shown, most],
        )
        return sorted(row[0] for row in rows.fetchall())

    def resting_on(self, turns: Iterable[str]) -> list[Unit]:
        """Units that have any of these turns as evidence."""
        found: dict[str, Unit] = {}
        for some in few(turns):
            where = f"id IN (SELECT unit FROM evidence WHERE {within('turn', some)})"
            found |= {unit.id: unit for unit in self._units(where, some)}
        return [*found.values()]

    def _units(self, where: str, values: Sequence[Any]) -> list[Unit]:
        rows = self.database.execute(
            f"SELECT whole FROM units WHERE {where} ORDER BY n", [*values]
        ).fetchall()
        return [self._unit(row[0]) for row in rows]

    def _unit(self, whole: str) -> Unit:
        return Unit.model_validate({**json.loads(whole), "scope": self.scope.model_dump()})

    def note_use(self, ids: Iterable[str], at: datetime) -> None:
        """Count that these units were of use."""
        self.database.conn.executemany(
            "INSERT INTO uses VALUES (?, 1, ?) ON CONFLICT (unit) DO UPDATE SET "
            "times = times + 1, last = excluded.last",
            [(identity, at.isoformat()) for identity in ids],
        )

    def uses(self) -> dict[str, int]:
        """How often each unit was of use; those that never were are left out."""
        return dict(self.database.execute("SELECT unit, times FROM uses").fetchall())


def _row(unit: Unit) -> list[Any]:
    moment = (unit.valid_from or unit.recorded_at).timestamp()
    whole = unit.model_dump_json(exclude={"scope"}, exclude_defaults=True)
    return [
        unit.id,
        unit.kind.value,
        unit.status.value,
        unit.subject,
        unit.attribute,
        moment,
        int(unit.pinned),
        unit.superseded_by,
        whole,
    ]
