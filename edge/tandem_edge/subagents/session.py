"""One hand-off at work: a small state machine that any thread may look at or end.

    ready --step--> running --> ready | waiting | done | failed
    waiting --step(reply)--> running
    ready, running, waiting --cancel--> cancelled
    ready, running --deadline--> failed (out_of_time)

The work runs in a thread of its own, so that an agent that neither ends nor looks at its deadline
is left behind: its session is over, its gate to the phone is shut, and what it still says is
dropped. Time in ``waiting`` is the owner's and does not count.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tandem_edge.llm.role import ModelFailed
from tandem_edge.logs import log_fault
from tandem_edge.subagents.assignment import Assignment
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.protocol import (
    FINAL,
    AgentFailed,
    Failure,
    Report,
    Say,
    State,
    Status,
    SubAgent,
    Work,
)
from tandem_shared.errors import CancelledError, PrivacyError, TandemError, UsageError

LONGEST_REPLY = 4000
CLOCK = time.monotonic


@dataclass
class Session:
    """See the module's description. ``open_desk`` is called once, with this session."""

    id: str
    agent: SubAgent
    task: Assignment
    open_desk: Callable[[Session], Desk]
    clock: Callable[[], float] = CLOCK
    cancelled: threading.Event = field(default_factory=threading.Event)
    state: State = State.READY
    steps: int = 0
    says: str = ""
    report: Report | None = None
    failure: Failure | None = None

    def __post_init__(self) -> None:
        self._moved = threading.Condition()
        self._since = self.clock()
        self._worked = 0.0
        self.desk = self.open_desk(self)
        self._work: Work | None = None

    def left_s(self) -> float:
        """Seconds until the deadline."""
        return self.task.deadline_s - self._worked_s()

    def status(self) -> Status:
        """How it stands now; a session whose time has run out has failed by then."""
        with self._moved:
            self._expire()
            return self._status()

    def step(self, said: str = "") -> Status:
        """Let the agent do its next step and wait for it.

        ``said`` is the reply to what it asked. Raises ``UsageError`` when it is over or at work.
        """
        with self._moved:
            self._expire()
            if self.state in FINAL or self.state is State.RUNNING:
                raise UsageError(
                    f"session {self.id} is {self.state.value}, there is no next step",
                    hint="start another session",
                )
            self._begin()
            worker = threading.Thread(target=self._advance, args=(said,), daemon=True)
            worker.start()
            self._moved.wait_for(lambda: self.state is not State.RUNNING, self.left_s())
            self._expire()
            return self._status()

    def execute(self, said: str = "") -> Status:
        """Step until it ends or waits for a reply."""
        status = self.step(said)
        while status.state is State.READY:
            status = self.step()
        return status

    def cancel(self) -> Status:
        """End it now, from any thread. One that is over stays as it ended."""
        with self._moved:
            self._expire()
            if self.state not in FINAL:
                self._end(State.CANCELLED)
            return self._status()

    def _begin(self) -> None:
        if self.state is State.WAITING:
            self._since = self.clock()
        self.state, self.says, self.steps = State.RUNNING, "", self.steps + 1

    def _advance(self, said: str) -> None:
        """One step, in the worker's thread."""
        try:
            if self.steps > self.task.budget.steps:
                raise AgentFailed("out_of_budget", "the budget of steps is spent")
            self._settle(self._resume(said[:LONGEST_REPLY]))
        except StopIteration as ended:
            self._finish(ended.value)
        except CancelledError:
            with self._moved:
                if self.state is State.RUNNING:
                    self._end(State.CANCELLED)
        except Exception as error:
            code, message = _told(error, self.left_s())
            with self._moved:
                if self.state is State.RUNNING:
                    self._fail(code, message)

    def _resume(self, said: str) -> Say | None:
        if self._work is None:
            self._work = self.agent.work(self.task, self.desk)
            return next(self._work)
        return self._work.send(said)

    def _settle(self, came: Say | None) -> None:
        """Take what a step gave, unless the session has ended meanwhile."""
        with self._moved:
            if self.state is not State.RUNNING:
                return
            if came is None:
                self.state = State.READY
            else:
                self._worked, self.says = self._worked_s(), came.text
                self.state = State.WAITING
            self._moved.notify_all()

    def _finish(self, report: Report | None) -> None:
        with self._moved:
            if self.state is not State.RUNNING:
                return
            if report is None:
                self._fail("agent_broke", "the agent ended without a report")
            else:
                self.report = report
                self._end(State.DONE)

    def _expire(self) -> None:
        if self.state in (State.READY, State.RUNNING) and self.left_s() <= 0:
            limit = self.task.deadline_s
            self._fail("out_of_time", f"the deadline of {limit:g} seconds has passed")

    def _fail(self, code: str, message: str) -> None:
        self.failure = Failure(code, message, tuple(self.desk.notes))
        self._end(State.FAILED)

    def _end(self, state: State) -> None:
        self._worked = self._worked_s()
        self.state, self.says = state, ""
        self.cancelled.set()
        self._moved.notify_all()
        if self.desk.gate is not None:
            self.desk.gate.phone.shut()

    def _worked_s(self) -> float:
        at_work = self.state in (State.READY, State.RUNNING)
        return self._worked + (self.clock() - self._since if at_work else 0.0)

    def _status(self) -> Status:
        return Status(
            session=self.id,
            agent=self.agent.name,
            state=self.state,
            steps=self.steps,
            done=tuple(self.desk.notes),
            says=self.says,
            report=self.report,
            failure=self.failure,
            model_calls=self.desk.model_calls,
            worked_s=self._worked_s(),
        )


def _told(error: Exception, left_s: float) -> tuple[str, str]:
    """Code and sentence of what an agent raised."""
    match error:
        case AgentFailed():
            return error.code, str(error)
        case ModelFailed():
            return ("out_of_time" if left_s <= 0 else "model_failed"), str(error)
        case PrivacyError():
            return "not_consented", str(error)
        case TandemError():
            return "cannot", str(error)
        case _:
            log_fault(error)
            return "agent_broke", f"the agent broke ({type(error).__name__})"
