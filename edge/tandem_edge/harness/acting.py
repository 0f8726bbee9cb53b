"""Carrying out the calls of one step, in order, as events; each gets a result, whatever comes."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

from tandem_edge.harness.budget import Budget, Spent
from tandem_edge.harness.conversation import Conversation, Turn
from tandem_edge.harness.execute import Executor, refusal
from tandem_edge.harness.repeats import Repeats
from tandem_edge.outbound.privacy import private_classes
from tandem_edge.phone.protocol import Execution
from tandem_edge.planner.dialects import Dialect
from tandem_edge.planner.protocol import Planned
from tandem_shared.errors import PhoneError
from tandem_shared.events import CallFinished, CallStarted, Event, Noticed
from tandem_shared.tools import Effect, ToolCall, ToolResult, ToolSpec


@dataclass
class Step:
    """One step that calls tools. ``stop`` says why the turn should end after it, or ``""``."""

    executor: Executor
    conversation: Conversation
    turn: Turn
    dialect: Dialect
    repeats: Repeats | None
    results: list[tuple[ToolCall, ToolResult]] = field(default_factory=list)
    guidance: list[str] = field(default_factory=list)
    offered: list[ToolSpec] = field(default_factory=list)
    notice: str = ""
    stop: str = ""

    def act(
        self, calls: tuple[ToolCall, ...], planned: Planned, spent: Spent, budget: Budget
    ) -> Generator[Event, None, None]:
        """Carry ``calls`` out. Raises ``PhoneError`` when the phone is gone."""
        try:
            for place, call in enumerate(calls):
                yield from self._one(place, call, spent, budget)
            if self.notice:
                yield Noticed(step=spent.steps, text=self.notice)
        finally:
            for call in calls[len(self.results) :]:
                self.results.append((call, refusal("cancelled", "the turn ended before").result))
            self._record(planned)

    def _one(
        self, place: int, call: ToolCall, spent: Spent, budget: Budget
    ) -> Generator[Event, None, None]:
        spec = next((spec for spec in self.turn.candidates if spec.name == call.name), None)
        effect = spec.effect_of(call.arguments) if spec else Effect.READ
        yield CallStarted(step=spent.steps, index=place, call=call, effect=effect)
        before, gone = spent.phone_s, None
        try:
            execution = self.executor.execute(call, spec, spent, spent.left_s(budget))
        except PhoneError as error:
            execution, gone = refusal("phone_failed", str(error)), error
        self._take(call, execution)
        yield CallFinished(
            step=spent.steps,
            index=place,
            call=call,
            arguments=dict(execution.arguments),
            result=execution.result,
            changes=execution.changes,
            elapsed_s=spent.phone_s - before,
        )
        if gone is not None:
            raise gone

    def _take(self, call: ToolCall, execution: Execution) -> None:
        self.results.append((call, execution.result))
        self.turn.note(call, execution.result)
        self.offered += self.turn.expose(execution.exposes)
        self.conversation.taint.offer(self.turn.tools, self.turn.candidates)
        if execution.guidance:
            self.guidance.append(execution.guidance)
        if self.repeats is not None:
            changed = bool(execution.changes)
            notice, stop = self.repeats.watch(call, execution.result, changed=changed)
            self.notice, self.stop = notice or self.notice, stop or self.stop

    def _record(self, planned: Planned) -> None:
        language = self.turn.language
        parts = [self.dialect.observation(self.results), self.notice, *self.guidance]
        if self.offered:
            parts.append(self.dialect.offer(self.offered, language))
        specs = self.turn.tools.specs
        private = [private_classes(specs.get(call.name), result) for call, result in self.results]
        observed = "\n\n".join(part for part in parts if part)
        self.conversation.record_step(planned, observed, frozenset().union(*private))
