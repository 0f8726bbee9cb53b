"""Whether a text names somebody, in characters or in pinyin: 王芳 is Wang Fang, 阿杰 is A Jie.

A name in pinyin is looked for in texts in any characters that are read so and begin as names do:
with a surname or with 阿, 小 or 老. A name in characters is looked for in words with capital
letters that read as it. The family name may come last (Fang Wang), and ``ü`` be written v, u or yu,
as in passports. Homophones cannot be told apart: Wang Fang may be 王芳 or 汪方.
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

COMPOUND = frozenset(
    "欧阳 司马 诸葛 上官 东方 尉迟 慕容 皇甫 令狐 长孙 宇文 司徒 公孙 独孤 夏侯 司空 端木 南宫 "
    "百里 东郭 拓跋 轩辕 钟离 澹台 公冶 宗政 濮阳 淳于 单于 太史 申屠 "
    "仲孙 闻人 赫连 呼延 第五".split()
)
"""Surnames of two characters, most of which begin with none of one."""
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
_UMLAUTS = {
    initial + written: (initial + umlaut,)
    for initial in "ln"
    for written, umlaut in (("u", "v"), ("yu", "v"), ("ue", "ve"), ("yue", "ve"))
}
"""Syllables with ``ü`` that are written otherwise, and how the dictionary writes them."""
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
    return any(_may_be_name(cut) for cut in _cuts(wanted))


def _may_be_name(cut: Syllables) -> bool:
    """Whether some characters that are read so begin as names do."""
    one = surnames(cut[0]) or PREFIXES & _characters(cut[0])
    return bool(one) or any(_read_so(each, cut[:2]) for each in COMPOUND)


def _in_characters(text: str, cut: Syllables) -> Iterator[str]:
    """Stretches of Chinese in ``text`` that read as these syllables and begin as names do."""
    for run in _HAN.findall(text):
        for at in range(len(run) - len(cut) + 1):
            piece = run[at : at + len(cut)]
            if _begins(piece, cut) and _read_so(piece, cut):
                yield piece


def _begins(chinese: str, cut: Syllables) -> bool:
    """Whether ``chinese``, which is read so, begins as names do; of surnames that are read in
    several ways only the one that the surname has counts: 单 is Shan."""
    said = (cut[0], *_UMLAUTS.get(cut[0], ()))
    return (
        chinese[:2] in COMPOUND
        or chinese[0] in PREFIXES
        or any(chinese[0] in surnames(each) for each in said)
    )


def _characters(syllable: str) -> frozenset[str]:
    """Characters that are read so, with ``ü`` in whatever letters."""
    return characters(syllable).union(*map(characters, _UMLAUTS.get(syllable, ())))


def _read_so(chinese: str, cut: Syllables) -> bool:
    return len(chinese) == len(cut) and all(
        char in _characters(syllable) for char, syllable in zip(chinese, cut, strict=True)
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
    """Every way to read a name in Latin letters as two to four syllables of pinyin, as it stands
    and with its last word first."""
    said = _plain(latin).lower().split()
    orders = [said, [*said[-1:], *said[:-1]]]
    return tuple(dict.fromkeys(cut for order in orders for cut in _cuts_of(" ".join(order))))


def _cuts_of(letters: str) -> list[Syllables]:
    words = _LETTERS.findall(letters)
    if not 0 < len(words) <= MOST or any(len(word) > LONGEST_WORD for word in words):
        return []
    whole = (tuple(s for cut in some for s in cut) for some in product(*map(_syllables, words)))
    return [cut for cut in whole if FEWEST <= len(cut) <= MOST]


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
    return short and _VOWEL.search(letters) is not None and bool(_characters(letters))


def _plain(text: str) -> str:
    """``text`` without marks of tones: Wáng Fāng is Wang Fang, Lǚ is Lv."""
    apart = _UMLAUT.sub("v", unicodedata.normalize("NFKD", text))
    return "".join(char for char in apart if not unicodedata.combining(char))
