"""What a request is told: general rules, and the notes that fit exactly the tools on offer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tandem_edge.harness.adapter.matching import mismatch
from tandem_shared.errors import UsageError
from tandem_shared.harness import (
    SKILL_PREFIX,
    SKILL_TOOLS,
    Guideline,
    HarnessConfig,
    Limit,
    Section,
    filled,
    named_texts,
    names_in,
)
from tandem_shared.tools import Bilingual, ToolSpec

STABLE = (Section.RULES, Section.TURNS, Section.PRIORITY)
"""Sections whose lines go into the system text when they depend on no tool."""
NEAR = (Section.ROUTING, Section.ARGUMENTS, Section.FAMILIES)
"""Sections told only of tools among the ``nearest`` on offer; a rule holds wherever they stand."""
WORTH = 4
"""Places that one step of priority makes up for."""
BULLET = "- "
Places = dict[str, int]
"""Names of the tools on offer, and how near the top each stands."""


@dataclass(frozen=True)
class Told:
    """One line that applies, and whether it is told: ``left_out`` says why not."""

    section: Section
    item: str
    text: str
    left_out: str = ""


@dataclass(frozen=True)
class Guidance:
    """The adapter of a request (see ``harness.ports.Adapter``).

    It looks only at the names of the tools it is given, best first. It finds no tools, calls none
    and keeps nothing between requests.
    """

    config: HarnessConfig

    @cached_property
    def digest(self) -> str:
        """Identity of the configuration."""
        return self.config.digest

    @property
    def offer(self) -> Limit | None:
        """How many tools are told in full, and how long all may be."""
        return self.config.offer

    def rules(self, language: str) -> str:
        """The lines that hold for every request, in the configuration's order."""
        return "\n".join(told.text for told in self.general(language) if not told.left_out)

    def notes(self, specs: Sequence[ToolSpec], language: str) -> str:
        """Guidance for exactly the tools in ``specs``, or ``""``.

        With a skill's tool among them it is the skill-use protocol and nothing else.
        """
        return self.notes_on([spec.name for spec in specs], language)

    def notes_on(self, names: Iterable[str], language: str) -> str:
        """``notes`` for tools known by name only."""
        told = self.particular(names, language)
        lines = [f"{BULLET}{each.text}" for each in told if not each.left_out]
        return "\n".join([said(self.config.heading, language), *lines]) if lines else ""

    def skill_text(self, name: str, language: str) -> str:
        """Instructions that take the place of a skill's own, or ``""`` to keep those."""
        texts = (skill.text for skill in self.config.skills if skill.name == name)
        return next((said(text, language) for text in texts if text), "")

    def general(self, language: str) -> tuple[Told, ...]:
        """Every line that depends on no tool, told or left out for want of room."""
        return tuple(
            told
            for section in self.config.order
            if section in STABLE
            for told in self._fitting(section, _general(self.config, section, language), language)
        )

    def particular(self, names: Iterable[str], language: str) -> tuple[Told, ...]:
        """Every line that applies to the tools called ``names``, told or left out."""
        places = {name: place for place, name in enumerate(dict.fromkeys(names))}
        skilled = any(name in SKILL_TOOLS or name.startswith(SKILL_PREFIX) for name in places)
        found = (
            told
            for section in self.config.order
            if (section is Section.PROTOCOL) == skilled
            for told in self._fitting(
                section, _applying(self.config, section, places, language), language
            )
        )
        return tuple(_within(found, self.config, language))

    def _fitting(self, section: Section, lines: Iterable[Told], language: str) -> Iterator[Told]:
        """Leave out what goes over the section's limit; a shorter line may still fit after."""
        limit = self.config.limits[section]
        yield from _limited(lines, limit, limit.characters(language), 0, f"limit of {section}")


def said(text: Bilingual, language: str) -> str:
    """``text`` in ``language``, in English where it is neither English nor Chinese."""
    return text.zh if language == "zh" else text.en


def adapt(config: HarnessConfig, specs: Sequence[ToolSpec]) -> Guidance:
    """The adapter of ``config`` for a phone with the tools ``specs``.

    Raises ``UsageError`` when a tool that the configuration was built for has changed or is gone,
    or when one that was added is named in a text, which would tell of it where it is not.
    """
    unlike = mismatch(config, specs)
    parts = (("changed", unlike.changed), ("gone", unlike.gone))
    if not unlike.fits:
        told = ", ".join(f"{', '.join(names[:3])} {how}" for how, names in parts if names)
        raise _refused(f"the harness was built for other tools: {told}")
    for place, text, _ in named_texts(config):
        for name in names_in(text, set(unlike.added) - set(config.beside)):
            raise _refused(f"the harness was built before there was {name}, which {place} says")
    return Guidance(config)


def _refused(message: str) -> UsageError:
    hint = "tandem harness build --out harness.json, then set harness to that file"
    return UsageError(message, hint=hint)


def _general(config: HarnessConfig, section: Section, language: str) -> Iterator[Told]:
    lines: tuple[Guideline, ...] = getattr(config, section.value)
    for each in sorted(lines, key=lambda each: -each.priority):
        if not each.depends:
            yield Told(section, each.id, said(each.text, language))


def _applying(
    config: HarnessConfig, section: Section, places: Places, language: str
) -> Iterator[Told]:
    match section:
        case Section.FAMILIES:
            yield from _guides(config, places, language)
        case Section.ARGUMENTS:
            hints = {hint.tool: hint.text for hint in config.arguments}
            for tool in list(places)[: config.nearest]:
                if tool in hints:
                    yield Told(
                        section, tool, f"{tool}{_colon(language)}{said(hints[tool], language)}"
                    )
        case _:
            yield from _guidelines(config, section, places, language)


def _guidelines(
    config: HarnessConfig, section: Section, places: Places, language: str
) -> Iterator[Told]:
    """Rules and notes whose tools are all on offer, those of well placed tools first."""
    found: list[tuple[int, Told]] = []
    lists = _lists(config, places, language)
    for each in getattr(config, section.value):
        if section in STABLE and not each.depends:
            continue
        if all(name in places for name in each.needs) and all(map(lists.get, each.families)):
            text = filled(said(each.text, language), lists)
            worst = max((places[name] for name in each.needs), default=0)
            if section not in NEAR or worst < config.nearest:
                found.append((worst - WORTH * each.priority, Told(section, each.id, text)))
    yield from (told for _, told in sorted(found, key=lambda row: row[0]))


def _guides(config: HarnessConfig, places: Places, language: str) -> Iterator[Told]:
    """What is said of families of which two tools or more are on offer, best placed first."""
    lists = _lists(config, places, language)
    found: list[tuple[int, Told]] = []
    for family in config.families:
        there = sorted(places[tool] for tool in family.tools if tool in places)
        if family.guide is not None and len(there) > 1 and there[1] < config.nearest:
            text = f"{lists[family.id]}{_colon(language)}{said(family.guide, language)}"
            found.append((there[1], Told(Section.FAMILIES, family.id, text)))
    yield from (told for _, told in sorted(found, key=lambda row: row[0]))


def _colon(language: str) -> str:
    return "：" if language == "zh" else ": "


def _lists(config: HarnessConfig, places: Places, language: str) -> dict[str, str]:
    """Each family's tools that are on offer, as a list in words; ``""`` where there are none."""
    comma = "、" if language == "zh" else ", "
    return {
        family.id: comma.join(tool for tool in family.tools if tool in places)
        for family in config.families
    }


def _within(lines: Iterable[Told], config: HarnessConfig, language: str) -> Iterator[Told]:
    """Leave out what goes over the limit of all notes, heading and bullets counted."""
    room = config.total.characters(language) - len(said(config.heading, language))
    yield from _limited(lines, config.total, room, len(f"\n{BULLET}"), "limit of all notes")


def _limited(
    lines: Iterable[Told], limit: Limit, room: int, overhead: int, name: str
) -> Iterator[Told]:
    items = limit.items
    for line in lines:
        size = len(line.text) + overhead
        if line.left_out or (items > 0 and size <= room):
            yield line
            items, room = (items, room) if line.left_out else (items - 1, room - size)
        else:
            yield replace(line, left_out=name)
