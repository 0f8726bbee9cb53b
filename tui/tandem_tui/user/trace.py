"""A conversation as it happens: each step appears when it starts and says how it ended."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from tandem_shared.describe import call_text, changes_text, result_text, usage_text
from tandem_shared.events import (
    CallFinished,
    CallStarted,
    Compacted,
    Event,
    Noticed,
    Outcome,
    Steered,
    StepPlanned,
    StepStarted,
    TurnEnded,
)
from tandem_shared.text import visible
from tandem_shared.tools import Effect
from tandem_tui.widgets.base import Line, Pane

Clock = Callable[[], float]


class Row(Line):
    """One thing that takes time: what it is, a state word, and the seconds it took."""

    def __init__(self, head: str, joint: str, started: float) -> None:
        self._head = head + joint
        self.started = started
        super().__init__(f"{self._head}running", classes="running")

    def tick(self, now: float) -> None:
        """Show how long it has been running."""
        self.show(f"{self._head}running  {now - self.started:.0f} s")

    def finish(self, state: str, elapsed: float) -> None:
        """Show how it ended. ``state`` starts with ``ok``, ``failed`` or ``cancelled``."""
        self.show(f"{self._head}{state}  {elapsed:.2f} s")
        self.set_classes(state.partition(" ")[0].rstrip(":"))


class Trace(Pane):
    """Everything said and done, oldest first."""

    def __init__(self, clock: Clock, *, id: str) -> None:
        super().__init__(id=id)
        self._clock = clock
        self._rows: dict[tuple[int, int], Row] = {}

    def say(self, who: str, text: str, kind: str) -> None:
        """Add what somebody said; only its first line starts at the left edge."""
        words = textwrap.indent(visible(text).strip(), " " * 7).lstrip()
        self._add(Line(f"{who:<7}{words}", classes=kind))

    def take(self, event: Event) -> None:
        """Show one event."""
        match event:
            case StepStarted():
                self._start((event.step, -1), f"Step {event.step}", "  ")
            case StepPlanned():
                self._finish((event.step, -1), f"ok  {usage_text(event.usage)}", event.elapsed_s)
            case CallStarted():
                mark = "  ! cannot be undone" if event.effect is Effect.IRREVERSIBLE else ""
                head = f"  {call_text(event.call)}{mark}"
                self._start((event.step, event.index), head, "\n    ")
            case CallFinished():
                key = (event.step, event.index)
                self._finish(key, result_text(event.result), event.elapsed_s)
            case Steered():
                self.say("You", event.text, "you")
            case Noticed():
                self._add(Line(f"  noticed: {visible(event.text)}", classes="facts"))
            case Compacted():
                told = f"  told in short: {event.turns} turns, {event.steps} steps"
                self._add(Line(told, classes="facts"))
            case TurnEnded():
                self.close("cancelled" if event.outcome is Outcome.CANCELLED else "failed")
                self._end(event)

    def tick(self) -> None:
        """Let the rows that are running show their seconds."""
        for row in self._rows.values():
            row.tick(self._clock())

    def close(self, state: str) -> None:
        """Nothing runs any more: whatever still seemed to ends as ``state``."""
        for row in self._rows.values():
            row.finish(state, self._clock() - row.started)
        self._rows.clear()

    def _add(self, line: Line) -> None:
        """Mount a line and stay at the end, unless a person has scrolled a page away from it."""
        near_end = self.max_scroll_y - self.scroll_y < self.size.height
        self.mount(line)
        if near_end:
            self.scroll_end(animate=False)

    def _start(self, key: tuple[int, int], head: str, joint: str) -> None:
        row = Row(head, joint, self._clock())
        self._rows[key] = row
        self._add(row)

    def _finish(self, key: tuple[int, int], state: str, elapsed: float) -> None:
        if row := self._rows.pop(key, None):
            row.finish(state, elapsed)

    def _end(self, event: TurnEnded) -> None:
        if event.outcome is not Outcome.FAILED:  # the error that follows says why, and what to type
            self.say("Agent", event.text or f"({event.outcome.value})", "agent")
        steps = "1 step" if event.steps == 1 else f"{event.steps} steps"
        facts = f"{event.outcome.value}, {steps}, {event.elapsed_s:.1f} s"
        self._add(Line("\n".join([facts, *changes_text(event.changes)]), classes="facts"))
