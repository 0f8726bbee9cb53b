"""What the embedder learns from, a batch at a time: texts on the left, texts on the right, and
which of them belong together.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tandem_edge.embedder.local import PASSAGE, QUERY
from tandem_edge.memory.retrieval.pool import spoken
from tandem_trainer.embedder_tuning.mixing import Glosses, glosses, mixed
from tandem_trainer.embedder_tuning.written import Both, Written, shipped_entries
from tandem_trainer.memory_ranker.asking import Asked, make_questions
from tandem_trainer.memory_ranker.examples import HELD
from tandem_trainer.memory_ranker.parallel import sentences
from tandem_trainer.memory_ranker.talk import Talk, make_talk
from tandem_trainer.memory_ranker.topics import Topic, read_topics

PAIRS, WORDS, SWITCHED, ASKED, BESIDE, ENTRIES = 24, 40, 20, 16, 24, 20
"""Rows of a batch of sentences, of words, of mixed sentences, of questions on a talk with as many
turns that answer none of them, and of written entries."""
QUESTIONS = 30
"""That are asked on a talk before some are drawn."""
ACROSS = 0.75
"""Written questions whose turns are in the other language."""
WITH_BESIDE = 0.5
"""Batches of those that also hold what does not answer: it often repeats the question's words, as
turns that do answer may too."""
MIXED = 0.8
"""Words of a mixed sentence that are put into the other language."""
EN, ZH = 0, 1


@dataclass(frozen=True)
class Batch:
    """``right`` ``[left, texts]`` is 1 where a text belongs to one on the left; ``counted`` is 0
    where it is neither right nor wrong."""

    left: Sequence[str]
    texts: Sequence[str]
    right: NDArray[np.float32]
    counted: NDArray[np.float32]


@dataclass
class Batches:
    """Draws batches. The same for the same state of ``rng``."""

    topics: Sequence[Topic]
    entries: Sequence[Written]
    words: Glosses
    rng: random.Random
    said: Sequence[Both] = field(init=False)
    """Sentences of made-up talk."""
    talks: int = 0

    def __post_init__(self) -> None:
        filled = (pair for topic in self.topics for pair in sentences(topic, self.rng))
        self.said = sorted({*filled})

    def draw(self) -> Batch:
        """The next batch, of each kind as often as of any other."""
        kinds: tuple[Callable[[], Batch], ...] = (
            self.asked_on_talk, self.translated, self.answered, self.glossed, self.switched,
        )  # fmt: skip
        return self.rng.choice(kinds)()

    def asked_on_talk(self) -> Batch:
        """Questions on a made-up talk, its turns that answer them, and others of it."""
        while True:
            self.talks += 1
            talk = make_talk(f"e{self.talks}", self.topics, self.rng)
            questions = [q for q in make_questions(talk, QUESTIONS, self.rng) if q.gold]
            if len(questions) >= ASKED:
                return _on_talk(talk, self.rng.sample(questions, ASKED), self.rng)

    def translated(self) -> Batch:
        """Sentences, written or made up, and what says the same in the other language."""
        if self.rng.random() < 1 / 2:
            pairs = [self.rng.choice(e.texts) for e in self.rng.sample(self.entries, PAIRS)]
        else:
            pairs = self.rng.sample(self.said, PAIRS)
        return self._same(pairs)

    def answered(self) -> Batch:
        """Written questions, with what answers each and what does not."""
        left, answers, besides = [], [], []
        for entry in self.rng.sample(self.entries, ENTRIES):
            asked = self.rng.choice((EN, ZH))
            told = 1 - asked if self.rng.random() < ACROSS else asked
            left.append(QUERY + entry.question[asked])
            answers.append(PASSAGE + entry.answer[told])
            besides.append(PASSAGE + entry.beside[told])
        texts = [*answers, *besides] if self.rng.random() < WITH_BESIDE else answers
        right = np.eye(len(left), len(texts), dtype=np.float32)
        return Batch(left, texts, right, np.ones_like(right))

    def glossed(self) -> Batch:
        """Chinese words and what they mean."""
        return self._same(self.words.draw(WORDS, self.rng))

    def switched(self) -> Batch:
        """Sentences as they are and with words of the other language in them."""
        texts = []
        for _ in range(SWITCHED):
            some = self.rng.choice(self.entries).texts if self.rng.random() < 1 / 2 else self.said
            texts.append(self.rng.choice(some)[self.rng.choice((EN, ZH))])
        return self._same([(text, mixed(text, MIXED, self.rng)) for text in texts])

    def _same(self, pairs: Sequence[tuple[str, str]]) -> Batch:
        kinds = [self.rng.choice((QUERY, PASSAGE)) for _ in pairs]
        left = [kind + one for kind, (one, _) in zip(kinds, pairs, strict=True)]
        texts = [kind + other for kind, (_, other) in zip(kinds, pairs, strict=True)]
        right = np.eye(len(left), dtype=np.float32)
        return Batch(left, texts, right, np.ones_like(right))


def shipped_batches(seed: int) -> Batches:
    """Of all that is in this package, without the topics that the ranker is tried on."""
    topics = [topic for topic in read_topics() if topic.name not in HELD]
    return Batches(topics, shipped_entries(), glosses(), random.Random(seed))


def _on_talk(talk: Talk, questions: Sequence[Asked], rng: random.Random) -> Batch:
    golds = [rng.choice(sorted(question.gold)) for question in questions]
    others = [turn.id for turn in talk.turns if turn.id not in golds]
    shown = [*dict.fromkeys(golds), *rng.sample(others, min(BESIDE, len(others)))]
    turns = {turn.id: PASSAGE + spoken(turn) for turn in talk.turns}
    right = np.asarray([[each == gold for each in shown] for gold in golds], np.float32)
    gold_too = [[each in question.gold for each in shown] for question in questions]
    counted = np.asarray(1 - (np.asarray(gold_too, np.float32) - right), np.float32)
    left = [QUERY + question.text for question in questions]
    return Batch(left, [turns[each] for each in shown], right, counted)
