"""LoCoMo (Maharana et al. 2024, arXiv 2402.17753): are the turns that answer a question found?

Ten long conversations of two people, with questions and the turns that answer them. The file is
CC BY-NC 4.0 and does not come with Tandem: whoever has it gives its path. It is for evaluation
only; nothing here is trained or tuned on it. Categories: 1 multi-hop, 2 temporal, 3 open-domain,
4 single-hop; 5 (adversarial) has no answer and is not scored.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tandem_edge.bench.memory.evaluation.locomo import read
from tandem_edge.bench.memory.evaluation.sample import Sample
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.retrieval import keyword
from tandem_edge.memory.retrieval.planning import plan_for
from tandem_edge.memory.retrieval.pool import Floats, Passage, Statistics, spoken
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.questions import questions_in
from tandem_edge.memory.retrieval.ranker import rank as rank_pool
from tandem_edge.memory.retrieval.search import gather
from tandem_edge.memory.retrieval.shelf import Shelf
from tandem_edge.memory.retrieval.signals import signals
from tandem_edge.memory.retrieval.trees import Forest

DEPTHS = (5, 10, 20)


@dataclass(frozen=True)
class Question:
    """One question, its category, and the ids of the turns that answer it."""

    text: str
    category: int
    gold: tuple[str, ...]


@dataclass(frozen=True)
class Conversation:
    """One conversation: its turns in order, and what is asked about it."""

    name: str
    turns: tuple[Passage, ...]
    questions: tuple[Question, ...]


def read_locomo(path: Path) -> list[Conversation]:
    """The conversations in ``locomo10.json``, with the scored questions whose evidence is there.

    Raises ``UsageError`` that says what is wrong with the file.
    """
    return [_conversation(sample) for sample in read(path)]


def _conversation(sample: Sample) -> Conversation:
    asked = (Question(each.text, int(each.category), each.gold) for each in sample.questions)
    turns = tuple(
        Passage(turn.id, turn.text, turn.speaker, turn.at, session=turn.session, order=turn.order)
        for turn in sample.turns
    )
    return Conversation(sample.id, turns, tuple(each for each in asked if each.gold))


Rank = Callable[[Question, int], Sequence[str]]
"""From a question and its number in the conversation to ids of turns, best first."""


@dataclass
class Figures:
    """Recall of evidence turns at each depth, and mean reciprocal rank of the first one."""

    questions: int = 0
    recall: dict[int, float] = field(default_factory=lambda: dict.fromkeys(DEPTHS, 0.0))
    mrr: float = 0.0

    def add(self, order: Sequence[str], gold: Sequence[str]) -> None:
        """Count one question in; a turn that is not in ``order`` was not found."""
        place = {turn: at for at, turn in enumerate(order)}
        places = [place.get(turn, len(order) + max(DEPTHS)) for turn in gold]
        for depth in DEPTHS:
            share = sum(at < depth for at in places) / len(places)
            self.recall[depth] += (share - self.recall[depth]) / (self.questions + 1)
        first = min(places)
        worth = 1 / (first + 1) if first < len(order) else 0.0
        self.mrr += (worth - self.mrr) / (self.questions + 1)
        self.questions += 1


@dataclass
class Report:
    """Figures over all scored questions and by category; seconds a question, sorted."""

    overall: Figures = field(default_factory=Figures)
    by_category: dict[int, Figures] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    def quantile(self, share: float) -> float:
        """Seconds within which that share of the questions were answered."""
        ordered = sorted(self.seconds)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def evaluate(
    conversations: Iterable[Conversation], ranker: Callable[[Conversation], Rank]
) -> Report:
    """Rank the turns of each conversation for each of its questions, and count what is found."""
    report = Report()
    for conversation in conversations:
        rank = ranker(conversation)
        for number, question in enumerate(conversation.questions):
            began = time.perf_counter()
            order = rank(question, number)
            report.seconds.append(time.perf_counter() - began)
            report.overall.add(order, question.gold)
            own = report.by_category.setdefault(question.category, Figures())
            own.add(order, question.gold)
    return report


@dataclass(frozen=True)
class Methods:
    """What can be compared. ``vectors`` gives a conversation's turns ``[turns, dimension]`` and,
    for each question, its vectors as ``Query`` has them; without it, words alone."""

    vectors: Callable[[Conversation], tuple[Floats, Sequence[Floats]]] | None = None
    forest: Forest | None = None

    def plain(self, conversation: Conversation) -> Rank:
        """BM25 over the bare words of speaker and turn: no stems, no stop words, no date."""
        counts = [Counter(_bare(spoken(turn))) for turn in conversation.turns]
        frequency = Counter(word for count in counts for word in count)
        length = sum(count.total() for count in counts) / len(counts)
        known = Statistics(len(counts), length, frequency)

        def rank(question: Question, number: int) -> Sequence[str]:
            weight = keyword.weights(set(_bare(question.text)), known)
            return _ordered(conversation, keyword.bm25(weight, counts, length))

        return rank

    def words(self, conversation: Conversation) -> Rank:
        """BM25 over stems, with the speaker and the date, as the store's index has them."""
        shelf = Shelf(conversation.turns)
        return lambda question, number: _ordered(conversation, shelf.keyword_scores(question.text))

    def plain_sum(self, conversation: Conversation) -> Rank:
        """The sum of z-scores over the whole conversation, without the trained ranker."""
        return self._searched(conversation, None)

    def ranked(self, conversation: Conversation) -> Rank:
        """The whole path, as the phone takes it."""
        return self._searched(conversation, self.forest)

    def _searched(self, conversation: Conversation, forest: Forest | None) -> Rank:
        turns, asked = self.vectors(conversation) if self.vectors else (None, None)
        shelf = Shelf(conversation.turns, turns)

        def rank(question: Question, number: int) -> Sequence[str]:
            vectors = None if asked is None else asked[number]
            query = Query(question.text, plan_for(question.text), vectors)
            pool = gather(query, shelf)
            order = rank_pool(signals(query, pool), forest).order
            return [pool.passages[at].id for at in order]

        return rank


def embedded(embedder: Embedder) -> Callable[[Conversation], tuple[Floats, Sequence[Floats]]]:
    """Vectors by an embedder, made when they are asked for."""

    def vectors(conversation: Conversation) -> tuple[Floats, Sequence[Floats]]:
        turns = embedder.passages([spoken(turn) for turn in conversation.turns])
        asked = [[each.text, *questions_in(each.text)] for each in conversation.questions]
        found = embedder.queries([text for texts in asked for text in texts])
        ends = np.cumsum([len(texts) for texts in asked])
        return turns, np.split(found, ends[:-1])

    return vectors


def _bare(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _ordered(conversation: Conversation, scores: Floats) -> Sequence[str]:
    """All turns by score; those without one keep their order."""
    order = np.argsort(-scores, kind="stable")
    return [conversation.turns[at].id for at in order]
