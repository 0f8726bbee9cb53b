"""Where an embedder puts a language: texts of one lie together, whatever they say.

A question is moved by the way between two languages before it is compared with texts in the other
one: what is left is what it says (centring as in Libovický et al. 2020, doi
10.18653/v1/2020.findings-emnlp.150). The means are of sentences that a generator made in both
languages (``python -m tandem_trainer.memory_ranker.languages``); they hold for one embedder.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np

from tandem_edge.memory.retrieval.pool import Floats

FILE = "languages.json"


@dataclass(frozen=True)
class Languages:
    """The mean vectors ``[dimension]`` of questions in English and in Chinese, of one embedder."""

    embedder: str
    english: Floats
    chinese: Floats

    def moved(self, vectors: Floats, *, to_chinese: bool) -> Floats:
        """``vectors`` ``[..., dimension]`` as far on as the other language lies, of length 1."""
        way = self.chinese - self.english if to_chinese else self.english - self.chinese
        there = vectors + way
        length = np.linalg.norm(there, axis=-1, keepdims=True)
        return np.asarray(there / length, np.float32)

    def lean(self, own: Floats, across: Floats, *, to_chinese: bool) -> Floats:
        """How much nearer each of ``own`` ``[n, dimension]`` lies to its language than each of
        ``across`` to the other: as much has to be added to the cosines of ``across``, negative or
        not, for texts of both languages to be told apart by what they say alone."""
        here, there = self.english, self.chinese
        if not to_chinese:
            here, there = there, here
        return np.asarray(own @ here - across @ there, np.float32)


def known_to(embedder: str) -> Languages | None:
    """The means in this package, if they are of the embedder of that ``identity``."""
    known = shipped_languages()
    return known if known.embedder == embedder else None


@lru_cache(maxsize=1)
def shipped_languages() -> Languages:
    """The means in this package."""
    return parse_languages(resources.files(__package__).joinpath(FILE).read_text("utf-8"))


def parse_languages(text: str) -> Languages:
    """The means in a file's ``text``. Raises ``ValueError`` or ``KeyError`` when it is none."""
    given = json.loads(text)
    if not isinstance(given, dict):
        raise ValueError("means are an object")
    english, chinese = (np.asarray(given[name], np.float32) for name in ("english", "chinese"))
    if english.shape != chinese.shape or english.ndim != 1:
        raise ValueError("means of two languages are two vectors of one length")
    return Languages(str(given["embedder"]), english, chinese)


def written(languages: Languages) -> str:
    """The text of a file, which ``parse_languages`` reads."""
    rows = {
        name: [round(float(value), 5) for value in getattr(languages, name)]
        for name in ("english", "chinese")
    }
    return json.dumps({"embedder": languages.embedder, **rows}) + "\n"
