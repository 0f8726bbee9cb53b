"""The conditions of a tool's spec that a phone can be asked about before anything is done.

A condition of another kind is left to the phone, which refuses by itself what it cannot do.
"""

from __future__ import annotations

from collections.abc import Mapping

from tandem_edge.phone.android.readings.device import BATTERY_LEVEL, LOCKED, SIM
from tandem_edge.phone.android.readings.radios import AIRPLANE, SERVICE
from tandem_edge.phone.android.recipe import Reading
from tandem_shared.tools import ANY_ACTION, Precondition, ToolSpec

ASKED: Mapping[str, tuple[Reading, ...]] = {
    "unlocked": (LOCKED,),
    "battery_at_least": (BATTERY_LEVEL,),
    "not_charging": (BATTERY_LEVEL,),
    "not_airplane": (AIRPLANE,),
    "sim": (SIM,),
    "cellular": (AIRPLANE, SIM, SERVICE),
}
"""The readings that a kind of condition needs."""


def askable(spec: ToolSpec, action: str) -> tuple[Precondition, ...]:
    """The preconditions of ``action`` that can be checked on a phone."""
    return tuple(
        each
        for each in spec.preconditions
        if each.kind in ASKED and ({action, ANY_ACTION} & set(each.actions))
    )
