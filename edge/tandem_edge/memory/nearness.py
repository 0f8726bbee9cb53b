"""Whether a result has to do with a request, by its meaning or its words, and how it is told."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tandem_edge.memory.retrieval.crossing import looked_up, others_of, standing
from tandem_edge.memory.retrieval.keyword import (
    counts_of,
    covered,
    occurrences_in,
    share,
    weights,
)
from tandem_edge.memory.retrieval.pool import Floats, Passage
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.search import NEIGHBOURS, Hit
from tandem_edge.memory.retrieval.terms import is_chinese, surfaces
from tandem_edge.memory.store.source import LEAST_FACT, StoredSource
from tandem_shared.memory import Found, Why

NEAR = 0.75
"""The cosine from which a text is near a request in meaning, whatever the languages of both. Of
requests to the phone and units that have nothing to do with them, one in a thousand comes to that
much; of made-up questions and turns of talk about other matters, one in a hundred."""

LEAST_SHARE = 0.2
"""The share of a question's words, or else ``NEAR``, from which a result has to do with it. Of the
turns that answer the open bilingual questions, 98 to 99 in a hundred do by language pair; of what
is found for questions about other conversations, about half, and some of it rightly."""


def cosines(query: Query, source: StoredSource, hits: Sequence[Hit]) -> list[float]:
    """How near results are to the query in meaning; not at all without an embedder."""
    vectors = source.vectors([hit.passage.id for hit in hits]) if hits else None
    if query.vectors is None or vectors is None:
        return [-1.0] * len(hits)
    return [float(cosine) for cosine in vectors @ query.vectors[0]]


def shares_enough(hit: Hit, asked: dict[str, str], source: StoredSource) -> bool:
    """Whether a result has words of the request that say something, and enough of them."""
    counts = counts_of(hit.passage.text)
    if not any(term in counts and _says_something(term) for term in asked):
        return False
    return float(covered(weights(asked, source.statistics(asked)), [counts])[0]) >= LEAST_FACT


def related(query: Query, source: StoredSource, hits: Sequence[Hit]) -> list[bool]:
    """Whether each result has to do with the query, and is not merely the best of what there is: it
    has enough of its words or their translations, is near in meaning, stands in a conversation
    right by one that does, or rests on the same."""
    if not hits:
        return []
    shares = _shares(query, source, hits) >= LEAST_SHARE
    near = [cosine >= NEAR for cosine in cosines(query, source, hits)]
    sure = [hit for hit, *by in zip(hits, shares, near, strict=True) if any(by)]
    return [hit in sure or any(_beside(hit.passage, each.passage) for each in sure) for hit in hits]


def _shares(query: Query, source: StoredSource, hits: Sequence[Hit]) -> Floats:
    """How much of what is asked about each has, 0 to 1, in the question's words or translations."""
    statistics = source.statistics(looked_up(query.text))
    others = standing(others_of(query.text), statistics.frequency)
    weight = weights(surfaces(query.text), statistics, others)
    if not weight:
        return np.zeros(len(hits), np.float32)
    table = source.counted([hit.passage for hit in hits]).plain
    return share(weight, np.minimum(occurrences_in(weight, table, others), 1))


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
