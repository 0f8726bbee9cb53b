"""Where else something of a memory may be: what forgetting has to reach beside the book itself.

A shared lesson drawn from a unit is one such place; a held upload will be another. Each is told the
ids that go before they go.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol


class Elsewhere(Protocol):
    """A place that holds copies or derivatives of units and turns, by their ids."""

    @property
    def name(self) -> str:
        """What it is called when its owner is told: "shared lessons", "held uploads"."""

    def count(self, ids: Collection[str]) -> int:
        """How many things there rest on any of these. Changes nothing."""

    def withdraw(self, ids: Collection[str]) -> int:
        """Take them out for good; says how many there were. Once more changes nothing."""
