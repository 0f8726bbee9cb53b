"""A run's events as plain lines, fit for a pipe, a log and a screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import singledispatch

import click

from tandem_shared.describe import call_text, changes_text, result_text, usage_text
from tandem_shared.events import (
    CallFinished,
    CallStarted,
    Compacted,
    Event,
    Noticed,
    Steered,
    StepPlanned,
    StepStarted,
    TurnEnded,
    TurnStarted,
)
from tandem_shared.text import one_line, visible
from tandem_shared.tools import Effect

STATE = re.compile(r"(?<=^    )(ok|failed|cancelled)\b|(?<=^Outcome: )(\w+)")
COLOURS = {
    **dict.fromkeys(("ok", "done"), "green"),
    **dict.fromkeys(("failed", "budget"), "red"),
    **dict.fromkeys(("cancelled", "refused", "asked"), "yellow"),
}

REQUEST_LIMIT = 500
"""Characters of the request that are repeated to the person who wrote it."""


def lines(event: Event) -> Iterator[str]:
    """The lines that tell a person about ``event``; foreign text in them is safe to print.

    A line that starts with ``You:``, ``Agent:``, ``Step`` or ``Outcome:`` at the left edge is
    always ours: text from the planner or the phone is indented or follows such a word.
    """
    return _lines(event)


def painted(line: str) -> str:
    """A line of ``lines`` with its state word in colour; the word says it all without."""
    return STATE.sub(lambda found: click.style(found[0], fg=COLOURS.get(found[0])), line)


@singledispatch
def _lines(event: object) -> Iterator[str]:
    raise TypeError(f"{type(event).__name__} is no event")


@_lines.register
def _turn_started(event: TurnStarted) -> Iterator[str]:
    yield f"You: {one_line(event.request, limit=REQUEST_LIMIT)}"
    yield (
        f"Phone: {one_line(event.phone)}, {one_line(event.phone_time)}. "
        f"Planner: {one_line(event.planner)}. Tools in view: {len(event.candidates)}."
    )


@_lines.register
def _step_started(event: StepStarted) -> Iterator[str]:
    yield f"Step {event.step}: thinking"


@_lines.register
def _step_planned(event: StepPlanned) -> Iterator[str]:
    yield f"  planned in {event.elapsed_s:.2f} s: {usage_text(event.usage)}"


@_lines.register
def _call_started(event: CallStarted) -> Iterator[str]:
    mark = "  ! cannot be undone" if event.effect is Effect.IRREVERSIBLE else ""
    yield f"  {call_text(event.call)}{mark}"


@_lines.register
def _call_finished(event: CallFinished) -> Iterator[str]:
    yield f"    {result_text(event.result)}  {event.elapsed_s:.2f} s"


@_lines.register
def _noticed(event: Noticed) -> Iterator[str]:
    yield f"  noticed: {one_line(event.text)}"


@_lines.register
def _steered(event: Steered) -> Iterator[str]:
    yield f"You: {one_line(event.text, limit=REQUEST_LIMIT)}"


@_lines.register
def _compacted(event: Compacted) -> Iterator[str]:
    yield f"  told in short from now on: {event.turns} turns, {event.steps} steps"


@_lines.register
def _turn_ended(event: TurnEnded) -> Iterator[str]:
    if text := visible(event.text).expandtabs(4).strip():
        first, *rest = text.splitlines()
        yield f"Agent: {first}"
        yield from (f"       {line}" for line in rest)
    yield (
        f"Outcome: {event.outcome.value}, steps {event.steps}, {event.elapsed_s:.2f} s "
        f"(planner {event.planner_s:.2f} s, phone {event.phone_s:.2f} s)"
    )
    yield from changes_text(event.changes)
