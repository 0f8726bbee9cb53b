"""How skills are offered to a planner: as tools."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import JsonValue

from tandem_edge.skills.procedures import procedures
from tandem_edge.skills.skill import LONGEST_NAME, Skill
from tandem_shared.tools import ANY_ACTION, Bilingual, Domain, Effect, Mechanism, ToolSpec

MOST_LISTED = 12
"""Skills that may stand in a prompt, a line each; more have to be searched for."""
SEARCH, LOAD = "search_skills", "load_skill"
NOT_FOUND = "not_found"


def spec_of(skill: Skill) -> ToolSpec:
    """The tool that loads ``skill``."""
    return _spec(
        skill.tool_name,
        Bilingual(en=skill.purpose("en"), zh=skill.purpose("zh")),
        Bilingual(en=_headings(skill, "en"), zh=_headings(skill, "zh")),
        {},
        {"name": {"type": "string", "x-privacy": "none"}},
    )


def _headings(skill: Skill, language: str) -> str:
    """Its name and what its procedures are headed: words people use that a description lacks."""
    titles = (each.title for each in procedures(skill.instructions(language)))
    return " ".join([skill.name.replace("-", " ").replace("_", " "), *titles])


def on_offer(skills: Sequence[Skill]) -> tuple[str, ...]:
    """Names of the tools that every prompt holds: one a skill, or a search and one to load."""
    if len(skills) > MOST_LISTED:
        return SEARCH, LOAD
    return tuple(skill.tool_name for skill in skills)


def specs_of(skills: Sequence[Skill]) -> tuple[ToolSpec, ...]:
    """Every tool by which ``skills`` can be reached."""
    return (*(spec_of(skill) for skill in skills), SEARCH_SPEC, LOAD_SPEC) if skills else ()


def _text(description: str, zh: str, example: str, most: int) -> dict[str, JsonValue]:
    return {
        "type": "string",
        "minLength": 1,
        "maxLength": most,
        "examples": [example],
        "description": description,
        "x-zh": zh,
        "x-kind": "text",
        "x-privacy": "message",
    }


def _spec(
    name: str,
    description: Bilingual,
    cues: Bilingual,
    arguments: dict[str, dict[str, JsonValue]],
    results: dict[str, JsonValue],
) -> ToolSpec:
    needed: list[JsonValue] = list(arguments)
    return ToolSpec(
        name=name,
        domain=Domain.AI_ASSISTANT,
        description=description,
        cues=cues,
        arguments={
            "type": "object",
            "properties": dict(arguments),
            "required": needed,
            "additionalProperties": False,
        },
        results={"type": "object", "properties": results},
        effects={ANY_ACTION: Effect.READ},
        errors=("missing_argument", NOT_FOUND) if arguments else (),
        mechanism=Mechanism.NONE,
    )


SEARCH_SPEC = _spec(
    SEARCH,
    Bilingual(
        en="skills (written instructions): search by purpose", zh="按用途查找技能（写好的做法）"
    ),
    Bilingual(
        en="skill how I do it my way routine procedure instructions find",
        zh="技能 做法 步骤 流程 我的习惯 怎么做",
    ),
    {"query": _text("what for", "用途", "movie night", 200)},
    {"skills": {"type": "array", "x-privacy": "none"}},
)
LOAD_SPEC = _spec(
    LOAD,
    Bilingual(
        en="one skill's instructions: open before acting", zh="打开一个技能的做法，行动前先读"
    ),
    Bilingual(
        en="open skill load instructions use skill follow procedure my usual way",
        zh="打开技能 读取做法 按步骤 照着做 使用技能 我的流程",
    ),
    {"name": _text("the skill's name", "技能名", "movie_night", LONGEST_NAME)},
    {"name": {"type": "string", "x-privacy": "none"}},
)
