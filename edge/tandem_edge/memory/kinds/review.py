"""Review records: what maintenance did and why. Written by Tandem itself alone."""

from __future__ import annotations

from datetime import timedelta

from tandem_edge.memory.kinds import Earned, Room
from tandem_shared.memory import Kind, Origin, Unit


def why_not(unit: Unit, earned: Earned) -> str:
    """Only Tandem's own record is one."""
    return "" if unit.origin is Origin.SYSTEM else "Tandem did not write it"


ROOM = Room(Kind.REVIEW, why_not, lasts=timedelta(days=365))
