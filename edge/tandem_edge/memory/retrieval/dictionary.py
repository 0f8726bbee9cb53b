"""A bilingual dictionary: what an English stem is in Chinese, a Chinese word in English, and which
characters are read as a syllable of pinyin.

Text files derived from CC-CEDICT (cc-cedict.org) and under its licence, CC BY-SA 4.0; made by
``python -m tandem_trainer.memory_dictionary``. They stay in their files: in memory is the first
word of each block of lines, and a look-up reads one block.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources

from tandem_edge.memory.retrieval.terms import is_chinese

LICENCE = "# Derived from CC-CEDICT, https://cc-cedict.org, CC BY-SA 4.0\n"
FILES = {name: f"dictionary_{name}.txt" for name in ("en", "zh", "pinyin")}
BLOCK = 2048
"""Bytes that are read for a look-up, about: a hundred words or fewer."""
COMMON = 24
"""Characters of a syllable that are enough to guess words by."""
_CACHED = 256


class Dictionary:
    """Lines sorted by their first field: a word, a tab, ``translation:hundredths`` and more.

    ``descriptor`` is that of their file, which stays open. Raises ``OSError`` as reading does.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        blocks = list(_blocks(self.lines))
        self._starts = [start for start, _ in blocks] + [os.fstat(descriptor).st_size]
        self._firsts = [first for _, first in blocks]

    @property
    def lines(self) -> bytes:
        """The whole text."""
        return os.pread(self._descriptor, os.fstat(self._descriptor).st_size, 0)

    def __len__(self) -> int:
        """How many words it has."""
        return self.lines.count(b"\n")

    def translations(self, word: str) -> Mapping[str, float]:
        """Translations of ``word``, surest first, and what each is worth, up to 1; none if it is
        not there."""
        wanted = word.encode() + b"\t"
        lines = self._block(bisect_right(self._firsts, wanted) - 1).split(b"\n")
        row = next((line[len(wanted) :] for line in lines if line.startswith(wanted)), b"")
        pairs = (each.rpartition(":") for each in row.decode().split(" ") if each)
        return {other: int(hundredths) / 100 for other, _, hundredths in pairs}

    def _block(self, number: int) -> bytes:
        """The lines of one block; none before the first."""
        if number < 0:
            return b""
        start, end = self._starts[number : number + 2]
        return os.pread(self._descriptor, end - start, start)


def _blocks(lines: bytes) -> Iterator[tuple[int, bytes]]:
    """Where each block begins, and the first field of its first line with the tab behind it."""
    start = 0
    while start < len(lines):
        yield start, lines[start : lines.find(b"\t", start) + 1]
        start = (lines.find(b"\n", start + BLOCK) + 1) or len(lines)


def shipped(name: str) -> Dictionary:
    """The dictionary of English stems (``en``), Chinese words (``zh``) or ``pinyin``."""
    return _shipped()[name]


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Dictionary]:
    return {name: _opened(file) for name, file in FILES.items()}


def _opened(file: str) -> Dictionary:
    """A dictionary of this package; what is open can still be read when its file is replaced."""
    with resources.as_file(resources.files(__package__).joinpath(file)) as path:
        return Dictionary(os.open(path, os.O_RDONLY))


@lru_cache(maxsize=_CACHED)
def translations(word: str) -> Mapping[str, float]:
    """What a term is in the other language: of an English stem, Chinese words; of a Chinese word,
    English words."""
    return shipped("zh" if is_chinese(word) else "en").translations(word)


@lru_cache(maxsize=_CACHED)
def characters(syllable: str) -> frozenset[str]:
    """The characters that are read as ``syllable``, without tones."""
    return frozenset(_read_so(syllable))


@lru_cache(maxsize=_CACHED)
def common(syllable: str) -> frozenset[str]:
    """Those of its characters that are used most, ``COMMON`` at most."""
    return frozenset([*_read_so(syllable)][:COMMON])


@lru_cache(maxsize=_CACHED)
def surnames(syllable: str) -> frozenset[str]:
    """Those of its characters that are surnames."""
    return frozenset(each for each, worth in _read_so(syllable).items() if worth == 1)


def _read_so(syllable: str) -> Mapping[str, float]:
    """The characters that are read as ``syllable``, the most used first; surnames are worth 1."""
    return shipped("pinyin").translations(syllable)
