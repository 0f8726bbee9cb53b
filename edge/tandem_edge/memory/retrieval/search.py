"""The straight path of a search: candidates, their neighbours, signals, order, fewer alike."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.retrieval.counted import CACHES, Counts, WordCounts
from tandem_edge.memory.retrieval.crossing import looked_up, others_of
from tandem_edge.memory.retrieval.dictionary import characters, common, surnames, translations
from tandem_edge.memory.retrieval.diversity import SPREAD, diverse
from tandem_edge.memory.retrieval.forms import form_of
from tandem_edge.memory.retrieval.keyword import counts_of, dated_counts
from tandem_edge.memory.retrieval.names import pinyin_names
from tandem_edge.memory.retrieval.planning import plan_for
from tandem_edge.memory.retrieval.pool import Floats, Passage, Pool, Statistics
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.questions import questions_in
from tandem_edge.memory.retrieval.ranker import Ranking, explained
from tandem_edge.memory.retrieval.ranker import rank as ranked
from tandem_edge.memory.retrieval.signals import signals
from tandem_edge.memory.retrieval.terms import stem, surfaces
from tandem_edge.memory.retrieval.trees import Forest

BY_KEYWORD, BY_MEANING = 100, 100
"""Candidates of each kind: more than the ranker looks at, since neighbours of a candidate may
rise above it."""
CANDIDATES = 80
"""Of them all, whose neighbours are read too: those cost most of a search's time."""
CODE = re.compile(r"(?=.*\d)[a-z\d]{5,}")
"""A term that names one thing: digits, with letters or without, five and more."""
FEW = 5
"""Texts that a code may stand in and still name them."""
FUSED = 10
"""Added to a rank, so that the first of one list does not outweigh the fifth of two."""
VARIED = 10
"""Of the best results, among which those come first that are unlike each other, where results are
wanted from many occasions."""
NEIGHBOURS = 2
"""Turns on either side that come along: as far as scores are smoothed."""


class Source(Protocol):
    """Where candidates come from: a store, or a list. Only one scope's passages ever come out."""

    def by_keyword(self, query: str, count: int) -> Sequence[str]:
        """Ids of the best passages by words, best first."""

    def by_meaning(self, vector: Floats, count: int) -> Sequence[str]:
        """Ids of the nearest passages, best first; none without an embedder."""

    def by_fact(self, query: Query) -> Mapping[str, float]:
        """How well facts answer, 0 to 1, by the ids of the facts and of the turns they rest on."""

    def with_neighbours(self, ids: Iterable[str], distance: int) -> Sequence[Passage]:
        """The passages of ``ids`` and those up to ``distance`` turns from them, once each."""

    def vectors(self, ids: Sequence[str]) -> Floats | None:
        """Their vectors ``[ids, dimension]``, a row of zeros for one that has none."""

    def statistics(self, terms: Iterable[str]) -> Statistics:
        """Of the whole scope, with the frequencies of ``terms``."""

    def counted(self, passages: Sequence[Passage]) -> Counts:
        """How often terms stand in passages that came from here."""


@dataclass(frozen=True)
class Hit:
    """One result: the passage, its score, the parts that make it up, and words it shares."""

    passage: Passage
    score: float
    parts: Mapping[str, float]


def pose(
    text: str,
    embedder: Embedder | None,
    *,
    owner: str = "",
    spans: tuple[tuple[datetime, datetime], ...] = (),
) -> Query:
    """The query that a question in plain words is; see ``Query`` for ``owner`` and ``spans``."""
    query = Query(text, plan_for(text), owner=owner, spans=spans)
    if embedder is None:
        return query
    return replace(query, vectors=embedder.queries([text, *questions_in(text)]))


def search(query: Query, source: Source, forest: Forest | None, count: int) -> list[Hit]:
    """The ``count`` best passages for ``query``, times what its plan asks for (``Plan.widen``).

    Results that the plan may not show, such as superseded facts, are left out before anything is
    ranked, so that they do not take another's place.
    """
    with _uncollected():
        return _searched(query, source, forest, count)


def _searched(query: Query, source: Source, forest: Forest | None, count: int) -> list[Hit]:
    """The search itself: what it made is gone when it ends, before anything is collected."""
    pool = gather(query, source)
    if not pool.passages:
        return []
    found = signals(query, pool)
    ranking = ranked(found, forest)
    chosen = _chosen(query, pool, ranking, count * query.plan.widen)
    parts = explained(found, forest, chosen)
    return [
        Hit(pool.passages[at], float(ranking.scores[at]), part)
        for at, part in zip(chosen, parts, strict=True)
    ]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Nothing is looked through for cycles meanwhile: a search makes thousands of small objects
    that have none, and one look through everything there is takes as long as the search."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def gather(query: Query, source: Source) -> Pool:
    """The union of candidates by keyword, meaning and fact, with their neighbours."""
    facts = source.by_fact(query)
    near = [] if query.vectors is None else source.by_meaning(query.vectors[0], BY_MEANING)
    answering = sorted(facts, key=lambda each: -facts[each])
    best = fused([source.by_keyword(query.text, BY_KEYWORD), near, answering], CANDIDATES)
    found = source.with_neighbours(best, NEIGHBOURS)
    shown = query.plan.shows
    passages = [each for each in found if each.status in shown]
    vectors = None
    if query.vectors is not None and passages:
        vectors = source.vectors([each.id for each in passages])
    statistics = source.statistics(looked_up(query.text))
    return Pool(passages, statistics, vectors, facts, source.counted(passages))


def fused(lists: Iterable[Sequence[str]], most: int) -> list[str]:
    """The ``most`` best of several lists, by the sum of their reciprocal ranks (Cormack et al.
    2009, doi 10.1145/1571941.1572114); what stands in two lists comes before what stands in one."""
    scores: dict[str, float] = {}
    for each in lists:
        for rank, identity in enumerate(dict.fromkeys(each)):
            scores[identity] = scores.get(identity, 0.0) + 1 / (FUSED + rank)
    return sorted(scores, key=lambda identity: -scores[identity])[:most]


def forget() -> None:
    """Drop what is cached of texts that were searched: no word of a locked memory stays here."""
    texts = (counts_of, dated_counts, form_of, others_of, looked_up, pinyin_names)
    for cached in (*texts, *CACHES, stem, translations, characters, common, surnames):
        cached.cache_clear()


def _chosen(query: Query, pool: Pool, ranking: Ranking, count: int) -> list[int]:
    """Places of the ``count`` best; more only go on where fewer end."""
    named = _named(query, pool)
    first = [at for at in ranking.order if named[at]]
    order = [at for at in ranking.order if not named[at]]
    if query.plan.spread:
        some = VARIED * query.plan.widen
        varied = diverse(ranking.scores, pool.vectors, order[:some], some, SPREAD)
        order = [*varied, *order[some:]]
    return [*first, *order][:count]


def _named(query: Query, pool: Pool) -> NDArray[np.bool_]:
    """Which passages hold a code that the question names (a number plate, a booking): no other text
    is meant, however near. One that stands in many texts names none of them ``[passages]``."""
    often = pool.statistics.frequency
    codes = [term for term in surfaces(query.text) if CODE.fullmatch(term)]
    rare = [term for term in codes if 0 < often.get(term, 0) <= FEW]
    if not rare:
        return np.zeros(len(pool.passages), bool)
    counted = pool.counted or WordCounts(pool.passages)
    return np.asarray(counted.plain(rare).max(axis=0) > 0)
