"""The screens on top of the real agent, which is opened only when it is first needed."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

from tandem_edge.facade import Agent, Settings, load_settings, open_agent
from tandem_edge.harness.loop import decline
from tandem_edge.logs import log_fault, set_up_logs
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.errors import CancelledError, TandemError, UsageError
from tandem_shared.events import Event
from tandem_tui.app import TandemApp
from tandem_tui.ports import Approver, Status


class EdgeUser:
    """The user's port over the edge's facade. Calls may come from several threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._agent: Agent | None = None
        self._opening = threading.Lock()
        self._stop = threading.Event()
        self._approver: Approver = decline

    def answer_with(self, approver: Approver) -> None:
        """See ``UserPort.answer_with``."""
        self._approver = approver

    def status(self) -> Status:
        """See ``UserPort.status``."""
        try:
            agent = self._open()
        except TandemError as error:
            return Status(problem=str(error), hint=error.hint)
        except Exception as error:
            log_fault(error)
            return Status(problem="the agent would not open", hint="tandem doctor")
        return Status(phone=agent.phone_name, planner=agent.planner_name)

    def ask(self, text: str) -> Iterator[Event]:
        """See ``UserPort.ask``."""
        self._stop.clear()
        return self._events(text)

    reply = ask

    def steer(self, text: str) -> None:
        """See ``UserPort.steer``."""
        if self._agent is None:
            raise UsageError("the agent is not open yet", hint="wait for the first step")
        self._agent.steer(text)

    def cancel(self) -> None:
        """See ``UserPort.cancel``."""
        self._stop.set()
        if self._agent is not None:
            self._agent.cancel()

    def close(self) -> None:
        """End the planner and let go of the phone, whose changes are saved already."""
        with self._opening:
            if self._agent is not None:
                self._agent.close()

    def _events(self, text: str) -> Iterator[Event]:
        try:
            agent = self._open()
            if self._stop.is_set():
                raise CancelledError("stopped before the request began")
            yield from agent.ask(text)
        except TandemError:
            raise
        except Exception as error:
            log_fault(error)
            raise

    def _approve(self, request: ApprovalRequest) -> Answer:
        return self._approver(request)

    def _open(self) -> Agent:
        with self._opening:
            if self._agent is None:
                self._agent = open_agent(self._settings, approve=self._approve, remember=True)
            return self._agent


def open_screens(home: str | None) -> None:
    """Show the user's screens until the person quits.

    Raises ``UsageError`` without a terminal, and for settings that cannot be used.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("the screens need a terminal", hint='tandem ask "what you want done"')
    settings = load_settings({"home": home, "verbose": False})
    set_up_logs(settings)
    port = EdgeUser(settings)
    try:
        TandemApp(port).run()
    finally:
        port.cancel()
        port.close()
