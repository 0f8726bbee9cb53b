"""A bilingual dictionary: what an English stem is in Chinese, a Chinese word in English, and which
characters are read as a syllable of pinyin.

Text files derived from CC-CEDICT (cc-cedict.org) and under its licence, CC BY-SA 4.0; made by
``python -m tandem_trainer.memory_dictionary``. They are kept as bytes and searched by bisection:
as a table of objects they would take twenty times the memory.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from tandem_edge.memory.retrieval.terms import is_chinese

LICENCE = "# Derived from CC-CEDICT, https://cc-cedict.org, CC BY-SA 4.0\n"
FILES = {name: f"dictionary_{name}.txt" for name in ("en", "zh", "pinyin")}
_CACHED = 256


@dataclass(frozen=True)
class Dictionary:
    """Lines sorted by their first field: a word, a tab, ``translation:hundredths`` and more."""

    lines: bytes

    def __len__(self) -> int:
        """How many words it has."""
        return self.lines.count(b"\n")

    def translations(self, word: str) -> Mapping[str, float]:
        """Translations of ``word``, surest first, and what each is worth, up to 1; none if it is
        not there."""
        wanted = word.encode() + b"\t"
        start = bisect_left(_LineAt(self.lines), wanted)
        if not self.lines.startswith(wanted, start):
            return {}
        row = self.lines[start + len(wanted) : self.lines.find(b"\n", start)].decode()
        pairs = (each.rpartition(":") for each in row.split(" "))
        return {other: int(hundredths) / 100 for other, _, hundredths in pairs}


@dataclass(frozen=True)
class _LineAt:
    """The lines as a sorted sequence for ``bisect``: at each byte, the line that it belongs to."""

    lines: bytes

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, at: int) -> bytes:
        start = self.lines.rfind(b"\n", 0, at) + 1
        return self.lines[start : self.lines.find(b"\n", start) + 1]


def shipped(name: str) -> Dictionary:
    """The dictionary of English stems (``en``), Chinese words (``zh``) or ``pinyin``."""
    return _shipped()[name]


@lru_cache(maxsize=1)
def _shipped() -> Mapping[str, Dictionary]:
    folder = resources.files(__package__)
    return {name: Dictionary(folder.joinpath(file).read_bytes()) for name, file in FILES.items()}


@lru_cache(maxsize=_CACHED)
def translations(word: str) -> Mapping[str, float]:
    """What a term is in the other language: of an English stem, Chinese words; of a Chinese word,
    English words."""
    return shipped("zh" if is_chinese(word) else "en").translations(word)


@lru_cache(maxsize=_CACHED)
def characters(syllable: str) -> frozenset[str]:
    """The characters that are read as ``syllable``, without tones."""
    return frozenset(shipped("pinyin").translations(syllable))


@lru_cache(maxsize=_CACHED)
def surnames(syllable: str) -> frozenset[str]:
    """Those of its characters that are surnames."""
    rows = shipped("pinyin").translations(syllable).items()
    return frozenset(character for character, worth in rows if worth == 1)
