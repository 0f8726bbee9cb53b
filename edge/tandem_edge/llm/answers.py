"""From what a model wrote to a valid value, or a clear failure: the same for every model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from pydantic import JsonValue

from tandem_edge.llm.role import InvalidAnswer, Question, Reply
from tandem_shared.events import Usage
from tandem_shared.text import one_line

MOST_CHARACTERS = 64_000
LONGEST_FAULT = 300
TRIES = 2
NOT_VALID = "YOUR LAST ANSWER WAS NOT VALID: "
_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)

Write = Callable[[Question], tuple[str, Usage]]
"""A model: the text that it writes for a question, and what that cost."""


class Invalid(ValueError):
    """The text is no answer to the question; the message tells the model what is wrong."""


def answered(question: Question, write: Write) -> Reply:
    """The valid answer. One that is not is asked for once more, with what was wrong with it.

    Raises ``InvalidAnswer``, and what ``write`` raises.
    """
    asked, usage = question, Usage()
    for tries in range(1, TRIES + 1):
        text, cost = write(asked)
        usage = added(usage, cost)
        try:
            return Reply(read(text, question), usage, tries)
        except Invalid as error:
            fault = one_line(str(error), limit=LONGEST_FAULT)
            # First, so that what is asked stays last, where a small model looks.
            asked = replace(question, text=f"{NOT_VALID}{fault}\n\n{question.text}")
    raise InvalidAnswer(
        f"the language model gave no valid answer: {one_line(fault, limit=160)}",
        hint="try again, or choose another language model",
    )


def read(text: str, question: Question) -> JsonValue:
    """The value in ``text``, valid under the question's schema and check. Raises ``Invalid``."""
    if len(text) > MOST_CHARACTERS:
        raise Invalid(f"longer than {MOST_CHARACTERS} characters")
    value: JsonValue = _parsed(text)
    error = best_match(Draft202012Validator(question.schema).iter_errors(value))
    if error is not None:
        where = ".".join(map(str, error.absolute_path))
        raise Invalid(f"{where}: {error.message}" if where else error.message)
    if question.check is not None:
        try:
            question.check(value)
        except ValueError as problem:
            raise Invalid(str(problem)) from problem
    return value


def added(one: Usage, other: Usage) -> Usage:
    """Two costs together."""
    names = Usage.model_fields
    return Usage(**{name: getattr(one, name) + getattr(other, name) for name in names})


def _parsed(text: str) -> Any:
    """The JSON in ``text``; a model that no grammar binds may put a fence around it."""
    try:
        return _loads(text)
    except Invalid:
        if fenced := _FENCE.search(text):
            return _loads(fenced[1])
        raise


def _loads(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"not JSON: {error}") from error


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number")
