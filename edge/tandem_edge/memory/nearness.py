"""Whether a result has to do with a request, by its meaning or its words, and how it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tandem_edge.memory.retrieval.crossing import looked_up, others_of, standing
from tandem_edge.memory.retrieval.keyword import counts_of, covered, weights
from tandem_edge.memory.retrieval.pool import Passage
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.search import NEIGHBOURS, Hit
from tandem_edge.memory.retrieval.terms import is_chinese, surfaces
from tandem_edge.memory.store.source import LEAST_FACT, StoredSource
from tandem_shared.memory import Found, Why

NEAR, NEAR_CHINESE = 0.805, 0.865
"""Cosines from which a unit is near a request in meaning; the second where both are Chinese. Of a
dozen requests of either language with ``multilingual-e5-small``, unrelated units came to 0.80 and
0.86 at most."""
NEAR_TELLING = {
    (False, False): 0.835,
    (False, True): 0.845,
    (True, False): 0.795,
    (True, True): 0.87,
}
"""The same for a turn that stands for itself, by whether the request and it are Chinese. There is
more in a turn than in a unit: of two dozen requests, unrelated ones came to 0.823, 0.841, 0.79 and
0.863 at most. Across languages few are nearer, so most of those are left to ``search``."""


def cosines(query: Query, source: StoredSource, hits: Sequence[Hit]) -> list[float]:
    """How near results are to the query in meaning; not at all without an embedder."""
    vectors = source.vectors([hit.passage.id for hit in hits]) if hits else None
    if query.vectors is None or vectors is None:
        return [-1.0] * len(hits)
    return [float(cosine) for cosine in vectors @ query.vectors[0]]


def least_cosine(request: str, passage: Passage, *, telling: bool) -> float:
    """The cosine from which ``passage`` is near ``request``."""
    chinese = is_chinese(request), is_chinese(passage.text)
    if telling and passage.session:
        return NEAR_TELLING[chinese]
    return NEAR_CHINESE if all(chinese) else NEAR


def shares_enough(hit: Hit, asked: dict[str, str], source: StoredSource) -> bool:
    """Whether a result has words of the request that say something, and enough of them."""
    counts = counts_of(hit.passage.text)
    if not any(term in counts and _says_something(term) for term in asked):
        return False
    return float(covered(weights(asked, source.statistics(asked)), [counts])[0]) >= LEAST_FACT


def related(query: Query, source: StoredSource, hits: Sequence[Hit]) -> list[bool]:
    """Whether each result has to do with the query, and is not merely the best of what there is: it
    shares a word with it or with its translation, is near in meaning, stands in a conversation
    right by one that does, or rests on one."""
    if not hits:
        return []
    said = _shares_any(query, source, hits)
    near = [
        cosine >= least_cosine(query.text, hit.passage, telling=True)
        for hit, cosine in zip(hits, _nearest(query, source, hits), strict=True)
    ]
    sure = [hit for hit, *by in zip(hits, said, near, strict=True) if any(by)]
    return [hit in sure or any(_beside(hit.passage, each.passage) for each in sure) for hit in hits]


def _shares_any(query: Query, source: StoredSource, hits: Sequence[Hit]) -> list[bool]:
    """Whether each has a word of the query that says something, or all of a translation of one."""
    statistics = source.statistics(looked_up(query.text))
    others = standing(others_of(query.text), statistics.frequency)
    across = {other.terms for several in others.values() for other in several}
    own = {(term,) for term in surfaces(query.text) if _says_something(term)}
    table = source.counted([hit.passage for hit in hits]).plain
    found = np.zeros(len(hits), bool)
    for terms in own | across:
        found |= table(terms).min(axis=0) > 0
    return found.tolist()


def _nearest(query: Query, source: StoredSource, hits: Sequence[Hit]) -> list[float]:
    """The larger of the cosines to the question and to it in the other language."""
    own = cosines(query, source, hits)
    if query.across is None:
        return own
    moved = cosines(replace(query, vectors=query.across), source, hits)
    return [max(pair) for pair in zip(own, moved, strict=True)]


def _beside(one: Passage, other: Passage) -> bool:
    """Whether two turns are near each other in a conversation, or share what they rest on."""
    near = one.session == other.session and abs(one.order - other.order) <= NEIGHBOURS
    return (bool(one.session) and near) or not {*one.evidence}.isdisjoint(other.evidence)


def _says_something(word: str) -> bool:
    """Whether a shared word is enough: of Chinese, a single character is not."""
    return len(word) > 1 or not is_chinese(word)


def shared_words(
    hits: Sequence[Hit], asked: dict[str, str], source: StoredSource
) -> list[tuple[str, ...]]:
    """The words of a question that each result has."""
    if not hits:
        return []
    stands = source.counted([hit.passage for hit in hits]).plain([*asked]) > 0
    return [
        tuple(word for word, has in zip(asked.values(), column, strict=True) if has)
        for column in stands.T
    ]


def words_in(text: str, asked: dict[str, str]) -> tuple[str, ...]:
    """Those of the words ``asked`` for that ``text`` has."""
    there = surfaces(text)
    return tuple(word for term, word in asked.items() if term in there)


def found_of(hit: Hit, words: tuple[str, ...], plan: str) -> Found:
    """A result as it is told, with why it was found."""
    passage = hit.passage
    parts = {name: round(float(part), 4) for name, part in hit.parts.items()}
    return Found(
        id=passage.id,
        text=passage.text,
        score=hit.score,
        at=passage.at,
        speaker=passage.speaker,
        origin=passage.origin,
        status=passage.status,
        evidence=passage.evidence,
        why=Why(words=words, plan=plan, **parts),
    )
