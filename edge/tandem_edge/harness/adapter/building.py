"""Compiling sources, tools and skills into one configuration, or saying what does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pydantic import ValidationError

from tandem_edge.harness.adapter.matching import tool_digests
from tandem_edge.harness.adapter.reading import Sources, read_sources, told
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.skills.shelf import builtin_skills
from tandem_shared.errors import UsageError
from tandem_shared.harness import (
    NO_SKILL,
    HarnessConfig,
    Section,
    Skill,
    named_texts,
    words_like_names,
)
from tandem_shared.tools import ToolSpec, catalogue_digest

MOST_NAMED = 8
"""Faults told at once."""
SkillTools = tuple[str, Sequence[str]]
"""A skill's name and the tools that it is about."""


def build(
    specs: Sequence[ToolSpec], skills: Sequence[SkillTools], sources: Sources
) -> HarnessConfig:
    """One configuration of everything; equal inputs give equal bytes.

    Raises ``UsageError`` when a tool is in no family or in two, is of no skill and not said to be
    of none, or is of several and no override says which; when anything names a tool that is not
    in ``specs``; and when a text names a tool that it does not depend on, or a word that looks
    like a name but is none of its tools' arguments and choices.
    """
    known = {spec.name for spec in specs}
    _refuse(_map_faults(known, skills, sources))
    budgets, notes = sources.budgets, sources.guidelines
    try:
        config = HarnessConfig(
            version=budgets.version,
            tools_digest=catalogue_digest(list(specs)),
            tools=tool_digests(specs),
            beside=sources.skills.beside,
            heading=budgets.heading,
            rules=notes[Section.RULES],
            turns=notes[Section.TURNS],
            priority=notes[Section.PRIORITY],
            protocol=notes[Section.PROTOCOL],
            families=sources.families,
            routing=notes[Section.ROUTING],
            arguments=sources.hints,
            skills=tuple(
                Skill(name=name, tools=tuple(tools), text=sources.skills.text.get(name))
                for name, tools in sorted(skills)
            ),
            skill_of=_skill_of(known, skills, sources),
            order=budgets.order,
            limits=budgets.limits,
            total=budgets.total,
            candidates=budgets.candidates,
            nearest=budgets.nearest,
            offer=budgets.offer,
        )
    except ValidationError as error:
        raise refused(map(told, error.errors(include_url=False))) from error
    _refuse(_word_faults(config, specs))
    return config


def build_own(sources: Path | None = None) -> HarnessConfig:
    """Build from the phone's catalogue, the built-in skills and the built-in sources.

    ``sources`` is another folder of sources. Raises what ``read_sources`` and ``build`` raise.
    """
    skills = [(skill.name, skill.tools) for skill in builtin_skills()]
    return build(load_catalogue().specs, skills, read_sources(sources))


def refused(messages: Iterable[str]) -> UsageError:
    """The error that says what does not fit, the first few faults of it."""
    faults = list(messages)
    more = f"; and {len(faults) - MOST_NAMED} more" if len(faults) > MOST_NAMED else ""
    return UsageError(
        f"the harness cannot be built: {'; '.join(faults[:MOST_NAMED])}{more}",
        hint="mend the sources, then tandem harness build",
    )


def _refuse(faults: Iterator[str]) -> None:
    found = list(faults)
    if found:
        raise refused(found)


def _skill_of(known: set[str], skills: Sequence[SkillTools], sources: Sources) -> dict[str, str]:
    found = {tool: name for name, tools in skills for tool in tools if tool in known}
    return dict.fromkeys(known, NO_SKILL) | found | dict(sources.skills.override)


def _map_faults(known: set[str], skills: Sequence[SkillTools], sources: Sources) -> Iterator[str]:
    """Tools of no skill that are not said to be, of several, of both, and overrides that err."""
    claims = {tool: [name for name, tools in skills if tool in tools] for tool in sorted(known)}
    none, override = set(sources.skills.none), sources.skills.override
    for tool, names in claims.items():
        if not names and tool not in none:
            yield f"{tool} is of no skill: add it to one, or to none in skills.toml"
        if names and tool in none:
            yield f"{tool} is under none in skills.toml, but the skill {names[0]} is about it"
        if len(names) > 1 and tool not in override:
            yield (
                f"{tool} is of the skills {' and '.join(names)}: "
                "say which under override in skills.toml"
            )
    for tool in [*none, *override]:
        if tool not in known:
            yield f"skills.toml names {tool}, which is no tool"
    for tool, name in override.items():
        if tool in known and name not in claims[tool]:
            yield f"skills.toml gives {tool} to {name}, which is not about it"
    for name in sources.skills.text.keys() - {name for name, _ in skills}:
        yield f"skills.toml has a text for {name}, which is no skill"


def _word_faults(config: HarnessConfig, specs: Sequence[ToolSpec]) -> Iterator[str]:
    """Words that look like names, yet are no name of the tools that their text depends on."""
    words = {spec.name: {spec.name, *_words_of(spec)} for spec in specs}
    for place, text, tools in named_texts(config):
        allowed = {word for tool in tools for word in words.get(tool, {tool})}
        for word in words_like_names(text):
            if word not in allowed:
                yield f"{place} says {word}, which is no name of the tools that it depends on"


def _words_of(spec: ToolSpec) -> Iterator[str]:
    """Names of a tool's arguments, and their choices."""
    for name, schema in spec.offered.items():
        yield name
        choices = schema.get("enum", [])
        yield from (str(choice) for choice in choices) if isinstance(choices, list) else ()
