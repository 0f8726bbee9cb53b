"""From any text to a valid value or a clear failure."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tandem_edge.llm.answers import NOT_VALID, Invalid, answered, read
from tandem_edge.llm.role import InvalidAnswer, Question
from tandem_shared.events import Usage
from tests.edge.simulated.saying import ScriptedModel

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"x": {"type": "integer", "minimum": 0}},
    "required": ["x"],
    "additionalProperties": False,
}
QUESTION = Question("count", "how many?", SCHEMA)


def test_an_answer_that_is_not_valid_is_asked_for_once_more_with_what_was_wrong() -> None:
    model = ScriptedModel(['{"x": -1}', '{"x": 3}'])
    reply = model.ask(QUESTION, deadline_s=5, cancel=threading.Event())
    assert reply.value == {"x": 3} and reply.tries == 2
    assert reply.usage == Usage(prompt_tokens=10, output_tokens=4)
    assert model.prompts[1].startswith(NOT_VALID + "x: -1 is less than the minimum of 0")
    assert model.prompts[1].endswith("how many?")


def test_two_that_are_not_valid_are_a_failure() -> None:
    model = ScriptedModel(["one", "two", '{"x": 3}'])
    with pytest.raises(InvalidAnswer, match="no valid answer: not JSON"):
        model.ask(QUESTION, deadline_s=5, cancel=threading.Event())
    assert len(model.prompts) == 2


def test_the_questions_own_check_counts_like_the_schema() -> None:
    def even(value: Any) -> None:
        if value["x"] % 2:
            raise ValueError("x must be even")

    texts = iter(['{"x": 3}', '{"x": 4}'])
    asked: list[str] = []

    def write(question: Question) -> tuple[str, Usage]:
        asked.append(question.text)
        return next(texts), Usage()

    assert answered(Question("", "q", SCHEMA, check=even), write).value == {"x": 4}
    assert "x must be even" in asked[1]


@pytest.mark.parametrize("text", ['```json\n{"x": 1}\n```', 'Sure:\n```\n{"x": 1}\n```\nDone.'])
def test_a_fence_around_the_answer_is_taken_off(text: str) -> None:
    assert read(text, QUESTION) == {"x": 1}


@pytest.mark.parametrize(
    "text", ["", "NaN", "[" * 100_000, '{"x": 1e999}', '{"x": 1', "9" * 10_000, '{"x": "1"}']
)
def test_what_is_no_valid_answer_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        read(text, QUESTION)


@given(st.text() | st.recursive(st.none() | st.floats() | st.text(), st.lists).map(json.dumps))
def test_whatever_is_read_is_valid(text: str) -> None:
    try:
        value = read(text, QUESTION)
    except Invalid:
        return
    assert Draft202012Validator(SCHEMA).is_valid(value)
