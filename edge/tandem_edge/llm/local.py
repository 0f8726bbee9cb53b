"""The local planner's file as a language model, in the planner's own child process."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, field

from pydantic import JsonValue

from tandem_edge.phone.simulated.llm import ModelFailed
from tandem_edge.phone.simulated.records import Schema
from tandem_edge.planner.protocol import Message, Planner, Prompt, Role
from tandem_shared.errors import PlannerError

SYSTEM = "You are the servers of third-party services. Answer with one JSON object."
MOST_TOKENS = 700
MOST_NUMBERS = 200
DEADLINE_S = 180.0


@dataclass
class LocalModel:
    """Holds every answer to its schema by a grammar. ``planner`` is closed with it."""

    planner: Planner
    deadline_s: float = DEADLINE_S
    max_tokens: int = MOST_TOKENS
    cancel: threading.Event = field(default_factory=threading.Event)

    @property
    def name(self) -> str:
        """The planner's name."""
        return self.planner.name

    def complete(self, prompt: str, schema: Schema) -> str:
        """See ``LanguageModel.complete``. Raises ``CancelledError`` once ``cancel`` is set."""
        asked = Prompt(
            SYSTEM, (), (Message(Role.USER, prompt),), spelt_out(schema), self.max_tokens
        )
        try:
            return self.planner.step(asked, deadline_s=self.deadline_s, cancel=self.cancel).text
        except PlannerError as error:
            raise ModelFailed(str(error), hint=error.hint) from error

    def close(self) -> None:
        """End the planner's process."""
        self.planner.close()


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
