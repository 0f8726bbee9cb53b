"""What a search is given: a question, what it asks for, and its vectors."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from tandem_edge.memory.retrieval.planning import Plan
from tandem_edge.memory.retrieval.pool import Floats


@dataclass(frozen=True)
class Query:
    """A question, its vectors if there is an embedder, and what it asks for.

    ``vectors`` ``[1 + questions, dimension]`` are the question's and those of its questions, where
    it asks several.
    ``owner`` is the speaker that "I" and "我" stand for; ``spans`` are times that it speaks of,
    each from and until, where somebody resolved words such as "last week".
    """

    text: str
    plan: Plan = field(default_factory=Plan)
    vectors: Floats | None = None
    owner: str = ""
    spans: tuple[tuple[datetime, datetime], ...] = ()
