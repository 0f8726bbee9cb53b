"""The kinds of unit, one file each: what may become one, how long it lasts, whether it is always
in context. A module's ``ROOM`` is one; a new file is found by itself."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from tandem_shared.memory import Kind, Unit


@dataclass(frozen=True, slots=True)
class Earned:
    """What a unit has to show for itself: facts that no content can claim.

    ``sessions`` is in how many conversations it was told, ``uses`` how often it helped, ``days``
    how long it has stood, ``rivals`` how many current units say otherwise, ``grounded`` whether the
    turns that it rests on are kept and trusted as much as it is.
    """

    sessions: int = 1
    uses: int = 0
    days: float = 0.0
    rivals: int = 0
    grounded: bool = True


@dataclass(frozen=True, slots=True)
class Room:
    """One kind. ``why_not`` says what keeps a unit out of it, or ``""``."""

    kind: Kind
    why_not: Callable[[Unit, Earned], str]
    always: bool = False
    """Its units are in every context, as far as there is room."""
    lasts: timedelta | None = None
    """How long a unit is kept that is neither used nor pinned; ``None`` for good."""


@lru_cache(maxsize=1)
def rooms() -> dict[Kind, Room]:
    """Every kind's room."""
    found = [
        importlib.import_module(f"{__name__}.{info.name}").ROOM
        for info in pkgutil.iter_modules(__path__)
    ]
    return {room.kind: room for room in found}
