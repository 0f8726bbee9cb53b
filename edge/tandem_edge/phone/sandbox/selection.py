"""Finding the record that a user means by a name, a title or a few words of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tandem_edge.phone.authoring import ToolFailure

R = TypeVar("R")
LISTED = 8
"""At most so many candidates are named in an ``ambiguous`` fault."""


def fold(name: str) -> str:
    """``name`` for comparison: NFC, case and white space ignored."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def named(rows: Mapping[str, R], wanted: str, name_of: Callable[[R], str]) -> list[tuple[str, R]]:
    """Records called ``wanted``: by id, else exactly, else ignoring case, else by a part.

    The first of these that finds anything decides; several records may be found.
    """
    if wanted in rows:
        return [(wanted, rows[wanted])]
    exact = [(key, row) for key, row in rows.items() if name_of(row) == wanted]
    if exact:
        return exact
    folded = fold(wanted)
    names = [(fold(name_of(row)), key, row) for key, row in rows.items()]
    same = [(key, row) for name, key, row in names if name == folded]
    return same or [(key, row) for name, key, row in names if folded in name]


def the_one(
    found: Sequence[tuple[str, R]], what: str, describe: Callable[[R], str]
) -> tuple[str, R]:
    """The only record found. Raises the faults ``not_found`` and ``ambiguous``."""
    if not found:
        raise ToolFailure("not_found", f"no {what} matches")
    if len(found) > 1:
        listed = "; ".join(describe(row) for _, row in found[:LISTED])
        more = f" and {len(found) - LISTED} more" if len(found) > LISTED else ""
        raise ToolFailure("ambiguous", f"{len(found)} match, which {what}? {listed}{more}")
    return found[0]
