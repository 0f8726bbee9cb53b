"""Scores of tools by meaning: how near a text lies to what people say when they need each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.harness.recall.examples import LANGUAGES, Examples, Floats
from tandem_edge.harness.recall.keywords import language_of
from tandem_shared.tools import ToolSpec


@dataclass(frozen=True)
class MeaningIndex:
    """An index over ``specs``, in their order. The embedder is the one of the examples.

    A tool without examples (a server's, a plugin's) stands where its description lies.
    """

    specs: Sequence[ToolSpec]
    examples: Examples
    embedder: Embedder

    def scores(self, texts: Sequence[str]) -> Floats:
        """Log-likelihood ratios up to a constant, ``[texts, tools]``; they load the embedder."""
        vectors = self._centred(texts)
        directions, offsets = self._directions
        return np.asarray(vectors @ directions.T + offsets, np.float32)

    def _centred(self, texts: Sequence[str]) -> Floats:
        means = self.examples.meanings.means
        return self.embedder.queries(texts) - np.stack([means[language_of(text)] for text in texts])

    @cached_property
    def _directions(self) -> tuple[Floats, Floats]:
        """What a vector is multiplied with for each tool ``[tools, dimension]``, and offsets."""
        centres = self._centres()
        directions = centres @ self.examples.meanings.precision
        return directions, -0.5 * (directions * centres).sum(axis=1)

    def _centres(self) -> Floats:
        known = {name: place for place, name in enumerate(self.examples.tools)}
        described = self._described([spec for spec in self.specs if spec.name not in known])
        centres = self.examples.meanings.centres
        rows = [
            centres[known[spec.name]] if spec.name in known else described[spec.name]
            for spec in self.specs
        ]
        return np.stack(rows)

    def _described(self, specs: Sequence[ToolSpec]) -> dict[str, Floats]:
        """Centres of tools without examples: the middle of both descriptions."""
        if not specs:
            return {}
        texts = [getattr(spec.description, each) for each in LANGUAGES for spec in specs]
        both = self._centred(texts).reshape(len(LANGUAGES), len(specs), -1)
        return {spec.name: row for spec, row in zip(specs, both.mean(axis=0), strict=True)}
