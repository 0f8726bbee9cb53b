"""The readable files of this room: conditions, sayings, people, requirements."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import yaml
from pydantic import Field, JsonValue

from tandem_shared.tasks import Dimension
from tandem_shared.tools import Frozen, ToolCall

SITUATIONS = {
    Dimension.TOOL: "situations.txt",
    Dimension.MEMORY: "situations_memory.txt",
    Dimension.SKILLS: "situations_skills.txt",
    Dimension.SUBAGENT: "situations_subagent.txt",
}
"""The file of situations of each dimension."""
LAST_WORDS = "last_words.yaml"
"""What is said when a request is done."""
FILES = (
    "conditions.yaml",
    "sayings.yaml",
    "people.yaml",
    "requirements.yaml",
    LAST_WORDS,
    *SITUATIONS.values(),
)


class Condition(Frozen):
    """A fact that has to be looked up before it is known whether to act.

    ``holds`` and ``fails`` are records (table, key, fields) that make it so or not; ``en`` and
    ``zh`` are clauses that say it.
    """

    id: str
    look: ToolCall
    levels: tuple[int, ...] = ()
    holds: tuple[tuple[str, str, dict[str, JsonValue]], ...]
    fails: tuple[tuple[str, str, dict[str, JsonValue]], ...]
    en: tuple[str, ...] = Field(min_length=1)
    zh: tuple[str, ...] = Field(min_length=1)


def read(name: str) -> str:
    """The text of one of ``FILES``."""
    return (files("tandem_trainer.tasks") / name).read_text("utf-8")


@lru_cache(maxsize=1)
def conditions() -> tuple[Condition, ...]:
    """Every condition, in file order."""
    return tuple(map(Condition.model_validate, yaml.safe_load(read("conditions.yaml"))))


@lru_cache(maxsize=1)
def _sayings() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = yaml.safe_load(read("sayings.yaml"))
    return found


def sayings(kind: str, language: str) -> list[str]:
    """The sentences that join a request's parts in one way."""
    return _sayings()[kind][language]


@lru_cache(maxsize=1)
def people() -> dict[str, dict[str, Any]]:
    """Roles of people, and how an owner tells who has one."""
    found: dict[str, dict[str, Any]] = yaml.safe_load(read("people.yaml"))
    return found
