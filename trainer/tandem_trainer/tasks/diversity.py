"""How varied wordings are, and how many are indirect."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random

import snowballstemmer

from tandem_edge.phone.catalogue import load_catalogue

SAMPLE = 40
"""Texts of a tool and language that are looked at: distinct-n falls with their number."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_WORD = re.compile(r"[a-z']{3,}")
_PLAIN = frozenset(
    "manage set get query control the and for with from its that this are was any all what "
    "when which who one you your phone user show turn off".split()
)


def distinct(texts: Sequence[str], language: str) -> float:
    """Distinct-2 (Li et al. 2016, arXiv 1510.03055): different pairs of neighbouring words, in
    Chinese of characters, of all such pairs; over at most ``SAMPLE`` texts, drawn the same way
    each time. 0 without a pair."""
    chosen = texts if len(texts) <= SAMPLE else Random(0).sample(sorted(texts), SAMPLE)
    pairs = [pair for text in chosen for pair in _pairs(text, language)]
    return round(len(set(pairs)) / len(pairs), 4) if pairs else 0.0


def _pairs(text: str, language: str) -> list[tuple[str, str]]:
    folded = text.casefold()
    pieces = _HAN.findall(folded) if language == "zh" else re.findall(r"[\w']+", folded)
    return list(pairwise(pieces))


def indirect(text: str, tool: str, language: str) -> bool:
    """Whether ``text`` names nothing that the tool's name or description says.

    English: no common stem (Porter 2) of words of three letters and more, the plainest left out.
    Chinese: no two neighbouring characters in common with the description.
    """
    return not (marks(text, language) & _marks_of(tool, language))


def marks(text: str, language: str) -> frozenset[str]:
    """The stems of a text's words, in Chinese its pairs of neighbouring characters."""
    if language == "zh":
        return frozenset(one + two for one, two in _pairs(text, "zh"))
    words = [word for word in _WORD.findall(text.casefold()) if word not in _PLAIN]
    return frozenset(_stemmer().stemWords(words))


@lru_cache(maxsize=1024)
def _marks_of(tool: str, language: str) -> frozenset[str]:
    spec = load_catalogue().spec(tool)
    if spec is None:
        return frozenset()
    if language == "zh":
        return marks(spec.description.zh, "zh")
    return marks(f"{tool.replace('_', ' ')} {spec.description.en}", "en")


@lru_cache(maxsize=1)
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")
