"""Where a search finds its candidates: the book's words, the index of vectors, the facts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tandem_edge.memory.retrieval.crossing import (
    looked_up,
    match_expression,
    others_of,
    standing,
)
from tandem_edge.memory.retrieval.keyword import counts_of, covered, weights
from tandem_edge.memory.retrieval.pool import Floats, Passage, Statistics, dated
from tandem_edge.memory.retrieval.signals import Query
from tandem_edge.memory.retrieval.terms import surfaces, terms
from tandem_edge.memory.retrieval.vectors import VectorIndex
from tandem_edge.memory.store.book import AT_ONCE, Book, Kept
from tandem_edge.memory.store.vectors import vectors_of
from tandem_shared.memory import Status, Unit

FACTS = 30
"""Units that are weighed as facts."""
LEAST_FACT = 0.34
"""Share of a query's weight that a unit has to cover to count as an answer."""


def passage_of_turn(kept: Kept, status: Status = Status.CURRENT) -> Passage:
    """A raw turn as it is searched."""
    turn = kept.turn
    return Passage(
        id=kept.id,
        text=turn.text,
        speaker=turn.speaker,
        at=turn.at,
        session=turn.session,
        order=turn.order,
        origin=turn.origin,
        status=status,
        evidence=(kept.id,),
    )


def passage_of_unit(unit: Unit) -> Passage:
    """A unit as it is searched: by its sentence, with no neighbours."""
    return Passage(
        id=unit.id,
        text=unit.summary,
        speaker="",
        at=unit.valid_from or unit.recorded_at,
        importance=unit.importance,
        origin=unit.origin,
        status=unit.status,
        evidence=unit.evidence,
    )


@dataclass
class StoredSource:
    """A ``retrieval.search.Source`` over one scope's book.

    A turn whose facts have all been superseded counts as superseded itself: what is no longer true
    is not found by the words in which it was said either. Nor is a turn that anything withdrawn
    rests on.
    """

    book: Book
    index: VectorIndex
    model: str = ""
    dimension: int = 0
    _numbers: dict[str, int] = field(default_factory=dict)
    _lengths: tuple[int, float] | None = None

    def by_keyword(self, query: str, count: int) -> Sequence[str]:
        """See ``Source.by_keyword``."""
        expression = match_expression(query, self._frequencies(looked_up(query)), others_of(query))
        return self._found(expression, count) if expression else []

    def _found(self, expression: str, count: int) -> list[str]:
        rows = self.book.database.execute(
            "SELECT id, n FROM words JOIN documents ON n = words.rowid "
            "WHERE words MATCH ? ORDER BY rank LIMIT ?",
            [expression, count],
        ).fetchall()
        self._numbers |= dict(rows)
        return [row[0] for row in rows]

    def by_meaning(self, vector: Floats, count: int) -> Sequence[str]:
        """See ``Source.by_meaning``."""
        near = [n for n, _ in self.index.search(vector, count)]
        ids = self.book.ids(near)
        self._numbers |= {identity: n for n, identity in ids.items()}
        return [ids[n] for n in near if n in ids]

    def by_fact(self, query: Query) -> Mapping[str, float]:
        """See ``Source.by_fact``: units that have most of what is asked about."""
        asked, statistics = surfaces(query.text), self.statistics(looked_up(query.text))
        others = standing(others_of(query.text), statistics.frequency)
        expression = match_expression(query.text, statistics.frequency, others)
        if not expression:
            return {}
        units = self._units_found(expression)
        if query.plan.shows == frozenset({Status.CURRENT}):
            units = [unit for unit in units if unit.status is Status.CURRENT]
        weight = weights(asked, statistics, others)
        shares = covered(weight, [counts_of(unit.summary) for unit in units], others)
        found: dict[str, float] = {}
        for unit, share in zip(units, map(float, shares), strict=True):
            if share >= LEAST_FACT:
                for identity in (unit.id, *unit.evidence):
                    found[identity] = max(share, found.get(identity, 0.0))
        return found

    def _units_found(self, expression: str) -> list[Unit]:
        rows = self.book.database.execute(
            "SELECT units.n FROM words JOIN units ON units.n = words.rowid "
            "WHERE words MATCH ? ORDER BY rank LIMIT ?",
            [expression, FACTS],
        ).fetchall()
        return [*self.book.units_by_number([row[0] for row in rows]).values()]

    def with_neighbours(self, ids: Iterable[str], distance: int) -> Sequence[Passage]:
        """See ``Source.with_neighbours``: turns in order, then units."""
        wanted = list(ids)
        turns = [identity for identity in wanted if identity.startswith("turn_")]
        units = self._units([identity for identity in wanted if not identity.startswith("turn_")])
        kept = self._around(self.book.turns_by_id(turns).values(), distance)
        ended = self._ended(kept)
        self._numbers |= {each.id: each.n for each in kept}
        return [
            *(passage_of_turn(each, ended.get(each.id, Status.CURRENT)) for each in kept),
            *map(passage_of_unit, units),
        ]

    def _around(self, turns: Iterable[Kept], distance: int) -> list[Kept]:
        """Every turn and those near it; overlapping stretches of a session are read once."""
        places: dict[str, set[int]] = defaultdict(set)
        for kept in turns:
            near = range(kept.turn.order - distance, kept.turn.order + distance + 1)
            places[kept.turn.session].update(near)
        return [
            kept
            for session, wanted in places.items()
            for first, last in _stretches(sorted(wanted))
            for kept in self.book.session(session, first, last)
        ]

    def _ended(self, kept: Iterable[Kept]) -> dict[str, Status]:
        """Turns that hold nothing but what is no longer believed, or anything withdrawn."""
        found: dict[str, Status] = {}
        ids = [each.id for each in kept]
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            rows = self.book.database.execute(
                "SELECT turn, max(status = 'withdrawn'), max(status = 'current'), "
                "max(status = 'superseded') FROM evidence JOIN units ON units.id = unit "
                f"WHERE turn IN ({', '.join('?' * len(some))}) GROUP BY turn",
                some,
            ).fetchall()
            for turn, withdrawn, current, old in rows:
                if withdrawn:
                    found[turn] = Status.WITHDRAWN
                elif old and not current:
                    found[turn] = Status.SUPERSEDED
        return found

    def _units(self, ids: Sequence[str]) -> list[Unit]:
        found = (self.book.unit(identity) for identity in ids)
        return [unit for unit in found if unit is not None]

    def vectors(self, ids: Sequence[str]) -> Floats | None:
        """See ``Source.vectors``."""
        if not self.model:
            return None
        unknown = [identity for identity in ids if identity not in self._numbers]
        self._numbers |= self.book.numbers(unknown)
        numbers = [self._numbers[identity] for identity in ids]
        return vectors_of(self.book.database, self.model, numbers, self.dimension)

    def statistics(self, asked: Iterable[str]) -> Statistics:
        """See ``Source.statistics``."""
        if self._lengths is None:
            self._lengths = self.book.lengths()
        passages, length = self._lengths
        return Statistics(passages, length / max(passages, 1), self._frequencies(asked))

    def _frequencies(self, asked: Iterable[str]) -> Mapping[str, int]:
        some = list(asked)
        rows = self.book.database.execute(
            f"SELECT term, doc FROM word_counts WHERE term IN ({', '.join('?' * len(some))})", some
        )
        return Counter(dict(rows.fetchall()))


def _stretches(places: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of each run of numbers without a gap."""
    found: list[tuple[int, int]] = []
    for place in places:
        if found and place == found[-1][1] + 1:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return found


def length_of(passage: Passage) -> int:
    """Terms of a passage as keyword search reads it."""
    return len(terms(dated(passage)))
