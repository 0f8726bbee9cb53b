"""Raw turns: what was said, as it was said."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from tandem_edge.languages.catalogue import _
from tandem_edge.memory.store.documents import Documents
from tandem_edge.memory.store.rows import few, within
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin, RawTurn


@dataclass(frozen=True, slots=True)
class Kept:
    """A raw turn in the book: its number, its id, and itself."""

    n: int
    id: str
    turn: RawTurn


class Near(NamedTuple):
    """A turn as a search needs it: as it is written in the table, with what is noted of it."""

    n: int
    id: str
    session: str
    place: int
    speaker: str
    text: str
    at: str
    origin: str
    terms: bytes
    own: int
    form: int


_NEAR = ", ".join(Near._fields)


@dataclass
class Turns(Documents):
    """The turns of a book."""

    def add_turns(self, turns: Sequence[RawTurn], shown: Sequence[str]) -> list[Kept]:
        """Keep ``turns``; ``shown`` are the texts that a keyword search reads of each. Each ends
        with the turn's own words.

        A turn that is there already, word for word, is given back as it is. Raises ``UsageError``
        when another one has its place in the session.
        """
        kept: list[Kept] = []
        codes: list[bytes] = []
        with self.writing():
            for turn, text in zip(turns, shown, strict=True):
                kept.append(self._same(turn) or self._add_turn(turn, text, codes))
            self._count(codes, 1)
        return kept

    def _same(self, turn: RawTurn) -> Kept | None:
        rows = self._turns("session = ? AND place = ?", [turn.session, turn.order])
        for kept in rows:
            if kept.turn != turn:
                raise UsageError(
                    _(
                        "turn {number} of {session} is there already, with other words",
                        number=turn.order,
                        session=turn.session,
                    ),
                    hint="give what is said later a later place; a raw turn is never changed",
                )
            return kept
        return None

    def _add_turn(self, turn: RawTurn, shown: str, codes: list[bytes]) -> Kept:
        """Add one; what it adds to the frequencies of terms is put at the end of ``codes``."""
        identity = self.mint("turn", turn.at)
        n, noted = self._add_document(identity, turn.text, shown)
        codes.append(noted.codes)
        self.database.execute(
            "INSERT INTO turns (n, id, session, place, speaker, text, at, moment, origin, "
            "terms, own, form) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
                noted.codes,
                noted.own,
                noted.form,
            ],
        )
        return Kept(n, identity, turn)

    def turns(self, numbers: Iterable[int]) -> dict[int, Kept]:
        """The turns with these numbers."""
        found = (self._turns(within("n", some), some) for some in few(numbers))
        return {kept.n: kept for several in found for kept in several}

    def turns_by_id(self, ids: Iterable[str]) -> dict[str, Kept]:
        """The turns with these ids."""
        found = (self._turns(within("id", some), some) for some in few(ids))
        return {kept.id: kept for several in found for kept in several}

    def session(self, name: str, first: int = 0, last: int = 1 << 62) -> list[Kept]:
        """The turns of a session from one place to another, in order."""
        return self._turns("session = ? AND place BETWEEN ? AND ?", [name, first, last], "place")

    def turns_around(self, numbers: Iterable[int], distance: int) -> list[Near]:
        """The turns with these numbers and those up to ``distance`` places from them, once each."""
        steps, asked = range(-distance, distance + 1), set(numbers)
        # What was said together has been numbered together: most neighbours need no index.
        beside = self._near({n + step for n in asked for step in steps})
        found = {(row.session, row.place): row for row in beside}
        centres = [key for key, row in found.items() if row.n in asked]
        wanted = {(session, place + step) for session, place in centres for step in steps}
        missing = [key for key in wanted.difference(found) if key[1] >= 0]
        for row in self._near(self._numbers_at(missing)):
            found[row.session, row.place] = row
        return [found[key] for key in wanted if key in found]

    def _near(self, numbers: Iterable[int]) -> list[Near]:
        found: list[Near] = []
        for some in few(numbers):
            rows = self.database.execute(
                f"SELECT {_NEAR} FROM turns WHERE {within('n', some)}", some
            ).fetchall()
            found += map(Near._make, rows)
        return found

    def _numbers_at(self, places: Sequence[tuple[str, int]]) -> list[int]:
        """Numbers of the turns in these places of these sessions; some may be empty."""
        found: list[int] = []
        for some in few(places):
            marks = ", ".join(["(?, ?)"] * len(some))
            rows = self.database.execute(
                f"SELECT n FROM turns WHERE (session, place) IN (VALUES {marks})",
                [value for pair in some for value in pair],
            )
            found += (row[0] for row in rows.fetchall())
        return found

    def owners_before(self, n: int, most: int, among: int = 400) -> list[Kept]:
        """The owner's last ``most`` turns before the document ``n``, the newest first; looked for
        among the ``among`` documents before it."""
        where = "n < ? AND n >= ? AND origin = ?"
        values = [n, n - among, Origin.OWNER.value]
        return self._turns(where, values, "n")[: -most - 1 : -1]

    def turns_between(self, start: datetime, end: datetime) -> list[Kept]:
        """What was said from ``start`` until before ``end``, in order."""
        where = "moment >= ? AND moment < ?"
        return self._turns(where, [start.timestamp(), end.timestamp()], "moment, place")

    def count_turns(self) -> int:
        """How many turns are kept."""
        return int(self.database.execute("SELECT count(*) FROM turns").fetchone()[0])

    def all_turns(self) -> list[Kept]:
        """Everything that was said, in the order in which it was kept."""
        return self._turns("1", [], "n")

    def _turns(self, where: str, values: Sequence[Any], order: str = "n") -> list[Kept]:
        columns = "n, id, session, place, speaker, text, at, origin"
        rows = self.database.execute(
            f"SELECT {columns} FROM turns WHERE {where} ORDER BY {order}", [*values]
        )
        return [_kept(row) for row in rows.fetchall()]


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
