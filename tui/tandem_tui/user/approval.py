"""The question before a call that needs the owner: what, to whom, why; the answer is typed."""

from __future__ import annotations

import queue
import time
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from tandem_shared.approvals import (
    Answer,
    ApprovalRequest,
    choices_text,
    question_lines,
    read_answer,
)
from tandem_tui.user.trace import Clock
from tandem_tui.widgets.base import Line, Pane, Prompt

DEAF_S = 0.4
"""Keys count for nothing for so long after the question opens or the window gets the focus: they
were meant for something else."""
POLL_S = 0.1


class Asked:
    """A question that a worker thread waits on."""

    def __init__(self, request: ApprovalRequest) -> None:
        self.request = request
        self._answer: queue.Queue[Answer] = queue.Queue()

    def answer(self, answer: Answer) -> None:
        """Give the answer, from any thread; the first one counts."""
        self._answer.put(answer)

    def wait(self, limit_s: float) -> Answer | None:
        """The answer, or ``None`` when there is none within ``limit_s`` seconds."""
        try:
            return self._answer.get(timeout=limit_s)
        except queue.Empty:
            return None


class ApprovalScreen(ModalScreen[Answer]):
    """Typed answers only: a click does nothing, Enter alone is no, Esc is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "stop", "stop", priority=True),
        Binding("escape", "refuse", "no", priority=True),
    ]
    AUTO_FOCUS = "#answer"
    CSS = """
    ApprovalScreen { align: center middle; }
    #question { width: 90%; max-width: 90; height: auto; max-height: 70%; border: heavy $warning;
        padding: 0 1; background: $surface; }
    #answer { width: 90%; max-width: 90; height: 3; }
    """

    def __init__(self, request: ApprovalRequest, clock: Clock = time.monotonic) -> None:
        super().__init__(name="approval")
        self._request = request
        self._clock = clock
        self._opened = clock()

    def compose(self) -> ComposeResult:
        """The question, and the line to answer on."""
        with Pane(id="question"):
            yield Line("\n".join(question_lines(self._request)), id="about")
            yield Line(choices_text(self._request), id="choices")
        yield Prompt(id="answer")

    def action_refuse(self) -> None:
        """No; nothing else is stopped by it."""
        self.dismiss(Answer.NO)

    def action_stop(self) -> None:
        """No, and stop the request."""
        self.dismiss(Answer.NO)
        self.app.call_later(self.app.run_action, "screen.stop")

    def on_app_focus(self, event: events.AppFocus) -> None:
        """The window has the focus again: what is typed at first was meant for another."""
        self._opened = self._clock()

    @property
    def _deaf(self) -> bool:
        return self._clock() - self._opened < DEAF_S

    @on(Prompt.Changed)
    def _typed(self, event: Prompt.Changed) -> None:
        if self._deaf and event.value:
            event.input.value = ""

    @on(Prompt.Submitted)
    def _submitted(self, event: Prompt.Submitted) -> None:
        event.stop()
        if not self._deaf:
            self.dismiss(read_answer(self._request, event.value))
