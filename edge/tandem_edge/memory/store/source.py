"""Where a search finds its candidates: the book's words, the index of vectors, the facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter

import numpy as np

from tandem_edge.memory.retrieval.counted import Counts, Note, NotedCounts, code_of
from tandem_edge.memory.retrieval.crossing import (
    MOST_TERMS,
    Others,
    looked_up,
    match_expression,
    others_of,
    rarest,
    standing,
)
from tandem_edge.memory.retrieval.keyword import occurrences_in, share, weights
from tandem_edge.memory.retrieval.pool import Floats, Passage, Statistics
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.terms import surfaces
from tandem_edge.memory.retrieval.vectors import VectorIndex
from tandem_edge.memory.store.book import Book, Near
from tandem_edge.memory.store.passages import passage_of_unit
from tandem_edge.memory.store.rows import few, within
from tandem_edge.memory.store.vectors import vectors_of
from tandem_shared.memory import Origin, Status, Unit

LOOKED_THROUGH = 2_000
"""Documents that a keyword search ranks, about: of a large memory the commonest words of a question
are left to the signals, which count them in whatever was found by the rarer ones. With 200,000
turns as many right ones are found as when all are ranked, in a quarter of the time."""

FACTS = 30
"""Units that are weighed as facts."""
LEAST_FACT = 0.34
"""Share of a query's weight that a unit has to cover to count as an answer."""
_PLACE = attrgetter("place")
_ORIGINS = {origin.value: origin for origin in Origin}


@dataclass
class StoredSource:
    """A ``retrieval.search.Source`` over one scope's book.

    A turn whose facts have all been superseded counts as superseded itself: what is no longer true
    is not found by the words in which it was said either. Nor is a turn that anything withdrawn
    rests on.

    It serves one search: what it has read of the book is not read again.
    """

    book: Book
    index: VectorIndex
    model: str = ""
    dimension: int = 0
    _numbers: dict[str, int] = field(default_factory=dict)
    _notes: dict[str, Note] = field(default_factory=dict)
    _often: dict[str, int] = field(default_factory=dict)

    def by_keyword(self, query: str, count: int) -> Sequence[str]:
        """See ``Source.by_keyword``."""
        frequency = self._frequencies(looked_up(query))
        others = others_of(query)
        expression = match_expression(query, frequency, others, texts=LOOKED_THROUGH)
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
        statistics = self.statistics(looked_up(query.text))
        others = standing(others_of(query.text), statistics.frequency)
        weight = weights(surfaces(query.text), statistics, others)
        found: dict[str, float] = {}
        for unit, part in self._covering(weight, others, query.plan.shows):
            if part >= LEAST_FACT:
                for identity in (unit.id, *unit.evidence):
                    found[identity] = max(part, found.get(identity, 0.0))
        return found

    def _covering(
        self, weight: Mapping[str, float], others: Others, shown: frozenset[Status]
    ) -> Iterator[tuple[Unit, float]]:
        """Units with the share of the weight that they cover."""
        rare = _rare_terms(weight, others, self._often)
        if not rare:
            return
        only = shown if shown == {Status.CURRENT} else frozenset(Status)
        numbers = self.book.units_with(rare, only, FACTS)
        units = [*self.book.units_by_number(numbers).values()]
        notes = self.book.notes_of_units(numbers)
        counted = NotedCounts([passage_of_unit(unit) for unit in units], notes)
        has = np.minimum(occurrences_in(weight, counted.plain, others), 1)
        yield from zip(units, map(float, share(weight, has)), strict=True)

    def with_neighbours(self, ids: Iterable[str], distance: int) -> Sequence[Passage]:
        """See ``Source.with_neighbours``: turns in order, then units."""
        wanted = list(ids)
        self._know(wanted)
        turns = [each for each in wanted if each.startswith("turn_")]
        units = [each for each in wanted if not each.startswith("turn_")]
        kept = self._around(self._numbered(turns), distance)
        ended = self._ended([row[1] for row in kept])
        return [
            *(self._passage(row, ended.get(row[1], Status.CURRENT)) for row in kept),
            *self._units(self._numbered(units)),
        ]

    def _around(self, numbers: Sequence[int], distance: int) -> list[Near]:
        """Every turn and those near it, once each: session by session, in order."""
        near, asked = self.book.turns_around(numbers, distance), set(numbers)
        sessions: dict[str, list[Near]] = {}
        for _, session in sorted((row.n, row.session) for row in near if row.n in asked):
            sessions.setdefault(session, [])
        for row in near:
            sessions[row.session].append(row)
        return [row for rows in sessions.values() for row in sorted(rows, key=_PLACE)]

    def _passage(self, row: Near, status: Status) -> Passage:
        """A turn as it is searched; what is noted of it is kept for ``counted``."""
        self._numbers[row.id] = row.n
        self._notes[row.id] = Note(row.terms, row.own, row.form)
        return Passage(
            id=row.id,
            text=row.text,
            speaker=row.speaker,
            at=datetime.fromisoformat(row.at),
            session=row.session,
            order=row.place,
            origin=_ORIGINS[row.origin],
            status=status,
            evidence=(row.id,),
        )

    def _ended(self, ids: Iterable[str]) -> dict[str, Status]:
        """Turns that hold nothing but what is no longer believed, or anything withdrawn."""
        found: dict[str, Status] = {}
        for some in few(ids):
            rows = self.book.database.execute(
                "SELECT turn, max(status = 'withdrawn'), max(status = 'current'), "
                "max(status = 'superseded') FROM evidence JOIN units ON units.id = unit "
                f"WHERE {within('turn', some)} GROUP BY turn",
                some,
            ).fetchall()
            for turn, withdrawn, current, old in rows:
                if withdrawn:
                    found[turn] = Status.WITHDRAWN
                elif old and not current:
                    found[turn] = Status.SUPERSEDED
        return found

    def _units(self, numbers: Sequence[int]) -> list[Passage]:
        units = self.book.units_by_number(numbers)
        self._notes |= self.book.notes_of_units(numbers)
        return [passage_of_unit(units[n]) for n in numbers if n in units]

    def _know(self, ids: Iterable[str]) -> None:
        unknown = [identity for identity in ids if identity not in self._numbers]
        self._numbers |= self.book.numbers(unknown)

    def _numbered(self, ids: Iterable[str]) -> list[int]:
        return [self._numbers[identity] for identity in ids if identity in self._numbers]

    def vectors(self, ids: Sequence[str]) -> Floats | None:
        """See ``Source.vectors``."""
        if not self.model:
            return None
        self._know(ids)
        numbers = [self._numbers[identity] for identity in ids]
        return vectors_of(self.book.database, self.model, numbers, self.dimension)

    def counted(self, passages: Sequence[Passage]) -> Counts:
        """See ``Source.counted``; what was not read by this source before is read now."""
        unread = [each.id for each in passages if each.id not in self._notes]
        if unread:
            self.with_neighbours(unread, 0)
        return NotedCounts(passages, self._notes)

    def statistics(self, asked: Iterable[str]) -> Statistics:
        """See ``Source.statistics``."""
        passages, length = self.book.lengths()
        return Statistics(passages, length / max(passages, 1), self._frequencies(asked))

    def _frequencies(self, asked: Iterable[str]) -> Mapping[str, int]:
        """Read once a search."""
        unknown = [term for term in asked if term not in self._often]
        if unknown:
            self._often |= {**dict.fromkeys(unknown, 0), **self.book.frequencies(unknown)}
        return self._often


def _rare_terms(
    weight: Mapping[str, float], others: Others, often: Mapping[str, int]
) -> dict[int, float]:
    """Codes of the rarest terms asked for, and of the rarest of what stands for any, with what
    each adds to the weight that a unit covers."""
    worth: dict[str, float] = {}
    for term in weight:
        for other in others.get(term, ()):
            for piece in other.terms:
                own = weight[term] * other.worth / len(other.terms)
                worth[piece] = max(own, worth.get(piece, 0.0))
    across = rarest({term: often.get(term, 0) for term in worth}, MOST_TERMS)
    own_terms = rarest({term: often.get(term, 0) for term in weight}, MOST_TERMS)
    return {
        **{code_of(term): worth[term] for term in across},
        **{code_of(term): weight[term] for term in own_terms},
    }
