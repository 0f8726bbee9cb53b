"""Made-up talks turned into what a ranker learns from: signals of a pool, and which rows answer."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.retrieval.crossing import words_of
from tandem_edge.memory.retrieval.pool import Floats, spoken
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.ranker import LOOKED_AT
from tandem_edge.memory.retrieval.search import gather, pose
from tandem_edge.memory.retrieval.shelf import Shelf
from tandem_edge.memory.retrieval.signals import signals
from tandem_edge.memory.retrieval.terms import STOP_WORDS, is_chinese
from tandem_trainer.memory_ranker.asking import Asked, make_questions
from tandem_trainer.memory_ranker.talk import Talk, make_talk
from tandem_trainer.memory_ranker.topics import Topic

QUESTIONS = 45
"""A talk."""
WITHOUT_VECTORS = 0.1
"""Questions that are shown without an embedder, so that the ranker works where none is."""
PARAPHRASED = 0.4
"""Questions of which keyword search sees only some words: people ask in others than were said, more
often than templates do."""
LOST = 0.6
"""Words of such a question that are lost."""
HELD = (
    "concert", "knee", "garden", "app", "childschool", "savings", "bakery", "deadline", "lawn",
    "fence", "antibiotic", "choir", "storage", "gp", "gymfee",
)  # fmt: skip
"""Topics that are never trained on: rounds of boosting stop when these get no better."""


_RUN = re.compile("[\u3400-\u9fff]+|[A-Za-z]+")


@dataclass(frozen=True)
class Examples:
    """``rows`` ``[rows, signals]``, ``answers`` ``[rows]`` 0 or 1, ``groups`` rows a question."""

    rows: Floats
    answers: NDArray[np.int64]
    groups: NDArray[np.int64]
    kinds: tuple[str, ...]
    found: float
    """The share of right turns that were among the rows at all."""


@dataclass(frozen=True)
class Case:
    """A talk, what is asked about it, and where it is searched."""

    talk: Talk
    asked: Sequence[Asked]
    shelf: Shelf


def make_cases(
    topics: Sequence[Topic], count: int, seed: int, embedder: Embedder
) -> Iterator[Case]:
    """``count`` talks on ``topics``; the same for the same seed."""
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        talk = make_talk(f"t{number}", topics, rng)
        vectors = embedder.passages([spoken(turn) for turn in talk.turns])
        yield Case(talk, make_questions(talk, QUESTIONS, rng), Shelf(talk.turns, vectors))


def make_examples(cases: Iterable[Case], seed: int, embedder: Embedder) -> Examples:
    """The best passages by the plain sum for every question, as ranking examples."""
    rng = random.Random(seed)
    rows, answers, kinds, gold, seen = [], [], [], 0, 0
    for case in cases:
        for asked in case.asked:
            has = None if rng.random() < WITHOUT_VECTORS else embedder
            query = pose(asked.text, has, owner=case.talk.owner)
            if rng.random() < PARAPHRASED:
                query = replace(query, text=in_other_words(asked.text, case.talk.speakers, rng))
            matrix, right = _looked_at(query, case.shelf, asked)
            gold, seen = gold + len(asked.gold), seen + int(right.sum())
            if right.any():
                rows.append(matrix)
                answers.append(right)
                kinds.append(asked.kind)
    return Examples(
        np.concatenate(rows),
        np.concatenate(answers),
        np.asarray([len(each) for each in rows], np.int64),
        tuple(kinds),
        seen / max(gold, 1),
    )


def _looked_at(query: Query, shelf: Shelf, asked: Asked) -> tuple[Floats, NDArray[np.int64]]:
    pool = gather(query, shelf)
    if not pool.passages:
        return np.zeros((0, 0), np.float32), np.zeros(0, np.int64)
    found = signals(query, pool)
    best = np.argsort(-found.z_sum, kind="stable")[:LOOKED_AT]
    gold = set(asked.gold)
    right = np.asarray([pool.passages[at].id in gold for at in best], np.int64)
    return found.matrix[best], right


def in_other_words(question: str, speakers: Sequence[str], rng: random.Random) -> str:
    """``question`` without some of the words that say what it is about; names of speakers stay."""

    def kept(found: re.Match[str]) -> str:
        words = words_of(found[0]) if is_chinese(found[0]) else [found[0]]
        return "".join(word if _stays(word, speakers, rng) else " " for word in words)

    return _RUN.sub(kept, question)


def _stays(word: str, speakers: Sequence[str], rng: random.Random) -> bool:
    if len(word) < 2 or word.lower() in STOP_WORDS or any(word in name for name in speakers):
        return True
    return rng.random() > LOST
