"""Keyword scores of tools over their own text and the words of examples.

BM25 (Robertson and Zaragoza 2009) with a tool's examples as its document: a term counts once an
example, and twice for standing in the tool's own description or cues.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tandem_edge.harness.recall.examples import Examples, Floats
from tandem_edge.harness.recall.keywords import K1, B, document, terms
from tandem_shared.tools import ToolSpec

OWN_TEXT = 2
"""How often a term of a tool's own text counts."""


@dataclass(frozen=True)
class Wordings:
    """An index over ``specs``, in their order."""

    specs: Sequence[ToolSpec]
    examples: Examples

    def scores(self, text: str) -> Floats:
        """One score a tool, ``[tools]``; 0 where no term fits."""
        places, weights = self._table
        rows = sorted({places[term] for term in terms(text) if term in places})
        return np.asarray(weights[rows].sum(axis=0), np.float32)

    @cached_property
    def _table(self) -> tuple[dict[str, int], Floats]:
        """Row of each term, and what it adds to each tool ``[terms, tools]``."""
        counts = [self._counts(spec) for spec in self.specs]
        seen = Counter(term for each in counts for term in each)
        places = {term: place for place, term in enumerate(seen)}
        weights = np.zeros((len(places), len(counts)), np.float32)
        mean = sum(each.total() for each in counts) / max(len(counts), 1)
        for column, each in enumerate(counts):
            rows = [places[term] for term in each]
            weights[rows, column] = _saturated(each, seen, mean, len(counts))
        return places, weights

    def _counts(self, spec: ToolSpec) -> Counter[str]:
        counts = Counter(self.examples.words.get(spec.name, {}))
        counts.update(dict.fromkeys(terms(document(spec)), OWN_TEXT))
        return counts


def _saturated(counts: Counter[str], seen: Counter[str], mean: float, tools: int) -> Floats:
    often = np.array(list(counts.values()), np.float32)
    idf = [math.log(1 + (tools - seen[term] + 0.5) / (seen[term] + 0.5)) for term in counts]
    length = K1 * (1 - B + B * counts.total() / mean)
    return np.asarray(np.array(idf, np.float32) * often * (K1 + 1) / (often + length), np.float32)
