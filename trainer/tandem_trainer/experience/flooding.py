"""Flood control: nobody's experience may be most of what is learned from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

MOST_SHARE = 0.1
"""Of a batch that may come from one device."""
LEAST_BATCH = 20
"""Records from devices below which a share says nothing."""


@dataclass(frozen=True, slots=True)
class Flood:
    """A source over the limit: how many of the batch's ``total`` records are its own."""

    source: str
    records: int
    total: int

    @property
    def share(self) -> float:
        """Of the batch, from 0 to 1."""
        return self.records / self.total


def flooding(
    sources: Iterable[str], most: float = MOST_SHARE, least: int = LEAST_BATCH
) -> tuple[Flood, ...]:
    """The sources with over ``most`` of a batch's records, the largest first.

    What was made here (an empty source) is not anybody's and is not counted in the batch. A batch
    of fewer than ``least`` is not judged.
    """
    counts = Counter(source for source in sources if source)
    total = counts.total()
    if total < least:
        return ()
    floods = [Flood(name, count, total) for name, count in counts.items() if count > most * total]
    return tuple(sorted(floods, key=lambda flood: (-flood.records, flood.source)))
