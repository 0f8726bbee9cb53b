"""Long-term: facts, decisions and lessons that have proved useful and trustworthy."""

from __future__ import annotations

from tandem_edge.memory.kinds import Earned, Room
from tandem_shared.memory import TRUST, Kind, Origin, Unit

SESSIONS = 2
"""Conversations in which the owner has told it."""
DAYS = 7.0
"""How long a thing the owner said once has to stand uncontested."""
AGENT_USES = 2
"""How often a model's own conclusion has to have helped."""


def why_not(unit: Unit, earned: Earned) -> str:
    """What keeps ``unit`` episodic."""
    if TRUST[unit.origin] == 0:
        return "it rests on foreign words"
    if earned.rivals:
        return "something else is believed too"
    if unit.origin is Origin.AGENT and earned.uses < AGENT_USES:
        return f"a model concluded it, and it has helped fewer than {AGENT_USES} times"
    if earned.sessions >= SESSIONS or earned.uses > 0:
        return ""
    if not unit.attribute:
        return "no rule reads it, it was told once, and it has not been of use"
    return "" if earned.days >= DAYS else "it was told once, lately, and has not been of use"


ROOM = Room(Kind.LONG_TERM, why_not)
