"""Plain keyword search, the yardstick of how hard the questions are: BM25, stems, CJK bigrams."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import snowballstemmer

from tandem_edge.bench.memory.bilingual.conversation import Conversation

K1, B = 1.2, 0.75
_RUN = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_STOP = frozenset(
    "a an and are as at be been but by can could did do does for from had has have he her his how "
    "i if in is it its me my of on or our she so that the their them then there this to was we "
    "were what when where which who will with would you your".split()
)


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A word's stem after Snowball's English rules; kept, since the rules are slow."""
    return str(snowballstemmer.stemmer("english").stemWord(word))


def terms(text: str) -> list[str]:
    """Stems of English words that are no stop words; single Chinese characters only if alone."""
    found: list[str] = []
    for run in _RUN.findall(text.casefold().replace("'", "")):
        if run[0] < "\u3400":
            found += [] if run in _STOP else [stem(run)]
        else:
            found += [run[at : at + 2] for at in range(len(run) - 1)] or [run]
    return found


def ranked(texts: Sequence[str], queries: Sequence[str]) -> list[list[int]]:
    """For each query, places of the texts that share a term, best first; ties in order."""
    counts = [Counter(terms(text)) for text in texts]
    seen = Counter(term for count in counts for term in count)
    mean = sum(count.total() for count in counts) / len(counts)
    norms = [K1 * (1 - B + B * count.total() / mean) for count in counts]
    found = []
    for query in queries:
        scores = [0.0] * len(texts)
        for term in set(terms(query)) & seen.keys():
            weight = math.log(1 + (len(texts) - seen[term] + 0.5) / (seen[term] + 0.5))
            for at, count in enumerate(counts):
                scores[at] += weight * count[term] * (K1 + 1) / (count[term] + norms[at])
        order = sorted(range(len(texts)), key=lambda at: (-round(scores[at], 9), at))
        found.append([at for at in order if scores[at] > 0])
    return found


def hits(talk: Conversation, top: int = 3) -> list[bool]:
    """Of each question, whether a gold turn is among the ``top`` best of its conversation."""
    texts = [f"{turn.speaker} {turn.text}" for turn in talk.turns]
    best = ranked(texts, [question.text for question in talk.questions])
    return [
        any(at + 1 in question.gold for at in places[:top])
        for question, places in zip(talk.questions, best, strict=True)
    ]
