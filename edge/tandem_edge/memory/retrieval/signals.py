"""What speaks for each passage of a pool: one row of numbers a passage, one column a signal.

Sums that differ from query to query (BM25, cosines) enter as z-scores over the pool, as shares of
the best and as reciprocal ranks, so that what is learned of one collection holds in another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from tandem_edge.memory.retrieval import keyword
from tandem_edge.memory.retrieval.basis import Basis
from tandem_edge.memory.retrieval.planning import Aim, Kind
from tandem_edge.memory.retrieval.pool import Floats, Pool
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.scaling import (
    FLAT,
    rank_of_groups,
    reciprocal_ranks,
    shares,
    z_scores,
)
from tandem_edge.memory.retrieval.terms import is_chinese, terms

SESSION_BEST = 3
"""Passages of a session that speak for it: one may match by chance."""
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][\w'-]+|《[^》]+》|“[^”]+”|\"[^\"]+\"")

GROUPS: dict[str, tuple[str, ...]] = {
    "keyword": (
        "bm25", "bm25_words", "bm25_share", "bm25_rank", "covered", "rarest", "matched",
    ),
    "meaning": ("cosine", "cosine_gap", "cosine_rank", "has_vector", "part"),
    "neighbours": (
        "bm25_smooth", "bm25_smooth_share", "bm25_smooth_rank", "bm25_previous", "bm25_next",
        "covered_around", "cosine_smooth", "cosine_smooth_gap", "cosine_smooth_rank",
        "cosine_previous", "cosine_next", "z_sum", "z_sum_gap", "z_sum_rank", "session",
        "session_rank", "rank_in_session", "after_question", "place_in_session",
    ),
    "speaker": ("speaker", "speaker_named", "first_person"),
    "entity": ("entity",),
    "time": ("date", "speaks_of_time", "has_number", "asks_when", "asks_count", "asks_list"),
    "answer": ("answer_share", "answer_weight", "asks_typed"),
    "recency": ("recency", "asks_latest", "asks_before", "asks_now", "tells_change"),
    "importance": ("importance", "length", "is_question", "query_length", "crossed"),
    "fact": ("fact",),
}  # fmt: skip
"""The signals, by the part of ``Why`` that they count for."""
NAMES = tuple(name for names in GROUPS.values() for name in names)


@dataclass(frozen=True)
class Signals:
    """``matrix`` ``[passages, len(NAMES)]``, and the plain sum that stands in for a ranker."""

    matrix: Floats
    z_sum: Floats

    def column(self, name: str) -> Floats:
        """One signal ``[passages]``. Raises ``ValueError`` for a name that is none."""
        return np.asarray(self.matrix[:, NAMES.index(name)])


def signals(query: Query, pool: Pool) -> Signals:
    """The signals of every passage in ``pool`` for ``query``."""
    found = _Columns(query, pool)
    columns = found.columns()
    matrix = np.stack([np.asarray(columns[name], np.float32) for name in NAMES], axis=1)
    return Signals(matrix.reshape(len(pool.passages), len(NAMES)), found.z_sum)


class _Columns(Basis):
    """The signals of one query and one pool."""

    def columns(self) -> dict[str, Floats]:
        """Every signal by name."""
        return {
            **self._by_words(),
            **self._by_meaning(),
            **self._by_session(),
            **self._by_speaker(),
            **self._by_time(),
            **self._by_form(),
            **self._by_answer(),
            **self._asked_for(),
        }

    def _by_words(self) -> dict[str, Floats]:
        plain = self.bm25_from(self.plain, self.counted.lengths)
        beside = self.near(self.has.T).T
        around = np.minimum(self.has + beside, 1)
        z = z_scores(self.bm25)
        return {
            "bm25": z,
            "bm25_words": z_scores(plain),
            "bm25_share": shares(self.bm25),
            "bm25_rank": reciprocal_ranks(self.bm25),
            "covered": keyword.share(self.weight, self.has),
            "rarest": keyword.rarest(self.weight, self.has),
            "matched": np.asarray(self.has.sum(axis=0), np.float32),
            "bm25_smooth": z_scores(self.smooth),
            "bm25_smooth_share": shares(self.smooth),
            "bm25_smooth_rank": reciprocal_ranks(self.smooth),
            "bm25_previous": self.shift(z, -1),
            "bm25_next": self.shift(z, 1),
            "covered_around": keyword.share(self.weight, around),
        }

    def _by_meaning(self) -> dict[str, Floats]:
        z, best = z_scores(self.cosine), self.cosine.max(initial=-1.0)
        best_smooth = self.cosine_smooth.max(initial=-1.0)
        has = self.cosine != 0
        return {
            "cosine": z,
            "cosine_gap": np.asarray(self.cosine - best, np.float32),
            "cosine_rank": reciprocal_ranks(self.cosine),
            "has_vector": np.asarray(has, np.float32),
            "part": self.part,
            "cosine_smooth": z_scores(self.cosine_smooth),
            "cosine_smooth_gap": np.asarray(self.cosine_smooth - best_smooth, np.float32),
            "cosine_smooth_rank": reciprocal_ranks(self.cosine_smooth),
            "cosine_previous": self.shift(z, -1),
            "cosine_next": self.shift(z, 1),
            "z_sum": z_scores(self.z_sum),
            "z_sum_gap": np.asarray(self.z_sum - self.z_sum.max(initial=0.0), np.float32),
            "z_sum_rank": reciprocal_ranks(self.z_sum),
        }

    def _by_session(self) -> dict[str, Floats]:
        groups, orders = self.groups, np.asarray(self.orders, np.float32)
        score = groups.mean_of_best(self.z_sum, SESSION_BEST)
        inside = groups.reciprocal_ranks(self.z_sum)
        where = orders / np.maximum(groups.best(orders), np.float32(1))
        return {
            "session": z_scores(score),
            "session_rank": rank_of_groups(score),
            "rank_in_session": inside,
            "place_in_session": np.asarray(where, np.float32),
        }

    def _by_speaker(self) -> dict[str, Floats]:
        return {
            "speaker": self.speaker,
            "speaker_named": self.all(bool(self.named)),
            "first_person": self.form("first_person"),
            "entity": self._entities(),
        }

    def _by_time(self) -> dict[str, Floats]:
        return {
            "date": self.date,
            "speaks_of_time": self.form("time"),
            "has_number": self.form("number"),
            "recency": self.recency,
            "tells_change": self.form("change"),
        }

    def _by_form(self) -> dict[str, Floats]:
        asks, asked_in = self.form("question"), is_chinese(self.query.text)
        crossed = self.form("chinese") != asked_in
        return {
            "is_question": asks,
            "after_question": self.shift(asks, -1),
            "length": np.log1p(self.counted.lengths),
            "crossed": np.asarray(crossed, np.float32),
            "importance": self.importance,
            "fact": self.fact,
        }

    def _by_answer(self) -> dict[str, Floats]:
        most = self.answer_weight.max(initial=0.0)
        return {
            "answer_weight": self.answer_weight,
            "answer_share": np.asarray(self.answer_weight / max(most, FLAT), np.float32),
            "asks_typed": self.all(len(self.query.plan.wants)),
        }

    def _asked_for(self) -> dict[str, Floats]:
        plan = self.query.plan
        return {
            "asks_when": self.all(plan.kind is Kind.TIME),
            "asks_count": self.all(plan.aim is Aim.COUNT or plan.kind is Kind.NUMBER),
            "asks_list": self.all(plan.kind is Kind.LIST),
            "asks_latest": self.all(plan.aim is Aim.ORDER),
            "asks_before": self.all(plan.aim is Aim.BEFORE),
            "asks_now": self.all(plan.now),
            "query_length": self.all(len(self.weight)),
        }

    def _entities(self) -> Floats:
        """The share of the names in the query, the speakers' apart, that stand in a passage."""
        said = {term for name in _NAME.findall(self.query.text) for term in terms(name)}
        said -= {term for name in self.named for term in terms(name)}
        if not said:
            return np.zeros(len(self.passages), np.float32)
        stands = self.counted.plain([*said]) > 0
        return np.asarray(stands.sum(axis=0) / len(said), np.float32)
