"""Episodic: what was told, as it came. Everything begins here."""

from __future__ import annotations

from datetime import timedelta

from tandem_edge.memory.kinds import Earned, Room
from tandem_shared.memory import Kind, Unit


def why_not(unit: Unit, earned: Earned) -> str:
    """Nothing is kept out."""
    return ""


ROOM = Room(Kind.EPISODIC, why_not, lasts=timedelta(days=730))
