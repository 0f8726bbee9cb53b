"""Terms of a text, and the same terms as an encrypted full-text index (SQLite FTS5) wants them.

Words of Latin script are stemmed by Porter's algorithm (1980), the one of FTS5's ``porter``
tokenizer, so that our stems are the index's own terms. Chinese is cut into single characters and
pairs: no segmentation is needed, and a name of two characters is found (trigrams miss it).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import snowballstemmer

LONGEST_WORD = 40
"""Characters; a longer run is a key, a hash or noise, and nobody asks for it."""
_CACHED_STEMS = 4_000

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Chinese characters; the hexagrams between two blocks of them are symbols."""
_RUN = re.compile(rf"[^\W_\u2e80-\u9fff\uf900-\ufaff]+(?:['’][^\W\d_]+)?|[{_HAN}]+")
_CHINESE = re.compile(f"[{_HAN}]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_NEGATED = re.compile(r"\b[a-z]+n['’]t\b")

STOP_WORDS = frozenset(
    "a about am an and any are as at be been being but by can could d did do does doing done for "
    "from get got had has have having he her hers him his how i if in into is it its just ll m me "
    "might mine my no nor not of off oh ok okay on or our ours out re s shall she should so some "
    "such t than that the their theirs them then there these they this those to too up us ve very "
    "was we well were what when where which who whom whose why will with would yeah yes you your "
    "yours".split()
)
"""Words that tell no turn from another. Words of order (first, before, last) are not among them."""
STOP_PIECES = frozenset(
    "的 了 我 你 他 她 它 们 是 在 有 和 就 都 也 很 吧 吗 呢 啊 呀 哦 嗯 么 什 怎 哪 谁 这 "
    "那 个 把 被 给 跟 对 说 要 会 能 不 没 一 到 去 来 还 又 再 着 过 得 地 之 与 及 或 请 "
    "月 日 年 号 什么 怎么 哪里 哪儿 时候 我们 你们 他们 她们 这个 那个 的时 么时 是什 了什 "
    "是不 不是 是谁 是在 有没 没有 多少 一个 一下 个什 过什 在哪 我的 你的 他的 她的 了吗 "
    "的吗 是怎 么样 怎样".split()
)
"""Pieces of Chinese that a question or any sentence is made of."""

_stemmer = snowballstemmer.stemmer("porter")


@lru_cache(maxsize=_CACHED_STEMS)
def stem(word: str) -> str:
    """The stem of one folded word; of a number or a foreign script's word, itself."""
    return str(_stemmer.stemWord(word)) if word.isascii() and word.isalpha() else word


def fold(text: str) -> str:
    """Compatibility forms made one (full-width digits), case folded, ``1,000`` as ``1000``.

    ``don't`` and its like are dropped: half of one reads as a word (``won``).
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _NEGATED.sub(" ", _THOUSANDS.sub("", folded))


def terms(text: str) -> list[str]:
    """The terms of ``text`` in order, each as often as it stands there; no stop words."""
    return [term for term, _ in _pairs(text)]


def surfaces(text: str) -> dict[str, str]:
    """Each term of ``text`` once, in order, and a word of the text that it is the stem of."""
    found: dict[str, str] = {}
    for term, surface in _pairs(text):
        found.setdefault(term, surface)
    return found


def word_column(text: str) -> str:
    """What the ``porter unicode61`` column of an index holds: the words, not yet stemmed."""
    return columns(text)[0]


def chinese_column(text: str) -> str:
    """What the ``unicode61`` column holds: characters and pairs of them between blanks."""
    return columns(text)[1]


def columns(text: str) -> tuple[str, str]:
    """Both columns of a full-text index: ``word_column`` and ``chinese_column``."""
    words: list[str] = []
    pieces: list[str] = []
    for run in _words(text):
        if is_chinese(run):
            pieces += _pieces(run)
        else:
            words.append(run)
    return " ".join(words), " ".join(pieces)


def is_chinese(text: str) -> bool:
    """Whether any Chinese character is in ``text``."""
    return _CHINESE.search(text) is not None


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for run in _words(text):
        if is_chinese(run):
            yield from ((piece, piece) for piece in _pieces(run) if piece not in STOP_PIECES)
        elif run not in STOP_WORDS:
            yield stem(run), run


def _words(text: str) -> Iterator[str]:
    """Runs of one script, folded; ``Ana's`` and ``don't`` lose what follows the apostrophe."""
    for found in _RUN.finditer(fold(text)):
        word = found[0].partition("'")[0].partition("’")[0]
        if len(word) <= LONGEST_WORD or is_chinese(word):
            yield word


def _pieces(run: str) -> list[str]:
    return [*run, *(run[at : at + 2] for at in range(len(run) - 1))]
