"""Names that an English question writes in pinyin, as Chinese texts write them.

Two or three syllables together (Doubao) or apart (A Jie) are a name; a single one (Lei) is a
surname.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from tandem_edge.memory.retrieval.dictionary import characters, common, surnames
from tandem_edge.memory.retrieval.terms import is_chinese, stem

LONGEST_SYLLABLE, MOST_SYLLABLES = 6, 3
_CACHED = 256
_RUN = re.compile(r"[A-Z][a-z]*(?: [A-Z][a-z]*)*")
"""Capitalised words after one another."""
_VOWEL = re.compile("[aeiouv]")
"""Sounds without one (m, r) are in the dictionary and in no name; ``Mr`` would be two of them."""

Syllables = tuple[str, ...]


def spellings(syllables: Syllables) -> list[str]:
    """What a name may be in characters: a surname alone, of a longer name its last two, which
    stand for the whole. Common characters make it up, or a surname and any other."""
    if len(syllables) == 1:
        return sorted(surnames(syllables[0]))
    one, other = syllables[-2:]
    pairs = {*product(common(one), common(other))}
    if len(syllables) == 2:
        pairs |= {*product(surnames(one), characters(other))}
    return sorted(map("".join, pairs))


def reads_as(question: str, name: str) -> bool:
    """Whether ``question`` names, in pinyin, somebody whose name is ``name`` in Chinese."""
    return any(
        _reads(name[at : at + len(syllables)], syllables)
        for syllables in pinyin_names(question).values()
        for at in range(len(name))
    )


@lru_cache(maxsize=_CACHED)
def pinyin_names(question: str) -> Mapping[str, Syllables]:
    """The names in ``question`` that are in pinyin, as syllables; each by the term that its last
    word is. A surname alone does not begin the question: most words that do are no names."""
    found: dict[str, Syllables] = {}
    for run in () if is_chinese(question) else _RUN.finditer(question):
        words = run[0].split(" ")
        for first, last in _stretches(words):
            syllables = tuple(s for word in words[first:last] for s in _syllables(word.lower()))
            whole = all(_syllables(word.lower()) for word in words[first:last])
            alone = len(syllables) == 1 and (run.start() + first == 0 or not surnames(syllables[0]))
            if whole and len(syllables) <= MOST_SYLLABLES and not alone:
                found.setdefault(stem(words[last - 1].lower()), syllables)
    return found


def _stretches(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where names may begin and end: first two words together, then each alone."""
    yield from ((at, at + 2) for at in range(len(words) - 1))
    yield from ((at, at + 1) for at in range(len(words)))


def _syllables(word: str) -> Syllables:
    """A word cut into syllables of pinyin, the longest first; none if it cannot be."""
    for end in range(min(len(word), LONGEST_SYLLABLE), 0, -1):
        rest = _syllables(word[end:])
        if _VOWEL.search(word, 0, end) and characters(word[:end]) and (rest or end == len(word)):
            return (word[:end], *rest)
    return ()


def _reads(text: str, syllables: Sequence[str]) -> bool:
    return len(text) == len(syllables) and all(
        char in characters(syllable) for char, syllable in zip(text, syllables, strict=True)
    )
