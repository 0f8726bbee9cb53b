"""A small talk that several tests search, with vectors that are easy to reason about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from tandem_edge.memory.retrieval import keyword
from tandem_edge.memory.retrieval.planning import plan_for
from tandem_edge.memory.retrieval.pool import Floats, Passage, Pool
from tandem_edge.memory.retrieval.query import Query

START = datetime(2025, 3, 1, 18, tzinfo=UTC)
LINES = (
    ("1", "Ana", "I signed up for a pottery class last Friday."),
    ("1", "Leo", "A pottery class? What have you made so far?"),
    ("1", "Ana", "Two blue mugs and a lopsided bowl."),
    ("1", "Leo", "The weather is awful here."),
    ("2", "Leo", "My brother broke his arm on Sunday."),
    ("2", "Ana", "我上周搬到杭州了。"),
    ("2", "Leo", "杭州好玩吗？"),
    ("2", "Ana", "Quizlet is what I use for words now."),
)
"""Session, speaker, words."""


def passages(lines: Sequence[tuple[str, str, str]] = LINES) -> list[Passage]:
    """One passage a line; each session is 30 days after the last."""
    orders: dict[str, int] = {}
    made = []
    for session, speaker, text in lines:
        order = orders[session] = orders.get(session, -1) + 1
        at = START + timedelta(days=30 * int(session))
        made.append(Passage(f"t{len(made)}", text, speaker, at, session, order))
    return made


def axes(count: int, dimension: int = 16) -> Floats:
    """Vectors at right angles to each other: each is like itself alone."""
    return np.eye(count, dimension, dtype=np.float32)


def pool(vectors: Floats | None = None, facts: Mapping[str, float] | None = None) -> Pool:
    """All of the talk as one pool."""
    turns = passages()
    statistics = keyword.statistics_of([keyword.dated_counts(each) for each in turns])
    return Pool(turns, statistics, vectors, facts or {})


def query(text: str, vector: Floats | None = None, owner: str = "") -> Query:
    """A query as the facade would make it; ``vector`` ``[dimension]`` is the whole question's."""
    vectors = None if vector is None else vector[np.newaxis]
    return Query(text, plan_for(text), vectors, owner=owner)
