"""One query read against one pool: the quantities that its signals are made of."""

from __future__ import annotations

import re
from functools import cached_property
from math import log

import numpy as np
from numpy.typing import NDArray

from tandem_edge.memory.retrieval import dates, keyword
from tandem_edge.memory.retrieval.counted import FORMS, WordCounts
from tandem_edge.memory.retrieval.crossing import others_of, standing
from tandem_edge.memory.retrieval.forms import FIRST_PERSON
from tandem_edge.memory.retrieval.names import reads_as
from tandem_edge.memory.retrieval.pool import Floats, Pool
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.scaling import FLAT, Groups, z_scores
from tandem_edge.memory.retrieval.terms import is_chinese, surfaces, terms

NEAR, FAR = 0.5, 0.3
"""What a passage gets of the keyword score of those one and two turns away: in talk a question
names the thing and the turn after it says what about it."""
NEAR_MEANING = 0.35
"""The same for vectors, one turn away: more would blur which turn it is."""
PART = 0.6
"""The vectors of single turns and single questions count beside those that are mixed."""
SPEAKER = 0.5
"""Who is asked about, in standard deviations: half the turns are theirs, so it breaks ties."""
DATE = 1.0
"""A date that the question names and the passage was said on: rare, and seldom by chance."""
FACT = 1.5
"""A fact drawn from the passage answers the query: what the extractor read is nearly an answer."""
ANSWER = 1.0
"""A nat of how rare the wanted kinds of answer are that the passage holds."""
IMPORTANCE, RECENCY = 0.2, 0.1
"""Small: they choose between passages that say the same."""
FEWEST_OF_LANGUAGE = 5
"""Passages of a language in a pool from which its mean cosine is told."""
Places = NDArray[np.int64]
BESIDE = (-2, -1, 1, 2)
"""How far away the turns are that a passage's scores are mixed with."""

_CAPITALISED = re.compile(r"\b[A-Z][a-z]{2,}\b")


class Basis:
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
        self.groups = Groups([passage.session or passage.id for passage in self.passages])
        self.orders = np.asarray([passage.order for passage in self.passages], np.int64)
        self.places = self._places_beside()

    @cached_property
    def bm25(self) -> Floats:
        """BM25 of each passage with its speaker and day ``[passages]``."""
        often = keyword.occurrences_in(self.weight, self.counted.dated, self.others)
        return self.bm25_from(often, self.counted.dated_lengths)

    @cached_property
    def smooth(self) -> Floats:
        """BM25 with what the turns beside give ``[passages]``."""
        near, far = self.near(self.bm25), self.shift(self.bm25, -2) + self.shift(self.bm25, 2)
        return np.asarray(self.bm25 + NEAR * near + FAR * far, np.float32)

    @cached_property
    def cosine(self) -> Floats:
        """Cosines of the question and each passage ``[passages]``; 0 without vectors."""
        return self._cosines(self.pool.vectors)

    @cached_property
    def cosine_smooth(self) -> Floats:
        """The same with the vectors of the turns beside mixed in."""
        vectors = self.pool.vectors
        if vectors is None or not len(vectors):
            return self._cosines(None)
        mixed = vectors + NEAR_MEANING * self.near(vectors)
        lengths = np.linalg.norm(mixed, axis=1, keepdims=True)
        return self._cosines(np.asarray(mixed / np.maximum(lengths, FLAT), np.float32))

    @cached_property
    def part(self) -> Floats:
        """How near each passage is to the one of the questions that it is nearest to, as z-scores
        of the cosines ``[passages]``; the whole question's where it is one."""
        asked = 0 if self.query.vectors is None else len(self.query.vectors)
        if self.pool.vectors is None or asked < 2:
            return z_scores(self.cosine)
        near = (z_scores(self._cosines(self.pool.vectors, at)) for at in range(1, asked))
        return np.asarray(np.max([*near], axis=0), np.float32)

    def _cosines(self, vectors: Floats | None, at: int = 0) -> Floats:
        """Cosines of one of the question's vectors with each passage."""
        asked = self.query.vectors
        if vectors is None or asked is None:
            return np.zeros(len(self.passages), np.float32)
        return self._fair(np.asarray(vectors @ asked[at], np.float32))

    def _fair(self, cosines: Floats) -> Floats:
        """Cosines without the embedder's leaning to texts in the question's own language: each
        language's mean is moved to that of all. Nothing moves where one language is hardly there,
        or where a passage has no vector."""
        chinese, has = self.form("chinese") > 0, cosines != 0
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
        """The speakers whom the question names."""
        query = self.query
        speakers = keyword.names_of(self.passages)
        found = {name for name in speakers if _says(query.text, self.asked, name)}
        if query.owner in speakers and FIRST_PERSON.search(query.text):
            found.add(query.owner)
        return frozenset(found)

    @cached_property
    def date(self) -> Floats:
        """How well each passage fits a time that the question names, 0 to 1."""
        asked = dates.mentions(self.query.text)
        if not asked and not self.query.spans:
            return self.all(0.0)
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
        """How well a fact that rests on each passage answers, 0 to 1."""
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
        """How important each passage is, 0 to 1."""
        return np.asarray([each.importance for each in self.passages], np.float32)

    @cached_property
    def answer_weight(self) -> Floats:
        """How rare the wanted kinds of answer are that each passage holds ``[passages]``, as the
        sum of their inverse document frequencies in the pool; see ``answer_types``."""
        found = self.all(0.0)
        for any_of in self.query.plan.wants:
            has = np.max([self.form(name) for name in sorted(any_of)], axis=0)
            found += has * np.float32(log((len(has) + 1) / (has.sum() + 1)))
        return found

    @cached_property
    def z_sum(self) -> Floats:
        """The plain sum that stands in for a ranker ``[passages]``."""
        total = (
            z_scores(self.smooth)
            + z_scores(self.cosine_smooth)
            + PART * self.part
            + SPEAKER * self.speaker
            + DATE * self.date
            + FACT * self.fact
            + ANSWER * self.answer_weight
            + IMPORTANCE * self.importance
            + RECENCY * self.recency
        )
        return np.asarray(total, np.float32)

    def bm25_from(self, often: Floats, lengths: Floats) -> Floats:
        """BM25 of ``often`` ``[terms, passages]`` in texts of these lengths."""
        return keyword.bm25_of(self.weight, often, lengths, self.pool.statistics.mean_length)

    def form(self, name: str) -> Floats:
        """One bit of form of each passage ``[passages]``; see ``forms.Form``."""
        return np.asarray(self.counted.forms[:, FORMS.index(name)], np.float32)

    def _places_beside(self) -> dict[int, Places]:
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

    def near(self, values: Floats) -> Floats:
        """The sum of the values of the turns right before and after."""
        return np.asarray(self.shift(values, -1) + self.shift(values, 1), np.float32)

    def shift(self, values: Floats, distance: int) -> Floats:
        """For each passage the value of the one ``distance`` turns on; 0 where there is none."""
        places = self.places[distance]
        found = values[places]
        found[places < 0] = 0
        return np.asarray(found, np.float32)

    def all(self, value: float) -> Floats:
        """The same value for every passage."""
        return np.full(len(self.passages), value, np.float32)


def _says(query: str, asked: dict[str, str], name: str) -> bool:
    """Whether a query names a speaker: a word of the name, or its capitalised beginning (Mel)."""
    if is_chinese(name):
        return name in query or (len(name) > 2 and name[-2:] in query) or reads_as(query, name)
    if any(term in asked for term in terms(name)):
        return True
    return any(name.startswith(word) for word in _CAPITALISED.findall(query))
