"""What stands for the terms of a question in the other language, so that words find words across.

A term and its translations are one term to keyword search, as in structured queries (Pirkola 1998,
doi 10.1145/290941.290957): a text has it that has any of them. An embedder alone blurs what exactly
was asked for; a dictionary alone misses what nobody would call so. Together they find it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from tandem_edge.memory.retrieval.dictionary import translations
from tandem_edge.memory.retrieval.names import pinyin_names, spellings
from tandem_edge.memory.retrieval.terms import STOP_PIECES, fold, is_chinese, stem, surfaces

MOST_TERMS = 8
"""Of a query that are looked up: the rarest. Common ones cost most of the time and say least."""
LONGEST = 3
"""Characters of a Chinese word that is looked up as one."""
SINGLE = 0.6
"""What a translation is worth where a single character is the Chinese word: most are part of some
other word."""
_CACHED = 4
"""Questions: one search asks for the same several times, and what stands for one takes 0.1 MB."""
_RUN = re.compile("[\u3400-\u9fff]+")
_COUNTED = frozenset("多少几家里上")
"""Characters that say nothing by themselves."""
NAMING = frozenset({("name",), (stem("called"),), ("叫",), ("名字",)})
"""Terms that say what somebody is called: each stands for the others."""
_WANTED = frozenset(
    {term for each in NAMING for term in each}
    | {*map(stem, "number numbers code password passcode pin much many old".split())}
    | {*"号码 密码 口令 几岁 多大 现在 目前 怎么样 如何 多 少".split()}
)
"""Terms that say what is wanted of a thing, not of which thing."""


@dataclass(frozen=True, slots=True)
class Other:
    """A translation: the terms that all have to stand in a text, words that they are the stems of,
    and what it is worth, up to 1."""

    terms: tuple[str, ...]
    words: tuple[str, ...]
    worth: float


Others = Mapping[str, Sequence[Other]]
"""Translations by the term of the question that they stand for."""


@lru_cache(maxsize=_CACHED)
def others_of(question: str) -> Others:
    """The translations of the terms of ``question``, and what names in pinyin may be; terms that
    have none are left out."""
    found = dict(_of_chinese(question)) if is_chinese(question) else {}
    for term in surfaces(question):
        if not is_chinese(term):
            found[term] = _chinese_for(term)
    for term, syllables in pinyin_names(question).items():
        names = [Other((name,), (name,), 1.0) for name in spellings(syllables)]
        found[term] = [*found.get(term, ()), *names]
    return {term: others for term, others in found.items() if others}


@lru_cache(maxsize=_CACHED)
def looked_up(question: str) -> tuple[str, ...]:
    """Every term whose frequency tells what ``question`` can find: its own and the others'."""
    pieces = (term for others in others_of(question).values() for o in others for term in o.terms)
    return tuple(dict.fromkeys([*surfaces(question), *pieces]))


def standing(others: Others, frequency: Mapping[str, int]) -> Others:
    """Those of ``others`` that can stand in some text, by how many texts have each term."""
    found = {
        term: [other for other in several if seen(other, frequency)]
        for term, several in others.items()
    }
    return {term: several for term, several in found.items() if several}


def seen(other: Other, frequency: Mapping[str, int]) -> int:
    """In how many texts a translation can stand at most."""
    return min(frequency.get(term, 0) for term in other.terms)


def match_expression(
    question: str,
    frequency: Mapping[str, int],
    others: Others,
    most: int = MOST_TERMS,
    texts: int | None = None,
) -> str:
    """The FTS5 ``MATCH`` expression of the ``most`` rarest terms of ``question`` and as many of
    their translations, or ``""``.

    ``frequency`` says in how many texts a term stands; one that stands in none is left out. With
    ``texts``, so are the commonest of either, from where they would stand in more than that
    together; the rarest never is. Every term is a quoted string of letters and digits, so that no
    question is read as syntax.
    """
    own = {f'"{word}"': frequency.get(term, 0) for term, word in surfaces(question).items()}
    across: dict[str, int] = {}
    read: dict[str, int] = {}
    for other in (other for several in others.values() for other in several):
        all_of = "(" + " AND ".join(f'"{word}"' for word in other.words) + ")"
        across[all_of] = seen(other, frequency)
        read[all_of] = sum(frequency.get(term, 0) for term in other.terms)
    return " OR ".join([*rarest(own, most, texts), *rarest(across, most, texts, read)])


def rarest(
    often: Mapping[str, int],
    most: int,
    texts: int | None = None,
    read: Mapping[str, int] | None = None,
) -> list[str]:
    """The ``most`` rarest of what stands in any text; see ``match_expression`` for ``texts``, of
    which ``read`` says how many have to be read to find those that have it, if that is more."""
    known = sorted((each for each in often if often[each]), key=lambda e: (often[e], e))[:most]
    together = list(accumulate((read or often)[each] for each in known))
    room = max([texts, *together[:1]]) if texts is not None else None
    return [
        each for each, sum_ in zip(known, together, strict=True) if room is None or sum_ <= room
    ]


def _of_chinese(question: str) -> Iterator[tuple[str, list[Other]]]:
    """Each character and pair of a word gets the word's translations: the text that has the word
    would have them all."""
    for run in _RUN.findall(fold(question)):
        for word in words_of(run):
            others = _english_for(word)
            pieces = [*word, *(word[at : at + 2] for at in range(len(word) - 1))]
            yield from ((piece, others) for piece in pieces if piece not in STOP_PIECES)


def words_asked(
    question: str, apart: frozenset[str] = frozenset(), *, single: bool = False
) -> list[tuple[str, ...]]:
    """The words of ``question`` that say something, each as the terms that all have to stand, but
    for those that are ``apart``; single characters of Chinese only where there is nothing else, or
    where ``single`` ones are wanted."""
    latin = [(term,) for term in surfaces(question) if not is_chinese(term) and term not in apart]
    said = [word for word in chinese_words(question) if word not in STOP_PIECES | apart]
    longer = [word for word in said if single or len(word) > 1]
    return [*dict.fromkeys([*latin, *map(_pieces, longer or (said if not latin else []))])]


def things_asked(question: str, besides: bool = False) -> list[tuple[str, ...]]:
    """``words_asked`` but for those that only say what is wanted of a thing (its name, its number,
    how much of it), unless there are no others; ``besides`` says that there are."""
    things = words_asked(question, _WANTED)
    return things if things or besides else words_asked(question)


def all_words_asked(question: str) -> list[tuple[str, ...]]:
    """``words_asked`` with every character that says something: a tree by the gate is no gate."""
    return words_asked(question, _COUNTED, single=True) or words_asked(question)


def chinese_words(text: str) -> list[str]:
    """The Chinese of ``text`` as words of the dictionary, in order."""
    return [word for run in _RUN.findall(fold(text)) for word in words_of(run)]


def words_of(run: str) -> Iterator[str]:
    """A run of Chinese cut into the longest words of the dictionary, from the left."""
    at = 0
    while at < len(run):
        ends = range(min(at + LONGEST, len(run)), at, -1)
        end = next((end for end in ends if translations(run[at:end])), at + 1)
        yield run[at:end]
        at = end


def _english_for(word: str) -> list[Other]:
    if word in STOP_PIECES:
        return []
    share = _share(word)
    found = translations(word).items()
    return [Other((stem(english),), (english,), share * worth) for english, worth in found]


def _chinese_for(term: str) -> list[Other]:
    found = [pair for pair in translations(term).items() if pair[0] not in STOP_PIECES]
    return [Other(_pieces(word), _pieces(word), _share(word) * worth) for word, worth in found]


def _said(words: Sequence[str]) -> str:
    """The word that overlapping pairs make up."""
    return words[0] + "".join(word[-1] for word in words[1:])


def _share(word: str) -> float:
    return SINGLE if len(word) == 1 else 1.0


def _pieces(word: str) -> tuple[str, ...]:
    """The terms of an index that together stand for a Chinese word: its pairs."""
    return tuple(word[at : at + 2] for at in range(len(word) - 1)) or (word,)
