"""How much of what a question asks about a result has: its things, its words, its people."""

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
    others_of,
    things_asked,
    words_asked,
)
from tandem_edge.memory.retrieval.dictionary import translations
from tandem_edge.memory.retrieval.keyword import Table
from tandem_edge.memory.retrieval.kin import kin_in, without_kin
from tandem_edge.memory.retrieval.pool import Floats
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.search import Hit
from tandem_edge.memory.retrieval.terms import is_chinese, stem
from tandem_edge.memory.store.source import StoredSource

HALF = 0.5
"""What a meaning of a longer Chinese word is worth that is half of it: the door of 门锁."""

_HEALTH = re.compile(
    r"\b(?:health(?! (?:club|insurance|cent|food|app|service))|healthy|ill|"
    r"illness(?:es)?|sick|disease|medical|condition|"
    r"unwell|medications?|medicines?)\b|"
    r"身体|健康|病|药|体检|哪里不舒服",
    re.IGNORECASE,
)
"""Asks how somebody is, or what they have."""
_CODE = re.compile(
    r"\b(?:codes?|passwords?|passcodes?|pins?|combinations?|combo|login|unlock)\b|密码|口令|pin码|验证码",
    re.IGNORECASE,
)
"""Asks for a code, or tells one."""


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
        untold = np.asarray([not _CODE.search(query.text) and _tells_code(text) for text in texts])
        wants = bool(things) and not set(said) <= set(things)
        return cls(
            np.maximum(_with_kin(of_things, len(things), kin, texts), ill).tolist(),
            np.where(other, 0, np.maximum(of_words, ill)).tolist(),
            (other | untold | (wants & (of_parts == 0) & ~ill)).tolist(),
        )


def _tells_code(text: str) -> bool:
    """Whether it tells a code: who only asks for the thing is not told how it opens."""
    return _CODE.search(text) is not None


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
