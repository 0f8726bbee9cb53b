"""Trying every pair: with the whole shelf, without the one skill, and with the skill emptied."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from tandem_edge.bench.skill_pairs.pair import Pair, Tried, attempt, without
from tandem_edge.skills.shelf import Shelf
from tandem_edge.skills.skill import LANGUAGES

_STEP = re.compile(r"^\d{1,2}[.、].*$\n?", re.MULTILINE)


@dataclass(frozen=True)
class Compared:
    """One pair in one language: ``aided`` with the skill, ``unaided`` without it.

    ``emptied`` has the skill with its description and headings, and without its numbered steps: it
    tells whether what the skill says makes the difference, or only that it is there.
    """

    skill: str
    language: str
    aided: Tried
    unaided: Tried
    emptied: Tried

    @property
    def changed(self) -> bool:
        """Whether the skill, by what it says, turned a wrong outcome into a right one."""
        return self.aided.right and not self.unaided.right and not self.emptied.right

    def as_json(self) -> dict[str, Any]:
        """Plain values, for ``--json``."""
        return {**asdict(self), "changed": self.changed}


def compare(pairs: Sequence[Pair], shelf: Shelf) -> Iterator[Compared]:
    """Every pair in both languages."""
    for pair in pairs:
        for language in LANGUAGES:
            yield Compared(
                pair.skill,
                language,
                attempt(pair, shelf, language),
                attempt(pair, without(shelf, pair.skill), language),
                attempt(pair, emptied(shelf, pair.skill), language),
            )


def emptied(shelf: Shelf, name: str) -> Shelf:
    """``shelf`` with one skill's numbered steps taken out: found and exposing tools as before."""
    skills = tuple(
        replace(each, body={language: _STEP.sub("", text) for language, text in each.body.items()})
        if each.name == name
        else each
        for each in shelf.skills
    )
    return replace(shelf, skills=skills)
