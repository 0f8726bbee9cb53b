"""What speaks for each passage of a pool: one row of numbers a passage, one column a signal.

Sums that differ from query to query (BM25, cosines) enter as z-scores over the pool, as shares of
the best and as reciprocal ranks, so that what is learned of one collection holds in another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tandem_edge.memory.retrieval import dates, keyword
from tandem_edge.memory.retrieval.counted import FORMS, WordCounts
from tandem_edge.memory.retrieval.crossing import (
    others_of,
    standing,
)
from tandem_edge.memory.retrieval.forms import FIRST_PERSON
from tandem_edge.memory.retrieval.names import reads_as
from tandem_edge.memory.retrieval.planning import Aim, Kind, Plan
from tandem_edge.memory.retrieval.pool import Floats, Pool
from tandem_edge.memory.retrieval.terms import is_chinese, surfaces, terms

NEAR, FAR = 0.5, 0.3
"""What a passage gets of the keyword score of those one and two turns away: in talk a question
names the thing and the turn after it says what about it."""
NEAR_MEANING = 0.35
"""The same for vectors, one turn away: more would blur which turn it is."""
SPEAKER = 0.5
"""Who is asked about, in standard deviations: half the turns are theirs, so it breaks ties."""
DATE = 1.0
"""A date that the question names and the passage was said on: rare, and seldom by chance."""
FACT = 1.5
"""A fact drawn from the passage answers the query: what the extractor read is nearly an answer."""
IMPORTANCE, RECENCY = 0.2, 0.1
"""Small: they choose between passages that say the same."""
RECIPROCAL = 5.0
"""Added to a rank before 1 is divided by it: differences matter among the first ten or so."""
FEWEST_OF_LANGUAGE = 5
"""Passages of a language in a pool from which its mean cosine is told."""
SESSION_BEST = 3
"""Passages of a session that speak for it: one may match by chance."""
Places = NDArray[np.int64]
BESIDE = (-2, -1, 1, 2)
"""How far away the turns are that a passage's scores are mixed with."""
_FLAT = 1e-6

_CAPITALISED = re.compile(r"\b[A-Z][a-z]{2,}\b")
_NAME = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][\w'-]+|《[^》]+》|“[^”]+”|\"[^\"]+\"")

GROUPS: dict[str, tuple[str, ...]] = {
    "keyword": (
        "bm25", "bm25_words", "bm25_share", "bm25_rank", "covered", "rarest", "matched",
    ),
    "meaning": ("cosine", "cosine_gap", "cosine_rank", "has_vector"),
    "neighbours": (
        "bm25_smooth", "bm25_smooth_share", "bm25_smooth_rank", "bm25_previous", "bm25_next",
        "covered_around", "cosine_smooth", "cosine_smooth_gap", "cosine_smooth_rank",
        "cosine_previous", "cosine_next", "z_sum", "z_sum_gap", "z_sum_rank", "session",
        "session_rank", "rank_in_session", "after_question", "place_in_session",
    ),
    "speaker": ("speaker", "speaker_named", "first_person"),
    "entity": ("entity",),
    "time": ("date", "speaks_of_time", "has_number", "asks_when", "asks_count", "asks_list"),
    "recency": ("recency", "asks_latest", "asks_before", "asks_now", "tells_change"),
    "importance": ("importance", "length", "is_question", "query_length", "crossed"),
    "fact": ("fact",),
}  # fmt: skip
"""The signals, by the part of ``Why`` that they count for."""
NAMES = tuple(name for names in GROUPS.values() for name in names)


@dataclass(frozen=True)
class Query:
    """A question, its vector ``[dimension]`` if there is an embedder, and what it asks for.

    ``across`` is the vector for texts in the other language, where there are any. ``owner`` is the
    speaker that "I" and "我" stand for; ``spans`` are times that it speaks of, each from and until,
    where somebody resolved words such as "last week".
    """

    text: str
    plan: Plan = field(default_factory=Plan)
    vector: Floats | None = None
    owner: str = ""
    spans: tuple[tuple[datetime, datetime], ...] = ()
    across: Floats | None = None


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
    found = _Reading(query, pool)
    columns = found.columns()
    matrix = np.stack([np.asarray(columns[name], np.float32) for name in NAMES], axis=1)
    return Signals(matrix.reshape(len(pool.passages), len(NAMES)), found.z_sum)


def z_scores(values: Floats) -> Floats:
    """How many standard deviations above the mean; all 0 where nothing differs."""
    if not len(values) or float(np.ptp(values)) < _FLAT:
        return np.zeros(len(values), np.float32)
    return np.asarray((values - values.mean()) / values.std(), np.float32)


def reciprocal_ranks(values: Floats) -> Floats:
    """1 for the best, less for each rank below; ties share the better rank."""
    ordered = np.sort(-values)
    rank = np.searchsorted(ordered, -values, side="left")
    return np.asarray((1 + RECIPROCAL) / (1 + RECIPROCAL + rank), np.float32)


def shares(values: Floats) -> Floats:
    """Values over the best of them, or 0 where there is none."""
    best = float(values.max(initial=0.0))
    return np.asarray(values / best if best > _FLAT else np.zeros_like(values), np.float32)


class _Reading:
    """One query read against one pool."""

    def __init__(self, query: Query, pool: Pool) -> None:
        self.query, self.pool, self.passages = query, pool, pool.passages
        self.asked = surfaces(query.text)
        self.counted = pool.counted or WordCounts(self.passages)
        statistics = self.pool.statistics
        self.others = standing(others_of(query.text), statistics.frequency)
        self.weight = keyword.weights(self.asked, statistics, self.others)
        often = keyword.occurrences_in(self.weight, self.counted.plain, self.others)
        self.plain, self.has = often, np.minimum(often, 1)
        self.groups = _Groups([passage.session or passage.id for passage in self.passages])
        self.orders = np.asarray([passage.order for passage in self.passages], np.int64)
        self.places = self._places()

    def columns(self) -> dict[str, Floats]:
        """Every signal by name."""
        return {
            **self._by_words(),
            **self._by_meaning(),
            **self._by_session(),
            **self._by_speaker(),
            **self._by_time(),
            **self._by_form(),
            **self._asked_for(),
        }

    @cached_property
    def bm25(self) -> Floats:
        often = keyword.occurrences_in(self.weight, self.counted.dated, self.others)
        return self._bm25(often, self.counted.dated_lengths)

    @cached_property
    def smooth(self) -> Floats:
        near, far = self._near(self.bm25), self._shift(self.bm25, -2) + self._shift(self.bm25, 2)
        return np.asarray(self.bm25 + NEAR * near + FAR * far, np.float32)

    @cached_property
    def cosine(self) -> Floats:
        return self._cosines(self.pool.vectors)

    @cached_property
    def cosine_smooth(self) -> Floats:
        vectors = self.pool.vectors
        if vectors is None or not len(vectors):
            return self._cosines(None)
        mixed = vectors + NEAR_MEANING * self._near(vectors)
        lengths = np.linalg.norm(mixed, axis=1, keepdims=True)
        return self._cosines(np.asarray(mixed / np.maximum(lengths, _FLAT), np.float32))

    def _cosines(self, vectors: Floats | None) -> Floats:
        """Cosines of the question with each passage, in the passage's own language."""
        asked, across = self.query.vector, self.query.across
        if vectors is None or asked is None:
            return np.zeros(len(self.passages), np.float32)
        cosines = np.asarray(vectors @ asked, np.float32)
        if across is not None:
            other = self._form("chinese") != is_chinese(self.query.text)
            cosines[other] = vectors[other] @ across
        return self._fair(cosines)

    def _fair(self, cosines: Floats) -> Floats:
        """Cosines without the embedder's leaning to texts in the question's own language: each
        language's mean is moved to that of all. Nothing moves where one language is hardly there,
        or where a passage has no vector."""
        chinese, has = self._form("chinese") > 0, cosines != 0
        groups = [chinese & has, ~chinese & has]
        if min(int(group.sum()) for group in groups) < FEWEST_OF_LANGUAGE:
            return cosines
        fair = cosines.copy()
        for group in groups:
            fair[group] += cosines[has].mean() - cosines[group].mean()
        return fair

    @cached_property
    def speaker(self) -> Floats:
        """1 for a speaker whom the query names, or whom its "I" stands for."""
        return np.asarray([passage.speaker in self.named for passage in self.passages], np.float32)

    @cached_property
    def named(self) -> frozenset[str]:
        query = self.query
        speakers = keyword.names_of(self.passages)
        found = {name for name in speakers if _says(query.text, self.asked, name)}
        if query.owner in speakers and FIRST_PERSON.search(query.text):
            found.add(query.owner)
        return frozenset(found)

    @cached_property
    def date(self) -> Floats:
        asked = dates.mentions(self.query.text)
        if not asked and not self.query.spans:
            return self._all(0.0)
        return np.asarray(
            [
                max(
                    (*(mention.fit(each.at) for mention in asked),
                     *(float(start <= each.at <= end) for start, end in self.query.spans)),
                    default=0.0,
                )
                for each in self.passages
            ],
            np.float32,
        )  # fmt: skip

    @cached_property
    def fact(self) -> Floats:
        return np.asarray([self.pool.facts.get(each.id, 0.0) for each in self.passages], np.float32)

    @cached_property
    def recency(self) -> Floats:
        """From 0 for the oldest to 1 for the newest of the pool."""
        seconds = np.asarray([each.at.timestamp() for each in self.passages], np.float64)
        span = float(np.ptp(seconds)) if len(seconds) else 0.0
        past = seconds - seconds.min(initial=np.inf)
        return np.asarray(past / span if span else np.zeros_like(past), np.float32)

    @cached_property
    def importance(self) -> Floats:
        return np.asarray([each.importance for each in self.passages], np.float32)

    @cached_property
    def z_sum(self) -> Floats:
        total = (
            z_scores(self.smooth)
            + z_scores(self.cosine_smooth)
            + SPEAKER * self.speaker
            + DATE * self.date
            + FACT * self.fact
            + IMPORTANCE * self.importance
            + RECENCY * self.recency
        )
        return np.asarray(total, np.float32)

    def _by_words(self) -> dict[str, Floats]:
        plain = self._bm25(self.plain, self.counted.lengths)
        beside = self._near(self.has.T).T
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
            "bm25_previous": self._shift(z, -1),
            "bm25_next": self._shift(z, 1),
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
            "cosine_smooth": z_scores(self.cosine_smooth),
            "cosine_smooth_gap": np.asarray(self.cosine_smooth - best_smooth, np.float32),
            "cosine_smooth_rank": reciprocal_ranks(self.cosine_smooth),
            "cosine_previous": self._shift(z, -1),
            "cosine_next": self._shift(z, 1),
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
            "session_rank": _rank_of_groups(score),
            "rank_in_session": inside,
            "place_in_session": np.asarray(where, np.float32),
        }

    def _by_speaker(self) -> dict[str, Floats]:
        return {
            "speaker": self.speaker,
            "speaker_named": self._all(bool(self.named)),
            "first_person": self._form("first_person"),
            "entity": self._entities(),
        }

    def _by_time(self) -> dict[str, Floats]:
        return {
            "date": self.date,
            "speaks_of_time": self._form("time"),
            "has_number": self._form("number"),
            "recency": self.recency,
            "tells_change": self._form("change"),
        }

    def _by_form(self) -> dict[str, Floats]:
        asks, asked_in = self._form("question"), is_chinese(self.query.text)
        crossed = self._form("chinese") != asked_in
        return {
            "is_question": asks,
            "after_question": self._shift(asks, -1),
            "length": np.log1p(self.counted.lengths),
            "crossed": np.asarray(crossed, np.float32),
            "importance": self.importance,
            "fact": self.fact,
        }

    def _asked_for(self) -> dict[str, Floats]:
        plan = self.query.plan
        return {
            "asks_when": self._all(plan.kind is Kind.TIME),
            "asks_count": self._all(plan.aim is Aim.COUNT or plan.kind is Kind.NUMBER),
            "asks_list": self._all(plan.kind is Kind.LIST),
            "asks_latest": self._all(plan.aim is Aim.ORDER),
            "asks_before": self._all(plan.aim is Aim.BEFORE),
            "asks_now": self._all(plan.now),
            "query_length": self._all(len(self.weight)),
        }

    def _entities(self) -> Floats:
        """The share of the names in the query, the speakers' apart, that stand in a passage."""
        said = {term for name in _NAME.findall(self.query.text) for term in terms(name)}
        said -= {term for name in self.named for term in terms(name)}
        if not said:
            return np.zeros(len(self.passages), np.float32)
        stands = self.counted.plain([*said]) > 0
        return np.asarray(stands.sum(axis=0) / len(said), np.float32)

    def _bm25(self, often: Floats, lengths: Floats) -> Floats:
        return keyword.bm25_of(self.weight, often, lengths, self.pool.statistics.mean_length)

    def _form(self, name: str) -> Floats:
        return np.asarray(self.counted.forms[:, FORMS.index(name)], np.float32)

    def _places(self) -> dict[int, Places]:
        """For each distance where in the pool the turn that far on stands; -1 where it is not."""
        if not self.passages:
            return dict.fromkeys(BESIDE, np.zeros(0, np.int64))
        stride = int(self.orders.max()) + 1 + 2 * max(BESIDE)  # what overruns a session meets none
        keys = self.groups.of * stride + self.orders
        order = np.argsort(keys)
        alone = np.asarray([not each.session for each in self.passages])
        found: dict[int, Places] = {}
        for distance in BESIDE:
            at = np.searchsorted(keys, keys + distance, sorter=order)
            there = order[np.minimum(at, len(keys) - 1)]
            absent = (keys[there] != keys + distance) | alone
            found[distance] = np.where(absent, -1, there)
        return found

    def _near(self, values: Floats) -> Floats:
        return np.asarray(self._shift(values, -1) + self._shift(values, 1), np.float32)

    def _shift(self, values: Floats, distance: int) -> Floats:
        """For each passage the value of the one ``distance`` turns on; 0 where there is none."""
        places = self.places[distance]
        found = values[places]
        found[places < 0] = 0
        return np.asarray(found, np.float32)

    def _all(self, value: float) -> Floats:
        return np.full(len(self.passages), value, np.float32)


class _Groups:
    """Rows that belong together, such as the passages of a session."""

    def __init__(self, names: Sequence[str]) -> None:
        numbers: dict[str, int] = {}
        of = [numbers.setdefault(name, len(numbers)) for name in names]
        self.of = np.asarray(of, np.int64)
        self.size = np.bincount(self.of, minlength=len(numbers))
        self.first = np.cumsum(self.size) - self.size

    def best(self, values: Floats) -> Floats:
        """The greatest of each row's group ``[rows]``."""
        most = np.full(len(self.size), -np.inf, np.float32)
        np.maximum.at(most, self.of, values)
        return np.asarray(most[self.of], np.float32)

    def mean_of_best(self, values: Floats, count: int) -> Floats:
        """The mean of the ``count`` greatest of each row's group ``[rows]``, the least first."""
        ordered = values[np.lexsort((values, self.of))]
        total = np.zeros(len(self.size), np.float32)
        for place in range(min(count, len(values)), 0, -1):
            has = self.size >= place
            total[has] += ordered[(self.first + self.size)[has] - place]
        mean = total / np.minimum(self.size, count).astype(np.float32)
        return np.asarray(mean[self.of], np.float32)

    def reciprocal_ranks(self, values: Floats) -> Floats:
        """As the function of that name, within each row's group."""
        order = np.lexsort((-values, self.of))
        of, ordered = self.of[order], values[order]
        place = np.arange(len(order))
        new = np.ones(len(order), bool)
        new[1:] = (of[1:] != of[:-1]) | (ordered[1:] != ordered[:-1])
        tied = np.maximum.accumulate(np.where(new, place, 0))
        rank = np.empty(len(order), np.int64)
        rank[order] = tied - self.first[of]
        return np.asarray((1 + RECIPROCAL) / (1 + RECIPROCAL + rank), np.float32)


def _says(query: str, asked: dict[str, str], name: str) -> bool:
    """Whether a query names a speaker: a word of the name, or its capitalised beginning (Mel)."""
    if is_chinese(name):
        return name in query or (len(name) > 2 and name[-2:] in query) or reads_as(query, name)
    if any(term in asked for term in terms(name)):
        return True
    return any(name.startswith(word) for word in _CAPITALISED.findall(query))


def _rank_of_groups(score: Floats) -> Floats:
    """Reciprocal ranks of sessions: all passages of one share one rank."""
    ordered = np.unique(-score)
    rank = np.searchsorted(ordered, -score)
    return np.asarray((1 + RECIPROCAL) / (1 + RECIPROCAL + rank), np.float32)
