"""The harness's configuration: every word and number that guides a planner, as one value.

It is data, so that an editor can change it, a person can read the change, and a bundle can carry
it. Nothing in it is code, and no text of it can name a tool that it does not depend on.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from tandem_shared.canonical import canonical_bytes, digest
from tandem_shared.text import one_line, visible
from tandem_shared.tools import Bilingual, Frozen

LONGEST_LINE = 240
"""Characters of one rule, note or hint in one language."""
LONGEST_SKILL = 4000
"""Characters of one skill's instructions in one language."""
SKILL_PREFIX = "skill__"
SKILL_TOOLS = frozenset({"search_skills", "load_skill"})
"""Tools, beside those of ``SKILL_PREFIX``, whose presence means that skills are on offer."""
NO_SKILL = ""
"""What ``skill_of`` says of a tool that no skill is about."""

tool_name = Annotated[str, StringConstraints(pattern=r"^[a-z]+(__?[a-z0-9]+)+$", max_length=48)]
item_id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+([_-][a-z0-9]+)*$", max_length=48)]
sha256_hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]

_FAMILY = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"(?<![a-z0-9_])[a-z]+(?:__?[a-z0-9]+)+(?![a-z0-9_])")


class Section(StrEnum):
    """The kinds of guidance."""

    RULES = "rules"
    """How to act at all."""
    TURNS = "turns"
    """How results and later turns are dealt with."""
    PRIORITY = "priority"
    """What wins when two things say different."""
    PROTOCOL = "protocol"
    """How skills are used; shown when skills are on offer, and then alone."""
    FAMILIES = "families"
    """What holds for several tools of one kind."""
    ROUTING = "routing"
    """Which of two neighbours is meant."""
    ARGUMENTS = "arguments"
    """What goes into one tool's arguments."""


class Line(Bilingual):
    """A text of one line in each language. ``{family}`` stands for that family's tools at hand."""

    @model_validator(mode="after")
    def _one_clean_line(self) -> Self:
        for language in ("en", "zh"):
            text = getattr(self, language)
            if text != one_line(text):
                raise ValueError(f"the {language} text is not one plain line: {one_line(text)!r}")
            if len(text) > LONGEST_LINE:
                raise ValueError(f"the {language} text has over {LONGEST_LINE} characters")
        return self


class Body(Bilingual):
    """A text of several lines in each language, without control characters."""

    @model_validator(mode="after")
    def _clean(self) -> Self:
        for language in ("en", "zh"):
            text = getattr(self, language)
            if text != visible(text) or len(text) > LONGEST_SKILL:
                raise ValueError(f"the {language} text is too long, or holds control characters")
        return self


class Guideline(Frozen):
    """One rule or note. It is told only where every tool in ``needs`` is on offer, and of each
    ``{family}`` in it at least one. Among those told, a higher ``priority`` comes earlier."""

    id: item_id
    text: Line
    needs: tuple[tool_name, ...] = ()
    priority: int = Field(default=2, ge=1, le=9)

    @property
    def families(self) -> tuple[str, ...]:
        """Ids of the families that the text lists."""
        return families_in(self.text)

    @property
    def depends(self) -> bool:
        """Whether it is told only with certain tools."""
        return bool(self.needs or self.families)


class Family(Frozen):
    """Tools of one kind. ``guide`` is said of those at hand when there are at least two."""

    id: item_id
    title: Line
    tools: tuple[tool_name, ...] = Field(min_length=1)
    guide: Line | None = None


class Hint(Frozen):
    """What a planner should know about one tool's arguments."""

    tool: tool_name
    text: Line


class Skill(Frozen):
    """A skill and the tools that it is about. ``text`` replaces its own instructions if given."""

    name: item_id
    tools: tuple[tool_name, ...] = ()
    text: Body | None = None


class Limit(Frozen):
    """How much may be told: lines, and characters in each language."""

    items: int = Field(ge=0, le=100)
    en: int = Field(ge=0, le=20_000)
    zh: int = Field(ge=0, le=20_000)

    def characters(self, language: str) -> int:
        """Characters allowed in ``language``."""
        return self.zh if language == "zh" else self.en


class HarnessConfig(Frozen):
    """What guides a planner, for one set of tools.

    ``tools`` gives the SHA-256 of each tool's specification, ``tools_digest`` the catalogue's
    digest. ``beside`` names tools of other providers that a text may name. ``order`` is the order
    of sections in a prompt, ``limits`` what each may take, ``total`` what all notes of a request
    may take together. ``candidates`` is how many tools a request is offered; notes, hints and
    guides are only of the ``nearest`` first of them, since they come best first. ``offer`` is how
    many of the first are told with their arguments, and the characters that all may take.
    """

    format: Literal[1] = 1
    version: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z.+-]{1,40}$")]
    tools_digest: sha256_hex
    tools: dict[tool_name, sha256_hex]
    beside: tuple[tool_name, ...] = ()
    heading: Line
    rules: tuple[Guideline, ...] = ()
    turns: tuple[Guideline, ...] = ()
    priority: tuple[Guideline, ...] = ()
    protocol: tuple[Guideline, ...] = ()
    families: tuple[Family, ...] = ()
    routing: tuple[Guideline, ...] = ()
    arguments: tuple[Hint, ...] = ()
    skills: tuple[Skill, ...] = ()
    skill_of: dict[tool_name, str]
    order: tuple[Section, ...] = tuple(Section)
    limits: dict[Section, Limit]
    total: Limit
    candidates: int = Field(default=15, ge=1, le=40)
    nearest: int = Field(default=8, ge=0, le=40)
    offer: Limit | None = None

    @property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON: the configuration's identity."""
        return digest(self.model_dump(mode="json"))

    @property
    def canonical(self) -> bytes:
        """The canonical JSON and a final newline: what a file of it holds."""
        return canonical_bytes(self.model_dump(mode="json")) + b"\n"

    @property
    def guidelines(self) -> Iterator[tuple[Section, Guideline]]:
        """Every rule and note with its section."""
        for section in GUIDELINES:
            yield from ((section, each) for each in getattr(self, section.value))

    @model_validator(mode="after")
    def _whole(self) -> Self:
        faults = list(_faults(self))
        if faults:
            raise ValueError("; ".join(faults[:5]))
        return self


GUIDELINES = (
    Section.RULES,
    Section.TURNS,
    Section.PRIORITY,
    Section.PROTOCOL,
    Section.ROUTING,
)
"""Sections made of ``Guideline``."""


def families_in(text: Bilingual) -> tuple[str, ...]:
    """Ids in braces, over both languages, each once."""
    found = _FAMILY.findall(text.en) + _FAMILY.findall(text.zh)
    return tuple(dict.fromkeys(found))


def names_in(text: Bilingual, known: Iterable[str]) -> tuple[str, ...]:
    """Those of ``known`` tool names that stand as words in either language, each once."""
    among = set(known)
    return tuple(name for name in words_like_names(text) if name in among)


def words_like_names(text: Bilingual) -> tuple[str, ...]:
    """Every word that could be a tool's, an argument's or a choice's name, each once.

    Capitals and full-width letters count as what they look like.
    """
    both = unicodedata.normalize("NFKC", f"{text.en}\n{text.zh}").casefold()
    return tuple(dict.fromkeys(_NAME.findall(both)))


def filled(text: str, lists: dict[str, str]) -> str:
    """``text`` with each ``{family}`` replaced by its entry in ``lists``; entries are not read."""
    return _FAMILY.sub(lambda found: lists[found[1]], text)


def _faults(config: HarnessConfig) -> Iterator[str]:
    yield from _doubles(config)
    yield from _misplaced(config)
    yield from _dangling(config)
    yield from _smuggled(config)
    if Counter(config.order) != Counter(Section):
        yield "order does not hold every section once"
    if set(config.limits) != set(Section):
        yield "limits do not hold every section once"


def _doubles(config: HarnessConfig) -> Iterator[str]:
    named: dict[str, list[str]] = {
        section.value: [each.id for each in getattr(config, section.value)]
        for section in GUIDELINES
    }
    named["families"] = [each.id for each in config.families]
    named["arguments"] = [each.tool for each in config.arguments]
    named["skills"] = [each.name for each in config.skills]
    for section, ids in named.items():
        yield from (f"{section}: {id} twice" for id, count in Counter(ids).items() if count > 1)


def _misplaced(config: HarnessConfig) -> Iterator[str]:
    """Tools that are not in exactly one family, or not mapped to a skill or to none."""
    placed = Counter(tool for family in config.families for tool in family.tools)
    for tool in sorted(config.tools):
        if placed[tool] != 1:
            yield f"{tool} is in {placed[tool]} families, not in one"
    for tool in sorted(config.tools.keys() ^ config.skill_of.keys()):
        yield f"{tool} is mapped to no skill, nor to none, or is no tool"
    about = {skill.name: skill.tools for skill in config.skills}
    for tool, name in config.skill_of.items():
        if name != NO_SKILL and tool not in about.get(name, ()):
            yield f"{tool} is mapped to {name}, which is not about it"


def _dangling(config: HarnessConfig) -> Iterator[str]:
    """Names of tools and families that there are not."""
    known = {*config.tools, *config.beside}
    families = {family.id for family in config.families}
    for section, each in config.guidelines:
        for name in each.needs:
            if name not in known:
                yield f"{section} {each.id} needs {name}, which is no tool"
        for name in each.families:
            if name not in families:
                yield f"{section} {each.id} lists {name}, which is no family"
        if section is Section.ROUTING and not each.depends:
            yield f"{section} {each.id} depends on no tool"
    for tool in [tool for family in config.families for tool in family.tools]:
        if tool not in config.tools:
            yield f"families hold {tool}, which is no tool"
    for hint in config.arguments:
        if hint.tool not in known:
            yield f"arguments hold {hint.tool}, which is no tool"
    for skill in config.skills:
        yield from (
            f"skill {skill.name} is about {tool}, which is no tool"
            for tool in skill.tools
            if tool not in known
        )


def _smuggled(config: HarnessConfig) -> Iterator[str]:
    """Texts that name a tool which need not be on offer when they are told."""
    known = {*config.tools, *config.beside}
    for place, text, allowed in named_texts(config):
        for name in names_in(text, known - set(allowed)):
            yield f"{place} names {name} without depending on it"
    lines = [config.heading, *(hint.text for hint in config.arguments)]
    for family in config.families:
        lines += [family.title, *filter(None, [family.guide])]
    for line in lines:
        for name in families_in(line):
            yield f"{{{name}}} stands where no family can be listed"


def named_texts(config: HarnessConfig) -> Iterator[tuple[str, Bilingual, tuple[str, ...]]]:
    """Every text, where it stands, and the tools that are sure to be on offer with it."""
    yield "heading", config.heading, ()
    for section, each in config.guidelines:
        yield f"{section} {each.id}", each.text, each.needs
    for hint in config.arguments:
        yield f"arguments {hint.tool}", hint.text, (hint.tool,)
    for family in config.families:
        yield f"families {family.id}", family.title, ()
        if family.guide is not None:
            yield f"families {family.id}", family.guide, ()
    for skill in config.skills:
        if skill.text is not None:
            yield f"skill {skill.name}", skill.text, skill.tools
