"""Which units say nearly the same, by their words."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from tandem_edge.memory.extraction.folding import fold
from tandem_edge.memory.lifecycle.conflicts import said_at
from tandem_shared.memory import Unit

_WORD = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3400-\u9fff\uf900-\ufaff]+(?:['’]\w+)?")
LIGHT = frozenset("the a an is are was were and also that it 的 是 了 也 都 和".split())
"""Words that may go or come when sentences are joined."""
SORT = ("kind", "origin", "language", "sensitivity", "subject", "valid_to")
"""What two units have to agree in, to be of one sort."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A unit, its words, and those of them that it is looked up by."""

    unit: Unit
    words: frozenset[str]
    keys: tuple[tuple[object, ...], ...]


def words_of(text: str) -> list[str]:
    """The words that count, of Chinese the characters, in their order."""
    return [word for word in _WORD.findall(fold(text).folded) if word not in LIGHT]


def groups(units: Sequence[Unit], alike: float, most: int) -> Iterator[list[Unit]]:
    """Units of one sort that share ``alike`` (0 to 1) of their words: at most ``most`` in a group,
    oldest first, each in one group; the groups of the newest units come first.

    Sets that share so much of their union share one of their rarest words, so only units with one
    of those in common are compared (prefix filtering: Chaudhuri et al., ICDE 2006).
    """
    entries, shelf = _entries(units, alike), defaultdict[tuple[object, ...], list[_Entry]](list)
    for entry in entries:
        for key in entry.keys:
            shelf[key].append(entry)
    taken: set[str] = set()
    for entry in reversed(entries):
        if entry.unit.id in taken:
            continue
        near = {other.unit.id: other for key in entry.keys for other in shelf[key]}
        group = [
            other.unit
            for other in near.values()
            if other.unit.id not in taken and _share(other.words, entry.words) >= alike
        ]
        if len(group) > 1:
            group = sorted(group, key=said_at)[-most:]
            taken |= {unit.id for unit in group}
            yield group


def _entries(units: Sequence[Unit], alike: float) -> list[_Entry]:
    words = [frozenset(words_of(unit.summary)) for unit in units]
    counts = Counter(word for each in words for word in each)
    found = []
    for unit, own in zip(units, words, strict=True):
        sort = tuple(getattr(unit, name) for name in SORT)
        keys = tuple((*sort, word) for word in _rarest(own, counts, alike))
        found.append(_Entry(unit, own, keys))
    return found


def _rarest(words: frozenset[str], counts: Mapping[str, int], alike: float) -> list[str]:
    """So many of the rarest words that a set which is alike has one of them."""
    own = sorted(words, key=lambda word: (counts[word], word))
    return own[: len(own) - ceil(alike * len(own)) + 1]


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    """Jaccard's index of two sets of words; 0 where both are empty."""
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0
