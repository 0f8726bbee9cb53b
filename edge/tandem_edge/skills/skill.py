"""What a skill is, and how large one may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tandem_shared.errors import TandemError

LANGUAGES = ("en", "zh")
LONGEST_NAME = 41
"""Characters; the open format allows 64, but ``skill__name`` has to be a tool's name."""
LONGEST_DESCRIPTION = 1024
"""Characters, as the open format has it (agentskills.io)."""
LONGEST_BODY = 6000
"""Characters: a loaded skill reaches the planner whole, so it has to leave room for the rest."""


class SkillError(TandemError):
    """A folder does not hold a skill that can be read."""


@dataclass(frozen=True)
class Skill:
    """One skill; ``description`` and ``body`` are keyed by language.

    The description says what it does and when to use it, the body how. ``tools`` are on offer
    once it is loaded. A skill in one language only serves both. ``folder`` is ``None`` where no
    folder holds it.
    """

    name: str
    description: Mapping[str, str]
    body: Mapping[str, str]
    tools: tuple[str, ...] = ()
    license: str = ""
    folder: Path | None = None
    builtin: bool = False
    arbiter: bool = False
    """Says in which order other skills apply and which one wins."""

    @property
    def tool_name(self) -> str:
        """The tool that loads it."""
        return f"skill__{canonical(self.name)}"

    @property
    def languages(self) -> tuple[str, ...]:
        """Those it is written in."""
        return tuple(each for each in LANGUAGES if each in self.body)

    def purpose(self, language: str) -> str:
        """The description in ``language``, or in the one there is."""
        return _either(self.description, language)

    def instructions(self, language: str) -> str:
        """The whole body in ``language``, or in the one there is."""
        return _either(self.body, language)


def canonical(name: str) -> str:
    """A skill's name as part of a tool's name: ``night-drive`` and ``night_drive`` are one."""
    return name.strip().casefold().replace("-", "_")


def _either(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language) or next(iter(texts.values()), "")
