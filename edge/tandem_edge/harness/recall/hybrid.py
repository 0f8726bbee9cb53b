"""Words, meaning and use together.

Each source gives every tool a log-probability (a softmax over its scores); a weighted sum ranks
them. A tool that one clause of a request asks for counts as much as one the whole asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.harness.recall.examples import Examples, Floats, load_examples
from tandem_edge.harness.recall.meaning import MeaningIndex
from tandem_edge.harness.recall.parts import parts_of
from tandem_edge.harness.recall.wording import Wordings
from tandem_edge.logs import log
from tandem_shared.errors import TandemError
from tandem_shared.tools import ToolSpec

MARGIN = 20.0
"""What an adaptive choice allows below the best score."""
FEWEST = 8
"""Tools that it offers at least."""


@dataclass(frozen=True)
class Weights:
    """How much each source counts. Chosen on training tasks; see ``docs/recall.md``."""

    words: float = 1.0
    meaning: float = 1.0
    sharpness: float = 0.35
    """Of a meaning's scores, which are too sure of themselves."""
    parts: float = 1.0
    context: float = 1.0
    used: float = 3.0
    """For a tool that the conversation has used."""
    kin: float = 3.0
    """For a tool about the same thing as a used one: ``edit_note`` after ``find_notes``."""
    habit: float = 0.1
    """For the logarithm of how often the owner has used a tool."""


@dataclass(frozen=True)
class Earlier:
    """A turn before this one: what the user said, and the tools that were called."""

    said: str
    tools: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hybrid:
    """Recall over ``specs``; without an embedder, words and examples alone.

    ``habits`` says how often the owner has used each tool.
    """

    specs: tuple[ToolSpec, ...]
    embedder: Embedder | None = None
    examples: Examples = field(default_factory=load_examples)
    weights: Weights = field(default_factory=Weights)
    habits: Mapping[str, int] = field(default_factory=dict)

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """See ``Candidates.top``."""
        return self.following(request, (), count)

    def following(
        self, request: str, earlier: Sequence[Earlier], count: int, margin: float = np.inf
    ) -> tuple[ToolSpec, ...]:
        """The ``count`` best tools for a request that comes after ``earlier``, best first.

        Beyond ``FEWEST``, tools whose score is more than ``margin`` below the best are left out.
        """
        scores = self.scores(request, earlier)
        order = sorted(range(len(scores)), key=lambda at: (-scores[at], self.specs[at].name))
        least = scores.max(initial=-np.inf) - margin
        sure = sum(scores[at] >= least for at in order[:count])
        return tuple(self.specs[at] for at in order[: min(count, max(sure, FEWEST))])

    def scores(self, request: str, earlier: Sequence[Earlier] = ()) -> Floats:
        """A score a tool, ``[tools]``."""
        if not self.specs:
            return np.zeros(0, np.float32)
        parts = parts_of(request)
        context = [" ".join([*(turn.said for turn in earlier[-2:]), request])] if earlier else []
        whole, *rest = self._evidence([request, *parts, *context])
        score = whole + self._use(earlier)
        if parts:
            best = np.max([each - each.max() for each in rest[: len(parts)]], axis=0)
            score = score + self.weights.parts * best
        if context:
            score = score + self.weights.context * rest[-1]
        return np.asarray(score, np.float32)

    def _evidence(self, texts: Sequence[str]) -> list[Floats]:
        words = [_log_softmax(self._wordings.scores(text)) for text in texts]
        meanings = self._by_meaning(texts)
        if meanings is None:
            return [self.weights.words * each for each in words]
        return [
            self.weights.words * word
            + self.weights.meaning * _log_softmax(self.weights.sharpness * meaning)
            for word, meaning in zip(words, meanings, strict=True)
        ]

    def _by_meaning(self, texts: Sequence[str]) -> Floats | None:
        """Scores ``[texts, tools]``; nothing without an embedder that works."""
        try:
            return self._meanings.scores(texts) if self._meanings is not None else None
        except TandemError:
            log("the embedder failed: tools are recalled by words alone")
            return None

    def _use(self, earlier: Sequence[Earlier]) -> Floats:
        used = {name for turn in earlier for name in turn.tools}
        things = frozenset().union(*map(_things, used)) if used else frozenset()
        lately = np.array([spec.name in used for spec in self.specs], np.float32)
        near = np.array([bool(things & _things(spec.name)) for spec in self.specs], np.float32)
        often = np.array([self.habits.get(spec.name, 0) for spec in self.specs], np.float32)
        return np.asarray(
            self.weights.used * lately
            + self.weights.kin * near
            + self.weights.habit * np.log1p(often),
            np.float32,
        )

    @cached_property
    def _wordings(self) -> Wordings:
        return Wordings(self.specs, self.examples)

    @cached_property
    def _meanings(self) -> MeaningIndex | None:
        """Nothing without an embedder, or with another than the examples were read with."""
        if self.embedder is None or self.embedder.identity != self.examples.meanings.embedder:
            return None
        return MeaningIndex(self.specs, self.examples, self.embedder)


def _things(name: str) -> frozenset[str]:
    """What a tool is about: its name without the verb, in the singular."""
    return frozenset(word.removesuffix("s") for word in name.split("_")[1:])


def _log_softmax(scores: Floats) -> Floats:
    shifted = scores - scores.max()
    return np.asarray(shifted - np.log(np.exp(shifted).sum()), np.float32)
