"""The ranker learns from made-up talk, the same each time, and the edge reads what it learned."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tandem_edge.memory.retrieval.pool import Floats
from tandem_edge.memory.retrieval.ranker import checked
from tandem_edge.memory.retrieval.signals import NAMES
from tandem_edge.memory.retrieval.terms import terms
from tandem_edge.memory.retrieval.trees import parse_forest
from tandem_trainer.memory_ranker.examples import (
    HELD,
    Examples,
    in_other_words,
    make_cases,
    make_examples,
)
from tandem_trainer.memory_ranker.keeping import KeepingEmbedder
from tandem_trainer.memory_ranker.topics import read_topics
from tandem_trainer.memory_ranker.training import (
    RISING,
    UNLEARNABLE,
    Trained,
    learnable,
    recall,
    train,
)

pytest.importorskip("lightgbm")


class WordVectors:
    """An embedder for tests: a text is the sum of fixed directions of its terms."""

    name, identity, dimension = "words", "words", 64

    def queries(self, texts: Sequence[str]) -> Floats:
        return np.stack([self._vector(text) for text in texts])

    passages = queries

    def _vector(self, text: str) -> Floats:
        total = np.full(self.dimension, 1e-3)
        for term in terms(text):
            seed = int.from_bytes(hashlib.sha256(term.encode()).digest()[:4], "big")
            total = total + np.random.default_rng(seed).normal(size=self.dimension)
        return np.asarray(total / np.linalg.norm(total), np.float32)


@pytest.fixture(scope="module")
def both() -> tuple[Examples, Examples]:
    topics, words = read_topics(), WordVectors()
    seen = [topic for topic in topics if topic.name not in HELD]
    held = [topic for topic in topics if topic.name in HELD]
    return (
        make_examples(make_cases(seen, 4, 1, words), 1, words),
        make_examples(make_cases(held, 2, 2, words), 2, words),
    )


def test_examples_are_whole(both: tuple[Examples, Examples]) -> None:
    for part in both:
        assert part.rows.shape == (part.groups.sum(), len(NAMES))
        assert len(part.kinds) == len(part.groups) and np.isfinite(part.rows).all()
        assert 0.5 < part.found <= 1


@pytest.fixture(scope="module")
def trained(both: tuple[Examples, Examples]) -> Trained:
    return train(*both)


def test_training_again_gives_the_same_bytes(
    both: tuple[Examples, Examples], trained: Trained
) -> None:
    assert train(*both).text == trained.text


def test_what_is_learned_beats_the_plain_sum_on_topics_that_were_not_seen(trained: Trained) -> None:
    assert trained.held["recall_10"] > trained.sum_held["recall_10"]


def test_no_tree_splits_on_what_made_up_talk_says_nothing_of(trained: Trained) -> None:
    forest = checked(parse_forest(trained.text))
    used = {NAMES[at] for tree in forest.trees for at in tree.feature}
    assert used and not used & UNLEARNABLE


def test_the_lists_of_signals_name_signals() -> None:
    assert set(NAMES) >= RISING | UNLEARNABLE


def test_what_is_not_learned_of_is_nothing_in_the_rows(both: tuple[Examples, Examples]) -> None:
    rows = both[0].rows
    shown = learnable(rows)
    place = NAMES.index("place_in_session")
    assert not shown[:, place].any() and rows[:, place].any()
    assert (shown[:, NAMES.index("z_sum")] == rows[:, NAMES.index("z_sum")]).all()


def test_recall_counts_what_is_right_within_the_depth() -> None:
    rows = np.zeros((12, len(NAMES)), np.float32)
    rows[:, 0] = -np.arange(12)
    answers = np.zeros(12, np.int64)
    answers[[1, 7]] = 1
    examples = Examples(rows, answers, np.asarray([12]), ("part",), 1.0)
    assert recall(examples, lambda given: given[:, 0]) == {
        "recall_5": 0.5,
        "recall_10": 1.0,
        "mrr": 0.5,
    }


def test_vectors_that_are_kept_are_those_that_were_made(tmp_path: Path) -> None:
    words = WordVectors()
    keeping = KeepingEmbedder(words, tmp_path)
    texts = ["two mugs", "一只小狗"]
    first, again = keeping.passages(texts), KeepingEmbedder(words, tmp_path).passages(texts)
    assert np.array_equal(first, words.passages(texts)) and np.array_equal(first, again)
    assert len([*tmp_path.iterdir()]) == 1
    assert not np.array_equal(keeping.queries(texts[:1]), first)


def test_words_that_are_lost_are_never_a_speakers_name_or_a_stop_word() -> None:
    rng = random.Random(3)
    said = {in_other_words("When did Leo buy the mugs 在杭州", ("Leo",), rng) for _ in range(40)}
    assert all(one.startswith("When did Leo ") for one in said) and len(said) > 4
