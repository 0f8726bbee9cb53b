"""BM25 (Robertson and Zaragoza 2009, doi 10.1561/1500000019) from statistics that are given."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tandem_edge.memory.retrieval.crossing import Other, Others, seen
from tandem_edge.memory.retrieval.pool import Floats, Passage, Statistics, dated
from tandem_edge.memory.retrieval.terms import terms

K1, B = 1.2, 0.75
"""The usual values (ibid., 3.5): turns are short and of like length, so neither matters much."""
_CACHED = 256
"""Texts: enough for a conversation that is searched again and again, 10 MB at most. A store notes
the counts of its own (``counted``)."""
Table = Callable[[Sequence[str]], Floats]
"""From terms to how often each stands in each text, ``[terms, texts]``."""
NONE: Others = {}
"""No translations."""


@lru_cache(maxsize=_CACHED)
def counts_of(text: str) -> Counter[str]:
    """How often each term stands in ``text``. Cached; ``counts_of.cache_clear`` forgets all."""
    return Counter(terms(text))


@lru_cache(maxsize=_CACHED)
def dated_counts(passage: Passage) -> Counter[str]:
    """The same of a passage with its speaker and day, as keyword search reads it."""
    return Counter(terms(dated(passage)))


def statistics_of(counts: Sequence[Counter[str]]) -> Statistics:
    """The statistics of a small collection that is at hand whole."""
    frequency = Counter(term for count in counts for term in count)
    length = sum(count.total() for count in counts)
    return Statistics(len(counts), length / max(len(counts), 1), frequency)


def weights(
    query_terms: Iterable[str], statistics: Statistics, others: Others = NONE
) -> dict[str, float]:
    """The inverse document frequency of each term of the query that stands anywhere, itself or
    one of ``others``; a translation counts as often as it is worth."""
    total, found = statistics.passages, {}
    for term in query_terms:
        across = others.get(term, ())
        of_others = sum(other.worth * seen(other, statistics.frequency) for other in across)
        often = min(statistics.frequency.get(term, 0) + of_others, total)
        if often:
            found[term] = math.log(1 + (total - often + 0.5) / (often + 0.5))
    return found


def occurrences(
    weight: Mapping[str, float], counts: Sequence[Counter[str]], others: Others = NONE
) -> Floats:
    """How often each weighted term stands in each text, ``[terms, texts]``: itself, or else the
    best of its ``others`` as often as that is worth."""
    return occurrences_in(weight, table_of(counts), others)


def occurrences_in(weight: Mapping[str, float], table: Table, others: Others = NONE) -> Floats:
    """The same out of a table."""
    found = table([*weight])
    for row, term in zip(found, weight, strict=True):
        if term in others:
            best = np.max([_often(other, table) for other in others[term]], axis=0)
            row[:] = np.where(row == 0, best, row)
    return found


def table_of(counts: Sequence[Counter[str]]) -> Table:
    """The table of texts that are at hand."""

    def table(asked: Sequence[str]) -> Floats:
        rows = [[count.get(term, 0) for count in counts] for term in asked]
        return np.asarray(rows, np.float32).reshape(len(asked), len(counts))

    return table


def _often(other: Other, table: Table) -> NDArray[np.float64]:
    return np.asarray(other.worth * table(other.terms).min(axis=0).astype(np.float64), np.float64)


def lengths(counts: Sequence[Counter[str]]) -> Floats:
    """Terms of each text ``[texts]``."""
    return np.asarray([count.total() for count in counts], np.float32)


def bm25(
    weight: Mapping[str, float],
    counts: Sequence[Counter[str]],
    mean_length: float,
    others: Others = NONE,
) -> Floats:
    """A score for each text ``[texts]``; 0 where no term of the query stands."""
    often = occurrences(weight, counts, others)
    return bm25_of(weight, often, lengths(counts), mean_length)


def bm25_of(
    weight: Mapping[str, float], often: Floats, terms_of_each: Floats, mean_length: float
) -> Floats:
    """The same from how often each weighted term stands in each text ``[terms, texts]`` and the
    terms of each text ``[texts]``."""
    norm = K1 * (1 - B + B * terms_of_each / max(mean_length, 1.0))
    return np.asarray(_column(weight) @ (often * (K1 + 1) / (often + norm)), np.float32)


def covered(
    weight: Mapping[str, float], counts: Sequence[Counter[str]], others: Others = NONE
) -> Floats:
    """The share of the query's weight whose terms stand in each text ``[texts]``, 0 to 1."""
    return share(weight, np.minimum(occurrences(weight, counts, others), 1))


def share(weight: Mapping[str, float], has: Floats) -> Floats:
    """The same from ``has`` ``[terms, texts]``, 1 where a term stands."""
    return np.asarray(_column(weight) @ has / (sum(weight.values()) or 1.0), np.float32)


def rarest(weight: Mapping[str, float], has: Floats) -> Floats:
    """The weight of the rarest term that each text has, over that of the query's rarest."""
    most = max(weight.values(), default=1.0)
    best = (_column(weight)[:, None] * has).max(axis=0, initial=0.0)
    return np.asarray(best / most, np.float32)


def names_of(passages: Iterable[Passage]) -> frozenset[str]:
    """The speakers of ``passages``."""
    return frozenset(passage.speaker for passage in passages if passage.speaker)


def _column(weight: Mapping[str, float]) -> Floats:
    return np.asarray(list(weight.values()), np.float32)
