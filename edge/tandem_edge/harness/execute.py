"""Carrying one call out: exposed tools only, policy, the owner's word, then the tool."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from tandem_edge.harness.budget import Spent
from tandem_edge.harness.ports import (
    PHONE_ORIGIN,
    Approve,
    Journal,
    Judgement,
    NoJournal,
    Policy,
    Situation,
    Verdict,
)
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.phone.protocol import Execution
from tandem_edge.policy.taint import Taint
from tandem_edge.policy.words import words_for
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.tools import Effect, ToolCall, ToolFault, ToolResult, ToolSpec

ANSWER_S = 300.0
"""How long a question to the owner stands, seconds: whoever comes back later is asked again."""


def wall_clock() -> datetime:
    """UTC; it goes on while the machine sleeps, which the monotonic clock does not on Linux."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Executor:
    """Decides whether a call may act, and lets the tool act. One instance serves one step.

    The calls of a step were decided together, so what one of them brings back cannot have led to
    the next one: they are judged by what had been read when the step was planned.
    """

    tools: Toolbox
    policy: Policy
    approve: Approve
    cancelled: threading.Event
    conversation: str = ""
    turn: str = ""
    """Name under which the journal keeps the turn's writes."""
    taint: Taint = field(default_factory=Taint)
    journal: Journal = field(default_factory=NoJournal)
    language: str = "en"
    answer_s: float = ANSWER_S
    clock: Callable[[], datetime] = wall_clock
    tainted_by: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tainted_by", tuple(self.taint.sources))

    def execute(
        self, call: ToolCall, spec: ToolSpec | None, spent: Spent, deadline_s: float
    ) -> Execution:
        """The outcome of one call; a refusal is one too. ``spec`` is ``None`` if not offered.

        The owner is asked only about a call that would succeed, and is shown on whom and what.
        A write is journalled before and after it acts. What comes back taints the conversation
        where it holds foreign text. Raises ``PhoneError`` when the phone is gone.
        """
        if self.cancelled.is_set():
            return refusal("cancelled", "the user stopped before this call")
        if spec is None:
            return refusal("unknown_tool", "this is not among the tools offered")
        situation = self._situation(call)
        judgement = self.policy.judge(call, spec, situation)
        if judgement.verdict is Verdict.REFUSE:
            return refusal("not_allowed", "the owner's rules do not allow this")
        if judgement.verdict is Verdict.ASK:
            stopped = self._ask(call, spec, situation, judgement, spent)
            if stopped is not None:
                return stopped
        return self._act(call, spec, spent, deadline_s)

    def _situation(self, call: ToolCall) -> Situation:
        owner = self.tools.owners.get(call.name)
        origin = PHONE_ORIGIN if owner is None else owner.name
        return Situation(self.conversation, origin, self.tainted_by)

    def _ask(
        self,
        call: ToolCall,
        spec: ToolSpec,
        situation: Situation,
        judgement: Judgement,
        spent: Spent,
    ) -> Execution | None:
        """``None`` after a clear yes in time, else why the call is not carried out."""
        with timed(spent, "phone_s"):
            preview = self.tools.preview(call)
        if not preview.result.ok:
            self.taint.observe(self.tools, call, spec, preview)
            return self._without_orders(call, preview)
        request = self._request(call, spec, preview, situation, judgement)
        with timed(spent, "owner_s"):
            answer = self.approve(request)
        if self.cancelled.is_set():
            return refusal("cancelled", "the user stopped before this call")
        if answer not in request.offers:
            return refusal("not_confirmed", "the owner did not confirm this")
        if self.clock() > request.expires:
            return refusal("expired", "the owner's answer came too late to count")
        if answer is not Answer.ONCE:
            self.policy.keep(call, spec, preview, situation, answer)
        return None

    def _request(
        self,
        call: ToolCall,
        spec: ToolSpec,
        preview: Execution,
        situation: Situation,
        judgement: Judgement,
    ) -> ApprovalRequest:
        effect = spec.effect_of(call.arguments)
        final = effect is Effect.IRREVERSIBLE
        scope = "" if final else self.policy.scope(call, spec, preview)
        wider = (Answer.CONVERSATION, Answer.ALWAYS) if scope else ()
        return ApprovalRequest(
            call=call,
            arguments=preview.arguments,
            effect=effect,
            origin=situation.origin,
            purpose=spec.description,
            preview=preview.result,
            changes=preview.changes,
            why=judgement.why,
            sources=situation.tainted_by,
            words=words_for(call, spec) if final else (),
            offers=(Answer.ONCE, *wider),
            scope=scope,
            language="zh" if self.language == "zh" else "en",
            expires=self.clock() + timedelta(seconds=self.answer_s),
        )

    def _act(self, call: ToolCall, spec: ToolSpec, spent: Spent, deadline_s: float) -> Execution:
        writes = spec.effect_of(call.arguments) is not Effect.READ
        entry = self.journal.begin(self.turn, call, spec) if writes else ""
        with timed(spent, "phone_s"):
            done = self.tools.call(call, deadline_s=deadline_s, cancel=self.cancelled)
        if writes:
            self.journal.finish(entry, spec, done)
        self.taint.observe(self.tools, call, spec, done)
        return self._without_orders(call, done)

    def _without_orders(self, call: ToolCall, done: Execution) -> Execution:
        """A third party's tool may give data, but neither guidance nor more tools."""
        owner = self.tools.owners.get(call.name)
        if owner is None or owner.trusted:
            return done
        return replace(done, guidance="", exposes=())


@contextmanager
def timed(spent: Spent, name: str) -> Iterator[None]:
    """Add the time inside to one of ``spent``'s seconds."""
    started = time.monotonic()
    try:
        yield
    finally:
        setattr(spent, name, getattr(spent, name) + time.monotonic() - started)


def refusal(code: str, message: str) -> Execution:
    """A call that was not carried out, and why."""
    return Execution(ToolResult(ok=False, fault=ToolFault(code=code, message=message)), {}, ())
