"""A source over passages that are at hand in memory: for training, benches and tests."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from tandem_edge.memory.retrieval import keyword
from tandem_edge.memory.retrieval.counted import Counts, NotedCounts, note
from tandem_edge.memory.retrieval.crossing import others_of, standing
from tandem_edge.memory.retrieval.pool import Floats, Passage, Statistics, dated
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.terms import surfaces


class Shelf:
    """A ``Source`` over ``passages`` and, if there are any, their ``vectors``."""

    def __init__(
        self,
        passages: Sequence[Passage],
        vectors: Floats | None = None,
        facts: Mapping[str, float] | None = None,
    ) -> None:
        self._passages, self._vectors, self._facts = passages, vectors, facts or {}
        self._counts = [keyword.dated_counts(each) for each in passages]
        self._notes = {each.id: note(each.text, dated(each)) for each in passages}
        self._statistics = keyword.statistics_of(self._counts)
        self._at = {each.id: at for at, each in enumerate(passages)}
        self._turns = {(e.session, e.order): at for at, e in enumerate(passages) if e.session}
        self._standing: dict[str, list[int]] = defaultdict(list)
        for at, counts in enumerate(self._counts):
            for term in counts:
                self._standing[term].append(at)

    def keyword_scores(self, query: str) -> Floats:
        """BM25 of every passage ``[passages]``."""
        others = standing(others_of(query), self._statistics.frequency)
        weight = keyword.weights(surfaces(query), self._statistics, others)
        across = {term for several in others.values() for other in several for term in other.terms}
        has = sorted({at for term in {*weight, *across} for at in self._standing.get(term, ())})
        scores = np.zeros(len(self._passages), np.float32)
        counts = [self._counts[at] for at in has]
        scores[has] = keyword.bm25(weight, counts, self._statistics.mean_length, others)
        return scores

    def by_keyword(self, query: str, count: int) -> Sequence[str]:
        """See ``Source.by_keyword``."""
        scores = self.keyword_scores(query)
        has = map(int, np.flatnonzero(scores))
        best = heapq.nsmallest(count, has, key=lambda at: (-scores[at], at))
        return [self._passages[at].id for at in best]

    def by_meaning(self, vector: Floats, count: int) -> Sequence[str]:
        """See ``Source.by_meaning``."""
        if self._vectors is None:
            return []
        order = np.argsort(-(self._vectors @ vector), kind="stable")
        return [self._passages[at].id for at in order[:count]]

    def by_fact(self, query: Query) -> Mapping[str, float]:
        """See ``Source.by_fact``: the same for every query."""
        return self._facts

    def with_neighbours(self, ids: Iterable[str], distance: int) -> Sequence[Passage]:
        """See ``Source.with_neighbours``; in the order of the shelf."""
        found = set()
        for at in (self._at[each] for each in ids):
            one = self._passages[at]
            found.add(at)
            for step in range(-distance, distance + 1):
                found.add(self._turns.get((one.session, one.order + step), at))
        return [self._passages[at] for at in sorted(found)]

    def vectors(self, ids: Sequence[str]) -> Floats | None:
        """See ``Source.vectors``."""
        return None if self._vectors is None else self._vectors[[self._at[each] for each in ids]]

    def statistics(self, terms: Iterable[str]) -> Statistics:
        """See ``Source.statistics``; every term's frequency is there, asked for or not."""
        return self._statistics

    def counted(self, passages: Sequence[Passage]) -> Counts:
        """See ``Source.counted``."""
        return NotedCounts(passages, self._notes)
