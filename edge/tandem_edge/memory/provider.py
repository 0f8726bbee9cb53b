"""The memory as the harness knows it: tools of a turn, and what is recalled for a request."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import JsonValue

from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.ports import Approve
from tandem_edge.logs import log_fault
from tandem_edge.memory.cues import is_about_memory
from tandem_edge.memory.desk import Desk, said_by
from tandem_edge.memory.hearing import Hearing, kept_session_of
from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.memory.speakers import AGENT
from tandem_edge.memory.tools import TOOLS
from tandem_edge.memory.upkeep import look_after
from tandem_edge.phone.authoring import Tool, ToolFailure
from tandem_edge.phone.normalise import BadArgument, normalise
from tandem_edge.phone.protocol import Execution
from tandem_edge.vault.driver import SqlError
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.errors import CancelledError, TandemError
from tandem_shared.memory import LONGEST_TURN, Found, Origin, RawTurn, Unit
from tandem_shared.tools import Effect, ToolCall, ToolFault, ToolResult, ToolSpec

BUDGET = 400
"""Characters of standing instructions and profile in a request's context."""
HITS = 3
"""Further memories recalled for a request, at most."""
_TOOLS: dict[str, Tool] = {each.spec.name: each for each in TOOLS}


class _Rehearsed(Exception):
    """Ends a rehearsal, so that nothing of it is written."""


@dataclass
class AgentMemory:
    """The memory of a running agent: a ``harness.ports.Provider`` and ``Memory`` in one.

    One call at a time, from any thread.
    """

    room: MemoryRoom
    conversation: Callable[[], Conversation]
    clock: Callable[[], datetime]
    budget: int = BUDGET
    name: str = "memory"
    desk: Desk = field(init=False)
    _turn: threading.RLock = field(default_factory=threading.RLock)

    def __post_init__(self) -> None:
        hearing = Hearing(self.room, self.conversation, self.clock)
        self.desk = Desk(self.room, hearing, self.clock)

    # ---- a provider of tools

    @property
    def trusted(self) -> bool:
        """Whether nothing but the owner's own words has come out of the tools so far."""
        return not self.desk.foreign

    def specs(self) -> tuple[ToolSpec, ...]:
        """See ``Provider.specs``."""
        return tuple(each.spec for each in TOOLS)

    def always(self) -> tuple[str, ...]:
        """Every tool where the owner's last words are about memory; what else they say tells too
        little to recall these tools by."""
        said = self.conversation().taint.said
        return tuple(_TOOLS) if said and is_about_memory(said[-1]) else ()

    def preview(self, call: ToolCall) -> Execution:
        """Carry ``call`` out and take it back."""
        with self._turn:
            done: list[Execution] = []
            try:
                with self.desk.supposing(call), self.room.book.writing():
                    done.append(self._carry_out(call))
                    raise _Rehearsed
            except _Rehearsed:
                return done[0]

    def noting(self, approve: Approve) -> Approve:
        """``approve``, whose yes to one of memory's calls makes its sentence the owner's."""

        def noted(request: ApprovalRequest) -> Answer:
            answer = approve(request)
            if answer is not Answer.NO and request.origin == self.name:
                self.desk.agree(request.call)
            return answer

        return noted

    def call(self, call: ToolCall, *, deadline_s: float, cancel: threading.Event) -> Execution:
        """See ``Provider.call``. Raises ``CancelledError`` if set before it began."""
        if cancel.is_set():
            raise CancelledError("stopped before memory was asked")
        with self._turn:
            done = self._carry_out(call)
            if done.changes:
                with _or_log():  # the change itself is made; its vector comes with the next
                    self.room.settle()
            return done

    def _carry_out(self, call: ToolCall) -> Execution:
        tool = _TOOLS.get(call.name)
        if tool is None:
            return _fault("unknown_tool", "there is no such tool")
        self.desk.changes = []
        try:
            arguments = normalise(tool.spec, call.arguments, self.clock())
            given = {**dict.fromkeys(tool.spec.properties), **arguments}
            data = self._act(tool, given)
        except BadArgument as error:
            return _fault(error.code, str(error))
        except ToolFailure as error:
            return _fault(error.code, str(error))
        except (TandemError, SqlError) as error:
            log_fault(error)
            return _fault("tool_broke", f"{call.name} broke and did nothing")
        return Execution(ToolResult(ok=True, data=data), arguments, tuple(self.desk.changes))

    def _act(self, tool: Tool, given: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Let a tool act; a write happens whole or not at all."""
        if tool.spec.effect_of(given) is Effect.READ:
            return tool.act(self.desk, **given)
        with self.room.book.writing():
            return tool.act(self.desk, **given)

    # ---- what the loop asks of memory

    def recall(self, request: str) -> Sequence[str]:
        """Standing instructions and the profile, then what is near the request, each with whose
        words it is. Nothing where memory fails: a request is carried out without it then."""
        with self._turn, _or_log():
            always = [*map(_found, self.room.always(self.budget))]
            told = {found.id for found in always}
            near = self.room.relevant(request, self.clock(), HITS + len(told))
            more = [found for found in near if found.id not in told][:HITS]
            self.desk.shows([*always, *more])
            return [_line(found) for found in (*always, *more)]
        return ()

    @property
    def foreign(self) -> bool:
        """See ``harness.ports.Memory.foreign``."""
        return self.desk.foreign

    def keep(self, conversation: str, lines: Sequence[str]) -> None:
        """See ``harness.ports.Memory.keep``: kept as Tandem's own record, never learned from. What
        the owner said so far is kept with it, word for word."""
        with self._turn:
            try:
                self.desk.hearing.persist()
                capture(self.room.book, [*self._records(conversation, lines)])
            except SqlError as error:
                raise TandemError(
                    f"memory cannot keep what was done ({type(error).__name__})",
                    hint="free some space, or close another Tandem",
                ) from error

    def _records(self, conversation: str, lines: Sequence[str]) -> Iterator[RawTurn]:
        session = kept_session_of(conversation)
        there = {kept.turn.text for kept in self.room.book.session(session)}
        new = [line for line in dict.fromkeys(lines) if line.strip() and line not in there]
        for order, line in enumerate(new, len(there)):
            yield RawTurn(
                session=session,
                order=order,
                speaker=AGENT,
                text=line[:LONGEST_TURN],
                at=self.clock(),
                origin=Origin.SYSTEM,
            )

    # ---- the end of a task

    def hear(self, answer: str) -> None:
        """A task ended with ``answer``: what was said is kept and learned from. A fault is logged:
        the task itself is done."""
        with self._turn, _or_log():
            self.desk.hearing.end(answer)

    def look_after(self) -> None:
        """The agent ends: once a day the memory is consolidated. A fault is logged."""
        with self._turn, _or_log():
            look_after(self.room, self.clock())


@contextmanager
def _or_log() -> Iterator[None]:
    try:
        yield
    except (TandemError, SqlError) as error:
        log_fault(error)


def _line(found: Found) -> str:
    return f"{said_by(found)}, {found.at.date().isoformat()}: {found.text}"


def _found(unit: Unit) -> Found:
    at = unit.valid_from or unit.recorded_at
    return Found(id=unit.id, text=unit.summary, score=0.0, at=at, origin=unit.origin)


def _fault(code: str, message: str) -> Execution:
    return Execution(ToolResult(ok=False, fault=ToolFault(code=code, message=message)), {}, ())
