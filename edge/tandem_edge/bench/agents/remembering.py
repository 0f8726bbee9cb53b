"""The oracle of memory tasks: it knows what to do, and has to find in memory what it rests on.

Wherever its plan looks a memory up, replaces or forgets one, it searches first: in the words of the
user, and if the memory is not among the results, in words that describe it. If it is not found then
either, the oracle does nothing more: a memory that finds nothing does no task.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Generator
from dataclasses import dataclass, field

from tandem_edge.bench.agents.scripted import written
from tandem_edge.bench.tasks.plans import Plan, PlanStep
from tandem_edge.planner.protocol import Planned, Prompt, Role
from tandem_shared.events import Usage
from tandem_shared.tasks import Task
from tandem_shared.tools import ToolCall

LONGEST_QUERY = 200
"""Characters that ``search_memory`` takes."""
Answers = Generator[PlanStep, str, None]
"""Gives steps, and is sent what was observed after each."""


@dataclass
class Remembers:
    """A planner that carries ``plan`` out as far as memory bears it, and then only ends turns."""

    task: Task
    plan: Plan
    name: str = "oracle"
    _answers: Answers | None = field(default=None)

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        return Planned(written(self._next(prompt)), (), Usage())

    def close(self) -> None:
        """Nothing to free."""

    def _next(self, prompt: Prompt) -> PlanStep:
        try:
            if self._answers is None:
                self._answers = self._steps()
                return next(self._answers)
            return self._answers.send(_observed(prompt))
        except StopIteration:
            return PlanStep(kind="done")

    def _steps(self) -> Answers:
        turn, seen = 0, ""
        for step in self.plan.steps:
            for memory in map(self._memory_of, step.calls):
                if memory and json.dumps(memory, ensure_ascii=False) not in seen:
                    seen += yield from self._search(self.task.turns[turn], memory)
                    if json.dumps(memory, ensure_ascii=False) not in seen:
                        return
            if any(call.name == "search_memory" for call in step.calls):
                continue
            yield step
            turn = min(turn + (step.kind in ("done", "refuse")), len(self.task.turns) - 1)

    def _search(self, said: str, memory: str) -> Generator[PlanStep, str, str]:
        """Everything that was found on the way to ``memory``."""
        seen = ""
        for query in (said, memory):
            arguments = {"query": query[:LONGEST_QUERY]}
            call = ToolCall(name="search_memory", arguments=dict(arguments))
            seen += yield PlanStep(kind="calls", calls=(call,))
            if json.dumps(memory, ensure_ascii=False) in seen:
                break
        return seen

    def _memory_of(self, call: ToolCall) -> str:
        """The sentence that a call of the plan rests on, or ``""``."""
        match call.name:
            case "search_memory":
                query = str(call.arguments["query"])
                found = (each.text for each in self.task.resources.memories)
                return next((text for text in found if text.startswith(query)), "")
            case "replace_memory" | "forget_memory":
                return str(call.arguments["which"])
            case _:
                return ""


def _observed(prompt: Prompt) -> str:
    last = prompt.messages[-1]
    return last.text if last.role is Role.PHONE else ""
