"""The raw planner on forty hand-written requests that nobody tunes or trains on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shows.framework import SEED, Bench, Line, Ran, Show
from tandem_edge.phone.normalise import BadArgument, normalise
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall

ASSET = "tests/assets/smoke_requests.jsonl"
TOOL_FLOOR = 0.25
"""A quarter: a planner that answers without reading finds one tool in twenty."""


@dataclass
class Tally:
    """Right answers of one language."""

    asked: int = 0
    broke: int = 0
    tool: int = 0
    arguments: int = 0


def smoke(bench: Bench, limit: int | None = None) -> Show:
    """Tool and argument accuracy of the first call of the first step, as it is."""
    every = [json.loads(line) for line in (bench.root / ASSET).read_text("utf-8").splitlines()]
    rows = list(sample(every, limit)) if limit else every
    tallies = {"en": Tally(), "zh": Tally()}
    for row in rows:
        ran = bench.ask(row["text"], TANDEM_TURN_STEPS="1")
        made = first_call(ran)
        required = ToolCall(**row["call"])
        tally = tallies[row["language"]]
        tally.asked += 1
        tally.broke += not any(event.get("type") == "turn_ended" for event in ran.events())
        tally.tool += made is not None and made.name == required.name
        tally.arguments += made is not None and same_call(made, required)
    spanned = len({row["call"]["name"] for row in rows})
    size = f"quick: {len(rows)} of {len(every)}" if limit else f"all {len(rows)}"
    yield from lines(tallies, f"{size}, {spanned} tools")


def sample(rows: list[dict[str, Any]], size: int) -> Iterator[dict[str, Any]]:
    """The first rows of each language, ``size`` in all."""
    for language in ("en", "zh"):
        yield from [row for row in rows if row["language"] == language][: size // 2]


def lines(tallies: dict[str, Tally], size: str) -> Show:
    """One line for tools, one for arguments; short too when the command itself broke down."""
    asked = sum(tally.asked for tally in tallies.values())
    broke = sum(tally.broke for tally in tallies.values())
    trouble = f"; {broke} runs broke down and say nothing of the planner" if broke else ""
    for item, right, floor, least in (
        ("3 right tool", "tool", f"{TOOL_FLOOR * asked:g}", TOOL_FLOOR * asked),
        ("3 and right arguments", "arguments", "reported (more than none)", 1),
    ):
        counts = {name: getattr(tally, right) for name, tally in tallies.items()}
        each = ", ".join(f"{name} {counts[name]}/{tallies[name].asked}" for name in tallies)
        total = sum(counts.values())
        ok = not broke and total >= least > 0
        yield Line(f"{item} ({size})", f"{total}/{asked} ({each}){trouble}", floor, ok)


def first_call(ran: Ran) -> ToolCall | None:
    """The first call that was made, if any."""
    found = (event["call"] for event in ran.events() if event.get("type") == "call_started")
    return next((ToolCall(**call) for call in found), None)


def same_call(made: ToolCall, required: ToolCall) -> bool:
    """Same tool, and every required argument equal after normalisation; texts ignore case.

    Arguments beyond the required ones are not judged.
    """
    phone = SandboxPhone.generate(SEED)
    spec = phone.catalogue.spec(required.name)
    if spec is None or made.name != required.name:
        return False
    try:
        got = normalise(spec, made.arguments, phone.now())
        want = normalise(spec, required.arguments, phone.now())
    except BadArgument:
        return False
    return all(folded(got.get(name)) == folded(want[name]) for name in required.arguments)


def folded(value: Any) -> Any:
    """Texts compare without regard to case."""
    return value.casefold() if isinstance(value, str) else value
