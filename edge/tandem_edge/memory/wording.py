"""How numbers of memories are told."""

from __future__ import annotations

from tandem_shared.text import counted


def told_units(number: int) -> str:
    """``1 memory``, ``2 memories``."""
    return counted(number, "memory", "memories")


def told_turns(number: int) -> str:
    """``1 thing that was said``, ``2 things that were said``."""
    return counted(number, "thing that was said", "things that were said")


def told_days(number: int) -> str:
    """``1 day``, ``90 days``."""
    return counted(number, "day")
