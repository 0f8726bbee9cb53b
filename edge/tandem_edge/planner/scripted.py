"""A planner that follows a script: for tests and demonstrations, behind the same interface."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from tandem_edge.files import read_limited
from tandem_edge.planner.protocol import Planned, Prompt
from tandem_shared.errors import CancelledError, PlannerError, UsageError
from tandem_shared.events import Usage

_SCRIPT = TypeAdapter(list[object])
MOST_BYTES = 10_000_000


@dataclass
class ScriptedPlanner:
    """Answers step after step with the texts it was given, whatever it is asked.

    ``prompts`` keeps every prompt it saw. Its token counts are words, not tokens: no model runs.
    """

    answers: list[str]
    name: str = "scripted"
    prompts: list[Prompt] = field(default_factory=list)

    @classmethod
    def from_file(cls, path: Path) -> ScriptedPlanner:
        """A script: a JSON list with one answer a step, each as the planner would write it."""
        try:
            steps = _SCRIPT.validate_json(read_limited(path, MOST_BYTES))
        except OSError as error:
            raise _unusable(path, f"cannot be read: {error.strerror}") from error
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            broken = first["type"] == "json_invalid"
            why = f"cannot be read: {first['msg']}" if broken else "is not a JSON list"
            raise _unusable(path, why) from error
        except ValueError as error:
            raise _unusable(path, f"cannot be read: {error}") from error
        return cls([json.dumps(step, ensure_ascii=False) for step in steps])

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``. Raises ``PlannerError`` when the script has run out."""
        if cancel.is_set():
            raise CancelledError("stopped while the planner was thinking")
        if len(self.prompts) >= len(self.answers):
            raise PlannerError("the scripted planner has no more steps", hint="extend the script")
        answer = self.answers[len(self.prompts)]
        self.prompts.append(prompt)
        words = len(prompt.system.split()) + sum(len(m.text.split()) for m in prompt.messages)
        return Planned(answer, (), Usage(prompt_tokens=words, output_tokens=len(answer.split())))

    def close(self) -> None:
        """Nothing to free."""


def _unusable(path: Path, why: str) -> UsageError:
    return UsageError(
        f"the script {path} {why}",
        hint='write a list of steps, like [[{"name": "done", "arguments": {}}]]',
    )
