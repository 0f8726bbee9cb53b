"""Turns, units and all that hangs on them in one scope's encrypted database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from tandem_edge.memory.ids import Mint, new_id
from tandem_edge.memory.retrieval.terms import chinese_column, terms, word_column
from tandem_edge.vault.database import Database
from tandem_shared.errors import UsageError
from tandem_shared.memory import Kind, Origin, RawTurn, Scope, Status, Unit

T = TypeVar("T")
AT_ONCE = 500
"""Values in one statement."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A raw turn in the book: its number, its id, and itself."""

    n: int
    id: str
    turn: RawTurn


@dataclass
class Book:
    """One scope's memory as rows. Every method that writes is one transaction, or part of one."""

    database: Database
    scope: Scope
    mint: Mint = new_id

    @contextmanager
    def writing(self) -> Iterator[None]:
        """All writes inside happen, or none; may be nested."""
        if self.database.conn.in_transaction:
            yield
        else:
            with self.database.writing():
                yield

    # ---- turns

    def add_turns(self, turns: Sequence[RawTurn], shown: Sequence[str]) -> list[Kept]:
        """Keep ``turns``; ``shown`` are the texts that a keyword search reads of each.

        A turn that is there already, word for word, is given back as it is. Raises ``UsageError``
        when another one has its place in the session.
        """
        kept: list[Kept] = []
        with self.writing():
            for turn, text in zip(turns, shown, strict=True):
                kept.append(self._same(turn) or self._add_turn(turn, text))
        return kept

    def _same(self, turn: RawTurn) -> Kept | None:
        rows = self._turns("session = ? AND place = ?", [turn.session, turn.order])
        for kept in rows:
            if kept.turn != turn:
                raise UsageError(
                    f"turn {turn.order} of {turn.session} is there already, with other words",
                    hint="give what is said later a later place; a raw turn is never changed",
                )
            return kept
        return None

    def _add_turn(self, turn: RawTurn, shown: str) -> Kept:
        identity = self.mint("turn", turn.at)
        n = self._add_document(identity, shown)
        self.database.execute(
            "INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                n,
                identity,
                turn.session,
                turn.order,
                turn.speaker,
                turn.text,
                turn.at.isoformat(),
                turn.at.timestamp(),
                turn.origin.value,
            ],
        )
        return Kept(n, identity, turn)

    def turns(self, numbers: Iterable[int]) -> dict[int, Kept]:
        """The turns with these numbers."""
        found = (self._turns(_in("n", some), some) for some in _few(numbers))
        return {kept.n: kept for several in found for kept in several}

    def turns_by_id(self, ids: Iterable[str]) -> dict[str, Kept]:
        """The turns with these ids."""
        found = (self._turns(_in("id", some), some) for some in _few(ids))
        return {kept.id: kept for several in found for kept in several}

    def session(self, name: str, first: int = 0, last: int = 1 << 62) -> list[Kept]:
        """The turns of a session from one place to another, in order."""
        return self._turns("session = ? AND place BETWEEN ? AND ?", [name, first, last], "place")

    def turns_between(self, start: datetime, end: datetime) -> list[Kept]:
        """What was said from ``start`` until before ``end``, in order."""
        where = "moment >= ? AND moment < ?"
        return self._turns(where, [start.timestamp(), end.timestamp()], "moment, place")

    def all_turns(self) -> list[Kept]:
        """Everything that was said, in the order in which it was kept."""
        return self._turns("1", [], "n")

    def _turns(self, where: str, values: Sequence[Any], order: str = "n") -> list[Kept]:
        columns = "n, id, session, place, speaker, text, at, origin"
        rows = self.database.execute(
            f"SELECT {columns} FROM turns WHERE {where} ORDER BY {order}", [*values]
        )
        return [_kept(row) for row in rows.fetchall()]

    # ---- units

    def add_unit(self, unit: Unit, shown: str) -> int:
        """Keep a new unit; the turns that it rests on are there already."""
        with self.writing():
            n = self._add_document(unit.id, shown)
            self.database.execute(
                "INSERT INTO units VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [n, *_row(unit)]
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
        columns = "id, kind, status, subject, attribute, moment, pinned, superseded_by, whole"
        named = " = ?, ".join(columns.split(", ")) + " = ?"
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

    def slot(self, subject: str, attribute: str) -> list[Unit]:
        """What is believed of one attribute of somebody."""
        where = "subject = ? AND attribute = ? AND status = 'current'"
        return self._units(where, [subject, attribute])

    def units_by_number(self, numbers: Iterable[int]) -> dict[int, Unit]:
        """The units with these numbers."""
        found: dict[int, Unit] = {}
        for some in _few(numbers):
            rows = self.database.execute(
                f"SELECT n, whole FROM units WHERE {_in('n', some)}", some
            ).fetchall()
            found |= {n: self._unit(whole) for n, whole in rows}
        return found

    def resting_on(self, turns: Iterable[str]) -> list[Unit]:
        """Units that have any of these turns as evidence."""
        found: dict[str, Unit] = {}
        for some in _few(turns):
            where = f"id IN (SELECT unit FROM evidence WHERE {_in('turn', some)})"
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

    # ---- documents

    def _add_document(self, identity: str, shown: str) -> int:
        cursor = self.database.execute(
            "INSERT INTO documents (id, length) VALUES (?, ?)", [identity, len(terms(shown))]
        )
        n = int(cursor.lastrowid or 0)
        self.database.execute(
            "INSERT INTO words (rowid, stems, pieces) VALUES (?, ?, ?)",
            [n, word_column(shown), chinese_column(shown)],
        )
        return n

    def ids(self, numbers: Iterable[int]) -> dict[int, str]:
        """The ids of documents."""
        found: dict[int, str] = {}
        for some in _few(numbers):
            where = _in("n", some)
            rows = self.database.execute(f"SELECT n, id FROM documents WHERE {where}", some)
            found |= dict(rows.fetchall())
        return found

    def remove(self, ids: Iterable[str]) -> int:
        """Take documents out: rows, search words, vectors, evidence. Says how many there were."""
        removed = 0
        with self.writing():
            for some in _few(ids):
                rows = self.database.execute(
                    f"SELECT n FROM documents WHERE {_in('id', some)}", some
                ).fetchall()
                numbers = [row[0] for row in rows]
                for table in ("turns", "units"):
                    self.database.execute(f"DELETE FROM {table} WHERE {_in('n', numbers)}", numbers)
                self.database.execute(f"DELETE FROM words WHERE {_in('rowid', numbers)}", numbers)
                self.database.execute(f"DELETE FROM evidence WHERE {_in('turn', some)}", some)
                self.database.execute(f"DELETE FROM documents WHERE {_in('n', numbers)}", numbers)
                removed += len(numbers)
        return removed

    def numbers(self, ids: Iterable[str]) -> dict[str, int]:
        """The numbers of documents by their ids."""
        found: dict[str, int] = {}
        for some in _few(ids):
            where = _in("id", some)
            rows = self.database.execute(f"SELECT id, n FROM documents WHERE {where}", some)
            found |= dict(rows.fetchall())
        return found

    def lengths(self) -> tuple[int, float]:
        """Documents in all, and the terms of all of them together."""
        row = self.database.execute("SELECT count(*), total(length) FROM documents").fetchone()
        return int(row[0]), float(row[1])

    # ---- what went wrong, what was done, what is wished

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


def _kept(row: Sequence[Any]) -> Kept:
    n, identity, session, place, speaker, text, at, origin = row
    turn = RawTurn(
        session=session,
        order=place,
        speaker=speaker,
        text=text,
        at=datetime.fromisoformat(at),
        origin=Origin(origin),
    )
    return Kept(n, identity, turn)


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


def _few(values: Iterable[T]) -> Iterator[list[T]]:
    """``values`` in portions that one statement can take."""
    every = list(values)
    yield from (every[start : start + AT_ONCE] for start in range(0, len(every), AT_ONCE))


def _in(column: str, values: Sequence[Any]) -> str:
    return f"{column} IN ({', '.join('?' * len(values))})"
