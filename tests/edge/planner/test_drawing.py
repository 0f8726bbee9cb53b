"""Drawing answers by chance, and telling the tokens that were answered and chosen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from tandem_edge.models.resolve import ModelFile
from tandem_edge.planner.local import LocalPlanner
from tandem_edge.planner.protocol import Message, Prompt, Role
from tests.edge.planner.test_local import ESSAY, planner_for, prompt, step

pytestmark = pytest.mark.planner
FEW = {"type": "array", "items": {"enum": ["red", "blue"]}, "minItems": 6, "maxItems": 6}


@pytest.fixture(scope="module")
def planner(small_model: ModelFile) -> Iterator[LocalPlanner]:
    planner = planner_for(small_model)
    yield planner
    planner.close()


@pytest.fixture(autouse=True)
def fresh(planner: LocalPlanner) -> None:
    planner.tells_tokens, planner.temperature = True, 0.0


def few() -> Prompt:
    return prompt("Six colours, please.", schema=FEW)


def test_a_seed_gives_the_same_answers_and_another_gives_others(planner: LocalPlanner) -> None:
    planner.temperature = 1.5
    drawn = []
    for seed in (1, 1, 2, 3, 4):
        planner.draw(seed)
        drawn.append([step(planner, few()).text for _ in range(2)])
    assert drawn[0] == drawn[1]
    assert len(set(map(tuple, drawn))) > 2
    assert any(first != second for first, second in drawn)


def test_what_is_drawn_satisfies_the_schema(planner: LocalPlanner) -> None:
    planner.temperature = 5.0
    planner.draw(0)
    colours = json.loads(step(planner, prompt("Colours.", schema=ESSAY, max_tokens=900)).text)
    assert len(colours) == 120 and {*colours} == {"red", "blue"}


def test_great_heat_draws_nearly_evenly_and_little_takes_the_likeliest(
    planner: LocalPlanner,
) -> None:
    likeliest = step(planner, few()).text
    planner.temperature = 0.01
    planner.draw(0)
    assert step(planner, few()).text == likeliest
    planner.temperature = 1000.0
    many = prompt("Colours.", schema=ESSAY, max_tokens=900)
    counts = Counter(json.loads(step(planner, many).text))
    assert 35 < counts["red"] < 85  # of 120: over 4.5 standard deviations of a fair coin


def test_the_prompt_and_the_choices_are_told_as_tokens(planner: LocalPlanner) -> None:
    planned = step(planner, few())
    assert len(planned.prompt_ids) == planned.usage.prompt_tokens
    assert len(planned.sampled) == len(planned.token_ids)
    assert {*planned.sampled} == {True, False}  # the grammar forces brackets, not colours


def test_the_next_prompt_goes_on_from_the_answer_token_by_token(planner: LocalPlanner) -> None:
    asked = few()
    first = step(planner, asked)
    said = Message(Role.PLANNER, first.text, first.token_ids)
    more = Message(Role.USER, "And six more.")
    second = step(
        planner, Prompt(asked.system, (), (*asked.messages, said, more), asked.schema, 64)
    )
    before = (*first.prompt_ids, *first.token_ids)
    assert second.prompt_ids[: len(before)] == before


def test_a_planner_that_was_not_asked_tells_no_tokens(planner: LocalPlanner) -> None:
    planner.tells_tokens = False
    planned = step(planner, few())
    assert planned.prompt_ids == planned.sampled == ()
    assert planned.token_ids
