"""Planners for tests: scripted answers written as calls, and ones that misbehave on purpose."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from tandem_edge.planner.protocol import Planned, Prompt
from tandem_edge.planner.scripted import ScriptedPlanner
from tandem_shared.events import Usage


def call(name: str, /, **arguments: object) -> dict[str, object]:
    """One call as the planner writes it."""
    return {"name": name, "arguments": arguments}


def done(answer: str = "Done.") -> list[dict[str, object]]:
    """The answer that ends a turn."""
    return [call("done", answer=answer)]


def script(*steps: list[dict[str, object]] | str) -> ScriptedPlanner:
    """A planner that answers with these steps; a text is given as it stands."""
    return ScriptedPlanner(
        [step if isinstance(step, str) else json.dumps(step, ensure_ascii=False) for step in steps]
    )


@dataclass
class CallbackPlanner:
    """Asks a function for each answer, so that a test can act in the middle of a step."""

    answer: Callable[[int], str]
    name: str = "callback"
    prompts: list[Prompt] = field(default_factory=list)

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        self.prompts.append(prompt)
        text = self.answer(len(self.prompts))
        return Planned(text, (), Usage(prompt_tokens=10, output_tokens=10))

    def close(self) -> None:
        pass
