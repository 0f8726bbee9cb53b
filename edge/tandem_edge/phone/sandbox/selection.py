"""Finding the record that a user means by a name, a title or a few words of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from tandem_edge.phone.authoring import ToolFailure

R = TypeVar("R")
FIRST_UNSPACED = "\u2e80"
"""The scripts from here on, Chinese first, are written without blanks or in short syllables."""
LISTED = 8
"""At most so many candidates are named in an ``ambiguous`` fault."""


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """``name`` for comparison: NFC, case and white space ignored."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def chosen(
    rows: Mapping[str, R], key: str | None, wanted: str | None, name_of: Callable[[R], str]
) -> list[tuple[str, R]]:
    """The record with the id ``key`` where an inverse call gives one, else those ``named``.

    What a user says is never an id. Without either, every record.
    """
    if key is not None:
        return [(key, rows[key])] if key in rows else []
    return list(rows.items()) if wanted is None else named(rows, wanted, name_of)


def named(rows: Mapping[str, R], wanted: str, name_of: Callable[[R], str]) -> list[tuple[str, R]]:
    """Records called ``wanted``: exactly, else ignoring case, else by a part.

    The first of these that finds anything decides; several records may be found. A part begins
    where a word does (``Ann`` is in ``Ann Lee``, not in ``Hannah``); in a script that writes no
    blanks between words it may begin anywhere.
    """
    exact = [(key, row) for key, row in rows.items() if name_of(row) == wanted]
    if exact:
        return exact
    folded = fold(wanted)
    names = [(fold(name_of(row)), key, row) for key, row in rows.items()]
    same = [(key, row) for name, key, row in names if name == folded]
    return same or [(key, row) for name, key, row in names if _in(folded, name)]


def _in(part: str, name: str) -> bool:
    at = name.find(part)
    while at > 0 and _inside_a_word(name[at - 1], part[:1]):
        at = name.find(part, at + 1)
    return at >= 0


def _inside_a_word(before: str, first: str) -> bool:
    return before.isalnum() and first.isalnum() and max(before, first) < FIRST_UNSPACED


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
