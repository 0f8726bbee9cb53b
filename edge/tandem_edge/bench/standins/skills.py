"""The shelf of skills that a task brings: the room that ships, filled with the task's cards."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tandem_edge.bench.standins.cards import Card, read_cards
from tandem_edge.skills.offering import LOAD, SEARCH
from tandem_edge.skills.provider import SkillProvider
from tandem_edge.skills.shelf import Shelf
from tandem_edge.skills.skill import Skill

TOOL_NAMES = (SEARCH, LOAD)


@lru_cache(maxsize=64)
def provider(names: tuple[str, ...], language: str) -> SkillProvider:
    """The skills called ``names``; which of their tools are on offer is the task's business."""
    cards = read_cards("skills")
    shelf = Shelf(tuple(_skill(cards[name]) for name in names))
    return SkillProvider(shelf, lambda: language, offered=())


def listing(names: Iterable[str], language: str) -> str:
    """One line a skill: name and purpose."""
    cards = read_cards("skills")
    return "\n".join(f"- {name}: {cards[name].purpose[language]}" for name in names)


def _skill(card: Card) -> Skill:
    return Skill(card.name, card.purpose, card.body)
