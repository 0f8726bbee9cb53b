"""Whether a text names somebody, in characters or in pinyin: 王芳 is Wang Fang, 阿杰 is A Jie.

A name in pinyin is looked for in texts in any characters that are read so and begin as names do:
with a surname or with 阿, 小 or 老. A name in characters is looked for in words with capital
letters that read as it. Homophones cannot be told apart: Wang Fang may be 王芳 or 汪方.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from tandem_edge.memory.lifecycle.matching import folded, has_words
from tandem_edge.memory.retrieval.dictionary import characters, surnames, translations
from tandem_edge.memory.retrieval.terms import stem

PREFIXES = frozenset("阿小老")
"""What the Chinese call each other by begins so, where it does not begin with a surname."""
FEWEST, MOST = 2, 4
"""Syllables of a name that is looked for in the other script; one alone is half of all words."""
LONGEST_SYLLABLE, LONGEST_WORD = 6, 24
_CACHED = 256
_HAN = re.compile("[\u3400-\u9fff]+")
_VOWEL = re.compile("[aeiouv]")
_UMLAUT = re.compile("(?<=[LNln])u(?=[\u0300-\u0304\u030c]*\u0308)")
"""The u of 女, which the dictionary writes v."""
_LETTERS = re.compile("[a-z]+")
_CAPITALISED = re.compile("(?<![A-Za-z])[A-Z][A-Za-z]*(?:[-'’][A-Za-z]+)*")

Syllables = tuple[str, ...]


def names(text: str, name: str) -> bool:
    """Whether ``text`` has ``name``, as words, or what may be it in the other script."""
    return has_words(text, name) or bool(spelled_in(text, name))


def spelled_in(text: str, name: str) -> list[str]:
    """What stands in ``text`` and may be ``name`` in the other script."""
    wanted = folded(name)
    if _HAN.fullmatch(wanted):
        found = (each for each in _capitalised(_plain(text)) if _reads(wanted, each))
    else:
        found = (each for cut in _cuts(wanted) for each in _in_characters(folded(text), cut))
    return list(dict.fromkeys(found))


def crosses(name: str) -> bool:
    """Whether ``name`` can be looked for in the other script as well."""
    wanted = folded(name)
    if _HAN.fullmatch(wanted):
        return FEWEST <= len(wanted) <= MOST
    return any(_begins(char, cut[0]) for cut in _cuts(wanted) for char in characters(cut[0]))


def _in_characters(text: str, cut: Syllables) -> Iterator[str]:
    """Stretches of Chinese in ``text`` that read as these syllables and begin as names do."""
    for run in _HAN.findall(text):
        for at in range(len(run) - len(cut) + 1):
            piece = run[at : at + len(cut)]
            if _begins(piece[0], cut[0]) and _read_so(piece, cut):
                yield piece


def _begins(char: str, syllable: str) -> bool:
    return char in surnames(syllable) or (char in PREFIXES and char in characters(syllable))


def _read_so(chinese: str, cut: Syllables) -> bool:
    return len(chinese) == len(cut) and all(
        char in characters(syllable) for char, syllable in zip(chinese, cut, strict=True)
    )


def _reads(chinese: str, latin: str) -> bool:
    return any(_read_so(chinese, cut) for cut in _cuts(latin))


def _capitalised(text: str) -> Iterator[str]:
    """One to four words with a capital letter after one another; one alone is no English word."""
    words = [*_CAPITALISED.finditer(text)]
    for number, first in enumerate(words):
        if not translations(stem(first[0].lower())):
            yield first[0]
        end = first.end()
        for word in words[number + 1 : number + MOST]:
            if text[end : word.start()] != " ":
                break
            end = word.end()
            yield text[first.start() : end]


@lru_cache(maxsize=_CACHED)
def _cuts(latin: str) -> tuple[Syllables, ...]:
    """Every way to read a name in Latin letters as two to four syllables of pinyin."""
    words = _LETTERS.findall(_plain(latin).lower())
    if not 0 < len(words) <= MOST or any(len(word) > LONGEST_WORD for word in words):
        return ()
    whole = (tuple(s for cut in some for s in cut) for some in product(*map(_syllables, words)))
    return tuple(cut for cut in whole if FEWEST <= len(cut) <= MOST)


def _syllables(word: str) -> list[Syllables]:
    """Every way to cut a word into syllables, at most four."""
    found: list[Syllables] = [(word,)] if _is_syllable(word) else []
    for end in range(1, min(len(word), LONGEST_SYLLABLE + 1)):
        if _is_syllable(word[:end]):
            found += [(word[:end], *rest) for rest in _syllables(word[end:]) if len(rest) < MOST]
    return found


def _is_syllable(letters: str) -> bool:
    """Sounds without a vowel (m, r) are in the dictionary and in no name."""
    short = len(letters) <= LONGEST_SYLLABLE
    return short and _VOWEL.search(letters) is not None and bool(characters(letters))


def _plain(text: str) -> str:
    """``text`` without marks of tones: Wáng Fāng is Wang Fang, Lǚ is Lv."""
    apart = _UMLAUT.sub("v", unicodedata.normalize("NFKD", text))
    return "".join(char for char in apart if not unicodedata.combining(char))
