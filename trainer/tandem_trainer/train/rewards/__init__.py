"""Rewards: a file each, found by discovery. Each holds one pure function of one attempt.

A module's ``reward`` takes an ``Attempted`` and gives a number. CARE makes its reward of
``outcome``, ``progress`` and ``cost``; any other file is measured and logged, and trains nothing.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable

from tandem_trainer.train.rewards.attempted import Attempted

Reward = Callable[[Attempted], float]
NEEDED = ("outcome", "progress", "cost")
"""What Eq. 5 is made of, in this order."""


def load_rewards() -> dict[str, Reward]:
    """Every reward by its file's name: those of ``NEEDED`` first, then others by name."""
    found = {info.name for info in pkgutil.iter_modules(__path__)} - {"attempted"}
    names = [*NEEDED, *sorted(found - set(NEEDED))]
    return {name: importlib.import_module(f"{__name__}.{name}").reward for name in names}
