"""Results cut to what a planner needs, by structure: what is left is whole JSON."""

from __future__ import annotations

import json
from typing import Any

from tandem_shared.text import visible

CHARACTERS = 900
"""Characters that one result may take."""
LEVELS = ((160, 8), (100, 6), (60, 4), (40, 3), (24, 2), (16, 1))
"""Longest text and most items of a list, from generous to strict; the first that fits is taken."""
LONGEST_KEY = 40
MOST_FIELDS = 40
DEEPEST = 6


def trimmed(value: Any, characters: int = CHARACTERS) -> Any:
    """``value`` without control characters, with long texts and lists cut until it fits.

    A list says how many items are left out. A value that does not fit even at the strictest level
    is what that level leaves of it: its size is then bounded by its number of fields.
    """
    cut = value
    for longest, most in LEVELS:
        cut = _cut(value, longest, most, DEEPEST)
        if len(json.dumps(cut, ensure_ascii=False)) <= characters:
            break
    return cut


def _cut(value: Any, longest: int, most: int, depth: int) -> Any:
    if isinstance(value, str):
        return visible(value, limit=longest)
    if isinstance(value, dict | list) and depth == 0:
        return "…"
    if isinstance(value, dict):
        fields = list(value.items())[:MOST_FIELDS]
        return {
            visible(str(key), limit=LONGEST_KEY): _cut(item, longest, most, depth - 1)
            for key, item in fields
        }
    if isinstance(value, list):
        kept = [_cut(item, longest, most, depth - 1) for item in value[:most]]
        return kept if len(value) <= most else [*kept, f"{len(value) - most} more"]
    return value
