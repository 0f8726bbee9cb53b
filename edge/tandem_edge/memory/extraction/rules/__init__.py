"""Families of facts, one file each, found by discovery: a module's ``FAMILY`` is its rules.

A rule is a pattern over what is left of a clause once it is known whom it is about. The group
``value`` is the fact's value; ``thing`` fills ``{thing}`` in the attribute; a group that is named
``rel`` fills ``{rel}`` with a relation's or an animal's attribute.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType

from tandem_edge.memory.extraction.guards import Mood
from tandem_edge.memory.extraction.subjects import On

TOLD = frozenset({Mood.TOLD})
TOLD_OR_ORDERED = frozenset({Mood.TOLD, Mood.ORDERED})
ALWAYS_MEANT = frozenset({Mood.TOLD, Mood.ORDERED, Mood.SUPPOSED})
"""Moods of a standing instruction: "always answer in Chinese if my sister asks" is one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One wording of one attribute."""

    attribute: str
    pattern: re.Pattern[str]
    on: On = On.SUBJECT
    negated: bool = False
    """The words themselves say that it has ended or is not so."""
    denies: bool = True
    """Whether "does not ..." in front of the words denies it."""
    ends: bool = True
    """Whether "no longer ..." in front of the words ends it."""
    general: bool = False
    """Whether what has ended is whatever there was: the value is a word for any."""
    only_ended: bool = False
    """Whether the words count only after "no longer ..."."""
    listed: bool = False
    """Whether "a, b and c" are three values."""
    raw: bool = False
    """Whether the value goes to the end of the clause, times and all."""
    timed: bool = False
    """Whether the times in the clause say when it is."""
    past: bool | None = None
    """Whether bare times lie behind or ahead, where the words themselves say so: "went", "will"."""
    ahead: bool = False
    """Whether it counts only beside a time that is not over yet."""
    begins: bool = False
    """Whether a time that lies behind says since when it holds: "moved last month"."""
    mine: bool = False
    """Whether only the owner can say it."""
    moods: frozenset[Mood] = TOLD
    check: Callable[[str], bool] | None = None
    """What must hold of the value as it was said."""
    sure: float = 1.0


def rule(attribute: str, pattern: str, on: On = On.SUBJECT, **more: object) -> Rule:
    """A rule with its pattern compiled; ``more`` are fields of ``Rule``."""
    return Rule(attribute, re.compile(pattern), on, **more)  # type: ignore[arg-type]


def of(attribute: str, pattern: str, **more: object) -> Rule:
    """A rule after a possessor: "my ...", "Ana's ...", ``我的``."""
    return rule(attribute, pattern, On.POSSESSOR, **more)


def bare(attribute: str, pattern: str, **more: object) -> Rule:
    """A rule over a whole clause."""
    return rule(attribute, pattern, On.CLAUSE, **more)


@dataclass(frozen=True)
class Found:
    """The families' rules in order, and one line for each file that gave none, for ``doctor``."""

    rules: tuple[Rule, ...]
    faults: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def load_rules() -> Found:
    """Every rule that ships, by the families' names."""
    return discover(importlib.import_module(__name__))


def discover(where: ModuleType) -> Found:
    """The rules in the modules of the package ``where``, in the order of their names."""
    rules: list[Rule] = []
    faults: list[str] = []
    for info in sorted(pkgutil.iter_modules(where.__path__), key=lambda info: info.name):
        try:
            rules += importlib.import_module(f"{where.__name__}.{info.name}").FAMILY
        except Exception as error:
            faults.append(f"family of facts {info.name} did not load: {error}")
    return Found(tuple(rules), tuple(faults))
