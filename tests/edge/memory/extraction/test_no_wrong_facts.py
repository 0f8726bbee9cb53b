"""Words that one reads in one way of a person or a dish, and in another of all else."""

from __future__ import annotations

import pytest

from tandem_edge.memory.extraction.extractor import RuleExtractor
from tests.edge.memory.extraction.saying import told, turn


def facts(text: str) -> set[tuple[str, str]]:
    return {(name, value) for _whose, name, value, _not in told(RuleExtractor().facts(turn(text)))}


@pytest.mark.parametrize(
    "text",
    [
        "I'm seeing Coldplay",
        "I'm seeing Coldplay on Friday",
        "I'm seeing Hamilton tonight",
        "I'm seeing Dr. Lamb tomorrow",
        "I've been seeing Dr. Lamb since May",
    ],
)
def test_who_is_seen_is_no_partner(text: str) -> None:
    assert "partner" not in dict(facts(text))


@pytest.mark.parametrize(
    "text",
    [
        "I'm seeing Anna these days",
        "I started seeing Anna",
        "I've been seeing Anna since May",
        "I'm seeing someone called Anna",
        "I'm dating Anna",
    ],
)
def test_who_is_seen_for_a_time_is_a_partner(text: str) -> None:
    assert ("partner", "Anna") in facts(text)


@pytest.mark.parametrize(
    "text",
    ["Tess can't do Saturday", "I don't do Mondays", "I can't do yoga", "小美周六不行"],
)
def test_what_is_no_food_is_no_diet(text: str) -> None:
    assert "does_not_eat" not in dict(facts(text))


@pytest.mark.parametrize(
    ("text", "food"),
    [
        ("I can't do dairy", "dairy"),
        ("Tess can't do seafood", "seafood"),
        ("I can't eat pork", "pork"),
        ("小美不能吃花生", "花生"),
    ],
)
def test_what_is_food_is_a_diet(text: str, food: str) -> None:
    assert ("does_not_eat", food) in facts(text)


def test_what_a_colleague_says_of_himself_is_about_him() -> None:
    found = told(RuleExtractor().facts(turn("My colleague says he hates Mondays")))
    assert found == {("colleague", "dislikes", "Mondays", False)}
