"""How right an answer is, without a judge: token F1 as LoCoMo counts it, and exact facts.

Token F1 follows the evaluation code of LoCoMo (Maharana et al. 2024, arXiv 2402.17753): lower
case, no punctuation, no articles nor ``and``, Porter stems, and of a multi-hop answer the mean over
its parts of the best part of the prediction. What it does not cover: a Chinese character is a token
of its own.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import snowballstemmer

from tandem_edge.bench.memory.evaluation.facts import exact_facts
from tandem_edge.bench.memory.evaluation.sample import Asked

UNKNOWN = (
    "i do not know", "i don't know", "not known", "unknown", "do not say", "does not say",
    "don't say", "doesn't say", "no information", "not mentioned", "not specified", "not stated",
    "cannot be answered", "not provided",
    "不知道", "没有提到", "没有说", "未提及", "没提", "无法得知",
)  # fmt: skip
"""What says that the answer is not known; looked for in the answer without regard to case."""
F1, EXACT = "f1", "exact"
_COMMAS = re.compile("[,，、]")
_ARTICLES = re.compile(r"\b(?:a|an|the|and)\b")
_TOKEN = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")
_PUNCTUATION = str.maketrans("", "", string.punctuation + "，。！？；：、“”‘’（）《》「」…—～·")


def tokens(text: str) -> list[str]:
    """Stems of words and single Chinese characters, without what does not count."""
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_PUNCTUATION)
    return [_stem(word) for word in _TOKEN.findall(_ARTICLES.sub(" ", plain))]


def token_f1(answer: str, gold: str) -> float:
    """Harmonic mean of the shares of shared tokens, 0 to 1."""
    said, wanted = Counter(tokens(answer)), Counter(tokens(gold))
    shared = (said & wanted).total()
    return 2 * shared / (said.total() + wanted.total()) if shared else 0.0


def listed_f1(answer: str, gold: str) -> float:
    """Of each part of ``gold`` between commas the best F1 with a part of ``answer``; their mean."""
    said, wanted = _COMMAS.split(answer), [each for each in _COMMAS.split(gold) if each.strip()]
    best = [max(token_f1(part, each) for part in said) for each in wanted]
    return sum(best) / len(best) if best else 0.0


def says_unknown(answer: str) -> bool:
    """Whether an answer says that the answer is not known."""
    plain = unicodedata.normalize("NFKC", answer).casefold().replace("’", "'")
    return any(words in plain for words in UNKNOWN)


def scores(asked: Asked, answer: str, names: Iterable[str]) -> dict[str, float]:
    """``f1``, and ``exact`` (0 or 1) where the right answer has exact facts, or has none to know.

    Of a question that cannot be answered both are 1 where the answer says so, else 0, as LoCoMo
    scores its adversarial ones.
    """
    if asked.abstention:
        right = float(says_unknown(answer))
        return {F1: right, EXACT: right}
    f1 = listed_f1 if asked.listed else token_f1
    found = {F1: f1(answer, asked.answer)}
    exact = exact_facts(asked.answer, answer, names)
    return found if exact is None else {**found, EXACT: float(exact)}


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    return str(snowballstemmer.stemmer("porter").stemWord(word))
