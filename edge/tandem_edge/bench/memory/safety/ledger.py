"""What the victims acknowledged, held against what is there after a kill."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

PIECEWISE = "learn"
"""The one kind that is not a single transaction: turns first, then what is read out of each."""


@dataclass
class Deed:
    """What was begun: texts of turns that it adds, ids of what it takes away."""

    kind: str
    adds: list[str] = field(default_factory=list)
    takes: list[str] = field(default_factory=list)


@dataclass
class Seen:
    """What a fresh process found: turns and units by id, and what is not whole."""

    turns: dict[str, list[Any]] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass
class Ledger:
    """The state that was acknowledged, and the deed that was begun and is not."""

    turns: dict[str, list[Any]] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    pending: Deed | None = None

    def hear(self, message: bytes) -> dict[str, Any]:
        """Enter what a victim says; gives it."""
        said: dict[str, Any] = json.loads(message)
        if "begun" in said:
            self.pending = Deed(said["begun"], said.get("adds", []), said.get("takes", []))
        elif "done" in said:
            self.turns |= said.get("turns", {})
            self.units |= said.get("units", {})
            for each in said.get("gone", ()):
                self.turns.pop(each, None)
                self.units.pop(each, None)
            self.pending = None
        return said

    def settle(self, seen: Seen) -> tuple[list[str], list[str]]:
        """What was acknowledged and is lost, and what else is amiss. From then on what was seen
        counts as acknowledged."""
        deed = self.pending or Deed("nothing")
        lost, amiss = list(self._lost(seen, deed)), [*seen.faults, *self._amiss(seen, deed)]
        self.turns, self.units, self.pending = seen.turns, seen.units, None
        return lost, amiss

    def _lost(self, seen: Seen, deed: Deed) -> Iterator[str]:
        for identity, turn in self.turns.items():
            if identity not in deed.takes and seen.turns.get(identity) != turn:
                yield f"{deed.kind}: {identity} is gone or says something else"
        free = self._may_change(seen, deed)
        for identity, whole in self.units.items():
            if identity in deed.takes:
                continue
            there = seen.units.get(identity)
            if there is None or (there != whole and not free):
                yield f"{deed.kind}: {identity} is gone or another"

    def _amiss(self, seen: Seen, deed: Deed) -> Iterator[str]:
        """Half a deed, or more than one."""
        known = {**self.turns, **self.units}
        here = [each in seen.turns or each in seen.units for each in deed.takes if each in known]
        if any(here) and not all(here):
            yield f"{deed.kind}: something was taken in part"
        new = sorted(turn[-1] for each, turn in seen.turns.items() if each not in self.turns)
        if new and new != sorted(deed.adds):
            yield f"{deed.kind}: {len(new)} of {len(deed.adds)} turns are there"
        added = seen.units.keys() - self.units.keys()
        if added and not self._may_change(seen, deed):
            yield f"{deed.kind}: {len(added)} units came from nowhere"

    def _may_change(self, seen: Seen, deed: Deed) -> bool:
        """Whether units may differ: the deed has happened, as far as turns show."""
        if deed.kind in ("nothing", "write", "rekey"):
            return False
        return not deed.adds or len(seen.turns) > len(self.turns)
