"""A shelf of skills: instructions that the owner or a guide wrote, opened by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.bench.standins.cards import read_cards
from tandem_edge.harness.recall import terms
from tandem_edge.phone.authoring import ALWAYS, ToolFailure, field, text, tool
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

FOUND = 5


@dataclass(frozen=True, slots=True)
class Skill:
    """One skill, kept under its name."""

    purpose: str
    body: str


SHELF = Table("skills", Skill)


def fill(store: Store, names: Iterable[str], language: str) -> None:
    """Put skills on the shelf, in one language."""
    cards = read_cards("skills")
    for name in names:
        card = cards[name]
        store.put(SHELF, name, Skill(card.purpose[language], card.body[language]))


def listing(names: Iterable[str], language: str) -> str:
    """One line a skill: name and purpose."""
    cards = read_cards("skills")
    return "\n".join(f"- {name}: {cards[name].purpose[language]}" for name in names)


@tool(
    domain=Domain.AI_ASSISTANT,
    en="skills (written instructions): search by purpose",
    zh="按用途查找技能（写好的做法）",
    cues_en="skill how I do it my way routine procedure instructions find",
    cues_zh="技能 做法 步骤 流程 我的习惯 怎么做",
    arguments=[text("query", "what for", "用途", example="movie night", required=ALWAYS)],
    results=[field("skills", "array")],
    effects=Effect.READ,
    mechanism=Mechanism.NONE,
)
def search_skills(store: Store, query: str) -> dict[str, JsonValue]:
    """Names and purposes of the skills closest to ``query``."""
    asked = set(terms(query))
    rows = store.all(SHELF).items()
    scored = [(len(asked & set(terms(f"{key} {row.purpose}"))), key, row) for key, row in rows]
    best = sorted((row for row in scored if row[0]), key=lambda row: (-row[0], row[1]))[:FOUND]
    return {"skills": [{"name": key, "purpose": row.purpose} for _, key, row in best]}


@tool(
    domain=Domain.AI_ASSISTANT,
    en="one skill's instructions: open before acting",
    zh="打开一个技能的做法，行动前先读",
    cues_en="open skill load instructions use skill follow procedure my usual way",
    cues_zh="打开技能 读取做法 按步骤 照着做 使用技能 我的流程",
    arguments=[text("name", "the skill's name", "技能名", example="movie_night", required=ALWAYS)],
    results=[field("name", "string"), field("instructions", "string")],
    effects=Effect.READ,
    errors=["not_found"],
    mechanism=Mechanism.NONE,
)
def load_skill(store: Store, name: str) -> dict[str, JsonValue]:
    """The text of one skill."""
    row = store.get(SHELF, name)
    if row is None:
        raise ToolFailure("not_found", "there is no skill of that name")
    return {"name": name, "instructions": row.body}


TOOLS = (search_skills, load_skill)
