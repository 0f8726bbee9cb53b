"""Whether what is to be learned from gives away tasks that must stay unseen.

The bounds were set on 2,500 training tasks and the frozen tasks' 2,723 wordings, then tried on
2,000 training tasks of another seed, of which none is refused, and on the frozen turns said a
little differently (an opening, a closing, a slip of the finger): with ``SHORT`` pieces or more 716
of 717 English ones are caught and 698 of 708 Chinese ones. What is told anew in wholly other words
stays below the bounds, and so does a translation (cosines of .88 to .93): those are new wordings of
a task of the same kind, as the training tasks are too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Protocol

import numpy as np

from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, load_tasks
from tandem_edge.embedder.protocol import Embedder, Vectors
from tandem_shared.canonical import digest
from tandem_shared.experience import Rollout
from tandem_shared.tasks import Task
from tandem_trainer.freeze.overlaps import ALIKE, RUN, SHORT, Overlaps, pieces

NEAR, NEAR_SHORT, LONG = 0.94, 0.96, 18
"""Cosine from which two texts are one wording: of those with ``LONG`` pieces or more, and of those
with fewer. Short ones lie nearer to each other whatever they say (training tasks' nearest: .929
among the long, .952 among the short), and those below ``SHORT`` say too little."""
BATCH = 64
"""Texts that are embedded together."""


def unseen_tasks() -> tuple[Task, ...]:
    """The benchmark's tasks, which nothing may be learned from: dev, evolve and test."""
    return tuple(task for split in FROZEN_SPLITS for task in load_tasks(split))


def wordings(task: Task) -> tuple[str, ...]:
    """All that the user says in ``task``, answers to questions included."""
    return (*task.turns, *(fact.answer for fact in task.facts))


class Known(Protocol):
    """What was found of texts already: ``""``, or why one gives an unseen text away."""

    def __contains__(self, text: str, /) -> bool:
        """Whether the text was looked at."""

    def __getitem__(self, text: str, /) -> str:
        """What was found."""

    def update(self, found: dict[str, str], /) -> None:
        """Keep what was found of more texts."""


class Guard:
    """Knows the wordings that must stay unseen, and the families of their tasks.

    Without an ``embedder`` nearness is not looked at; ``bounds`` says so. ``known`` may be
    replaced by what was found with the same bounds before.
    """

    def __init__(self, unseen: Iterable[Task], embedder: Embedder | None) -> None:
        tasks = sorted(unseen, key=lambda task: task.id)
        self.families = frozenset((task.dimension, task.family) for task in tasks)
        self._names = {text: task.id for task in tasks for text in wordings(task)}
        self._texts = sorted(text for text in self._names if len(pieces(text)) >= SHORT)
        self._overlaps = Overlaps(self._names)
        self._embedder = embedder
        self.known: Known = {}

    @property
    def bounds(self) -> dict[str, str | float]:
        """What it was that nothing came too near to: for the record of a frozen data set."""
        return {
            "unseen": digest([*sorted(self._names)]),
            "embedder": self._embedder.identity if self._embedder else "",
            "run": RUN,
            "alike": ALIKE,
            "near": NEAR,
            "near_short": NEAR_SHORT,
        }

    def learn(self, rollouts: Iterable[Rollout]) -> None:
        """Look at the texts of many rollouts together, which is quicker than one by one."""
        self._look_at({text for each in rollouts for text in _said(each)})

    def _look_at(self, texts: Iterable[str]) -> None:
        new = sorted(text for text in set(texts) if text not in self.known)
        by_words = {text: self._by_words(text) for text in new}
        left = [text for text in new if not by_words[text] and len(pieces(text)) >= SHORT]
        self.known.update(by_words | dict(self._near(left)))

    def reasons(self, rollout: Rollout) -> Iterator[str]:
        """Why ``rollout`` gives an unseen task away; names the task, not its words."""
        yield from self._reasons(rollout.task, _said(rollout))

    def task_reasons(self, task: Task) -> Iterator[str]:
        """Why ``task`` gives an unseen one away."""
        yield from self._reasons(task, wordings(task))

    def _reasons(self, task: Task, texts: tuple[str, ...]) -> Iterator[str]:
        self._look_at(texts)
        if same := self._overlaps.same(task.turns[0]):
            yield f"asks the same as {same}"
        yield from sorted({found for text in texts if (found := self.known[text])})

    def _by_words(self, text: str) -> str:
        if name := self._overlaps.run(text):
            return f"shares {RUN} words in a row with {name}"
        if name := self._overlaps.alike(text):
            return f"is worded like {name}"
        return ""

    def _near(self, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
        if self._embedder is None or not self._texts:
            return
        for start in range(0, len(texts), BATCH):
            some = texts[start : start + BATCH]
            cosines = self._embedder.queries(some) @ self._vectors.T
            for text, row in zip(some, cosines, strict=True):
                place = int(np.argmax(row))
                bound = NEAR if len(pieces(text)) >= LONG else NEAR_SHORT
                near = row[place] >= bound
                yield text, f"means the same as {self._names[self._texts[place]]}" if near else ""

    @cached_property
    def _vectors(self) -> Vectors:
        """One row a text of ``_texts``."""
        assert self._embedder is not None
        some = range(0, len(self._texts), BATCH)
        return np.concatenate(
            [self._embedder.queries(self._texts[at : at + BATCH]) for at in some], dtype=np.float32
        )


def _said(rollout: Rollout) -> tuple[str, ...]:
    """What the user said and was to say, and the agent's last words, each once."""
    turns = rollout.trajectory.turns
    heard = (word for turn in turns for word in (turn.said, turn.text))
    return tuple(dict.fromkeys((*wordings(rollout.task), *heard)))
