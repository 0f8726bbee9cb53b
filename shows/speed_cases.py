"""Where time, tokens and memory go: the figures of ``tandem bench speed``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shows.framework import Bench, Line, Show, reached, unmeasured

HARNESS_FLOOR = 0.08
HARNESS_AIM = 0.05
COLD = "4 first action, cold (new process, no saved prefix)"
SECOND = "4 first action, second process (prefix on disk)"
WARM = "4 first action, warm"
UNAIDED = "4 first action, warm without prefix reuse"
TOKENS = "4 prompt tokens evaluated a step"
DECODE = "4 decode rate"
MEMORY = "4 peak memory"
SHARE = "4 harness share of the time"
ITEMS = {
    COLD: "reported",
    SECOND: "reported",
    WARM: "reported",
    UNAIDED: "reported",
    TOKENS: "fewer with reuse",
    DECODE: "reported",
    MEMORY: "reported",
    SHARE: f"{100 * HARNESS_FLOOR:.0f} %",
}


def speed(bench: Bench, runs: int) -> Show:
    """One line an item, all from one run of the benchmark."""
    command: list[str | Path] = [bench.command, "bench", "speed", "--json", "--runs", str(runs)]
    ran = bench.run(*command, **bench.settings)
    figures = next(iter(ran.events()), None)
    if figures is None or ran.code:
        yield from unmeasured(ITEMS, f"exit {ran.code}: {ran.last_line}")
        return
    for item, (measured, ok) in {
        **times(figures, f"median of {3 * runs} requests"),
        **tokens(figures),
        **resources(figures),
    }.items():
        yield Line(item, measured, ITEMS[item], ok)


Measured = dict[str, tuple[str, bool]]


def times(figures: dict[str, Any], sample: str) -> Measured:
    """Seconds to the first tool call, from nothing at all to everything at hand."""
    cold, second = figures["cold_first_action_s"], figures["second_first_action_s"]
    warm, unaided = figures["warm_first_action_s"], figures["unaided_first_action_s"]
    where = f"{figures['cores']} cores, {figures['threads']} thread(s), {figures['planner']}"
    return {
        COLD: (f"{cold:.2f} s ({where})", cold > 0),
        SECOND: (f"{second:.2f} s", second > 0),
        WARM: (f"{warm:.2f} s ({sample})", warm > 0),
        UNAIDED: (f"{unaided:.2f} s", unaided > 0),
    }


def tokens(figures: dict[str, Any]) -> Measured:
    """What reuse saves, measured both ways, and how fast the planner is."""
    aided, unaided = figures["new_tokens"], figures["unaided_new_tokens"]
    known = bool(aided and unaided)
    prefill, decode = figures["prefill_tokens_per_s"], figures["decode_tokens_per_s"]
    each = f"{mean(unaided):.0f} without reuse {unaided}, {mean(aided):.0f} with {aided}"
    return {
        TOKENS: (each, known and mean(aided) < mean(unaided)),
        DECODE: (f"{decode:.1f} tokens/s (prefill {prefill:.0f} tokens/s)", decode > 0),
    }


def resources(figures: dict[str, Any]) -> Measured:
    """Memory of both processes, and what the harness itself costs."""
    parent, child = figures["parent_peak_mb"], figures["child_peak_mb"]
    share = figures["harness_share"]
    return {
        MEMORY: (f"parent {parent:.0f} MB, child {child:.0f} MB", parent > 0 and child > 0),
        SHARE: (
            f"{100 * share:.2f} % (aim {100 * HARNESS_AIM:.0f} %: {reached(share <= HARNESS_AIM)})",
            share <= HARNESS_FLOOR,
        ),
    }


def mean(counts: list[int]) -> float:
    """Average; 0 of nothing."""
    return sum(counts) / len(counts) if counts else 0.0
