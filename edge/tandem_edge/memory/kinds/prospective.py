"""Prospective: what is to be done or said when something happens. Made as such, never promoted."""

from __future__ import annotations

from datetime import timedelta

from tandem_edge.memory.kinds import Earned, Room
from tandem_shared.memory import Kind, Unit


def why_not(unit: Unit, earned: Earned) -> str:
    """Only a unit with an activation is one."""
    return "" if unit.activation else "nothing says when it is due"


ROOM = Room(Kind.PROSPECTIVE, why_not, lasts=timedelta(days=90))
