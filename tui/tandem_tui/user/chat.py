"""The chat: what was asked, each step as it happens, the answer, and the phone beside it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen

from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.describe import call_text, usage_text
from tandem_shared.errors import TandemError
from tandem_shared.events import Event, Outcome, StepPlanned, TurnEnded, TurnStarted
from tandem_shared.text import one_line
from tandem_tui.actions import bindings_of, footer_text
from tandem_tui.ports import Status, UserPort
from tandem_tui.user.approval import POLL_S, ApprovalScreen, Asked
from tandem_tui.user.trace import Clock, Trace
from tandem_tui.widgets.base import Line, Prompt

READY = "ready"
NOT_READY = "not ready: mend what is said above, then just ask"
STOPPING = "stopping after this step"


class DevicePane(Line):
    """Facts about the phone and the planner, each under its name."""

    def __init__(self) -> None:
        super().__init__(id="device")
        self._facts = {"Phone": "opening", "Clock": "", "Planner": "opening", "Last step": ""}

    def learn(self, name: str, fact: str) -> None:
        """Show a new value of one fact."""
        self._facts[name] = one_line(fact, limit=120)
        self.show("\n".join(f"{name}\n  {fact or '-'}" for name, fact in self._facts.items()))


class ChatScreen(Screen[None]):
    """One conversation with the agent. Everything slow happens in a worker thread."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of("chat")]
    AUTO_FOCUS = "#prompt"

    class Opened(Message):
        """The port has said what stands behind it."""

        def __init__(self, status: Status) -> None:
            super().__init__()
            self.status = status

    class Heard(Message):
        """The running turn has brought an event."""

        def __init__(self, event: Event) -> None:
            super().__init__()
            self.event = event

    class Approval(Message):
        """The running turn waits for the owner's word."""

        def __init__(self, asked: Asked) -> None:
            super().__init__()
            self.asked = asked

    class Finished(Message):
        """The running turn is over, with an error or without."""

        def __init__(self, error: TandemError | None) -> None:
            super().__init__()
            self.error = error

    def __init__(self, port: UserPort, clock: Clock = time.monotonic) -> None:
        super().__init__(name="chat")
        self._port = port
        self._clock = clock
        self._asked_back = False
        self._stopping = False
        self.busy = False
        port.answer_with(self.ask_owner)

    def ask_owner(self, request: ApprovalRequest) -> Answer:
        """Put a question to the person and wait, in the thread of the turn; no unless they say so.

        Stopping the turn or quitting ends the wait. So does the question's own deadline, by the
        wall clock, since the machine may have slept.
        """
        asked = Asked(request)
        self.post_message(self.Approval(asked))
        while datetime.now(UTC) < request.expires and not self._stopping and self.is_running:
            if (answer := asked.wait(POLL_S)) is not None:
                return answer
        self.post_message(self.Approval(asked))  # the second one takes the question away
        return Answer.NO

    def compose(self) -> ComposeResult:
        """Lay out the conversation, the device beside it, and the line to type in."""
        with Horizontal():
            yield Trace(self._clock, id="trace")
            yield DevicePane()
        yield Line("opening the phone and the planner", id="state")
        yield Prompt(placeholder="Ask for something, in English or 中文", id="prompt")
        yield Line(footer_text("chat"), id="footer")

    def on_mount(self) -> None:
        """After the first paint, see what is there."""
        self.set_interval(0.5, self.tick)
        self.run_worker(self._open, thread=True)

    def tick(self) -> None:
        """Let running steps show their seconds."""
        self.query_one(Trace).tick()

    def action_chat(self) -> None:
        """Go to the line to type in."""
        self.query_one(Prompt).focus()

    def action_send(self) -> None:
        """Send what was typed: a request, an answer if the agent asked, or more to what runs."""
        prompt = self.query_one(Prompt)
        text = prompt.value.strip()
        if self.busy and text:
            self._say_more(prompt, text)
        elif self.busy:
            self._state("a request is running: Ctrl+C stops it")
        elif text:
            prompt.value = ""
            self.query_one(Trace).say("You", text, "you")
            self._begin(self._port.reply(text) if self._asked_back else self._port.ask(text))

    def _say_more(self, prompt: Prompt, text: str) -> None:
        """Tell the running request; the trace shows it when it is heard."""
        try:
            self._port.steer(text)
        except TandemError as error:
            self._state(str(error))
            return
        prompt.value = ""
        self._state("it will be heard before the next step")

    def action_stop(self) -> None:
        """Copy a selection if there is one; otherwise stop the turn, once."""
        if selected := self._selected():
            self.app.copy_to_clipboard(selected)
        elif not self.busy:
            self._state("nothing is running; Ctrl+Q quits")
        elif not self._stopping:
            self._stopping = True
            self._state(STOPPING)
            self._port.cancel()

    def may_quit(self) -> bool:
        """Whether nothing runs. If something does, it is stopped when asked a second time."""
        if not self.busy or self._stopping:
            return True
        self._state("a request is running: Ctrl+Q again stops it and quits")
        return False

    @on(Prompt.Submitted)
    def _submitted(self) -> None:
        self.action_send()

    @on(Opened)
    def _opened(self, message: Opened) -> None:
        status = message.status
        device = self.query_one(DevicePane)
        device.learn("Phone", status.phone or "none")
        device.learn("Planner", status.planner or "none")
        if status.problem:
            self._trouble(status.problem, status.hint)
        if not self.busy:
            self._state(NOT_READY if status.problem else READY)

    @on(Heard)
    def _heard(self, message: Heard) -> None:
        device = self.query_one(DevicePane)
        match message.event:
            case TurnStarted() as event:
                device.learn("Phone", event.phone)
                device.learn("Clock", event.phone_time[:16].replace("T", " "))
                device.learn("Planner", event.planner)
            case StepPlanned() as event:
                device.learn("Last step", usage_text(event.usage))
            case TurnEnded() as event:
                self._asked_back = event.outcome is Outcome.ASKED
        self.query_one(Trace).take(message.event)

    @on(Approval)
    def _approval(self, message: Approval) -> None:
        if isinstance(self.app.screen, ApprovalScreen):
            self.app.screen.dismiss(Answer.NO)
            return
        asked = message.asked
        if datetime.now(UTC) >= asked.request.expires or self._stopping:
            return
        self._state("waiting for your yes or no")
        self.app.push_screen(
            ApprovalScreen(asked.request, self._clock), lambda answer: self._decided(asked, answer)
        )

    def _decided(self, asked: Asked, answer: Answer | None) -> None:
        said = answer or Answer.NO
        asked.answer(said)
        self.query_one(Trace).say("You", f"{said.value}: {call_text(asked.request.call)}", "you")
        self._state(STOPPING if self._stopping else "running")

    @on(Finished)
    def _finished(self, message: Finished) -> None:
        self.busy = self._stopping = False
        if message.error is not None:
            self._asked_back = False
            self.query_one(Trace).close("cancelled" if message.error.exit_code == 130 else "failed")
            self._trouble(str(message.error), message.error.hint)
        self._state("waiting for your answer" if self._asked_back else READY)

    def _begin(self, events: Iterator[Event]) -> None:
        self.busy = True
        self._state("running")
        self.run_worker(lambda: self._follow(events), thread=True)

    def _follow(self, events: Iterator[Event]) -> None:
        """In a worker thread: pass on every event, then how it ended."""
        error = None
        try:
            for event in events:
                self.post_message(self.Heard(event))
        except TandemError as caught:
            error = caught
        except Exception as caught:
            kind = type(caught).__name__
            error = TandemError(f"something broke inside Tandem ({kind})", hint="tandem doctor")
        self.post_message(self.Finished(error))

    def _open(self) -> None:
        """In a worker thread."""
        self.post_message(self.Opened(self._port.status()))

    def _selected(self) -> str:
        focused = self.focused
        in_prompt = focused.selected_text if isinstance(focused, Prompt) else ""
        return in_prompt or self.get_selected_text() or ""

    def _state(self, text: str) -> None:
        self.query_one("#state", Line).show(text)

    def _trouble(self, problem: str, hint: str) -> None:
        self.query_one(Trace).say("Error", problem + (f"\ntry: {hint}" if hint else ""), "trouble")
