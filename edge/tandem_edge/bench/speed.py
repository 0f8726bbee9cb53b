"""How long a request takes, and where the time and the tokens go."""

from __future__ import annotations

import os
import resource
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tandem_edge.facade import Agent, Settings, open_agent
from tandem_edge.planner.local import LocalPlanner
from tandem_shared.errors import TandemError, UsageError
from tandem_shared.events import CallStarted, Event, StepPlanned, TurnEnded

REQUESTS = (
    "Set an alarm for 6:15 tomorrow called Ferry",
    "Turn the flashlight on",
    "把媒体音量调到百分之三十",
)
"""What is asked, each of a fresh phone. Any request does: this measures time, not skill."""
SEED = 7


@dataclass
class Speed:
    """One machine's figures. Times are seconds of wall clock, tokens are counts, memory MB."""

    cores: int
    threads: int
    planner: str
    runs: int
    load_s: float = 0.0
    """From opening the agent to its first planner answer being possible, part of cold."""
    cold_first_action_s: float = 0.0
    """From opening the agent, nothing loaded, to the first tool call of the first request."""
    warm_first_action_s: float = 0.0
    """Median, from a request to its first tool call, planner loaded, other tools in view."""
    prompt_tokens: list[int] = field(default_factory=list)
    """Whole prompt of each step of the first request."""
    new_tokens: list[int] = field(default_factory=list)
    """Of which evaluated anew, with prefix reuse (without it: all of them)."""
    first_step_new_tokens: int = 0
    prefill_tokens_per_s: float = 0.0
    decode_tokens_per_s: float = 0.0
    harness_share: float = 0.0
    """Share of the turns' time spent neither in the planner nor in the phone."""
    parent_peak_mb: float = 0.0
    child_peak_mb: float = 0.0


@dataclass
class _Turn:
    events: list[Event]
    first_action_s: float

    @property
    def steps(self) -> list[StepPlanned]:
        return [event for event in self.events if isinstance(event, StepPlanned)]

    @property
    def end(self) -> TurnEnded:
        return next(event for event in self.events if isinstance(event, TurnEnded))


def measure(settings: Settings, runs: int = 3, progress: Callable[[str], None] = print) -> Speed:
    """Run each request ``runs`` times and report medians.

    Raises ``UsageError`` for a planner that is no model, and what opening the agent raises.
    """
    began = time.monotonic()
    agent = open_agent(settings, seed=SEED, approve=lambda call, spec: True)
    try:
        planner = agent.harness.planner
        if not isinstance(planner, LocalPlanner):
            raise UsageError("speed is measured of a model", hint="--planner qwen2.5-coder-0.5b")
        opened = time.monotonic() - began
        first = _ask(agent, REQUESTS[0])
        progress("cold request done")
        turns = [first, *_warm_turns(settings, agent, runs, progress)]
        return _summary(settings, opened, turns, planner, runs)
    finally:
        agent.close()


def _warm_turns(
    settings: Settings, agent: Agent, runs: int, progress: Callable[[str], None]
) -> Iterator[_Turn]:
    for run in range(runs):
        for request in REQUESTS[1:] + REQUESTS[:1]:
            agent.start_over(settings, seed=SEED)
            yield _ask(agent, request)
        progress(f"warm run {run + 1} of {runs} done")


def _ask(agent: Agent, request: str) -> _Turn:
    started = time.monotonic()
    events: list[Event] = []
    first_action = 0.0
    try:
        for event in agent.ask(request):
            if isinstance(event, CallStarted) and not first_action:
                first_action = time.monotonic() - started
            events.append(event)
    except TandemError:
        if not any(isinstance(event, TurnEnded) for event in events):
            raise
    return _Turn(events, first_action)


def _summary(
    settings: Settings, opened: float, turns: list[_Turn], planner: LocalPlanner, runs: int
) -> Speed:
    steps = [step for turn in turns for step in turn.steps]
    ends = [turn.end for turn in turns]
    elapsed = sum(end.elapsed_s for end in ends)
    outside = elapsed - sum(end.planner_s + end.phone_s for end in ends)
    acted = [turn.first_action_s for turn in turns[1:] if turn.first_action_s]
    return Speed(
        cores=os.cpu_count() or 1,
        threads=settings.planner_threads,
        planner=planner.name,
        runs=runs,
        load_s=turns[0].steps[0].elapsed_s
        - turns[0].steps[0].usage.prefill_s
        - turns[0].steps[0].usage.decode_s
        if turns[0].steps
        else 0.0,
        cold_first_action_s=opened + turns[0].first_action_s if turns[0].first_action_s else 0.0,
        warm_first_action_s=statistics.median(acted) if acted else 0.0,
        prompt_tokens=[step.usage.prompt_tokens for step in turns[0].steps],
        new_tokens=[step.usage.new_tokens for step in turns[0].steps],
        first_step_new_tokens=int(
            statistics.median(turn.steps[0].usage.new_tokens for turn in turns[1:] if turn.steps)
        ),
        prefill_tokens_per_s=_rate(steps, "new_tokens", "prefill_s"),
        decode_tokens_per_s=_rate(steps, "output_tokens", "decode_s"),
        harness_share=outside / elapsed,
        parent_peak_mb=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        child_peak_mb=planner.child_peak_mb(),
    )


def _rate(steps: list[StepPlanned], tokens: str, seconds: str) -> float:
    spent = sum(getattr(step.usage, seconds) for step in steps)
    return float(sum(getattr(step.usage, tokens) for step in steps) / spent) if spent else 0.0
