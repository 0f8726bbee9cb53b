"""Made-up talks turned into what a ranker learns from: signals of a pool, and which rows answer."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.retrieval.planning import plan_for
from tandem_edge.memory.retrieval.pool import Floats, spoken
from tandem_edge.memory.retrieval.ranker import LOOKED_AT
from tandem_edge.memory.retrieval.search import gather
from tandem_edge.memory.retrieval.shelf import Shelf
from tandem_edge.memory.retrieval.signals import Query, signals
from tandem_trainer.memory_ranker.asking import Asked, make_questions
from tandem_trainer.memory_ranker.talk import OWNER, Talk, make_talk
from tandem_trainer.memory_ranker.topics import Topic

QUESTIONS = 45
"""A talk."""
WITHOUT_VECTORS = 0.1
"""Questions that are shown without an embedder, so that the ranker works where none is."""
HELD = ("concert", "knee", "garden", "app", "childschool")
"""Topics that are never trained on: rounds of boosting stop when these get no better."""


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
    """A talk and what is asked about it, with vectors ``[turns]`` and ``[questions]``."""

    talk: Talk
    asked: Sequence[Asked]
    turns: Floats
    questions: Floats


def make_cases(
    topics: Sequence[Topic], count: int, seed: int, embedder: Embedder, cache: Path | None = None
) -> list[Case]:
    """``count`` talks on ``topics`` with their vectors; the same for the same seed."""
    made = []
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        talk = make_talk(f"t{number}", topics, rng)
        made.append((talk, make_questions(talk, QUESTIONS, rng)))
    return [_case(talk, asked, embedder, cache) for talk, asked in made]


def make_examples(cases: Iterable[Case], seed: int) -> Examples:
    """The best passages by the plain sum for every question, as ranking examples."""
    rng = random.Random(seed)
    rows, answers, kinds, gold, seen = [], [], [], 0, 0
    for case in cases:
        shelf = Shelf(case.talk.turns, case.turns)
        for asked, vector in zip(case.asked, case.questions, strict=True):
            query = _query(asked, case.talk, None if rng.random() < WITHOUT_VECTORS else vector)
            matrix, right = _looked_at(query, shelf, asked)
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


def _query(asked: Asked, talk: Talk, vector: Floats | None) -> Query:
    owner = OWNER if talk.with_assistant else ""
    return Query(asked.text, plan_for(asked.text), vector, owner=owner)


def _looked_at(query: Query, shelf: Shelf, asked: Asked) -> tuple[Floats, NDArray[np.int64]]:
    pool = gather(query, shelf)
    if not pool.passages:
        return np.zeros((0, 0), np.float32), np.zeros(0, np.int64)
    found = signals(query, pool)
    best = np.argsort(-found.z_sum, kind="stable")[:LOOKED_AT]
    gold = set(asked.gold)
    right = np.asarray([pool.passages[at].id in gold for at in best], np.int64)
    return found.matrix[best], right


def _case(talk: Talk, asked: Sequence[Asked], embedder: Embedder, cache: Path | None) -> Case:
    turns, questions = [spoken(turn) for turn in talk.turns], [each.text for each in asked]
    if cache is None:
        return Case(talk, asked, embedder.passages(turns), embedder.queries(questions))
    digest = hashlib.sha256("\n".join([embedder.identity, *turns, "", *questions]).encode())
    path = cache / f"{digest.hexdigest()[:32]}.npz"
    if not path.exists():
        np.savez(path, turns=embedder.passages(turns), questions=embedder.queries(questions))
    with np.load(path, allow_pickle=False) as stored:
        return Case(talk, asked, stored["turns"], stored["questions"])
