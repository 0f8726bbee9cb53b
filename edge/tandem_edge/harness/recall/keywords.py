"""Which tools a request may need: keyword recall over names, descriptions and cues.

BM25 (Robertson and Zaragoza 2009) over words of Latin script and one- and two-character pieces of
Chinese, so that no word segmentation is needed.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from tandem_shared.tools import ToolSpec

K1, B = 1.2, 0.75
_WORD = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_STOP = frozenset(
    "a an and are as at be by can could do for from go have i if in is it its just me my need of "
    "on or please so some that the their them then there this to want will with would you your "
    "的 了 我 你 他 她 请 把 给 在 是 有 和 吧 吗 呢 一 下 帮".split()
)


@dataclass(frozen=True)
class Recall:
    """An index over a set of tools."""

    specs: tuple[ToolSpec, ...]

    @cached_property
    def _counts(self) -> list[Counter[str]]:
        return [Counter(terms(document(spec))) for spec in self.specs]

    @cached_property
    def _weights(self) -> dict[str, float]:
        """Inverse document frequency of each term."""
        total = len(self.specs)
        seen = Counter(term for counts in self._counts for term in counts)
        return {term: math.log(1 + (total - n + 0.5) / (n + 0.5)) for term, n in seen.items()}

    @cached_property
    def _norms(self) -> list[float]:
        """How much a term counts less in each tool's text for the text's length."""
        lengths = [counts.total() for counts in self._counts]
        mean = sum(lengths) / max(len(lengths), 1)
        return [K1 * (1 - B + B * length / mean) for length in lengths]

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """The ``count`` best tools, best first; ties and non-matches in name order."""
        return tuple(spec for _, spec in self._ranked(request)[:count])

    def matching(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """As ``top``, but only tools that share a word with the request."""
        return tuple(spec for score, spec in self._ranked(request)[:count] if score > 0)

    def _ranked(self, request: str) -> list[tuple[float, ToolSpec]]:
        asked = set(terms(request)) & self._weights.keys()
        scored = [
            (self._score(asked, counts, norm), spec)
            for counts, norm, spec in zip(self._counts, self._norms, self.specs, strict=True)
        ]
        return sorted(scored, key=lambda row: (-row[0], row[1].name))

    def _score(self, asked: set[str], counts: Counter[str], norm: float) -> float:
        return sum(
            self._weights[term] * counts[term] * (K1 + 1) / (counts[term] + norm)
            for term in sorted(asked & counts.keys())
        )


def terms(text: str) -> list[str]:
    """Index terms: Latin words without their plural or ``-ing``, Chinese pieces of 1 and 2."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    found: list[str] = []
    for run in _WORD.findall(folded):
        if run[0] > "\u33ff":
            pairs = [run[at : at + 2] for at in range(len(run) - 1)]
            found += [piece for piece in [*run, *pairs] if piece not in _STOP]
        elif run not in _STOP:
            found.append(_stem(run))
    return found


def language_of(text: str) -> str:
    """``zh`` if a request holds Chinese characters, else ``en``."""
    return "zh" if re.search("[\u3400-\u9fff]", text) else "en"


def _stem(word: str) -> str:
    for ending in ("ing", "es", "s", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def document(spec: ToolSpec) -> str:
    """A tool's own words in both languages: name, description, cues, arguments."""
    parts = (
        spec.name.replace("_", " "),
        spec.description.en,
        spec.description.zh,
        spec.cues.en,
        spec.cues.zh,
        " ".join(
            f"{name.replace('_', ' ')} {schema['description']} {schema['x-zh']}"
            for name, schema in spec.offered.items()
            if name != "action"
        ),
    )
    return " ".join(parts)
