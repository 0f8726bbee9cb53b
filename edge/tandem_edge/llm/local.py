"""The local planner's file as a language model, in the planner's own child process."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.llm.answers import answered
from tandem_edge.llm.role import ModelFailed, Question, Reply, Schema
from tandem_edge.planner.protocol import Message, Planner, Prompt, Role
from tandem_shared.errors import PlannerError
from tandem_shared.events import Usage

MOST_NUMBERS = 200


@dataclass
class LocalModel:
    """Holds every answer to its schema by a grammar. ``planner`` is closed with it."""

    planner: Planner

    @property
    def name(self) -> str:
        """The planner's name."""
        return self.planner.name

    @property
    def destination(self) -> str:
        """Nowhere: it runs on this machine."""
        return ""

    def ask(self, question: Question, *, deadline_s: float, cancel: threading.Event) -> Reply:
        """See ``LanguageModel.ask``. The deadline is over both tries."""
        until = time.monotonic() + deadline_s

        def write(asked: Question) -> tuple[str, Usage]:
            left_s = max(until - time.monotonic(), 0.0)
            planned = self.planner.step(_prompt(asked), deadline_s=left_s, cancel=cancel)
            return planned.text, planned.usage

        try:
            return answered(question, write)
        except PlannerError as error:
            raise ModelFailed(str(error), hint=error.hint) from error

    def close(self) -> None:
        """End the planner's process."""
        self.planner.close()


def _prompt(question: Question) -> Prompt:
    return Prompt(
        question.instructions,
        (),
        (Message(Role.USER, question.text),),
        spelt_out(question.schema),
        question.max_tokens,
    )


def spelt_out(schema: Schema) -> Schema:
    """``schema`` with every short range of numbers as an enumeration of its whole ones.

    llama.cpp's grammars know no bounds of numbers, and a small model runs away with digits.
    """
    low, high = schema.get("minimum"), schema.get("maximum")
    if isinstance(low, int | float) and isinstance(high, int | float):
        numbers = range(math.ceil(low), math.floor(high) + 1)
        return {"enum": [*numbers]} if len(numbers) <= MOST_NUMBERS else schema
    return {key: _inside(value) for key, value in schema.items()}


def _inside(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return spelt_out(value)
    return [_inside(one) for one in value] if isinstance(value, list) else value
