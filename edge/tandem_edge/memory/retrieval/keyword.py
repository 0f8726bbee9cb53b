"""BM25 (Robertson and Zaragoza 2009, doi 10.1561/1500000019) from statistics that are given."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import numpy as np

from tandem_edge.memory.retrieval.pool import Floats, Passage, Statistics
from tandem_edge.memory.retrieval.terms import terms

K1, B = 1.2, 0.75
"""The usual values (ibid., 3.5): turns are short and of like length, so neither matters much."""
_CACHED_TEXTS = 20_000


@lru_cache(maxsize=_CACHED_TEXTS)
def counts_of(text: str) -> Counter[str]:
    """How often each term stands in ``text``. Cached; ``counts_of.cache_clear`` forgets all."""
    return Counter(terms(text))


def statistics_of(texts: Iterable[str]) -> Statistics:
    """The statistics of a small collection that is at hand whole."""
    counts = [counts_of(text) for text in texts]
    frequency = Counter(term for count in counts for term in count)
    length = sum(count.total() for count in counts)
    return Statistics(len(counts), length / max(len(counts), 1), frequency)


def weights(query_terms: Iterable[str], statistics: Statistics) -> dict[str, float]:
    """The inverse document frequency of each term of the query that stands anywhere."""
    total, found = statistics.passages, {}
    for term in query_terms:
        seen = min(statistics.frequency.get(term, 0), total)
        if seen:
            found[term] = math.log(1 + (total - seen + 0.5) / (seen + 0.5))
    return found


def bm25(weight: Mapping[str, float], counts: Sequence[Counter[str]], mean_length: float) -> Floats:
    """A score for each text ``[texts]``; 0 where no term of the query stands."""
    scores = np.zeros(len(counts), np.float32)
    for place, count in enumerate(counts):
        norm = K1 * (1 - B + B * count.total() / max(mean_length, 1.0))
        scores[place] = sum(
            weight[term] * count[term] * (K1 + 1) / (count[term] + norm)
            for term in weight
            if term in count
        )
    return scores


def covered(weight: Mapping[str, float], counts: Sequence[Counter[str]]) -> Floats:
    """The share of the query's weight whose terms stand in each text ``[texts]``, 0 to 1."""
    whole = sum(weight.values()) or 1.0
    shares = [sum(weight[term] for term in weight if term in count) / whole for count in counts]
    return np.asarray(shares, np.float32)


def rarest(weight: Mapping[str, float], counts: Sequence[Counter[str]]) -> Floats:
    """The weight of the rarest term that each text has, over that of the query's rarest."""
    most = max(weight.values(), default=1.0)
    best = [
        max((weight[term] for term in weight if term in count), default=0.0) for count in counts
    ]
    return np.asarray(best, np.float32) / np.float32(most)


def names_of(passages: Iterable[Passage]) -> frozenset[str]:
    """The speakers of ``passages``."""
    return frozenset(passage.speaker for passage in passages if passage.speaker)
