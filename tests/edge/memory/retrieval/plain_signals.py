"""Signals by the formulas as they are defined, passage by passage: slow, and easy to follow."""

from __future__ import annotations

from math import log

import numpy as np

from tandem_edge.memory.retrieval import keyword
from tandem_edge.memory.retrieval.answer_types import held, wanted
from tandem_edge.memory.retrieval.basis import FEWEST_OF_LANGUAGE
from tandem_edge.memory.retrieval.crossing import others_of, standing
from tandem_edge.memory.retrieval.forms import form_of
from tandem_edge.memory.retrieval.pool import Floats, Pool
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.scaling import reciprocal_ranks, z_scores
from tandem_edge.memory.retrieval.signals import _NAME, SESSION_BEST
from tandem_edge.memory.retrieval.terms import is_chinese, surfaces, terms


def plain_signals(
    query: Query, pool: Pool, z_sum: Floats, named: frozenset[str]
) -> dict[str, Floats]:
    """The signals that count words, compare within sessions, or tell of kinds of answer and of the
    parts of a question. ``z_sum`` ``[passages]`` is the
    plain sum; ``named`` are the speakers whom the query names."""
    return {
        **_words(query, pool),
        **_entity(query, pool, named),
        **_sessions(pool, z_sum),
        **_forms(pool),
        **_answers(query, pool),
        "part": _part(query, pool),
    }


def _words(query: Query, pool: Pool) -> dict[str, Floats]:
    plain = [keyword.counts_of(each.text) for each in pool.passages]
    dated = [keyword.dated_counts(each) for each in pool.passages]
    statistics = pool.statistics
    others = standing(others_of(query.text), statistics.frequency)
    weight = keyword.weights(surfaces(query.text), statistics, others)
    has = np.minimum(keyword.occurrences(weight, plain, others), 1)
    mean = pool.statistics.mean_length
    across = z_scores(keyword.bm25(weight, dated, mean, others))
    return {
        "bm25": across,
        "bm25_words": z_scores(keyword.bm25(weight, plain, mean, others)),
        "covered": keyword.share(weight, has),
        "rarest": keyword.rarest(weight, has),
        "matched": np.asarray(has.sum(axis=0), np.float32),
        "length": np.log1p(keyword.lengths(plain)),
        "bm25_previous": _beside(pool, across, -1),
        "bm25_next": _beside(pool, across, 1),
    }


def _beside(pool: Pool, values: Floats, distance: int) -> Floats:
    known = {(e.session, e.order): at for at, e in enumerate(pool.passages) if e.session}
    places = [known.get((e.session, e.order + distance)) for e in pool.passages]
    found = [0.0 if place is None else float(values[place]) for place in places]
    return np.asarray(found, np.float32)


def _entity(query: Query, pool: Pool, named: frozenset[str]) -> dict[str, Floats]:
    said = {term for name in _NAME.findall(query.text) for term in terms(name)}
    said -= {term for name in named for term in terms(name)}
    counts = [keyword.counts_of(each.text) for each in pool.passages]
    shares = [sum(term in count for term in said) / max(len(said), 1) for count in counts]
    return {"entity": np.asarray(shares, np.float32)}


def _sessions(pool: Pool, z_sum: Floats) -> dict[str, Floats]:
    sessions: dict[str, list[int]] = {}
    for place, passage in enumerate(pool.passages):
        sessions.setdefault(passage.session or passage.id, []).append(place)
    score, inside, where = (np.zeros(len(pool.passages), np.float32) for _ in range(3))
    for places in sessions.values():
        own = z_sum[places]
        score[places] = np.sort(own)[-SESSION_BEST:].mean()
        inside[places] = reciprocal_ranks(own)
        orders = np.asarray([pool.passages[place].order for place in places], np.float32)
        where[places] = orders / max(float(orders.max()), 1.0)
    return {
        "session": z_scores(score),
        "rank_in_session": inside,
        "place_in_session": where,
    }


def _forms(pool: Pool) -> dict[str, Floats]:
    forms = [form_of(each.text) for each in pool.passages]
    names = {
        "first_person": "first_person",
        "speaks_of_time": "time",
        "has_number": "number",
        "tells_change": "change",
    }
    return {
        signal: np.asarray([getattr(form, name) for form in forms], np.float32)
        for signal, name in names.items()
    }


def _answers(query: Query, pool: Pool) -> dict[str, Floats]:
    kinds = wanted(query.text)
    holds = [held(each.text) for each in pool.passages]
    weight = np.zeros(len(holds), np.float32)
    for any_of in kinds:
        having = [bool(any_of & each) for each in holds]
        rare = np.float32(log(np.float32(len(holds) + 1) / np.float32(sum(having) + 1)))
        weight += np.where(having, rare, np.float32(0))
    best = float(weight.max())
    return {
        "answer_weight": weight,
        "answer_share": weight / np.float32(best) if best else np.zeros_like(weight),
        "asks_typed": np.full(len(holds), len(kinds), np.float32),
    }


def _part(query: Query, pool: Pool) -> Floats:
    """The best z-score of the questions' cosines; the whole question's where it is one."""
    assert query.vectors is not None
    parts = range(1, len(query.vectors)) if len(query.vectors) > 1 else [0]
    return np.asarray(np.max([z_scores(_cosines(query, pool, at)) for at in parts], axis=0))


def _cosines(query: Query, pool: Pool, at: int) -> Floats:
    """Cosines with each passage, neither language's mean above the other's."""
    assert query.vectors is not None and pool.vectors is not None
    chinese = np.asarray([is_chinese(each.text) for each in pool.passages])
    cosines = pool.vectors @ query.vectors[at]
    if min(chinese.sum(), (~chinese).sum()) < FEWEST_OF_LANGUAGE:
        return np.asarray(cosines, np.float32)
    mean = cosines.mean()
    ways = {value: mean - cosines[chinese == value].mean() for value in (False, True)}
    moved = [cosine + ways[bool(value)] for cosine, value in zip(cosines, chinese, strict=True)]
    return np.asarray(moved, np.float32)
