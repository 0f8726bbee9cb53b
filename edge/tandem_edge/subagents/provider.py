"""Sub-agents as tools of a turn. What they report is data, like anything from outside."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from tandem_edge.phone.normalise import BadArgument, normalise
from tandem_edge.phone.protocol import Execution
from tandem_edge.subagents.assignment import LONGEST_DEADLINE_S, Assignment, Budget
from tandem_edge.subagents.gate import refused
from tandem_edge.subagents.offering import REPLY, delegate_spec, reply_spec
from tandem_edge.subagents.protocol import State, Status
from tandem_edge.subagents.room import Room
from tandem_shared.errors import CancelledError, TandemError
from tandem_shared.tools import ToolCall, ToolResult, ToolSpec

LOOK_S = 0.02
"""How often a hand-off at work looks whether the turn was cancelled, seconds."""
MOST_FACTS = 12
LONGEST_FACT = 1000
_RETURNS = {
    "en": "what was done or found, in a few sentences",
    "zh": "用几句话说明做了什么或查到了什么",
}


@dataclass(frozen=True)
class Context:
    """What the harness knows and a sub-agent needs: it sees nothing of the conversation."""

    request: str = ""
    language: str = "en"
    facts: tuple[str, ...] = ()
    """What the turn's tools have returned: data, never instruction."""


@dataclass
class AgentProvider:
    """See ``harness.ports.Provider``. ``context`` is asked at each hand-off."""

    room: Room
    context: Callable[[], Context] = Context
    most_s: float = LONGEST_DEADLINE_S
    """Longest a hand-off may take, however much time the turn has left, seconds."""
    name: str = "agents"
    trusted: bool = False

    def specs(self) -> tuple[ToolSpec, ...]:
        """One tool to hand over; one to talk on where a sub-agent waits."""
        if not self.room.agents:
            return ()
        waiting = self._waiting()
        handing = delegate_spec(tuple(self.room.agents))
        return (handing, reply_spec(waiting)) if waiting else (handing,)

    def always(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(spec.name for spec in self.specs())

    def preview(self, call: ToolCall) -> Execution:
        """The hand-off as it would be made; no session is started."""
        arguments = self._normalised(call)
        if isinstance(arguments, Execution):
            return arguments
        return Execution(ToolResult(ok=True, data={}), arguments, ())

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """Hand over and wait for the report, within ``deadline_s`` seconds.

        Raises ``CancelledError`` soon after ``cancel`` is set; the session is cancelled too.
        """
        arguments = self._normalised(call)
        if isinstance(arguments, Execution):
            return arguments
        phone = self.room.phone()
        mark = phone.mark() if phone is not None else 0
        try:
            status = self._carried_out(call.name, arguments, deadline_s, cancel)
        except CancelledError:
            raise
        except TandemError as error:
            return refused("cannot", str(error))
        changes = phone.changes_since(mark) if phone is not None else ()
        return Execution(_result(status), arguments, changes)

    def _carried_out(
        self, name: str, arguments: dict[str, JsonValue], deadline_s: float, cancel: threading.Event
    ) -> Status:
        if name == REPLY:
            session, said = str(arguments["session"]), str(arguments["text"])
        else:
            task = self._assignment(arguments, deadline_s)
            session, said = self.room.start(str(arguments["agent"]), task), ""
        return _executed(self.room, session, said, cancel)

    def _assignment(self, arguments: dict[str, JsonValue], deadline_s: float) -> Assignment:
        """The whole hand-off: the planner's brief, and what the harness knows beside it."""
        context, agent = self.context(), self.room.agents[str(arguments["agent"])]
        facts = [fact[:LONGEST_FACT] for fact in context.facts[-MOST_FACTS:] if fact.strip()]
        language = "zh" if context.language == "zh" else "en"
        return Assignment(
            goal=str(arguments["brief"]),
            language=language,
            returns=_RETURNS[language],
            deadline_s=max(0.01, min(deadline_s, self.most_s)),
            budget=Budget(),
            may_touch=agent.touches,
            request=context.request,
            facts=tuple(facts),
        )

    def _normalised(self, call: ToolCall) -> dict[str, JsonValue] | Execution:
        spec = next((spec for spec in self.specs() if spec.name == call.name), None)
        if spec is None:
            return refused("unknown_tool", "there is no such tool")
        try:
            return normalise(spec, call.arguments, datetime(2026, 1, 1))
        except BadArgument as error:
            return refused(error.code, str(error))

    def _waiting(self) -> tuple[str, ...]:
        sessions = list(self.room.sessions)
        return tuple(one for one in sessions if self.room.status(one).state is State.WAITING)


def _executed(room: Room, session: str, said: str, cancel: threading.Event) -> Status:
    """Execute in a thread of its own, so that ``cancel`` is seen whatever the agent does."""
    worker = threading.Thread(target=_quietly, args=(room, session, said), daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(LOOK_S)
        if cancel.is_set():
            room.cancel(session)
            raise CancelledError("stopped while a sub-agent was at work")
    return room.status(session)


def _quietly(room: Room, session: str, said: str) -> None:
    try:
        room.execute(session, said)
    except TandemError:
        return  # it ended meanwhile, and its status says how


def _result(status: Status) -> ToolResult:
    if status.failure is not None:
        done = "; ".join(status.failure.done)
        message = f"{status.failure.message} (done so far: {done})" if done else ""
        return refused(status.failure.code, message or status.failure.message).result
    if status.report is None:
        if status.state is State.WAITING:
            return ToolResult(ok=True, data={"session": status.session, "says": status.says})
        return refused("cancelled", "the sub-agent was stopped").result
    if not status.report.text:
        return ToolResult(ok=True, data=dict(status.report.data))
    data: dict[str, JsonValue] = {"session": status.session, "report": status.report.text}
    if status.report.data:
        data["data"] = status.report.data
    return ToolResult(ok=True, data=data)
