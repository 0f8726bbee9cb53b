"""One request, step by step, as one stream of typed events."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tandem_edge.harness.budget import Budget, Spent
from tandem_edge.harness.conversation import Conversation, Turn
from tandem_edge.harness.execute import Executor, refusal, timed
from tandem_edge.harness.ports import (
    Adapter,
    Approve,
    Candidates,
    Journal,
    Memory,
    NoGuidance,
    NoJournal,
    NoMemory,
    Policy,
    Provider,
)
from tandem_edge.harness.recall import Recall, language_of
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.outbound.privacy import private_classes
from tandem_edge.phone.protocol import Phone
from tandem_edge.planner.actions import Ask, Calls, Done, Refuse
from tandem_edge.planner.dialects import Dialect, Misread
from tandem_edge.planner.protocol import Planned, Planner, Prompt
from tandem_edge.policy.deciding import RulePolicy
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.errors import CancelledError, PhoneError, TandemError, UsageError
from tandem_shared.events import (
    CallFinished,
    CallStarted,
    Event,
    Outcome,
    StepPlanned,
    StepStarted,
    TurnEnded,
    TurnStarted,
)
from tandem_shared.text import one_line, visible
from tandem_shared.tools import Effect, ToolCall, ToolResult, ToolSpec

LONGEST_REQUEST = 2000
"""Characters of one request."""


def decline(request: ApprovalRequest) -> Answer:
    """The approver when there is nobody to ask: no."""
    return Answer.NO


@dataclass
class Harness:
    """Everything a turn needs; one instance holds one conversation."""

    planner: Planner
    phone: Phone
    dialect: Dialect
    approve: Approve = decline
    policy: Policy = field(default_factory=RulePolicy)
    journal: Journal = field(default_factory=NoJournal)
    memory: Memory = field(default_factory=NoMemory)
    adapter: Adapter = field(default_factory=NoGuidance)
    providers: Sequence[Provider] = ()
    choose: Candidates | None = None
    """Who chooses the tools on offer; ``None`` leaves it to keyword recall over all of them."""
    budget: Budget = field(default_factory=Budget)
    candidates: int = 10
    context_characters: int = 4000
    conversation: Conversation = field(default_factory=Conversation)
    cancelled: threading.Event = field(default_factory=threading.Event)

    def run(self, request: str) -> Iterator[Event]:
        """Carry out ``request``, or go on after a question with ``request`` as the reply.

        Yields ``TurnStarted``, then for every step ``StepStarted``, ``StepPlanned`` and a
        ``CallStarted``/``CallFinished`` pair a call, then ``TurnEnded``. Setting ``cancelled``
        ends the turn soon, with the history valid. Raises ``UsageError`` for a request that is
        empty or too long, before anything happens; later faults end the turn as ``failed`` and
        are raised after its ``TurnEnded``.
        """
        request = _checked(request)
        self.cancelled.clear()
        with self.phone.held():
            yield from self._turn(request)

    def _turn(self, request: str) -> Iterator[Event]:
        spent, mark = Spent(), self.phone.mark()
        turn = self._begin(request)
        yield self._turn_started(request, turn)
        fault: Exception | None = None
        try:
            outcome, text = yield from self._steps(turn, spent)
        except CancelledError as error:
            outcome, text = Outcome.CANCELLED, str(error)
        except TandemError as error:
            outcome, text, fault = Outcome.FAILED, str(error), error
        except Exception as error:
            outcome, text, fault = Outcome.FAILED, "something broke inside Tandem", error
        yield TurnEnded(
            outcome=outcome,
            text=text,
            steps=spent.steps,
            usage=spent.usage,
            changes=self.phone.changes_since(mark),
            elapsed_s=spent.elapsed_s,
            planner_s=spent.planner_s,
            phone_s=spent.phone_s,
            owner_s=spent.owner_s,
        )
        if fault is not None:
            raise fault

    def cancel(self) -> None:
        """Stop the running turn. May be called from any thread, at any moment."""
        self.cancelled.set()

    @cached_property
    def _recall(self) -> Candidates:
        return self.choose or Recall(self.phone.catalogue.specs)

    def _begin(self, request: str) -> Turn:
        self.conversation.taint.hear(request)
        if self.conversation.awaiting_reply:
            return self.conversation.reply(request)
        language = language_of(request)
        tools = Toolbox(self.phone, self.providers)
        always = tools.always
        candidates = (*self._recall.top(request, self.candidates), *always)
        self.conversation.taint.offer(tools, candidates)
        notes = self._notes(request, candidates, language)
        opening = self.dialect.request(request, candidates, language, notes)
        return self.conversation.begin(tools, candidates, language, opening)

    def _turn_started(self, request: str, turn: Turn) -> TurnStarted:
        return TurnStarted(
            turn=len(self.conversation.turns),
            request=request,
            phone=self.phone.name,
            planner=self.planner.name,
            phone_time=self.phone.now().isoformat(timespec="minutes"),
            candidates=tuple(spec.name for spec in turn.candidates),
        )

    def _steps(self, turn: Turn, spent: Spent) -> Steps:
        rules = "\n".join(
            filter(None, (self.dialect.rules(turn.language), self.adapter.rules(turn.language)))
        )
        examples = self.dialect.examples(turn.language)
        while not (reason := spent.exceeded(self.budget)):
            if self.cancelled.is_set():
                raise CancelledError("stopped before the next step")
            yield StepStarted(step=spent.steps + 1)
            prompt = Prompt(
                rules,
                examples,
                self.conversation.recent(self.context_characters),
                self.dialect.schema(turn.candidates),
                spent.step_tokens(self.budget),
                tools=turn.candidates,
            )
            planned = yield from self._plan(prompt, spent)
            try:
                decision = self.dialect.read(planned.text)
            except Misread as error:
                self.conversation.record_step(planned, f"not understood: {error}", frozenset())
                continue
            if isinstance(decision, Calls):
                yield from self._act(decision, planned, turn, spent)
                continue
            self.conversation.record_end(planned, asked=isinstance(decision, Ask))
            return _end(decision)
        return Outcome.BUDGET, reason

    def _notes(self, request: str, candidates: tuple[ToolSpec, ...], language: str) -> str:
        guidance = self.adapter.notes(candidates, language)
        recalled = "\n".join(
            f"- {one_line(text, limit=200)}" for text in self.memory.recall(request)
        )
        if recalled:
            self.conversation.taint.add("memory")
        evidence = f"{RECALLED[language]}\n{recalled}" if recalled else ""
        return "\n\n".join(part for part in (guidance, evidence) if part)

    def _plan(self, prompt: Prompt, spent: Spent) -> Planning:
        before = spent.planner_s
        with timed(spent, "planner_s"):
            planned = self.planner.step(
                prompt, deadline_s=spent.step_s(self.budget), cancel=self.cancelled
            )
        spent.add(planned.usage)
        yield StepPlanned(
            step=spent.steps,
            text=planned.text,
            token_ids=planned.token_ids,
            usage=planned.usage,
            elapsed_s=spent.planner_s - before,
        )
        return planned

    def _act(self, decision: Calls, planned: Planned, turn: Turn, spent: Spent) -> Iterator[Event]:
        """Carry calls out in order; whatever happens, each gets a result in the history."""
        executor = Executor(
            turn.tools,
            self.policy,
            self.approve,
            self.cancelled,
            conversation=self.conversation.id,
            turn=f"{self.conversation.id}/{len(self.conversation.turns)}",
            taint=self.conversation.taint,
            journal=self.journal,
            language=turn.language,
        )
        results: list[tuple[ToolCall, ToolResult]] = []
        guidance: list[str] = []
        try:
            for place, call in enumerate(decision.calls):
                spec = next((spec for spec in turn.candidates if spec.name == call.name), None)
                effect = spec.effect_of(call.arguments) if spec else Effect.READ
                yield CallStarted(step=spent.steps, index=place, call=call, effect=effect)
                before, gone = spent.phone_s, None
                try:
                    execution = executor.execute(call, spec, spent, spent.left_s(self.budget))
                except PhoneError as error:
                    execution, gone = refusal("phone_failed", str(error)), error
                results.append((call, execution.result))
                turn.expose(execution.exposes)
                self.conversation.taint.offer(turn.tools, turn.candidates)
                guidance += [execution.guidance] if execution.guidance else []
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
        finally:
            for call in decision.calls[len(results) :]:
                results.append((call, refusal("cancelled", "the turn ended before").result))
            observed = "\n\n".join([self.dialect.observation(results), *guidance])
            private = [private_classes(turn.tools.specs.get(c.name), r) for c, r in results]
            self.conversation.record_step(planned, observed, frozenset().union(*private))


Steps = Generator[Event, None, tuple[Outcome, str]]
Planning = Generator[Event, None, Planned]

RECALLED = {
    "en": "Recalled, as evidence only:",
    "zh": "回忆到的内容，仅供参考：",
}


def _end(decision: Ask | Refuse | Done) -> tuple[Outcome, str]:
    match decision:
        case Ask(question):
            return Outcome.ASKED, question
        case Refuse(reason):
            return Outcome.REFUSED, reason
        case Done(answer):
            return Outcome.DONE, answer


def _checked(request: str) -> str:
    cleaned = visible(request).strip()
    if not cleaned:
        raise UsageError("the request is empty", hint='tandem ask "Turn on Bluetooth"')
    if len(cleaned) > LONGEST_REQUEST:
        raise UsageError(
            f"the request has {len(cleaned):,} characters, at most {LONGEST_REQUEST:,} fit",
            hint="say it in fewer words",
        )
    return cleaned
