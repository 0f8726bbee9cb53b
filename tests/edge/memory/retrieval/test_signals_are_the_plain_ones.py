"""The signals are read quickly, and are to the last bit what the plain formulas give."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tandem_edge.bench.memory.bilingual.conversation import Conversation
from tandem_edge.bench.memory.bilingual.reading import conversations
from tandem_edge.memory.retrieval import keyword
from tandem_edge.memory.retrieval.counted import NotedCounts, note
from tandem_edge.memory.retrieval.planning import plan_for
from tandem_edge.memory.retrieval.pool import Floats, Passage, Pool, dated
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.questions import questions_in
from tandem_edge.memory.retrieval.signals import signals
from tests.edge.memory.retrieval.plain_signals import plain_signals

TALKS = conversations("open")


def everything(talk: Conversation) -> list[Passage]:
    """Turns, and every ninth once more as a unit."""
    turns = [
        Passage(f"turn{at}", each.text, each.speaker, each.at, each.session, each.order)
        for at, each in enumerate(talk.raw_turns())
    ]
    return [*turns, *(Passage(f"u{at}", p.text, "", p.at) for at, p in enumerate(turns[::9]))]


def vectors(count: int, seed: int) -> Floats:
    rows = np.random.default_rng(seed).normal(size=(count, 16)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def posed(text: str, owner: str, number: int) -> Query:
    """A question with vectors of its own."""
    asked = 1 + len(questions_in(text))
    return Query(text, plan_for(text), vectors(asked, number + 1000), owner)


@pytest.mark.parametrize("talk", TALKS[::4], ids=lambda talk: talk.id)
@pytest.mark.parametrize("noted", [False, True])
def test_of_any_pool(talk: Conversation, noted: bool) -> None:
    chance, every = random.Random(talk.id), everything(talk)
    notes = {p.id: note(p.text, dated(p) if p.session else p.text) for p in every}
    known = keyword.statistics_of([keyword.dated_counts(each) for each in every])
    for number, asked in enumerate(talk.questions):
        some = chance.sample(every, chance.randint(1, len(every)))
        near = vectors(len(some), number)
        query = posed(asked.text, every[0].speaker, number)
        counted = NotedCounts(some, notes) if noted else None
        pool = Pool(some, known, near, {}, counted)
        found = signals(query, pool)
        speaks = zip(some, found.column("speaker"), strict=True)
        named = frozenset(passage.speaker for passage, is_named in speaks if is_named)
        for name, expected in plain_signals(query, pool, found.z_sum, named).items():
            assert np.array_equal(found.column(name), expected), (name, asked.text)
