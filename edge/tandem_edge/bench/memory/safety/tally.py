"""What came of a series of kills, in figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Tally:
    """What came of the kills. ``whole`` is what is promised."""

    kills: int = 0
    by_kind: Counter[str] = field(default_factory=Counter)
    in_flight: Counter[str] = field(default_factory=Counter)
    """Kills by the kind of work that was begun and not acknowledged."""
    in_transaction: int = 0
    """Kills of a process that held SQLite's lock to write."""
    between_keys: int = 0
    """Kills that left a change of keys half done."""
    with_embedder: int = 0
    turns: int = 0
    units: int = 0
    """Acknowledged in all, over all homes."""
    searched: int = 0
    files: int = 0
    """Looked through for plain text, each time anew."""
    lost: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def whole(self) -> bool:
        """Nothing acknowledged lost, nothing broken, nothing in plain text; and kills that found
        writes in flight, without which all of that says nothing."""
        hit = self.kills > 0 and self.in_flight.total() > 0
        return hit and not (self.lost or self.faults or self.leaks)

    def as_json(self) -> dict[str, Any]:
        """All figures."""
        counters = {"by_kind": dict(self.by_kind), "in_flight": dict(self.in_flight)}
        return {**vars(self), **counters, "whole": self.whole}
