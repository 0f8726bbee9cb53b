"""BM25 (Robertson and Zaragoza 2009, doi 10.1561/1500000019) from statistics that are given."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from tandem_edge.memory.retrieval.crossing import Other, Others, seen
from tandem_edge.memory.retrieval.pool import Floats, Passage, Statistics, dated
from tandem_edge.memory.retrieval.terms import terms

K1, B = 1.2, 0.75
"""The usual values (ibid., 3.5): turns are short and of like length, so neither matters much."""
_CACHED = 20_000
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
    table = [[count.get(term, 0) for count in counts] for term in weight]
    found = np.asarray(table, np.float32).reshape(len(weight), len(counts))
    for row, term in zip(found, weight, strict=True):
        for at in map(int, np.flatnonzero(row == 0)) if term in others else ():
            row[at] = max(_often(other, counts[at]) for other in others[term])
    return found


def _often(other: Other, count: Counter[str]) -> float:
    return other.worth * min(count.get(term, 0) for term in other.terms)


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
    norm = K1 * (1 - B + B * lengths(counts) / max(mean_length, 1.0))
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
