"""How numbers of memories are told."""

from __future__ import annotations

from tandem_edge.languages.catalogue import ngettext


def told_units(number: int) -> str:
    """``1 memory``, ``2 memories``."""
    return ngettext("{number} memory", "{number} memories", number)


def told_turns(number: int) -> str:
    """``1 thing that was said``, ``2 things that were said``."""
    return ngettext("{number} thing that was said", "{number} things that were said", number)


def told_days(number: int) -> str:
    """``1 day``, ``90 days``."""
    return ngettext("{number} day", "{number} days", number)
