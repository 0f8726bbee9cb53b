"""Sentences in both languages are whole in each, and the same for the same seed."""

from __future__ import annotations

import random
import re

import pytest

from tandem_edge.memory.retrieval.terms import is_chinese
from tandem_trainer.memory_ranker.parallel import sentences
from tandem_trainer.memory_ranker.topics import Topic, read_topics

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


def test_the_same_seed_gives_the_same_sentences() -> None:
    one, again = ([*sentences(TOPICS[0], random.Random(1))] for _ in range(2))
    assert one == again
