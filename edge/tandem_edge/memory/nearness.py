"""Whether a result has to do with a request, by its meaning or its words, and how it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tandem_edge.memory.asked import Asked
from tandem_edge.memory.retrieval.crossing import (
    looked_up,
    others_of,
    standing,
)
from tandem_edge.memory.retrieval.forms import form_of
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

MEANT, LIKELY = 0.82, 0.76
"""The cosine from which a result is what a question means; from the second on, if it has some of
its words too. Of questions for a secret, those that share a third of its words at most came to
.855, others to .769; of questions about other matters, to any of six secrets, most came to .753,
and one for another number to .806."""

MOST_WORDS, SOME_WORDS = 0.5, 0.34
"""The share of a question's words above which a result is what it means, and from which it is like
that. Without an embedder half of them are enough."""

NAMED, SURE = 0.2, 0.79
"""What the things that a question names add to the cosine of a result that has half of them or
more, and the sum from which it is told as an answer. Fitted on half of a hundred questions about
two lives, to as few answers of what never was told and as few lost ones."""

JUDGED = 60
"""Results that others are judged by: as many as the ranker looks at."""

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


@dataclass(frozen=True)
class Nearness:
    """What a result has to do with a question."""

    itself: bool
    """By its own words or meaning."""
    sure: bool
    """It is near enough in both together to be an answer, or it stands in a conversation right by a
    question that is, or rests on the same as what is."""
    meant: bool
    """It has most of what is asked about, or is as near in meaning as what answers."""
    touched: bool
    """It is something like that."""


def nearness(query: Query, source: StoredSource, hits: Sequence[Hit]) -> list[Nearness]:
    """What each result has to do with the query. Only the first ``JUDGED`` draw others with them,
    so that what comes after changes nothing of what came before."""
    if not hits:
        return []
    near, asked = cosines(query, source, hits), Asked.of(query, source, hits)
    shares = _shares(query, source, hits) >= LEAST_SHARE
    itself = [bool(by) or cosine >= NEAR for by, cosine in zip(shares, near, strict=True)]
    meant = map(_meant_and_touched, near, asked.besides, asked.barred)
    sure = _sure(hits, near, asked.things)
    return [Nearness(*each[:2], *each[2]) for each in zip(itself, sure, meant, strict=True)]


def _sure(hits: Sequence[Hit], near: Sequence[float], things: Sequence[float]) -> list[bool]:
    """See ``Nearness``."""
    answers = list(map(_answers, near, things))
    drawing = [hit.passage for hit, sure in zip(hits[:JUDGED], answers, strict=False) if sure]
    return [
        by or any(_beside(hit.passage, each) for each in drawing)
        for hit, by in zip(hits, answers, strict=True)
    ]


def _answers(cosine: float, things: float) -> bool:
    """By itself; a cosine below 0 is that of no embedder."""
    if cosine < 0:
        return things >= MOST_WORDS
    return cosine + (NAMED * things if things >= MOST_WORDS else 0.0) >= SURE


def _meant_and_touched(cosine: float, words: float, barred: bool) -> tuple[bool, bool]:
    """See ``Nearness``; a cosine below 0 is that of no embedder."""
    if cosine < 0:
        return words >= MOST_WORDS and not barred, words >= SOME_WORDS
    some, most = words >= SOME_WORDS, words > MOST_WORDS
    meant = cosine >= MEANT or most or (cosine >= LIKELY and some)
    return meant and not barred, (cosine >= NEAR and some) or most


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
    """Whether a turn is near a question in a conversation, or both share what they rest on."""
    near = one.session == other.session and abs(one.order - other.order) <= NEIGHBOURS
    if bool(one.session) and near and form_of(other.text).question:
        return True
    return not {*one.evidence}.isdisjoint(other.evidence)


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
