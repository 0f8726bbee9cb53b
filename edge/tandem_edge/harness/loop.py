"""One request, step by step, as one stream of typed events."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from pydantic import JsonValue

from tandem_edge.harness.acting import Step
from tandem_edge.harness.budget import Budget, Spent
from tandem_edge.harness.compaction import EARLIER, drop_turns, shorten_turn
from tandem_edge.harness.conversation import Conversation, Turn
from tandem_edge.harness.execute import Executor, timed
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
from tandem_edge.harness.repeats import Repeats
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.outbound.privacy import EVERY
from tandem_edge.phone.protocol import Phone
from tandem_edge.planner.actions import Ask, Calls, Done, Refuse
from tandem_edge.planner.dialects import Dialect, Misread
from tandem_edge.planner.protocol import Planned, Planner, Prompt
from tandem_edge.policy.deciding import RulePolicy
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.errors import CancelledError, TandemError, UsageError
from tandem_shared.events import (
    Compacted,
    Event,
    Outcome,
    Steered,
    StepPlanned,
    StepStarted,
    TurnEnded,
    TurnStarted,
)
from tandem_shared.text import one_line, visible
from tandem_shared.tools import ToolSpec

LONGEST_REQUEST = 2000
"""Characters of one request."""
WARMED_TOGETHER = 10
"""Tools whose signatures are evaluated in one step ahead of time."""
WARM_S = 300.0
MOST_EARLIER = 12
"""Turns that the planner is told of in short."""


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
    notices: bool = True
    """Whether going round in circles is noticed; only a benchmark of bare planners goes without."""
    budget: Budget = field(default_factory=Budget)
    candidates: int = 10
    context_tokens: int = 2400
    """Of the conversation, as ``compaction.estimated_tokens`` counts; beside it the context holds
    the unchanging beginning and the answer."""
    conversation: Conversation = field(default_factory=Conversation)
    cancelled: threading.Event = field(default_factory=threading.Event)
    said: deque[str] = field(default_factory=deque)
    """What the user has said since, to be heard by the running turn."""

    def run(self, request: str, cancel: threading.Event | None = None) -> Iterator[Event]:
        """Carry out ``request``, or go on after a question with ``request`` as the reply.

        Yields ``TurnStarted``, then for every step ``StepStarted``, ``StepPlanned`` and a
        ``CallStarted``/``CallFinished`` pair a call, then ``TurnEnded``; ``Noticed``, ``Steered``
        and ``Compacted`` where they happen. Setting ``cancelled`` ends the turn soon, with the
        history valid; ``cancel`` takes its place, and may be set before the turn begins. Raises
        ``UsageError`` for a request that is empty or too long, before anything happens; later
        faults end the turn as ``failed`` and are raised after its ``TurnEnded``.
        """
        request = _checked(request)
        if cancel is None:
            self.cancelled.clear()
        else:
            self.cancelled = cancel
        with self.phone.held():
            yield from self._turn(request)

    def _turn(self, request: str) -> Iterator[Event]:
        spent, mark = Spent(), self.phone.mark()
        gone = 0
        if not self.conversation.awaiting_reply:
            gone = drop_turns(self.conversation, self.context_tokens, self.memory)
        turn = self._begin(request)
        yield self._turn_started(request, turn)
        if gone:
            yield Compacted(turns=gone, steps=0)
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

    def warm_up(self, language: str) -> Iterator[int]:
        """Have every tool's signature evaluated and kept for later requests of ``language``.

        Yields how many tools are ready. Raises what ``Planner.step`` raises.
        """
        specs = self.phone.catalogue.specs
        answer: dict[str, JsonValue] = {"const": "ok"}
        for start in range(0, len(specs), WARMED_TOGETHER):
            some = specs[start : start + WARMED_TOGETHER]
            said = self.dialect.request("-", some, language, "")
            prompt = Prompt(
                self._system(language), self.dialect.examples(language), (said,), answer, 8
            )
            self.planner.step(prompt, deadline_s=WARM_S, cancel=self.cancelled)
            yield start + len(some)

    def cancel(self) -> None:
        """Stop the running turn. May be called from any thread, at any moment."""
        self.cancelled.set()

    def steer(self, text: str) -> None:
        """Say more to the running turn; it is heard before the next step, or before the end.

        May be called from any thread. Between turns it waits for the next one. Raises
        ``UsageError`` like ``run``.
        """
        self.said.append(_checked(text))

    @cached_property
    def _recall(self) -> Candidates:
        return self.choose or Recall(self.phone.catalogue.specs)

    def _begin(self, request: str) -> Turn:
        self.conversation.taint.hear(request)
        if self.conversation.awaiting_reply:
            return self.conversation.reply(request)
        language = language_of(request)
        tools = Toolbox(self.phone, self.providers)
        candidates = _together(self._recall.top(request, self.candidates), tools.always)
        self.conversation.taint.offer(tools, candidates)
        notes = self._notes(request, candidates, language)
        opening = self.dialect.request(request, candidates, language, notes, self.adapter.offer)
        if RECALLED[language] in notes:  # what is remembered may be of any class
            opening = replace(opening, private=EVERY)
        return self.conversation.begin(Turn(tools, candidates, language, [opening], request))

    def _turn_started(self, request: str, turn: Turn) -> TurnStarted:
        return TurnStarted(
            turn=self.conversation.number,
            request=request,
            phone=self.phone.name,
            planner=self.planner.name,
            phone_time=self.phone.now().isoformat(timespec="minutes"),
            candidates=tuple(spec.name for spec in turn.candidates),
        )

    def _steps(self, turn: Turn, spent: Spent) -> Steps:
        repeats = Repeats(turn.language) if self.notices else None
        while not (reason := spent.exceeded(self.budget)):
            if self.cancelled.is_set():
                raise CancelledError("stopped before the next step")
            yield from self._hear()
            yield from self._shorten(turn)
            yield StepStarted(step=spent.steps + 1)
            planned = yield from self._plan(self._prompt(turn, spent), spent)
            try:
                decision = self.dialect.read(planned.text)
            except Misread as error:
                self.conversation.record_step(planned, f"not understood: {error}", frozenset())
                continue
            if isinstance(decision, Calls):
                step = Step(self._executor(turn), self.conversation, turn, self.dialect, repeats)
                yield from step.act(decision.calls, planned, spent, self.budget)
                if step.stop:
                    turn.ended = step.stop
                    return Outcome.BUDGET, step.stop
                continue
            outcome, text = _end(decision)
            self.conversation.record_end(planned, text, asked=outcome is Outcome.ASKED)
            if not self.said:
                return outcome, text
        return Outcome.BUDGET, reason

    def _hear(self) -> Iterator[Event]:
        """Take in what the user has said meanwhile."""
        while self.said:
            text = self.said.popleft()
            self.conversation.taint.hear(text)
            self.conversation.reply(text)
            yield Steered(text=text)

    def _shorten(self, turn: Turn) -> Iterator[Event]:
        steps = shorten_turn(turn, self.conversation, self.context_tokens, self.memory)
        if steps:
            yield Compacted(turns=0, steps=steps)

    def _prompt(self, turn: Turn, spent: Spent) -> Prompt:
        return Prompt(
            self._system(turn.language),
            self.dialect.examples(turn.language),
            self.conversation.messages,
            self.dialect.schema(turn.candidates),
            spent.step_tokens(self.budget),
            tools=turn.candidates,
        )

    def _system(self, language: str) -> str:
        rules = (self.dialect.rules(language), self.adapter.rules(language))
        return "\n".join(filter(None, rules))

    def _executor(self, turn: Turn) -> Executor:
        return Executor(
            turn.tools,
            self.policy,
            self.approve,
            self.cancelled,
            conversation=self.conversation.id,
            turn=f"{self.conversation.id}/{self.conversation.number}",
            taint=self.conversation.taint,
            journal=self.journal,
            language=turn.language,
        )

    def _notes(self, request: str, candidates: tuple[ToolSpec, ...], language: str) -> str:
        guidance = self.adapter.notes(candidates, language)
        recalled = "\n".join(
            f"- {one_line(text, limit=200)}" for text in self.memory.recall(request)
        )
        if recalled and self.memory.foreign:
            self.conversation.taint.add("memory")
        evidence = f"{RECALLED[language]}\n{recalled}" if recalled else ""
        lines = "\n".join(f"- {line}" for line in self.conversation.earlier[-MOST_EARLIER:])
        earlier = f"{EARLIER[language]}\n{lines}" if lines else ""
        return "\n\n".join(part for part in (guidance, earlier, evidence) if part)

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
            prompt_ids=planned.prompt_ids,
            sampled=planned.sampled,
            usage=planned.usage,
            elapsed_s=spent.planner_s - before,
        )
        return planned


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


def _together(chosen: Sequence[ToolSpec], always: Sequence[ToolSpec]) -> tuple[ToolSpec, ...]:
    """The tools on offer, each of them once: whoever chooses may have chosen one that is always."""
    there = {spec.name for spec in chosen}
    return (*chosen, *(spec for spec in always if spec.name not in there))


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
