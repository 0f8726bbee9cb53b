"""How long a request takes, and where the time and the tokens go."""

from __future__ import annotations

import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tandem_edge.facade import Agent, Settings, open_agent
from tandem_edge.planner.local import LocalPlanner
from tandem_edge.settings import PREFIX
from tandem_shared.approvals import Answer
from tandem_shared.errors import PlannerError, TandemError, UsageError
from tandem_shared.events import CallStarted, Event, StepPlanned, TurnEnded

TANDEM = Path(sys.executable).with_name("tandem")
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
    cold_first_action_s: float = 0.0
    """From starting the command, nothing loaded and no prefix saved, to the first tool call."""
    second_first_action_s: float = 0.0
    """The same in the next process, which finds the prefix that the first one saved."""
    warm_first_action_s: float = 0.0
    """Median, from a request to its first tool call, planner loaded, other tools in view than in
    the request before; each has been offered before."""
    unaided_first_action_s: float = 0.0
    """Planner loaded, but every prompt evaluated from its first token."""
    load_s: float = 0.0
    """Until a planner that starts with the agent is ready."""
    prompt_tokens: list[int] = field(default_factory=list)
    """Whole prompt of each step of the first request."""
    new_tokens: list[int] = field(default_factory=list)
    """Of which evaluated anew, with prefix reuse."""
    unaided_new_tokens: list[int] = field(default_factory=list)
    """Evaluated in each step of the same request without prefix reuse."""
    first_step_new_tokens: int = 0
    """Most prompt tokens that a warm first step evaluated; its tools have been offered before."""
    first_offer_new_tokens: int = 0
    """The same of a first step whose tools are offered for the first time on this machine."""
    prefill_tokens_per_s: float = 0.0
    decode_tokens_per_s: float = 0.0
    """llama.cpp's own rates: of the request in which nothing is reused and each token sampled."""
    floor_ratio: float = 0.0
    """Median, measured warm first action over what these rates allow: new prompt tokens by the
    one, written tokens by the other. Under 1 where text without a choice was not sampled."""
    harness_share: float = 0.0
    """Share of the warm turns' time in neither llama.cpp nor the phone."""
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
    def new_tokens(self) -> list[int]:
        return [step.usage.new_tokens for step in self.steps]

    @property
    def end(self) -> TurnEnded:
        return next(event for event in self.events if isinstance(event, TurnEnded))


def measure(settings: Settings, runs: int = 3, progress: Callable[[str], None] = print) -> Speed:
    """Run each request ``runs`` times and report medians.

    Raises ``UsageError`` for a planner that is no model, and what opening the agent raises.
    """
    _local(_open(settings)).close()
    with _nothing_saved(settings) as fresh:
        cold, second = first_action_s(fresh), first_action_s(fresh)
        progress("first actions of two processes done")
        figures = _in_one_process(fresh, runs, progress)
    figures.cold_first_action_s, figures.second_first_action_s = cold, second
    return figures


def first_action_s(settings: Settings) -> float:
    """Seconds from starting ``tandem ask`` to its first tool call; 0 if it makes none.

    Raises ``PlannerError`` when the command ends before its turn does.
    """
    given = {
        f"{PREFIX}{name.upper()}": str(getattr(settings, name))
        for name in settings.model_fields_set
        if isinstance(getattr(settings, name), str | int | float | Path)
    }
    command = [str(TANDEM), "ask", REQUESTS[0], "--json", "--yes", "--seed", str(SEED)]
    started = time.monotonic()
    with subprocess.Popen(
        command,
        env={**os.environ, **given},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            kind = json.loads(line)["type"]
            if kind == "call_started":
                took = time.monotonic() - started
                process.send_signal(signal.SIGINT)  # the rest of the turn is of no interest
                return took
            if kind == "turn_ended":
                return 0.0
    raise PlannerError("tandem ask ended without an answer", hint="tandem doctor")


@contextmanager
def _nothing_saved(settings: Settings) -> Iterator[Settings]:
    """The same models without any prefix saved by earlier requests, and an empty home."""
    with tempfile.TemporaryDirectory() as folder:
        models = Path(folder) / "models"
        models.mkdir()
        for path in settings.models_dir.resolve().glob("*"):
            if path.suffix in {".gguf", ".json"}:
                (models / path.name).symlink_to(path)
        yield settings.model_copy(update={"models_dir": models, "home": Path(folder) / "home"})


def _in_one_process(settings: Settings, runs: int, progress: Callable[[str], None]) -> Speed:
    agent = _open(settings)
    try:
        planner = _local(agent)
        loading = _turn(settings, agent, REQUESTS[0])
        offered = [_turn(settings, agent, request) for request in REQUESTS[1:]]
        progress("every request once done")
        warm = list(_warm_turns(settings, agent, runs, progress))
        planner.aided = False
        unaided = _turn(settings, agent, REQUESTS[0])
        progress("request without prefix reuse done")
        figures = Speed(os.cpu_count() or 1, settings.planner_threads, planner.name, runs)
        _add_times(figures, loading, warm, unaided)
        figures.first_offer_new_tokens = max(
            (t.new_tokens[0] for t in offered if t.steps), default=0
        )
        figures.parent_peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        figures.child_peak_mb = planner.child_peak_mb()
        return figures
    finally:
        agent.close()


def _open(settings: Settings) -> Agent:
    return open_agent(settings, seed=SEED, approve=lambda request: Answer.ONCE)


def _local(agent: Agent) -> LocalPlanner:
    planner = agent.harness.planner
    if not isinstance(planner, LocalPlanner):
        agent.close()
        raise UsageError("speed is measured of a model", hint="--planner qwen2.5-coder-0.5b")
    return planner


def _warm_turns(
    settings: Settings, agent: Agent, runs: int, progress: Callable[[str], None]
) -> Iterator[_Turn]:
    for run in range(runs):
        for request in REQUESTS[1:] + REQUESTS[:1]:
            yield _turn(settings, agent, request)
        progress(f"warm run {run + 1} of {runs} done")


def _turn(settings: Settings, agent: Agent, request: str) -> _Turn:
    agent.start_over(settings, seed=SEED)
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


def _add_times(figures: Speed, loading: _Turn, warm: list[_Turn], unaided: _Turn) -> None:
    steps = [step for turn in warm for step in turn.steps]
    acted = [turn.first_action_s for turn in warm if turn.first_action_s]
    first = loading.steps[:1]
    figures.load_s = sum(step.elapsed_s - _in_llama([step]) for step in first)
    figures.warm_first_action_s = statistics.median(acted) if acted else 0.0
    figures.unaided_first_action_s = unaided.first_action_s
    figures.prompt_tokens = [step.usage.prompt_tokens for step in warm[-1].steps]
    figures.new_tokens = warm[-1].new_tokens
    figures.unaided_new_tokens = unaided.new_tokens
    figures.first_step_new_tokens = max((t.new_tokens[0] for t in warm if t.steps), default=0)
    figures.prefill_tokens_per_s = _rate(unaided.steps, "new_tokens", "prefill_s")
    figures.decode_tokens_per_s = _rate(unaided.steps, "output_tokens", "decode_s")
    ratios = [turn.first_action_s / _floor_s(turn, figures) for turn in warm if turn.first_action_s]
    figures.floor_ratio = statistics.median(ratios) if ratios else 0.0
    elapsed = sum(turn.end.elapsed_s for turn in warm)
    phone = sum(turn.end.phone_s for turn in warm)
    figures.harness_share = (elapsed - phone - _in_llama(steps)) / elapsed


def _floor_s(turn: _Turn, figures: Speed) -> float:
    """Seconds that the first step would take at llama.cpp's own rates."""
    usage = turn.steps[0].usage
    prefill = usage.new_tokens / figures.prefill_tokens_per_s
    return prefill + usage.output_tokens / figures.decode_tokens_per_s


def _in_llama(steps: list[StepPlanned]) -> float:
    return sum(step.usage.prefill_s + step.usage.decode_s for step in steps)


def _rate(steps: list[StepPlanned], tokens: str, seconds: str) -> float:
    spent = sum(getattr(step.usage, seconds) for step in steps)
    return float(sum(getattr(step.usage, tokens) for step in steps) / spent) if spent else 0.0
