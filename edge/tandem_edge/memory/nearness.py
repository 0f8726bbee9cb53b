"""Whether a result has to do with a request, by its meaning or its words, and how it is told."""

from __future__ import annotations

from collections.abc import Sequence

from tandem_edge.memory.retrieval.keyword import counts_of, covered, weights
from tandem_edge.memory.retrieval.pool import Passage
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.search import Hit
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
