"""Whether a result has to do with a request, by its meaning or its words, and how it is told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tandem_edge.memory.extraction.secrets import tells_of_illness
from tandem_edge.memory.retrieval.crossing import (
    NAMING,
    all_words_asked,
    chinese_words,
    looked_up,
    others_of,
    standing,
    things_asked,
    words_asked,
)
from tandem_edge.memory.retrieval.dictionary import translations
from tandem_edge.memory.retrieval.forms import form_of
from tandem_edge.memory.retrieval.keyword import (
    Table,
    counts_of,
    covered,
    occurrences_in,
    share,
    weights,
)
from tandem_edge.memory.retrieval.kin import kin_in, without_kin
from tandem_edge.memory.retrieval.pool import Floats, Passage
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.search import NEIGHBOURS, Hit
from tandem_edge.memory.retrieval.terms import is_chinese, stem, surfaces
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

HALF = 0.5
"""What a meaning of a longer Chinese word is worth that is half of it: the door of 门锁."""

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


_HEALTH = re.compile(
    r"\b(?:health|healthy|ill|illness(?:es)?|sick|disease|medical|condition|unwell|medications?|medicines?)\b|"
    r"身体|健康|病|药|体检|哪里不舒服",
    re.IGNORECASE,
)
"""Asks how somebody is, or what they have."""


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


@dataclass(frozen=True)
class Asked:
    """How much of what a question asks about each result has, 0 to 1."""

    things: list[float]
    """Of the things that it names, relations and animals too: who asks for a dog's name is told
    nothing by a cat's. All, where it asks how somebody is and the result tells of what they are
    ill."""
    besides: list[float]
    """Of its words but for relations, and of an illness likewise."""
    barred: list[bool]
    """It is about somebody else, or a code of something else than the question names."""

    @classmethod
    def of(cls, query: Query, source: StoredSource, hits: Sequence[Hit]) -> Asked:
        """What each of ``hits`` has of ``query``."""
        texts = [hit.passage.text for hit in hits]
        kin, rest = kin_in(query.text), without_kin(query.text)
        said, things = words_asked(rest), things_asked(rest, besides=bool(kin))
        of_words, of_things, of_parts = (
            _words_covered(query, source, hits, words)
            for words in (all_words_asked(rest), things, [*things, *_parts(things)])
        )
        ill = _ill(query.text, kin, texts)
        other = np.asarray([bool(kin) and kin.isdisjoint(kin_in(text)) for text in texts])
        wants = bool(things) and not set(said) <= set(things)
        return cls(
            np.maximum(_with_kin(of_things, len(things), kin, texts), ill).tolist(),
            np.where(other, 0, np.maximum(of_words, ill)).tolist(),
            (other | (wants & (of_parts == 0) & ~ill)).tolist(),
        )


def _parts(words: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The characters of Chinese words: the code of a door (门) is that of its lock (门锁)."""
    terms = (term for word in words for term in word if is_chinese(term))
    return [(char,) for char in dict.fromkeys("".join(terms))]


def _with_kin(share: Floats, words: int, kin: frozenset[str], texts: Sequence[str]) -> Floats:
    """``share`` of so many words, with the relations that each text names counted as words."""
    named = np.asarray([len(kin & kin_in(text)) for text in texts])
    return np.asarray((share * words + named) / max(words + len(kin), 1), np.float32)


def _ill(question: str, kin: frozenset[str], texts: Sequence[str]) -> NDArray[np.bool_]:
    """Which texts tell the illness of whom ``question`` asks the health of."""
    if not _HEALTH.search(question):
        return np.zeros(len(texts), bool)
    return np.asarray([kin == kin_in(text) and tells_of_illness(text) for text in texts])


def _words_covered(
    query: Query, source: StoredSource, hits: Sequence[Hit], words: Sequence[tuple[str, ...]]
) -> Floats:
    """The share of ``words`` of the question that each has, those among them that nothing has
    counted too: a lock that is on a door has little of a question about when a gym opens its
    doors. A translation of a single character stands only as a word: who is tall (高) has no high
    blood pressure (高血压)."""
    others = others_of(query.text)
    table = source.counted([hit.passage for hit in hits]).plain
    found, seen = np.zeros(len(hits), np.float32), set[tuple[str, ...]]()
    for word in words:
        across = {other.terms for term in word for other in others.get(term, ())} - seen
        across |= NAMING - seen if word in NAMING else set()
        seen |= across  # what stands for two words counts for the first
        stands = [_stands(each, word, table, hits) for each in (word, *across)]
        found += np.max(stands, axis=0)
    return np.asarray(found / max(len(words), 1), np.float32)


def _or_ill(
    text: str,
    kin: frozenset[str],
    hits: Sequence[Hit],
    others: Sequence[frozenset[str]],
    has: Floats,
) -> list[float]:
    """``has``; all of it where ``text`` asks how somebody is, whose illness a result tells."""
    if not _HEALTH.search(text):
        return has.tolist()
    theirs = [
        kin == each and tells_of_illness(hit.passage.text)
        for hit, each in zip(hits, others, strict=True)
    ]
    return [1.0 if ill else float(by) for ill, by in zip(theirs, has, strict=True)]


def _stands(
    terms: tuple[str, ...], asked: tuple[str, ...], table: Table, hits: Sequence[Hit]
) -> NDArray[np.bool_]:
    """Which results have all of ``terms``, which stand for ``asked``."""
    has = np.asarray(table(terms).min(axis=0) > 0)
    if len(terms) > 1 or len(terms[0]) > 1 or not is_chinese(terms[0]):
        return has
    means = (there and _means(hit, terms[0], asked) for there, hit in zip(has, hits, strict=True))
    return np.fromiter(means, bool, len(hits))


def _means(hit: Hit, character: str, asked: tuple[str, ...]) -> bool:
    """Whether a character is a word of the text, or part of one that means what is ``asked``."""
    words = [word for word in chinese_words(hit.passage.text) if character in word]
    return any(word == character or _alike(word, asked) for word in words)


def _alike(word: str, asked: tuple[str, ...]) -> bool:
    """Whether a Chinese word has a term asked for, or a meaning of it, as half of its own."""
    wanted = {stem(english) for term in asked for english in translations(term)} | {*asked}
    own = {stem(english) for english, worth in translations(word).items() if worth >= HALF}
    return not wanted.isdisjoint(own)


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
