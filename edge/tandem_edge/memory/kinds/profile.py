"""Profile: who the owner is and how they want things done. It is in every context, so it is small
and strict: the owner's own words about themselves, uncontested."""

from __future__ import annotations

from tandem_edge.memory.kinds import Earned, Room
from tandem_shared.memory import Kind, Origin, Sensitivity, Unit

OWNER = "owner"
ATTRIBUTES = frozenset(
    "name nickname age birthday hometown lives_in job works_at studies_at speaks native_language "
    "marital_status allergy diet does_not_eat does_not_drink condition medication partner "
    "prefers app_for units".split()
)
"""What is worth being told in every request; standing instructions always are."""


def why_not(unit: Unit, earned: Earned) -> str:
    """What keeps ``unit`` out of the profile."""
    if unit.origin is not Origin.OWNER:
        return "the owner did not say it"
    if unit.sensitivity is Sensitivity.SECRET:
        return "it is secret"
    if earned.rivals:
        return "something else is believed too"
    if unit.negated:
        return "it says what is not"
    if unit.standing:
        return ""
    if unit.subject != OWNER:
        return "it is not about the owner"
    return "" if unit.attribute.split(".")[0] in ATTRIBUTES else "it is not needed in every request"


ROOM = Room(Kind.PROFILE, why_not, always=True)
