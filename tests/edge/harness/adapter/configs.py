"""Small tools, sources and configurations, made by hand and by hypothesis."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from hypothesis import strategies as st

from tandem_edge.harness.adapter.reading import Budgets, SkillMap, Sources
from tandem_shared.harness import (
    GUIDELINES,
    Family,
    Guideline,
    HarnessConfig,
    Hint,
    Limit,
    Line,
    Section,
)
from tandem_shared.tools import Bilingual, Domain, Effect, Mechanism, ToolSpec

NAMES = ("open_door", "close_door", "ring_bell", "set_lamp", "read_meter", "feed_cat")
HOUSE, GARDEN = ("open_door", "close_door", "ring_bell"), ("set_lamp", "read_meter", "feed_cat")
AMPLE = Limit(items=50, en=5000, zh=5000)


def spec(name: str, **changes: Any) -> ToolSpec:
    """A tool without arguments."""
    values: dict[str, Any] = {
        "name": name,
        "domain": Domain.DEVICES,
        "description": Bilingual(en=f"{name} here", zh=f"{name} 这里"),
        "cues": Bilingual(en="here", zh="这里"),
        "arguments": {"type": "object", "properties": {"wide_open": {"type": "boolean"}}},
        "results": {"type": "object"},
        "effects": {"*": Effect.WRITE},
        "mechanism": Mechanism.NONE,
        **changes,
    }
    return ToolSpec.model_validate(values)


def specs(names: Iterable[str] = NAMES) -> tuple[ToolSpec, ...]:
    """A tool for each name."""
    return tuple(map(spec, names))


def line(text: str, zh: str = "") -> Line:
    return Line(en=text, zh=zh or text)


def note(id: str, text: str, *needs: str, priority: int = 2) -> Guideline:
    return Guideline(id=id, text=line(text), needs=needs, priority=priority)


def config(**changes: Any) -> HarnessConfig:
    """A configuration for ``NAMES`` in which everything fits."""
    values: dict[str, Any] = {
        "version": "1",
        "tools_digest": "0" * 64,
        "tools": dict.fromkeys(NAMES, "0" * 64),
        "heading": line("Notes:"),
        "families": (
            Family(id="house", title=line("house"), tools=HOUSE),
            Family(id="garden", title=line("garden"), tools=GARDEN),
        ),
        "skill_of": dict.fromkeys(NAMES, ""),
        "limits": dict.fromkeys(Section, AMPLE),
        "total": AMPLE,
        "nearest": 40,
        **changes,
    }
    return HarnessConfig.model_validate(values)


def sources(**changes: Any) -> Sources:
    """Sources for ``NAMES`` of which no skill is about any."""
    made = config()
    values: dict[str, Any] = {
        "budgets": Budgets(
            version="1",
            heading=made.heading,
            candidates=15,
            nearest=8,
            order=made.order,
            total=AMPLE,
            limits=dict.fromkeys(Section, AMPLE),
        ),
        "guidelines": dict.fromkeys(GUIDELINES, ()),
        "families": made.families,
        "hints": (),
        "skills": SkillMap(none=NAMES),
        **changes,
    }
    return Sources(**values)


NEEDS = ((), ("open_door",), ("open_door", "ring_bell"), ("feed_cat",), HOUSE, ("set_lamp",))
LISTS = ("", "{house}", "{garden}", "{house} {garden}")


def _limit(chance: Random) -> Limit:
    return Limit(items=chance.randint(0, 4), en=chance.randint(0, 200), zh=chance.randint(0, 200))


def _guidelines(section: Section, chance: Random) -> tuple[Guideline, ...]:
    """Rules that name the tools that they need, and may list a family."""
    made = []
    for place in range(chance.randint(0, 4)):
        needs, lists = chance.choice(NEEDS), chance.choice(LISTS)
        if needs or lists or section is not Section.ROUTING:
            text = f"{section} {place} {' '.join((*needs, lists))}."
            made.append(note(f"n{place}", text, *needs, priority=chance.randint(1, 9)))
    return tuple(made)


def random_config(seed: int) -> HarnessConfig:
    """Any order, any limits, any rules, notes, hints and guides."""
    chance = Random(seed)
    hinted = chance.sample(NAMES, chance.randint(0, len(NAMES)))
    guides = (None, line("holds for all of them"))
    return config(
        **{section.value: _guidelines(section, chance) for section in GUIDELINES},
        arguments=tuple(Hint(tool=name, text=line("mind the gap")) for name in hinted),
        families=tuple(
            Family(id=id, title=line(id), tools=tools, guide=chance.choice(guides))
            for id, tools in (("house", HOUSE), ("garden", GARDEN))
        ),
        order=tuple(chance.sample(list(Section), len(Section))),
        limits={section: _limit(chance) for section in Section},
        total=_limit(chance),
        nearest=chance.randint(0, 8),
    )


def configs() -> st.SearchStrategy[HarnessConfig]:
    """Drawn by one number, since drawing each piece takes longer than testing it."""
    return st.integers(0, 2**32).map(random_config)
