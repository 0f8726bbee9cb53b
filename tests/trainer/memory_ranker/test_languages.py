"""What the means of two languages are taken of says the same in both, the same each time."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from tandem_edge.memory.retrieval.languages import parse_languages, written
from tandem_edge.memory.retrieval.terms import is_chinese
from tandem_trainer.memory_ranker.languages import means, sentences
from tandem_trainer.memory_ranker.topics import Topic, read_topics
from tests.fakes.hashed_embedder import HashedEmbedder

TOPICS = read_topics()


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_each_sentence_is_whole_in_its_language(topic: Topic) -> None:
    pairs = [*sentences(topic, random.Random(1))]
    assert pairs
    for english, chinese in pairs:
        assert english and not is_chinese(english)
        assert is_chinese(chinese) and " " not in chinese
        assert not re.search(r"[{}]", english + chinese)


@pytest.mark.parametrize("topic", TOPICS[::20], ids=lambda topic: topic.name)
def test_half_of_them_are_about_oneself(topic: Topic) -> None:
    pairs = [*sentences(topic, random.Random(1))]
    mine = sum(re.search(r"\bI\b", english) is not None for english, _ in pairs)
    assert 0 < mine < len(pairs)


def test_the_same_seed_gives_the_same_means() -> None:
    embedder = HashedEmbedder()
    one, again = (means(TOPICS[:2], random.Random(1), embedder) for _ in range(2))
    assert written(one) == written(again)
    assert one.embedder == embedder.identity


def test_a_mean_is_that_of_every_sentence_once() -> None:
    embedder = HashedEmbedder()
    found = means(TOPICS[:1], random.Random(1), embedder)
    pairs = {*sentences(TOPICS[0], random.Random(1))}
    for at, mean in enumerate((found.english, found.chinese)):
        vectors = embedder.queries([pair[at] for pair in pairs])
        assert mean == pytest.approx(np.mean(vectors, axis=0), abs=1e-5)
    assert parse_languages(written(found)).english == pytest.approx(found.english, abs=1e-5)
