"""How fast the sandbox phone is, and how much memory many of them take, on one core."""

from __future__ import annotations

import multiprocessing
import os
import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tandem_edge.bench.agents.nulls import example_call
from tandem_edge.phone.sandbox.world import SandboxPhone, restore
from tandem_shared.tools import ToolCall

SEED = 7
INSTANCES = 1000
CALLS_EACH = 10
"""Calls that each live instance has made before memory is read."""
ROUNDS = 7


@dataclass
class Throughput:
    """One machine's figures; times are seconds of wall clock, medians of ``ROUNDS`` rounds."""

    cores: int
    tools: int
    calls_per_s: float = 0.0
    """Over a mix with the same number of calls of every action of every tool that succeeds."""
    slowest: dict[str, float] = field(default_factory=dict)
    """Calls a second of the five slowest tools."""
    reset_s: float = 0.0
    """A fresh instance of a phone that was generated before."""
    generate_s: float = 0.0
    """A phone generated from a seed."""
    snapshot_s: float = 0.0
    restore_s: float = 0.0
    """Keeping a phone's state in memory, and going back to it after ``CALLS_EACH`` calls."""
    save_s: float = 0.0
    load_s: float = 0.0
    """The same as JSON values."""
    instances: int = INSTANCES
    instances_mb: float = 0.0
    """Memory of ``INSTANCES`` live phones, each changed by ``CALLS_EACH`` calls, MB."""


def measure() -> Throughput:
    """Measure this machine; busy cores falsify it."""
    phone = SandboxPhone.generate(SEED)
    calls = successful_calls(phone)
    found = Throughput(os.cpu_count() or 1, len({call.name for call in calls}))
    times = _times_by_tool(phone, calls)
    found.calls_per_s = len(calls) / sum(sum(each) for each in times.values())
    rates = {name: len(each) / sum(each) for name, each in times.items()}
    found.slowest = dict(sorted(rates.items(), key=lambda item: item[1])[:5])
    found.reset_s = _median(phone.fork, 200)
    found.generate_s = _median(lambda: SandboxPhone.generate(SEED), 5)
    found.snapshot_s = _median(phone.store.fork, 200)
    found.restore_s = _restoring(phone, calls)
    found.save_s = _median(phone.dump, 3)
    dumped = phone.dump()
    found.load_s = _median(lambda: restore(dumped), 3)
    found.instances_mb = _memory()
    return found


def successful_calls(phone: SandboxPhone) -> list[ToolCall]:
    """One call for each action of each tool, of those that succeed on ``phone``."""
    random, found = Random(SEED), []
    for spec in phone.catalogue.specs:
        for action in spec.actions:
            call = example_call(spec, random)
            if "action" in spec.properties:
                call = _with_action(call, phone, action, random)
            if phone.preview(call).result.ok:
                found.append(call)
    return found


def _with_action(call: ToolCall, phone: SandboxPhone, action: str, random: Random) -> ToolCall:
    spec = phone.catalogue.tools[call.name].spec
    while call.arguments.get("action") != action:
        call = example_call(spec, random)
    return call


def _times_by_tool(phone: SandboxPhone, calls: list[ToolCall]) -> dict[str, list[float]]:
    """Seconds of each call, the median over rounds; every round begins on a fresh phone."""
    rounds: list[list[float]] = []
    for _ in range(ROUNDS):
        fresh, times = phone.fork(), []
        for call in calls:
            started = time.perf_counter()
            fresh.call(call)
            times.append(time.perf_counter() - started)
        rounds.append(times)
    by_tool: dict[str, list[float]] = {}
    for call, *taken in zip(calls, *rounds, strict=True):
        by_tool.setdefault(call.name, []).append(statistics.median(taken))
    return by_tool


def _restoring(phone: SandboxPhone, calls: list[ToolCall]) -> float:
    times = []
    for turn in range(ROUNDS):
        fresh = phone.fork()
        mark = fresh.mark()
        for call in calls[turn * CALLS_EACH : (turn + 1) * CALLS_EACH]:
            fresh.call(call)
        started = time.perf_counter()
        fresh.store.rollback(mark)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def _median(act: Callable[[], object], times: int) -> float:
    """Median seconds of one ``act`` over ``ROUNDS`` rounds of ``times`` each."""
    taken = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for _ in range(times):
            act()
        taken.append((time.perf_counter() - started) / times)
    return statistics.median(taken)


def _memory() -> float:
    """Peak memory that the instances add, in a process of their own, MB."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_grow)


def _grow() -> float:
    phone = SandboxPhone.generate(SEED)
    calls = successful_calls(phone)
    before = _peak_mb()
    random, kept = Random(SEED), []
    for _ in range(INSTANCES):
        fresh = phone.fork()
        for call in random.sample(calls, CALLS_EACH):
            fresh.call(call)
        kept.append(fresh)
    return _peak_mb() - before


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
