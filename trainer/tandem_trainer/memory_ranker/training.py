"""LambdaMART over the examples, and how well it does on topics that it has not seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from tandem_edge.memory.retrieval.pool import Floats
from tandem_edge.memory.retrieval.ranker import STEADY
from tandem_edge.memory.retrieval.signals import NAMES
from tandem_edge.memory.retrieval.trees import Forest, parse_forest
from tandem_shared.errors import MissingError
from tandem_trainer.memory_ranker.examples import Examples

MOST_ROUNDS, PATIENCE = 300, 40
RISING = frozenset(
    "bm25 bm25_words bm25_share bm25_rank covered rarest matched cosine cosine_gap cosine_rank "
    "bm25_smooth bm25_smooth_share bm25_smooth_rank covered_around cosine_smooth cosine_smooth_gap "
    "cosine_smooth_rank z_sum z_sum_gap z_sum_rank session session_rank rank_in_session entity "
    "date fact importance speaker answer_share answer_weight part".split()
)
"""Signals of which more is never worse. Held to that, trees cannot learn a quirk of the generator
such as a best cosine that is never right."""
UNLEARNABLE = frozenset("fact importance date place_in_session matched query_length".split())
"""Signals that made-up talk says nothing true about: facts and importance come from elsewhere,
and where in a talk an answer stands is the generator's habit. They are held at 0 in training, so
that no tree splits on them; what they are worth is in the plain sum."""
PARAMETERS: Mapping[str, Any] = {
    "objective": "lambdarank",
    "metric": "ndcg",
    "eval_at": [3],
    "lambdarank_truncation_level": 5,
    "learning_rate": 0.07,
    "num_leaves": 12,
    "min_data_in_leaf": 60,
    "extra_trees": True,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "max_bin": 127,
    "use_missing": False,
    "num_threads": 1,
    "deterministic": True,
    "force_col_wise": True,
    "seed": 20,
    "verbosity": -1,
}
"""Small trees on few rows each: what is learned has to hold for talk that nobody made up. What
counts are the first few results: a request's context has room for three."""


@dataclass(frozen=True)
class Trained:
    """The model's text, and how it and the plain sum do on the held examples."""

    text: str
    rounds: int
    sum_held: Mapping[str, float]
    held: Mapping[str, float]


def train(seen: Examples, held: Examples) -> Trained:
    """Train on ``seen``, stop by ``held``. Deterministic. Raises ``MissingError``."""
    lightgbm = _lightgbm()
    data = [
        lightgbm.Dataset(
            learnable(part.rows),
            part.answers,
            group=part.groups,
            feature_name=list(NAMES),
            params=dict(PARAMETERS),
        )
        for part in (seen, held)
    ]
    booster = lightgbm.train(
        {**PARAMETERS, "monotone_constraints": [int(name in RISING) for name in NAMES]},
        data[0],
        num_boost_round=MOST_ROUNDS,
        valid_sets=[data[1]],
        callbacks=[lightgbm.early_stopping(PATIENCE, verbose=False)],
    )
    text = booster.model_to_string(num_iteration=booster.best_iteration)
    text = text.partition("\nparameters:")[0] + "\n"
    return Trained(text, booster.best_iteration, recall(held, _sum), recall(held, _both(text)))


def learnable(rows: Floats) -> Floats:
    """``rows`` with the signals at 0 that nothing can be learned of from made-up talk."""
    shown = rows.copy()
    shown[:, [NAMES.index(name) for name in sorted(UNLEARNABLE)]] = 0
    return shown


def recall(examples: Examples, score: Callable[[Floats], Floats]) -> dict[str, float]:
    """Mean recall at 5 and 10 of what is among the rows, and mean reciprocal rank."""
    figures = []
    start = 0
    for size in examples.groups:
        rows = slice(start, start + size)
        order = np.argsort(-score(examples.rows[rows]), kind="stable")
        places = np.flatnonzero(examples.answers[rows][order])
        figures.append([np.mean(places < 5), np.mean(places < 10), 1 / (places[0] + 1)])
        start += size
    means = np.mean(figures, axis=0)
    return dict(zip(("recall_5", "recall_10", "mrr"), map(float, means), strict=True))


def _sum(rows: Floats) -> Floats:
    return np.asarray(rows[:, NAMES.index("z_sum")])


def _both(text: str) -> Callable[[Floats], Floats]:
    forest: Forest = parse_forest(text)

    def score(rows: Floats) -> Floats:
        gap = rows[:, NAMES.index("z_sum_gap")]
        return np.asarray(forest.scores(rows) + STEADY * gap, np.float32)

    return score


def _lightgbm() -> Any:
    try:
        import lightgbm
    except ImportError as error:
        raise MissingError(
            "LightGBM is not installed", hint="pip install 'tandem-phone[trainer]'"
        ) from error
    return lightgbm
