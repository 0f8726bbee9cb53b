"""Reading the files that people write guidance in: TOML, one a section, in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from tandem_edge.files import read_limited, why_unread
from tandem_shared.errors import UsageError
from tandem_shared.harness import Body, Family, Guideline, Hint, Limit, Line, Section
from tandem_shared.text import one_line
from tandem_shared.tools import Frozen

LARGEST = 1_000_000
"""Bytes of one file."""
T = TypeVar("T")
Shape = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Turns an entry as people write it into one of the contract's."""


class Budgets(Frozen):
    """``limits.toml``: order and size of everything."""

    version: str
    heading: Line
    candidates: int
    nearest: int
    offer: Limit | None = None
    order: tuple[Section, ...]
    total: Limit
    limits: dict[Section, Limit]


class SkillMap(Frozen):
    """``skills.toml``: what the skills themselves do not say.

    ``none`` are tools that no skill is about; ``override`` gives the one skill of a tool that
    several are about; ``beside`` names tools of other providers that texts may name; ``text``
    holds instructions in place of a skill's own.
    """

    none: tuple[str, ...] = ()
    override: dict[str, str] = Field(default_factory=dict)
    beside: tuple[str, ...] = ()
    text: dict[str, Body] = Field(default_factory=dict)


@dataclass(frozen=True)
class Sources:
    """Everything that people write, read and checked for its form."""

    budgets: Budgets
    guidelines: Mapping[Section, tuple[Guideline, ...]]
    families: tuple[Family, ...]
    hints: tuple[Hint, ...]
    skills: SkillMap


def built_in_sources() -> Path:
    """The folder of sources that Tandem comes with."""
    return Path(str(files("tandem_edge.harness.adapter") / "sources"))


def read_sources(folder: Path | None = None) -> Sources:
    """The sources in ``folder``, by default those that Tandem comes with.

    Raises ``UsageError`` naming the file, the entry and what is wrong with it.
    """
    place = folder or built_in_sources()
    notes = TypeAdapter(dict[str, Guideline])
    rules = {
        section: tuple(_checked(place / f"{section}.toml", notes, _guideline).values())
        for section in (Section.RULES, Section.TURNS, Section.PRIORITY)
    }
    protocol = _checked(place / "protocol.toml", notes, _guideline)
    routing = _checked(place / "routing.toml", notes, _guideline)
    families = _checked(place / "families.toml", TypeAdapter(dict[str, Family]), _family)
    hints = _checked(place / "arguments.toml", TypeAdapter(dict[str, Hint]), _hint)
    return Sources(
        budgets=_checked(place / "limits.toml", TypeAdapter(Budgets)),
        guidelines={
            **rules,
            Section.PROTOCOL: tuple(protocol.values()),
            Section.ROUTING: tuple(routing.values()),
        },
        families=tuple(families.values()),
        hints=tuple(hints.values()),
        skills=_checked(place / "skills.toml", TypeAdapter(SkillMap)),
    )


def _guideline(name: str, entry: dict[str, Any]) -> dict[str, Any]:
    rest = {key: value for key, value in entry.items() if key not in ("en", "zh", "tools")}
    return {**rest, "id": name, "text": _text(entry), "needs": entry.get("tools", ())}


def _family(name: str, entry: dict[str, Any]) -> dict[str, Any]:
    rest = {key: value for key, value in entry.items() if key not in ("en", "zh")}
    return {**rest, "id": name, "title": _text(entry)}


def _hint(name: str, entry: dict[str, Any]) -> dict[str, Any]:
    rest = {key: value for key, value in entry.items() if key not in ("en", "zh")}
    return {**rest, "tool": name, "text": _text(entry)}


def _text(entry: dict[str, Any]) -> dict[str, Any]:
    return {language: entry[language] for language in ("en", "zh") if language in entry}


def _checked(path: Path, adapter: TypeAdapter[T], shape: Shape | None = None) -> T:
    try:
        raw = tomllib.loads(read_limited(path, LARGEST).decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(
            f"{path} cannot be read: {one_line(why_unread(error), limit=200)}",
            hint="mend the file, or take the one that Tandem comes with",
        ) from error
    if shape is not None:
        raw = {
            name: shape(name, entry) if isinstance(entry, dict) else entry
            for name, entry in raw.items()
        }
    try:
        return adapter.validate_python(raw)
    except ValidationError as error:
        first = told(error.errors(include_url=False)[0])
        raise UsageError(f"{path.name}, {first}", hint=f"mend {path}") from error


def told(error: ErrorDetails) -> str:
    """What pydantic says of a fault, with the place where there is one."""
    place = ".".join(map(str, error["loc"]))
    message = error["msg"].removeprefix("Value error, ")
    return one_line(f"{place}: {message}" if place else message, limit=300)
