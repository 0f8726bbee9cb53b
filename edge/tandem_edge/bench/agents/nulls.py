"""Agents that do not understand anything; a good benchmark gives them next to nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from pydantic import JsonValue

from tandem_edge.bench.agents.scripted import written
from tandem_edge.bench.tasks.plans import PlanStep
from tandem_edge.planner.protocol import Planned, Prompt
from tandem_shared.events import Usage
from tandem_shared.tools import ToolCall, ToolSpec


@dataclass
class Null:
    """A planner whose answer depends only on the tools on offer and on how often it was asked."""

    name: str
    answer: Callable[[int], PlanStep]
    _asked: int = field(default=0)

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        step = self.answer(self._asked)
        self._asked += 1
        return Planned(written(step), (), Usage())

    def close(self) -> None:
        """Nothing to free."""


def does_nothing(specs: tuple[ToolSpec, ...], seed: int) -> Null:
    """Says that all is done."""
    return Null("does-nothing", lambda asked: PlanStep(kind="done", text="Done. 好的，已完成。"))


def always_asks(specs: tuple[ToolSpec, ...], seed: int) -> Null:
    """Asks a question that fits anything."""
    text = "Which one do you mean, and when? 请问您指的是哪一个，什么时候？"
    return Null("always-asks", lambda asked: PlanStep(kind="ask", text=text))


def always_refuses(specs: tuple[ToolSpec, ...], seed: int) -> Null:
    """Refuses for a reason that fits anything."""
    text = "I cannot do that, it is not safe or not possible. 我不能这样做，不安全或做不到。"
    return Null("always-refuses", lambda asked: PlanStep(kind="refuse", text=text))


def random_tool(specs: tuple[ToolSpec, ...], seed: int) -> Null:
    """Calls one of the tools at random with example arguments, then says that all is done."""
    random = Random(seed)

    def answer(asked: int) -> PlanStep:
        if asked % 2:
            return PlanStep(kind="done", text="Done. 好的，已完成。")
        return PlanStep(kind="calls", calls=(example_call(random.choice(specs), random),))

    return Null("random-tool", answer)


def repeats_first(specs: tuple[ToolSpec, ...], seed: int) -> Null:
    """Calls the first tool on offer with the same example arguments, again and again."""
    call = example_call(specs[0], Random(seed))

    def answer(asked: int) -> PlanStep:
        if asked % 4 == 3:
            return PlanStep(kind="done", text="Done. 好的，已完成。")
        return PlanStep(kind="calls", calls=(call,))

    return Null("repeats-first", answer)


def example_call(spec: ToolSpec, random: Random) -> ToolCall:
    """A call with values that the schema gives: first choices, examples, middles of ranges."""
    action = random.choice(spec.actions)
    arguments: dict[str, JsonValue] = {}
    for name, schema in spec.offered.items():
        if name == "action":
            arguments[name] = action
        elif name in spec.required(action):
            arguments[name] = _example(schema, random)
    return ToolCall(name=spec.name, arguments=arguments)


def _example(schema: dict[str, JsonValue], random: Random) -> JsonValue:
    for key in ("enum", "examples"):
        values = schema.get(key)
        if isinstance(values, list) and values:
            return random.choice(values)
    if schema["type"] == "integer":
        return random.randint(int(schema["minimum"]), int(schema["maximum"]))  # type: ignore[arg-type]
    return True


MakeNull = Callable[[tuple[ToolSpec, ...], int], Null]
"""Makes a null agent for the tools on offer and a seed."""
NULLS: dict[str, MakeNull] = {
    "does-nothing": does_nothing,
    "always-asks": always_asks,
    "always-refuses": always_refuses,
    "random-tool": random_tool,
    "repeats-first": repeats_first,
}
